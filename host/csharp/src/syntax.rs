//! Declarations of a C# source, as written: names are not resolved yet. Plain data only.

use crate::detail::Detail;

/// A type as written in a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeSyntax {
    /// `A.B<C>`; `rooted` after `global::`.
    Name {
        rooted: bool,
        parts: Vec<NamePart>,
    },
    /// `int`, `string`, `void`, …
    Keyword(String),
    /// The first rank is the outermost.
    Array(Box<Self>, usize),
    Pointer(Box<Self>),
    ByRef(Box<Self>),
    Nullable(Box<Self>),
    Tuple(Vec<Self>),
    /// Text of a type that cannot be named (function pointers, broken syntax, nesting too deep).
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NamePart {
    pub(crate) name: String,
    pub(crate) args: Vec<TypeSyntax>,
}

impl TypeSyntax {
    pub(crate) fn name(dotted: &str) -> Self {
        let part = |name: &str| NamePart {
            name: name.to_owned(),
            args: Vec::new(),
        };
        Self::Name {
            rooted: true,
            parts: dotted.split('.').map(part).collect(),
        }
    }
}

/// A namespace body or a whole file: the scope in which names are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) parent: Option<usize>,
    /// Full name, empty for the file.
    pub(crate) namespace: String,
    pub(crate) usings: Vec<Vec<String>>,
    pub(crate) aliases: Vec<(String, TypeSyntax)>,
    /// Types whose nested types come into scope: `using static`.
    pub(crate) statics: Vec<TypeSyntax>,
    pub(crate) offset: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    Class,
    Struct,
    Interface,
    Enum,
    Delegate,
    Record,
    RecordStruct,
}

impl TypeKind {
    pub(crate) const fn is_value(self) -> bool {
        matches!(self, Self::Struct | Self::Enum | Self::RecordStruct)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeParam {
    pub(crate) name: String,
    /// Constrained to value types, so that `T?` is `Nullable<T>`.
    pub(crate) value: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeDecl {
    pub(crate) kind: TypeKind,
    pub(crate) name: String,
    pub(crate) type_params: Vec<TypeParam>,
    pub(crate) bases: Vec<TypeSyntax>,
    pub(crate) scope: usize,
    pub(crate) outer: Option<usize>,
    pub(crate) members: Vec<MemberDecl>,
    pub(crate) is_partial: bool,
    pub(crate) conditional: bool,
    /// The parser skipped something in the header or directly in the body.
    pub(crate) broken: bool,
    /// Byte offset of the name.
    pub(crate) offset: usize,
    /// Present only if the source was read with details.
    pub(crate) detail: Option<Box<Detail>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    Ordinary,
    /// `get_`, `set_`, `add_` or `remove_` of a property, an indexer or an event.
    Accessor,
    Operator,
    Constructor,
    StaticConstructor,
    Finalizer,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParamDecl {
    pub(crate) name: String,
    pub(crate) ty: TypeSyntax,
}

/// A method, or a member that compiles to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberDecl {
    pub(crate) kind: MethodKind,
    /// As in metadata, without the interface of an explicit implementation.
    pub(crate) name: String,
    /// The interface it implements explicitly.
    pub(crate) explicit: Option<TypeSyntax>,
    pub(crate) type_params: Vec<TypeParam>,
    pub(crate) params: Vec<ParamDecl>,
    pub(crate) ret: TypeSyntax,
    pub(crate) flags: MemberFlags,
    pub(crate) conditional: bool,
    /// Its header contains a syntax error.
    pub(crate) broken: bool,
    pub(crate) offset: usize,
    /// 1-based.
    pub(crate) line: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemberFlags {
    pub(crate) is_public: bool,
    pub(crate) is_static: bool,
    pub(crate) is_abstract: bool,
    /// `virtual`, `override` or `abstract` is written.
    pub(crate) is_virtual: bool,
    /// A `partial` declaration without a body.
    pub(crate) is_partial_stub: bool,
}
