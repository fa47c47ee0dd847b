//! The types of one source as its reader's callers see them. Nothing is looked up here: names are as written.

use crate::detail::Detail;
use crate::parse::SourceFile;
use crate::syntax::{MethodKind, TypeDecl, TypeKind};
use crate::type_ref::TypeName;

/// One declaration of a type; a partial type has several.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'f> {
    pub(crate) file: &'f SourceFile,
    pub(crate) decl: &'f TypeDecl,
}

impl SourceFile {
    /// All types, an outer one before those in it.
    pub fn types(&self) -> impl Iterator<Item = Declared<'_>> {
        self.types.iter().map(|decl| Declared { file: self, decl })
    }
}

impl<'f> Declared<'f> {
    pub fn name(self) -> &'f str {
        &self.decl.name
    }

    pub fn kind(self) -> TypeKind {
        self.decl.kind
    }

    /// Empty for the global one.
    pub fn namespace(self) -> &'f str {
        let scope = self.file.scopes.get(self.decl.scope);
        scope.map_or("", |scope| scope.namespace.as_str())
    }

    /// The type that it lies in.
    pub fn outer(self) -> Option<Self> {
        let decl = self.file.types.get(self.decl.outer?)?;
        Some(Self { decl, ..self })
    }

    /// Namespace, then the types around it and itself.
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

    /// Names of its own type parameters.
    pub fn type_params(self) -> impl Iterator<Item = &'f str> {
        self.decl.type_params.iter().map(|param| param.name.as_str())
    }

    /// It says itself what is in a new one; of a struct only where that takes no arguments, as the others make none by default.
    pub fn has_constructor(self) -> bool {
        let is_struct = self.kind() == TypeKind::Struct;
        let mut members = self.decl.members.iter();
        members.any(|member| member.kind == MethodKind::Constructor && (!is_struct || member.params.is_empty()))
    }

    /// It stands under an `#if` that may be off.
    pub fn is_conditional(self) -> bool {
        self.decl.conditional
    }

    /// The parser had to skip something of it.
    pub fn is_broken(self) -> bool {
        self.decl.broken
    }

    /// What it declares beside methods that can be hooked; `None` unless the source was read whole.
    pub fn detail(self) -> Option<&'f Detail> {
        self.decl.detail.as_deref()
    }
}
