//! Types and methods as the index describes them, independent of their origin.

use crate::compiled::Compiled;
use crate::syntax::{MethodKind, TypeKind};
use crate::type_ref::{TypeName, TypeRef};
use std::sync::Arc;

/// The place from which the index knows a type or method: a source, an assembly or a built-in table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    Source,
    /// Declared in the metadata of a compiled assembly.
    Assembly,
    /// Declared in the host's built-in table of Unity engine classes.
    Table,
}

impl Origin {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Assembly => "assembly",
            Self::Table => "table",
        }
    }
}

/// The reason why a type can have more or fewer methods at run time than the index lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gap {
    /// The parser skipped a part of the type's declaration.
    SyntaxErrors,
    /// The type's declaration is in an `#if` branch that can be inactive.
    Conditional,
    /// The type is a C# record. The members that the compiler adds to a record are not listed.
    CompilerMade,
    /// Several sources declare the complete type, probably for different assemblies. All their methods are listed.
    DeclaredTwice,
    /// Another compiled assembly declares a type with the same name. The methods are those of the first assembly.
    OtherAssembly,
}

/// One type with the methods that it declares. Inherited methods belong to the types that declare them.
#[derive(Clone, Debug)]
pub struct TypeInfo {
    pub name: Arc<TypeName>,
    pub origin: Origin,
    /// The sources or assemblies that declare the type, by the names that the caller of the index gave them.
    pub files: Vec<Arc<str>>,
    pub gaps: Vec<Gap>,
    /// The methods, including constructors, sorted by the bytes of Mono.Cecil's signature.
    pub methods: Vec<Method>,
    /// True if the methods can be listed; false if only the name of the type is known.
    pub(crate) listed: bool,
    /// Fields, base types and interfaces from metadata; `None` if no assembly declares the type.
    pub compiled: Option<Arc<Compiled>>,
}

impl TypeInfo {
    pub fn kind(&self) -> TypeKind {
        self.name.kind
    }
}

/// A method of a type, or a member that compiles to a method, such as an accessor or operator.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name as in metadata, such as `get_Speed`, `op_Addition`, `.ctor` or `My.Game.IHit.Hit`.
    pub name: String,
    pub kind: MethodKind,
    pub declaring: Arc<TypeName>,
    /// The type parameters of the type that declares the method, shared by all methods of that type.
    pub(crate) declaring_params: Arc<[TypeRef]>,
    /// The names of the method's own type parameters. No printed form contains them.
    pub type_params: Vec<String>,
    pub params: Vec<(String, TypeRef)>,
    pub ret: TypeRef,
    pub is_public: bool,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_virtual: Virtual,
    pub origin: Origin,
    /// True if the declaration is in an `#if` branch that can be inactive.
    pub conditional: bool,
    /// True if the parser is unsure about the method's header or the name of an explicitly implemented interface.
    pub uncertain: bool,
    /// The source or assembly of the method, by the caller's name for it; `None` for a method of the engine table.
    pub file: Option<Arc<str>>,
    /// Line of the method in the source, counted from 1; 0 for a method of an assembly.
    pub line: usize,
}

impl Method {
    pub(crate) fn is_known(&self) -> bool {
        !self.conditional
            && !self.uncertain
            && self.ret.is_resolved()
            && self.params.iter().all(|(_, ty)| ty.is_resolved())
    }
}

/// Whether the compiled method is virtual, which also depends on the interfaces that its type implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Virtual {
    Yes,
    No,
    /// It is unknown, because the type has an interface whose members are unknown and may include the method.
    Unknown,
}
