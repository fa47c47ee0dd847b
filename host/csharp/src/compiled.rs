//! The parts of a compiled type besides its methods, from metadata.

use crate::type_ref::TypeRef;

/// Fields and bases of one type.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The base type, then the interfaces; unreadable ones are left out.
    pub bases: Vec<TypeRef>,
    pub is_serializable: bool,
    pub is_abstract: bool,
    pub fields: Vec<CompiledField>,
    /// Fields and bases that could not be read.
    pub unread: usize,
}

/// A field of a compiled type.
#[derive(Clone, Debug)]
pub struct CompiledField {
    pub name: String,
    pub ty: TypeRef,
    pub is_public: bool,
    /// Not `static`, `const`, `readonly` or `[NonSerialized]`.
    pub is_plain: bool,
    /// The value of an integer constant, including members of an enumeration.
    pub constant: Option<i128>,
    /// Short names without `Attribute`, only of attributes that other assemblies declare; their arguments are not
    /// read.
    pub attributes: Vec<String>,
}
