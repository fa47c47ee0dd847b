//! The kinds of values that fields have, and the names of the kinds in tool results.

use crate::enums::{self, EnumNames};
use crate::int_form::IntForm;
use std::fmt;
use std::sync::Arc;

/// Declaration of one field in a table: its kind, and its C# name if that differs from the serialized name.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) kind: Kind,
    pub(crate) csharp: Option<&'static str>,
}

/// Kind of the value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A boolean, written as 0 or 1.
    Bool,
    Int(IntForm),
    /// One UTF-16 code unit, written as its number.
    Char,
    Float,
    Double,
    /// A number of unknown C# type: whole numbers look the same for int, float, bool and enums.
    Number,
    /// A scalar of a script without a declared type. Its text can be a number, a flag or a string, so the host keeps
    /// its spelling.
    Untyped,
    Text,
    Enum(Arc<EnumNames>),
    /// A vector of two to four floats: x, y, z, w. The number is the count of its components.
    Vector(usize),
    /// A vector of two to four integers: x, y, z, w. The number is the count of its components.
    VectorInt(usize),
    Quaternion,
    /// Four floats x, y, z, w of either a `Vector4` or a `Quaternion`, which is unknown.
    VectorOrQuaternion,
    Color,
    /// A C# `Color32`: four bytes in one number.
    Color32,
    /// A C# `Color` that the file stores as four bytes in one number.
    PackedColor,
    LayerMask,
    /// A reference to an object or asset, with the type of its target; `None` if that type is unknown.
    Reference(Option<Arc<str>>),
    List(Option<Box<Self>>),
    /// A structure or class, with its name; `None` if the name is unknown.
    Struct(Option<Arc<str>>),
}

impl Kind {
    /// Returns the kind with that name in the tables or in C# sources; `None` for a type that only the project's
    /// sources declare.
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(item) = name.strip_suffix("[]") {
            return Some(Self::List(Self::from_name(item).map(Box::new)));
        }
        if let Some(target) = name.strip_prefix("PPtr<").and_then(|rest| rest.strip_suffix('>')) {
            return Some(Self::Reference(Some(target.into())));
        }
        if let Some(form) = IntForm::from_keyword(name) {
            return Some(Self::Int(form));
        }
        Some(match name {
            "bool" => Self::Bool,
            "char" => Self::Char,
            "float" => Self::Float,
            "double" => Self::Double,
            "string" => Self::Text,
            "Vector2" => Self::Vector(2),
            "Vector3" => Self::Vector(3),
            "Vector2Int" => Self::VectorInt(2),
            "Vector3Int" => Self::VectorInt(3),
            "Vector4" => Self::Vector(4),
            "Quaternion" => Self::Quaternion,
            "Color" => Self::Color,
            "Color32" => Self::Color32,
            // No C# name: only tables know how a file stores it.
            "Color:packed" => Self::PackedColor,
            "LayerMask" => Self::LayerMask,
            "Rect" | "RectInt" | "Bounds" | "BoundsInt" | "RectOffset" | "Matrix4x4" | "AnimationCurve"
            | "Gradient" => Self::Struct(Some(name.into())),
            _ => return enums::find_enum(name).map(Self::Enum),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Int(form) => f.write_str(form.name),
            Self::Char => f.write_str("char"),
            Self::Float => f.write_str("float"),
            Self::Double => f.write_str("double"),
            Self::Number => f.write_str("number"),
            Self::Untyped => f.write_str("unknown"),
            Self::Text => f.write_str("string"),
            Self::Enum(names) => f.write_str(&names.name),
            Self::Vector(parts) => write!(f, "Vector{parts}"),
            Self::VectorInt(parts) => write!(f, "Vector{parts}Int"),
            Self::Quaternion => f.write_str("Quaternion"),
            Self::VectorOrQuaternion => f.write_str("Vector4 or Quaternion"),
            Self::Color | Self::PackedColor => f.write_str("Color"),
            Self::Color32 => f.write_str("Color32"),
            Self::LayerMask => f.write_str("LayerMask"),
            Self::Reference(Some(target)) => write!(f, "PPtr<{target}>"),
            Self::Reference(None) => f.write_str("PPtr"),
            Self::List(Some(item)) => write!(f, "{item}[]"),
            Self::List(None) => f.write_str("array"),
            Self::Struct(Some(name)) => f.write_str(name),
            Self::Struct(None) => f.write_str("struct"),
        }
    }
}
