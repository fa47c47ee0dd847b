//! What metadata says of a type beside its methods.

use crate::type_ref::TypeRef;

/// Of one type.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The base type, then the interfaces; those that could not be read are left out.
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
    /// Not one of `static`, `const`, `readonly`, `[NonSerialized]`.
    pub is_plain: bool,
    /// What a constant of whole numbers is, a member of an enumeration among them.
    pub constant: Option<i128>,
    /// Short names without `Attribute`, of those that other assemblies declare; metadata tells their arguments, and they are not read.
    pub attributes: Vec<String>,
}
