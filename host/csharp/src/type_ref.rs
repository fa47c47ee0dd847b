//! The identity of a type, and a resolved type in a signature. `signature.rs` prints it.

use std::sync::Arc;

use crate::keywords::KEYWORDS;
use crate::syntax::TypeKind;

/// The identity of a type: its namespace, and the names from the outermost type to the type itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeName {
    /// The namespace; empty for the global namespace.
    pub namespace: String,
    /// The name of each nesting level, with the number of type parameters that this level adds.
    pub path: Vec<(String, usize)>,
    pub kind: TypeKind,
}

impl TypeName {
    /// Returns the C# keyword of the type, such as `int`; `None` if the type has no keyword.
    pub(crate) fn keyword(&self) -> Option<&'static str> {
        let known = KEYWORDS.iter().find(|(_, full)| self.is("System", full));
        known.map(|(keyword, _)| *keyword)
    }

    /// Returns the number of type parameters of the type and its outer types.
    pub fn arity(&self) -> usize {
        self.path.iter().map(|(_, arity)| arity).sum()
    }

    /// Returns the full name as Mono.Cecil writes it: `` My.Game.Outer`1/Inner ``.
    pub fn full_name(&self) -> String {
        self.join_nested('/')
    }

    /// Returns true if `text` is exactly this name, with `/` or `+` before nested types and with the numbers of type
    /// parameters. A `.` is not accepted, because it would be ambiguous with the end of a namespace.
    pub fn is_written(&self, text: &str) -> bool {
        ['/', '+'].into_iter().any(|nesting| self.join_nested(nesting) == text)
    }

    /// Returns a lower bound of the length in bytes of the name when it is written in full.
    pub(crate) fn min_length(&self) -> usize {
        self.namespace.len() + self.path.iter().map(|(name, _)| name.len() + 1).sum::<usize>()
    }

    /// Returns the name in C# syntax, with the type arguments of all its levels: `A.Outer<int>.Inner`.
    pub fn csharp(&self, args: &[TypeRef]) -> String {
        let mut text = self.namespace.clone();
        let mut args = args.iter();
        for (name, arity) in &self.path {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(name);
            let own: Vec<String> = args.by_ref().take(*arity).map(TypeRef::csharp).collect();
            if !own.is_empty() {
                text.push_str(&format!("<{}>", own.join(", ")));
            }
        }
        text
    }

    /// Returns the full name with dots only, without numbers of type parameters: `My.Game.Outer.Inner`.
    pub fn joined_by_dots(&self) -> String {
        let names = self.path.iter().map(|(name, _)| name.as_str());
        let mut parts = Vec::new();
        if !self.namespace.is_empty() {
            parts.push(self.namespace.as_str());
        }
        parts.extend(names);
        parts.join(".")
    }

    pub(crate) fn join_nested(&self, nesting: char) -> String {
        let mut text = self.namespace.clone();
        for (depth, (name, arity)) in self.path.iter().enumerate() {
            match depth {
                0 if text.is_empty() => {}
                0 => text.push('.'),
                _ => text.push(nesting),
            }
            text.push_str(name);
            if *arity > 0 {
                text.push('`');
                text.push_str(&arity.to_string());
            }
        }
        text
    }

    pub(crate) fn is(&self, namespace: &str, name: &str) -> bool {
        self.namespace == namespace && self.path.len() == 1 && self.path[0].0 == name
    }
}

/// A type in a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeRef {
    /// A named type, with the type arguments of all its nesting levels in one list.
    Named(Arc<TypeName>, Vec<Self>),
    /// A type parameter. `namespace` is that of its declaring type in .NET reflection; empty if that type is nested.
    Param {
        name: String,
        namespace: Arc<str>,
    },
    /// An array with its element type and its rank.
    Array(Box<Self>, usize),
    ByRef(Box<Self>),
    Pointer(Box<Self>),
    /// The text of a type as the source writes it, because no declaration or several declarations were found.
    Unresolved(String),
}

impl TypeRef {
    /// Returns true if all type names in this type were resolved to known types.
    pub fn is_resolved(&self) -> bool {
        match self {
            Self::Named(_, args) => args.iter().all(Self::is_resolved),
            Self::Param { .. } => true,
            Self::Array(inner, _) | Self::ByRef(inner) | Self::Pointer(inner) => inner.is_resolved(),
            Self::Unresolved(_) => false,
        }
    }

    /// Returns the type with each type parameter in `params` replaced by the argument at the same position in `args`.
    pub fn substitute_params(&self, params: &[String], args: &[Self]) -> Self {
        self.substitute(params, args)
    }

    /// Returns the type in C# syntax with full names: `System.Collections.Generic.List<int>`, `A.Outer<int>.Inner`.
    pub fn csharp(&self) -> String {
        match self {
            Self::Named(name, args) => match name.keyword() {
                Some(keyword) => keyword.to_owned(),
                None => name.csharp(args),
            },
            Self::Param { name, .. } => name.clone(),
            Self::Array(inner, rank) => format!("{}[{}]", inner.csharp(), ",".repeat(rank.saturating_sub(1))),
            Self::ByRef(inner) => format!("ref {}", inner.csharp()),
            Self::Pointer(inner) => format!("{}*", inner.csharp()),
            Self::Unresolved(text) => text.clone(),
        }
    }

    pub(crate) fn substitute(&self, params: &[String], args: &[Self]) -> Self {
        match self {
            Self::Param { name, .. } => {
                let found = params.iter().position(|p| p == name).and_then(|at| args.get(at));
                found.unwrap_or(self).clone()
            }
            Self::Named(name, inner) => Self::Named(
                Arc::clone(name),
                inner.iter().map(|t| t.substitute(params, args)).collect(),
            ),
            Self::Array(inner, rank) => Self::Array(Box::new(inner.substitute(params, args)), *rank),
            Self::ByRef(inner) => Self::ByRef(Box::new(inner.substitute(params, args))),
            Self::Pointer(inner) => Self::Pointer(Box::new(inner.substitute(params, args))),
            Self::Unresolved(_) => self.clone(),
        }
    }

    /// Returns the size in bytes of this type in full, plus the memory of its nodes, to limit unbounded expansion.
    pub(crate) fn expanded_length(&self) -> usize {
        std::mem::size_of::<Self>()
            + match self {
                Self::Named(name, args) => name.min_length() + args.iter().map(Self::expanded_length).sum::<usize>(),
                Self::Array(inner, _) | Self::ByRef(inner) | Self::Pointer(inner) => inner.expanded_length(),
                Self::Param { name: text, .. } | Self::Unresolved(text) => text.len(),
            }
    }

    /// Returns the number of types in this type: itself, its arguments and its elements. It limits substitution.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Named(_, args) => 1 + args.iter().map(Self::size).sum::<usize>(),
            Self::Array(inner, _) | Self::ByRef(inner) | Self::Pointer(inner) => 1 + inner.size(),
            Self::Param { .. } | Self::Unresolved(_) => 1,
        }
    }
}
