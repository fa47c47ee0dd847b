//! Fields and base types of a compiled type, read from metadata.

use crate::type_ref::TypeRef;

/// Fields and base types of a type that a compiled assembly declares.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The base type of this type, then its interfaces. Types that cannot be read are omitted.
    pub bases: Vec<TypeRef>,
    pub is_serializable: bool,
    pub is_abstract: bool,
    pub fields: Vec<CompiledField>,
    /// Number of fields and base types of this type that could not be read.
    pub unread: usize,
}

/// A field of a type in a compiled assembly.
#[derive(Clone, Debug)]
pub struct CompiledField {
    pub name: String,
    pub ty: TypeRef,
    pub is_public: bool,
    /// True if the field is serializable by its modifiers: neither `static`, `const`, `readonly` nor `[NonSerialized]`.
    pub is_plain: bool,
    /// The value of an integer constant or enumeration member; `None` for other fields.
    pub constant: Option<i128>,
    /// Short names of the attributes, without the suffix `Attribute` and arguments. Attributes that the same assembly
    /// declares are omitted.
    pub attributes: Vec<String>,
}
