//! Data types for the declarations of a C# source, as the source writes them. Names are not resolved.

use crate::detail::Detail;

/// A type as a C# source writes it, before its name is resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeSyntax {
    /// A dotted name with type arguments, such as `A.B<C>`. `rooted` is true if it follows `global::`.
    Name {
        rooted: bool,
        parts: Vec<NamePart>,
    },
    /// A keyword such as `int`, `string` or `void`.
    Keyword(String),
    /// An array with its element type and its rank. Of nested arrays, the outermost is first.
    Array(Box<Self>, usize),
    Pointer(Box<Self>),
    ByRef(Box<Self>),
    Nullable(Box<Self>),
    Tuple(Vec<Self>),
    /// The text of a type that has no name: a function pointer, broken syntax, or nesting that is too deep.
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

/// The scope of a namespace body or a whole file, in which names are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) parent: Option<usize>,
    /// The full name of the namespace; empty for the scope of the file.
    pub(crate) namespace: String,
    pub(crate) usings: Vec<Vec<String>>,
    pub(crate) aliases: Vec<(String, TypeSyntax)>,
    /// The types of the `using static` directives in this scope. Names of their nested types can be used in it.
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
    /// True if the type parameter is constrained to value types, so that `T?` is `Nullable<T>`.
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
    /// True if the parser skipped a part of the type's header, or a part directly in its body.
    pub(crate) broken: bool,
    /// Byte offset of the type's name in the source.
    pub(crate) offset: usize,
    /// Fields, attributes and other details; `None` if the source was read without details.
    pub(crate) detail: Option<Box<Detail>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    Ordinary,
    /// An accessor `get_…`, `set_…`, `add_…` or `remove_…` of a property, an indexer or an event.
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

/// The declaration of a method, or of a member that compiles to a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberDecl {
    pub(crate) kind: MethodKind,
    /// The name as in metadata, but without the interface of an explicit implementation.
    pub(crate) name: String,
    /// The interface that an explicit implementation such as `void IHit.Hit()` names; `None` for other members.
    pub(crate) explicit: Option<TypeSyntax>,
    pub(crate) type_params: Vec<TypeParam>,
    pub(crate) params: Vec<ParamDecl>,
    pub(crate) ret: TypeSyntax,
    pub(crate) flags: MemberFlags,
    pub(crate) conditional: bool,
    /// True if the header of the member contains a syntax error.
    pub(crate) broken: bool,
    pub(crate) offset: usize,
    /// Line of the member in the source, counted from 1.
    pub(crate) line: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemberFlags {
    pub(crate) is_public: bool,
    pub(crate) is_static: bool,
    pub(crate) is_abstract: bool,
    /// True if the member has the modifier `virtual`, `override` or `abstract`, or is virtual without a modifier.
    pub(crate) is_virtual: bool,
    /// True if the member is a `partial` declaration without a body.
    pub(crate) is_partial_stub: bool,
}
