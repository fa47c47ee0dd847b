//! Public view of the types that one source declares. Names are as written in the source and not resolved.

use crate::detail::Detail;
use crate::parse::SourceFile;
use crate::syntax::{MethodKind, TypeDecl, TypeKind};
use crate::type_ref::TypeName;

/// One declaration of a type. A partial type has several declarations.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'f> {
    pub(crate) file: &'f SourceFile,
    pub(crate) decl: &'f TypeDecl,
}

impl SourceFile {
    /// Returns the declarations of all types in this source. Each outer type precedes its nested types.
    pub fn types(&self) -> impl Iterator<Item = Declared<'_>> {
        self.types.iter().map(|decl| Declared { file: self, decl })
    }
}

impl<'f> Declared<'f> {
    pub fn name(self) -> &'f str {
        &self.decl.name
    }

    /// Returns the name that the caller gave the source of this declaration, usually its path.
    pub fn file_name(self) -> &'f str {
        &self.file.name
    }

    pub fn kind(self) -> TypeKind {
        self.decl.kind
    }

    /// Returns the namespace of the type; empty for the global namespace.
    pub fn namespace(self) -> &'f str {
        let scope = self.file.scopes.get(self.decl.scope);
        scope.map_or("", |scope| scope.namespace.as_str())
    }

    /// Returns the type that contains this type; `None` if this type is not nested.
    pub fn outer(self) -> Option<Self> {
        let decl = self.file.types.get(self.decl.outer?)?;
        Some(Self { decl, ..self })
    }

    /// Returns the identity of the type: its namespace, the names of its outer types, and its own name.
    pub fn type_name(self) -> TypeName {
        let mut path = Vec::new();
        let mut at = Some(self);
        while let Some(declared) = at {
            path.push((declared.name().to_owned(), declared.decl.type_params.len()));
            at = declared.outer();
        }
        path.reverse();
        TypeName {
            namespace: self.namespace().to_owned(),
            path,
            kind: self.kind(),
        }
    }

    /// Returns the names of the type parameters of this type, without those of outer types.
    pub fn type_params(self) -> impl Iterator<Item = &'f str> {
        self.decl.type_params.iter().map(|param| param.name.as_str())
    }

    /// Returns true if a constructor determines the content of a new value. For a struct only a constructor without
    /// parameters counts, because a default value calls no other.
    pub fn has_constructor(self) -> bool {
        let is_struct = self.kind() == TypeKind::Struct;
        let mut members = self.decl.members.iter();
        members.any(|member| member.kind == MethodKind::Constructor && (!is_struct || member.params.is_empty()))
    }

    /// Returns true if the parser skipped a part of the declaration.
    pub fn is_broken(self) -> bool {
        self.decl.broken
    }

    /// Returns the fields, attributes and other details; `None` if the source was read without details.
    pub fn detail(self) -> Option<&'f Detail> {
        self.decl.detail.as_deref()
    }
}
