//! Fields and base types of a compiled type, read from metadata.

use crate::type_ref::TypeRef;

/// Fields and base types of one compiled type.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The base type, then the interfaces. Types that cannot be read are omitted.
    pub bases: Vec<TypeRef>,
    pub is_serializable: bool,
    pub is_abstract: bool,
    pub fields: Vec<CompiledField>,
    /// Number of fields and base types that could not be read.
    pub unread: usize,
}

/// A field of a compiled type.
#[derive(Clone, Debug)]
pub struct CompiledField {
    pub name: String,
    pub ty: TypeRef,
    pub is_public: bool,
    /// True if the field is neither `static`, `const`, `readonly` nor `[NonSerialized]`.
    pub is_plain: bool,
    /// The value of an integer constant or enumeration member; `None` for other fields.
    pub constant: Option<i128>,
    /// Short names of the attributes, without the suffix `Attribute` and arguments. Attributes that the same assembly
    /// declares are omitted.
    pub attributes: Vec<String>,
}
