//! What is known of types and their methods, whoever declares them.

use crate::compiled::Compiled;
use crate::syntax::{MethodKind, TypeKind};
use crate::type_ref::{TypeName, TypeRef};
use std::sync::Arc;

/// Where an item is known from.
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

/// Why a type may have more methods than are listed, or fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gap {
    /// The parser skipped part of its declaration.
    SyntaxErrors,
    /// It stands under an `#if` that may be off.
    Conditional,
    /// A record: what the compiler adds to it is not listed.
    CompilerMade,
    /// Declared whole in several sources (assemblies with the same names): all their methods are listed.
    DeclaredTwice,
    /// Another compiled assembly declares the name too; the methods are those of the first.
    OtherAssembly,
}

/// One type with its own methods; inherited ones belong to the types that declare them.
#[derive(Clone, Debug)]
pub struct TypeInfo {
    pub name: Arc<TypeName>,
    pub origin: Origin,
    /// The sources or assemblies that declare it, as the caller named them.
    pub files: Vec<Arc<str>>,
    pub gaps: Vec<Gap>,
    /// Sorted by the seed's signature, byte by byte. Constructors included.
    pub methods: Vec<Method>,
    /// Whether its methods may be listed: not for types of which only the name is known.
    pub(crate) listed: bool,
    /// What an assembly says of it beside methods.
    pub compiled: Option<Arc<Compiled>>,
}

impl TypeInfo {
    pub fn kind(&self) -> TypeKind {
        self.name.kind
    }
}

/// One method, or what compiles to one.
#[derive(Clone, Debug)]
pub struct Method {
    /// As in metadata: `get_Speed`, `op_Addition`, `.ctor`, `My.Game.IHit.Hit`.
    pub name: String,
    pub kind: MethodKind,
    pub declaring: Arc<TypeName>,
    /// Shared by all methods of the type.
    pub(crate) declaring_params: Arc<[TypeRef]>,
    /// Its own type parameters; none of the printed forms has them.
    pub type_params: Vec<String>,
    pub params: Vec<(String, TypeRef)>,
    pub ret: TypeRef,
    pub is_public: bool,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_virtual: Virtual,
    pub origin: Origin,
    /// It stands under an `#if` that may be off.
    pub conditional: bool,
    /// Its header, or the name of the interface it implements, could not be read for sure.
    pub uncertain: bool,
    /// As the caller named it; `None` for the table.
    pub file: Option<Arc<str>>,
    /// 1-based.
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
    /// An interface whose members are not known may ask for it.
    Unknown,
}
