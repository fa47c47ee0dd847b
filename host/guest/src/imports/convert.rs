//! Infallible conversions between the types of the contract (WIT) and the types of the bridge.
//!
//! Belongs here: the trait, conversions of plain types, the macros for records and variants. Does not: the conversions
//! of one interface (its file), conversions that may reject a guest's value (`page`, `rows`).

use host_bridge::{Cell, ObjectId, SceneId, TargetKind, ValueText, Vector3};

pub(crate) trait Convert<T> {
    fn convert(self) -> T;
}

macro_rules! conversions {
    ($($from:ty => $to:ty: |$value:ident| $converted:expr;)+) => {
        $(impl Convert<$to> for $from {
            fn convert(self) -> $to {
                let $value = self;
                $converted
            }
        })+
    };
}

conversions! {
    String => String: |text| text;
    bool => bool: |flag| flag;
    Vec<u8> => Vec<u8>: |bytes| bytes;
    u32 => u32: |number| number;
    u64 => u64: |number| number;
    // The contract uses `u32` for counts. No list here has nearly 2^32 items: that many ids would need 48 GiB.
    u64 => u32: |count| u32::try_from(count).unwrap_or(u32::MAX);
    i64 => i64: |number| number;
    f64 => f64: |number| number;
    ObjectId => String: |id| id.to_string();
    SceneId => String: |id| id.to_string();
    TargetKind => String: |kind| kind.as_str().to_owned();
    ValueText => String: |value| value.into();
    Cell => Option<String>: |cell| cell.0.convert();
    Vector3 => (f64, f64, f64): |vector| (vector.x, vector.y, vector.z);
    (f64, f64, f64) => Vector3: |vector| Vector3 { x: vector.0, y: vector.1, z: vector.2 };
}

impl<A: Convert<B>, B> Convert<Option<B>> for Option<A> {
    fn convert(self) -> Option<B> {
        self.map(A::convert)
    }
}

impl<A: Convert<B>, B> Convert<Vec<B>> for Vec<A> {
    fn convert(self) -> Vec<B> {
        self.into_iter().map(A::convert).collect()
    }
}

impl<A: Convert<B>, B> Convert<B> for Box<A> {
    fn convert(self) -> B {
        (*self).convert()
    }
}

impl<A: Convert<C>, B: Convert<D>, C, D> Convert<(C, D)> for (A, B) {
    fn convert(self) -> (C, D) {
        (self.0.convert(), self.1.convert())
    }
}

/// Implements `Convert` between record types: `FROM => TO { field other: name_in_from }`, with all fields of `TO`.
macro_rules! records {
    ($($from:ty => $to:path { $($field:ident $(: $source:ident)?)+ })+) => {
        $(impl $crate::imports::convert::Convert<$to> for $from {
            fn convert(self) -> $to {
                let given = self;
                $to {
                    $($field: $crate::imports::convert::Convert::convert(
                        $crate::imports::convert::records!(@source given $field $($source)?)
                    ),)+
                }
            }
        })+
    };
    (@source $given:ident $field:ident) => { $given.$field };
    (@source $given:ident $field:ident $source:ident) => { $given.$source };
}

/// Implements `Convert` between enums: `FROM => TO { Name Other(content) }`, with all variants of `FROM`.
macro_rules! variants {
    ($($from:ty => $to:ty { $($variant:ident $(($content:ident))?)+ })+) => {
        $(impl $crate::imports::convert::Convert<$to> for $from {
            fn convert(self) -> $to {
                type Given = $from;
                type Made = $to;
                match self {
                    $(Given::$variant $(($content))? => {
                        Made::$variant $(($crate::imports::convert::Convert::convert($content)))?
                    })+
                }
            }
        })+
    };
}

pub(crate) use {records, variants};
