//! Creates the index entry of one method. The types of the method are resolved, within the allowance of its file.

use std::sync::Arc;

use super::{Method, Origin, context};
use crate::names::{Context, Registry, spent};
use crate::parse::SourceFile;
use crate::signature::explicit_prefix;
use crate::syntax::{MemberDecl, MethodKind, TypeDecl, TypeSyntax};
use crate::type_info::Virtual;
use crate::type_ref::TypeRef;

pub(super) struct Site<'a> {
    pub(super) decl: &'a TypeDecl,
    pub(super) owner: usize,
    pub(super) args: Arc<[TypeRef]>,
    pub(super) file: &'a SourceFile,
    pub(super) origin: Origin,
    pub(super) label: &'a Arc<str>,
    /// Length in bytes of the full name of the declaring type, which each of its methods repeats.
    pub(super) spelled: usize,
}

/// Creates the index entry of a method and resolves its types. `left` is the number of bytes that all type names of the
/// file, written in full, may still have. Returns `None` if the method's names exceed it.
pub(super) fn method(
    member: &MemberDecl,
    site: &Site<'_>,
    registry: &Registry,
    left: &mut Option<usize>,
) -> Option<Method> {
    let Site { decl, owner, file, .. } = *site;
    let ctx = Context {
        method_params: &member.type_params,
        ..context(file, decl, Some(owner))
    };
    *left = left.and_then(|left| left.checked_sub(site.spelled));
    let mut resolve = |syntax: &TypeSyntax| spent(left, || registry.resolve(syntax, &ctx));
    let mut name = member.name.clone();
    let mut uncertain = member.broken;
    if let Some(interface) = &member.explicit {
        let interface = resolve(interface)?;
        let (prefix, certain) = explicit_prefix(&interface);
        uncertain |= !certain || !interface.is_resolved();
        name = format!("{prefix}.{name}");
    }
    let flags = member.flags;
    let ret = resolve(&member.ret)?;
    let params = member.params.iter();
    let params: Option<Vec<_>> = params.map(|p| Some((p.name.clone(), resolve(&p.ty)?))).collect();
    Some(Method {
        name,
        kind: member.kind,
        declaring: Arc::clone(registry.name(owner)),
        declaring_params: Arc::clone(&site.args),
        type_params: member.type_params.iter().map(|p| p.name.clone()).collect(),
        params: params?,
        ret,
        is_public: flags.is_public,
        is_static: flags.is_static || member.kind == MethodKind::StaticConstructor,
        is_abstract: flags.is_abstract,
        is_virtual: if flags.is_virtual { Virtual::Yes } else { Virtual::No },
        origin: site.origin,
        conditional: member.conditional || decl.conditional || flags.is_partial_stub,
        uncertain,
        file: (site.origin == Origin::Source).then(|| Arc::clone(site.label)),
        line: member.line,
    })
}
