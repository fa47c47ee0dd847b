//! Looks up a name: among type parameters, nested types, namespaces from the inside out, aliases and usings.

use std::sync::Arc;

use super::{Registry, join, key};
use crate::keywords::KEYWORDS;
use crate::syntax::{NamePart, Scope, TypeParam, TypeSyntax};
use crate::type_ref::TypeRef;

/// Maximum depth of nested lookups (aliases and type arguments) for one type name, which is unresolved above it.
const MAX_STEPS: usize = 64;

#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) scopes: &'a [Scope],
    pub(crate) scope: usize,
    /// The id of the type in which the name appears; `None` outside of all types.
    pub(crate) owner: Option<usize>,
    pub(crate) method_params: &'a [TypeParam],
    /// Number of nested lookups so far, to stop at `MAX_STEPS`.
    pub(crate) steps: usize,
}

pub(super) enum Hit {
    /// The name is a type: its id, with the type arguments of its outer types.
    Type(usize, Vec<TypeRef>),
    Ready(TypeRef),
    Namespace(String),
    /// The name is ambiguous: several `using` directives provide a type with it, and the compiler rejects this.
    Ambiguous,
}

impl Registry {
    pub(crate) fn resolve(&self, syntax: &TypeSyntax, ctx: &Context<'_>) -> TypeRef {
        if ctx.steps > MAX_STEPS {
            return TypeRef::Unresolved(syntax_text(syntax));
        }
        let ctx = &Context {
            steps: ctx.steps + 1,
            ..*ctx
        };
        match syntax {
            TypeSyntax::Keyword(word) => self.keyword(word),
            TypeSyntax::Array(inner, rank) => TypeRef::Array(Box::new(self.resolve(inner, ctx)), *rank),
            TypeSyntax::Pointer(inner) => TypeRef::Pointer(Box::new(self.resolve(inner, ctx))),
            TypeSyntax::ByRef(inner) => TypeRef::ByRef(Box::new(self.resolve(inner, ctx))),
            TypeSyntax::Nullable(inner) => self.nullable(inner, ctx),
            TypeSyntax::Tuple(elements) => {
                let elements: Vec<TypeRef> = elements.iter().map(|e| self.resolve(e, ctx)).collect();
                self.tuple(&elements)
            }
            TypeSyntax::Name { rooted, parts } => self
                .dotted(*rooted, parts, ctx)
                .unwrap_or_else(|| TypeRef::Unresolved(syntax_text(syntax))),
            TypeSyntax::Other(text) => TypeRef::Unresolved(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }

    fn system(&self, name: &str, args: Vec<TypeRef>) -> TypeRef {
        match self.top.get(&key(&join("System", name), args.len())) {
            Some(id) => TypeRef::Named(Arc::clone(self.name(*id)), args),
            None => TypeRef::Unresolved(join("System", name)),
        }
    }

    fn keyword(&self, word: &str) -> TypeRef {
        let name = match word {
            "dynamic" => "Object",
            "nint" => "IntPtr",
            "nuint" => "UIntPtr",
            _ => match KEYWORDS.iter().find(|(keyword, _)| *keyword == word) {
                Some((_, name)) => name,
                None => return TypeRef::Unresolved(word.to_owned()),
            },
        };
        self.system(name, Vec::new())
    }

    fn tuple(&self, elements: &[TypeRef]) -> TypeRef {
        // Beyond seven elements, the compiler puts the rest into an eighth.
        let mut groups = elements.chunks(7).rev();
        let mut ty = groups.next().map(|last| self.system("ValueTuple", last.to_vec()));
        for group in groups {
            let mut args = group.to_vec();
            args.extend(ty.take());
            ty = Some(self.system("ValueTuple", args));
        }
        ty.unwrap_or_else(|| TypeRef::Unresolved("()".to_owned()))
    }

    fn nullable(&self, inner: &TypeSyntax, ctx: &Context<'_>) -> TypeRef {
        let resolved = self.resolve(inner, ctx);
        let value = match &resolved {
            TypeRef::Named(name, _) => name.kind.is_value(),
            TypeRef::Param { name, .. } => self.is_value_param(name, ctx),
            TypeRef::Unresolved(text) => return TypeRef::Unresolved(format!("{text}?")),
            _ => false,
        };
        if value {
            self.system("Nullable", vec![resolved])
        } else {
            resolved
        }
    }

    fn is_value_param(&self, name: &str, ctx: &Context<'_>) -> bool {
        let mut owner = ctx.owner;
        if let Some(param) = ctx.method_params.iter().find(|p| p.name == name) {
            return param.value;
        }
        while let Some(id) = owner {
            if let Some(param) = self.entries[id].params.iter().find(|p| p.name == name) {
                return param.value;
            }
            owner = self.entries[id].outer;
        }
        false
    }

    pub(super) fn dotted(&self, rooted: bool, parts: &[NamePart], ctx: &Context<'_>) -> Option<TypeRef> {
        let (first, rest) = parts.split_first()?;
        let mut hit = if rooted {
            self.in_namespace("", first)?
        } else {
            self.simple(&first.name, first.args.len(), !rest.is_empty(), ctx)?
        };
        let mut args_of = first;
        for part in rest {
            hit = match self.close(hit, args_of, ctx)? {
                Hit::Namespace(namespace) => self.in_namespace(&namespace, part)?,
                Hit::Ready(TypeRef::Named(name, args)) => {
                    let outer = self.id_of(&name)?;
                    self.find_nested(outer, &args, &part.name, part.args.len())?
                }
                _ => return None,
            };
            args_of = part;
        }
        match self.close(hit, args_of, ctx)? {
            Hit::Ready(ty) => Some(ty),
            _ => None,
        }
    }

    /// Adds the type arguments that follow a name in the source to the type found for it; `None` if their number is
    /// wrong.
    fn close(&self, hit: Hit, part: &NamePart, ctx: &Context<'_>) -> Option<Hit> {
        match hit {
            Hit::Type(id, mut args) => {
                args.extend(part.args.iter().map(|arg| self.resolve(arg, ctx)));
                let name = self.name(id);
                (args.len() == name.arity()).then(|| Hit::Ready(TypeRef::Named(Arc::clone(name), args)))
            }
            Hit::Ambiguous => None,
            other => Some(other),
        }
    }

    fn in_namespace(&self, namespace: &str, part: &NamePart) -> Option<Hit> {
        let full = join(namespace, &part.name);
        if let Some(id) = self.top.get(&key(&full, part.args.len())) {
            return Some(Hit::Type(*id, Vec::new()));
        }
        self.namespaces.contains(&full).then_some(Hit::Namespace(full))
    }

    fn find_nested(&self, outer: usize, outer_args: &[TypeRef], name: &str, arity: usize) -> Option<Hit> {
        let wanted = key(name, arity);
        let mut args = outer_args.to_vec();
        for at in self.base_chain(outer) {
            if at != outer {
                // The arguments that the chain passes to this base; a chain of generic bases is followed for one step.
                let base = self.entries[outer].bases.iter().find_map(|b| match b {
                    TypeRef::Named(n, a) if self.id_of(n) == Some(at) => Some(a),
                    _ => None,
                });
                args = match base {
                    Some(base) => base
                        .iter()
                        .map(|a| a.substitute(&self.all_params(outer), outer_args))
                        .collect(),
                    None if self.entries[at].name.arity() == 0 => Vec::new(),
                    None => return None,
                };
            }
            if let Some(id) = self.entries[at].nested.get(&wanted) {
                return Some(Hit::Type(*id, args));
            }
        }
        None
    }

    pub(super) fn simple(&self, name: &str, arity: usize, qualifies: bool, ctx: &Context<'_>) -> Option<Hit> {
        if arity == 0 && ctx.method_params.iter().any(|p| p.name == name) {
            let namespace = self.param_namespace(ctx.owner);
            return Some(Hit::Ready(TypeRef::Param {
                name: name.to_owned(),
                namespace: namespace.into(),
            }));
        }
        let mut owner = ctx.owner;
        while let Some(id) = owner {
            let entry = &self.entries[id];
            if arity == 0 && entry.params.iter().any(|p| p.name == name) {
                let namespace = self.param_namespace(ctx.owner).into();
                return Some(Hit::Ready(TypeRef::Param {
                    name: name.to_owned(),
                    namespace,
                }));
            }
            if let Some(hit) = self.find_nested(id, &self.own_args(id, ctx.owner), name, arity) {
                return Some(hit);
            }
            owner = entry.outer;
        }
        let mut scope = Some(ctx.scope);
        while let Some(at) = scope {
            let here = ctx.scopes.get(at)?;
            let parent = here.parent.filter(|p| *p < at);
            let end = parent
                .and_then(|p| ctx.scopes.get(p))
                .map_or("", |p| p.namespace.as_str());
            let mut namespace = here.namespace.as_str();
            let mut innermost = true;
            loop {
                let full = join(namespace, name);
                if qualifies && arity == 0 && self.namespaces.contains(&full) {
                    return Some(Hit::Namespace(full));
                }
                if let Some(id) = self.top.get(&key(&full, arity)) {
                    return Some(Hit::Type(*id, Vec::new()));
                }
                if innermost && let Some(hit) = self.through_usings(here, parent.is_none(), name, arity, ctx) {
                    return Some(hit);
                }
                innermost = false;
                namespace = namespace.rsplit_once('.').map_or("", |(outer, _)| outer);
                if namespace.len() <= end.len() {
                    break;
                }
            }
            scope = parent;
        }
        None
    }

    fn through_usings(&self, scope: &Scope, is_file: bool, name: &str, arity: usize, ctx: &Context<'_>) -> Option<Hit> {
        // The name in an alias or using is resolved without the other aliases and usings of its scope.
        let outside = Context {
            scope: scope.parent.unwrap_or_default(),
            owner: None,
            method_params: &[],
            ..*ctx
        };
        if arity == 0
            && let Some((_, target)) = scope.aliases.iter().find(|(alias, _)| alias == name)
        {
            return self.alias(target, scope, &outside);
        }
        let mut found: Vec<Hit> = Vec::new();
        let globals = self.global.iter().filter(|_| is_file);
        for scope in std::iter::once(scope).chain(globals) {
            for using in &scope.usings {
                let using = using.join(".");
                let namespace = enclosing(&scope.namespace).map(|n| join(n, &using));
                if let Some(namespace) = namespace.into_iter().find(|n| self.namespaces.contains(n))
                    && let Some(id) = self.top.get(&key(&join(&namespace, name), arity))
                    && !found
                        .iter()
                        .any(|hit| matches!(hit, Hit::Type(known, _) if known == id))
                {
                    found.push(Hit::Type(*id, Vec::new()));
                }
            }
            for target in &scope.statics {
                let rooted = root_syntax(target);
                if let TypeRef::Named(target, args) = self.resolve(&rooted, &outside)
                    && let Some(outer) = self.id_of(&target)
                {
                    found.extend(self.find_nested(outer, &args, name, arity));
                }
            }
        }
        let alias = self.global.iter().filter(|_| is_file && arity == 0);
        let alias = alias.flat_map(|g| &g.aliases).find(|(alias, _)| alias == name);
        match (found.len(), alias) {
            (0, Some((_, target))) => self.alias(target, scope, &outside),
            (0, None) => None,
            (1, _) => found.pop(),
            _ => Some(Hit::Ambiguous),
        }
    }

    fn alias(&self, target: &TypeSyntax, scope: &Scope, outside: &Context<'_>) -> Option<Hit> {
        if outside.steps > MAX_STEPS {
            return None;
        }
        if let TypeSyntax::Name { parts, .. } = target {
            let dotted: Vec<&str> = parts.iter().map(|p| p.name.as_str()).collect();
            let dotted = dotted.join(".");
            let found = enclosing(&scope.namespace)
                .map(|n| join(n, &dotted))
                .find(|n| self.namespaces.contains(n));
            if let Some(namespace) = found {
                return Some(Hit::Namespace(namespace));
            }
        }
        let ctx = Context {
            steps: outside.steps + 1,
            ..*outside
        };
        // The file scope has no enclosing scope: the name must then be fully qualified.
        let target = if scope.parent.is_none() {
            root_syntax(target)
        } else {
            target.clone()
        };
        match self.resolve(&target, &ctx) {
            TypeRef::Unresolved(_) => Some(Hit::Ambiguous),
            ty => Some(Hit::Ready(ty)),
        }
    }
}

/// Returns a namespace and the namespaces around it, innermost first. The global namespace is last.
fn enclosing(namespace: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(namespace), |n| {
        (!n.is_empty()).then(|| n.rsplit_once('.').map_or("", |(outer, _)| outer))
    })
}

fn root_syntax(syntax: &TypeSyntax) -> TypeSyntax {
    match syntax {
        TypeSyntax::Name { parts, .. } => {
            let part = |p: &NamePart| NamePart {
                name: p.name.clone(),
                args: p.args.iter().map(root_syntax).collect(),
            };
            TypeSyntax::Name {
                rooted: true,
                parts: parts.iter().map(part).collect(),
            }
        }
        TypeSyntax::Array(inner, rank) => TypeSyntax::Array(Box::new(root_syntax(inner)), *rank),
        TypeSyntax::Nullable(inner) => TypeSyntax::Nullable(Box::new(root_syntax(inner))),
        TypeSyntax::Pointer(inner) => TypeSyntax::Pointer(Box::new(root_syntax(inner))),
        TypeSyntax::Tuple(elements) => TypeSyntax::Tuple(elements.iter().map(root_syntax).collect()),
        other => other.clone(),
    }
}

fn syntax_text(syntax: &TypeSyntax) -> String {
    let list = |types: &[TypeSyntax]| types.iter().map(syntax_text).collect::<Vec<_>>().join(",");
    match syntax {
        TypeSyntax::Name { parts, .. } => {
            let part = |p: &NamePart| match p.args.as_slice() {
                [] => p.name.clone(),
                args => format!("{}<{}>", p.name, list(args)),
            };
            parts.iter().map(part).collect::<Vec<_>>().join(".")
        }
        TypeSyntax::Keyword(word) | TypeSyntax::Other(word) => word.clone(),
        TypeSyntax::Array(inner, rank) => format!("{}[{}]", syntax_text(inner), ",".repeat(rank - 1)),
        TypeSyntax::Pointer(inner) => format!("{}*", syntax_text(inner)),
        TypeSyntax::ByRef(inner) => format!("{}&", syntax_text(inner)),
        TypeSyntax::Nullable(inner) => format!("{}?", syntax_text(inner)),
        TypeSyntax::Tuple(elements) => format!("({})", list(elements)),
    }
}
