//! Approximate size of an answer in bytes, for the limit on the traffic of a call and for remembered results. Texts
//! count in full, everything else with fixed sizes.
//!
//! Belongs here: sizes of plain types and of replies. Does not: sizes of the model's types, which derive them.

use crate::model::{ObjectId, SceneId, ValueText, Vector3};
use crate::reply::{Replied, Reply};
use crate::state::Activity;

/// Estimated bytes of a struct in an answer, without its texts.
pub(crate) const FLAT: usize = 64;

/// Approximate size of a part of an answer.
pub(crate) trait Weight {
    /// Returns the approximate bytes of this value as a field of a struct.
    fn weight(&self) -> usize;

    /// Returns the approximate bytes of this value as a list item, an optional value, or the only content of a variant.
    fn item_weight(&self) -> usize {
        self.weight()
    }

    /// Returns the number of items if this value is a list whose length the command limits; otherwise `None`.
    fn listed(&self) -> Option<usize> {
        None
    }
}

impl Reply {
    /// Returns the approximate bytes that the reply needs in the memory of a guest.
    pub fn weight(&self) -> usize {
        Weight::weight(self)
    }

    pub(crate) fn listed(&self) -> Option<usize> {
        Weight::listed(self)
    }
}

impl Replied {
    /// Returns the approximate bytes of the reply and its notes.
    pub fn weight(&self) -> usize {
        Weight::weight(self)
    }
}

impl Weight for String {
    fn weight(&self) -> usize {
        self.len()
    }

    fn item_weight(&self) -> usize {
        self.len() + 8
    }
}

macro_rules! weights {
    ($($type:ty: |$value:pat_param| $size:expr;)+) => {
        $(impl Weight for $type {
            fn weight(&self) -> usize {
                let $value = self;
                $size
            }
        })+
    };
}

weights! {
    u8: |_| 1;
    u32: |_| 0;
    u64: |_| 0;
    f64: |_| 0;
    bool: |_| 0;
    (u32, u32): |_| 0;
    (u64, u64): |_| 0;
    ObjectId: |_| 0;
    SceneId: |_| 0;
    Activity: |_| 0;
    Vector3: |_| 0;
    ValueText: |value| value.get().len() + 8;
    (u32, String): |(_, name)| name.len();
    (String, String): |(name, text)| name.item_weight() + text.item_weight();
    (String, ValueText): |(name, value)| name.item_weight() + value.weight();
    (String, ObjectId): |(name, _)| FLAT + name.len();
    (String, Option<i64>): |(name, _)| FLAT + name.len();
}

impl<T: Weight> Weight for Vec<T> {
    fn weight(&self) -> usize {
        self.iter().map(Weight::item_weight).sum()
    }
}

impl<T: Weight> Weight for Option<T> {
    fn weight(&self) -> usize {
        self.as_ref().map_or(0, Weight::item_weight)
    }
}

impl<T: Weight> Weight for Box<T> {
    fn weight(&self) -> usize {
        T::weight(self)
    }

    fn listed(&self) -> Option<usize> {
        T::listed(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EditTouches, LogLine, ScriptFile};

    #[test]
    fn counts_texts_in_full_and_the_rest_with_fixed_sizes() {
        let text = || "x".repeat(100);
        let line = LogLine {
            time: text(),
            level: text(),
            message: text(),
            source: text(),
            category: Some(text()),
        };
        let file = ScriptFile {
            name: text(),
            path: text(),
            content: text(),
            size_bytes: 1,
            last_modified: text(),
            truncated: false,
        };
        let touches = EditTouches {
            objects: vec![ObjectId(1); 3],
            needs: Vec::new(),
        };
        let note = || Replied {
            reply: Reply::Done,
            diagnostics: vec![text()],
        };
        let table: [(&dyn Weight, usize); 7] = [
            (&line, FLAT + 2 * 100 + 108),
            (&file, FLAT + 3 * 100),
            (&touches, 3 * 16),
            (&Reply::Added(1), 16),
            (&Reply::Printed(text()), 108),
            (&Reply::Sections(vec![text(), text()]), 2 * 108),
            (&note(), 16 + 108),
        ];
        for (at, (value, size)) in table.into_iter().enumerate() {
            assert_eq!(value.weight(), size, "row {at}");
        }
    }
}
