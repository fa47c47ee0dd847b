//! Types and their methods as the index describes them, from any origin.

use crate::compiled::Compiled;
use crate::syntax::{MethodKind, TypeKind};
use crate::type_ref::{TypeName, TypeRef};
use std::sync::Arc;

/// The origin of a type or method in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    Source,
    /// The metadata of a compiled assembly.
    Assembly,
    /// The host's own table of engine classes.
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

/// The reason why a type can have more or fewer methods than are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gap {
    /// The parser skipped a part of the declaration.
    SyntaxErrors,
    /// The declaration is in an `#if` branch that can be inactive.
    Conditional,
    /// The type is a C# record; the members that the compiler adds to it are not listed.
    CompilerMade,
    /// Several sources declare the complete type (in assemblies with the same type names); the methods of all of them
    /// are listed.
    DeclaredTwice,
    /// Another compiled assembly declares the same name; the methods are those of the first assembly.
    OtherAssembly,
}

/// One type with the methods that it declares; inherited methods are listed in the types that declare them.
#[derive(Clone, Debug)]
pub struct TypeInfo {
    pub name: Arc<TypeName>,
    pub origin: Origin,
    /// Names of the sources or assemblies that declare the type, as the caller named them.
    pub files: Vec<Arc<str>>,
    pub gaps: Vec<Gap>,
    /// The methods, sorted by Mono.Cecil's signature, byte by byte. Includes constructors.
    pub methods: Vec<Method>,
    /// Whether the methods can be listed: false for types of which only the name is known.
    pub(crate) listed: bool,
    /// Fields, base types and interfaces from metadata, if an assembly declares the type.
    pub compiled: Option<Arc<Compiled>>,
}

impl TypeInfo {
    pub fn kind(&self) -> TypeKind {
        self.name.kind
    }
}

/// One method, or a member that compiles to one.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name as in metadata: `get_Speed`, `op_Addition`, `.ctor`, `My.Game.IHit.Hit`.
    pub name: String,
    pub kind: MethodKind,
    pub declaring: Arc<TypeName>,
    /// The type parameters of the declaring type, shared by all of its methods.
    pub(crate) declaring_params: Arc<[TypeRef]>,
    /// The names of the method's own type parameters; none of the printed forms contains them.
    pub type_params: Vec<String>,
    pub params: Vec<(String, TypeRef)>,
    pub ret: TypeRef,
    pub is_public: bool,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_virtual: Virtual,
    pub origin: Origin,
    /// The declaration is in an `#if` branch that can be inactive.
    pub conditional: bool,
    /// Whether its header, or the name of the interface that it implements, could not be read with certainty.
    pub uncertain: bool,
    /// The source or assembly as the caller named it; `None` for the engine table.
    pub file: Option<Arc<str>>,
    /// Line of the method in the source, from 1.
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

/// Whether metadata marks a method virtual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Virtual {
    Yes,
    No,
    /// Unknown, because an interface whose members are unknown can make the method virtual.
    Unknown,
}
