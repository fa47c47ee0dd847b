//! Resolves type names in sources by C#'s scope rules, with the project's types, the table of known types, `using`
//! directives and aliases. The registry stores types, not their methods.

mod few_sources;
mod lookup;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::parse::SourceFile;
use crate::syntax::{Scope, TypeKind, TypeParam};
use crate::type_ref::{TypeName, TypeRef};

pub use few_sources::{Meaning, Names};
pub(crate) use lookup::Context;

/// Maximum length of a chain of base classes, with the class itself. Further base classes are ignored.
const MAX_BASES: usize = 32;

/// A registry of all types that sources can name. The id of a type is its index and never changes.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    entries: Vec<Entry>,
    top: HashMap<String, usize>,
    namespaces: HashSet<String>,
    /// Scopes with the `global using` directives of all sources, which apply to every source.
    pub(crate) global: Vec<Scope>,
}

#[derive(Debug)]
struct Entry {
    name: Arc<TypeName>,
    outer: Option<usize>,
    nested: HashMap<String, usize>,
    params: Vec<TypeParam>,
    bases: Vec<TypeRef>,
    has_members: bool,
}

fn key(name: &str, arity: usize) -> String {
    format!("{name}`{arity}")
}

pub(crate) fn join(namespace: &str, name: &str) -> String {
    if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}.{name}")
    }
}

/// Resolves a type and subtracts its length from `left`, the bytes that names of the file may still use; `None` if used
/// up. This limits names that expand without bound, such as aliases of generic types with thousands of parameters.
pub(crate) fn spent(left: &mut Option<usize>, resolve: impl FnOnce() -> TypeRef) -> Option<TypeRef> {
    (*left)?;
    let ty = resolve();
    *left = left.and_then(|left| left.checked_sub(ty.expanded_length()));
    left.map(|_| ty)
}

impl Registry {
    /// Adds a type or finds its existing entry, and returns its id. All parts of a partial type share one entry.
    pub(crate) fn add(
        &mut self,
        namespace: &str,
        outer: Option<usize>,
        name: &str,
        params: &[TypeParam],
        kind: TypeKind,
    ) -> usize {
        let id = self.entries.len();
        let mut path = outer.map(|o| self.entries[o].name.path.clone()).unwrap_or_default();
        path.push((name.to_owned(), params.len()));
        let known = match outer {
            Some(outer) => *self.entries[outer].nested.entry(key(name, params.len())).or_insert(id),
            None => *self.top.entry(key(&join(namespace, name), params.len())).or_insert(id),
        };
        if known == id {
            let mut prefix = namespace;
            while !prefix.is_empty() && self.namespaces.insert(prefix.to_owned()) {
                prefix = prefix.rsplit_once('.').map_or("", |(outer, _)| outer);
            }
            let name = Arc::new(TypeName {
                namespace: namespace.to_owned(),
                path,
                kind,
            });
            let nested = HashMap::new();
            let params = params.to_vec();
            self.entries.push(Entry {
                name,
                outer,
                nested,
                params,
                bases: Vec::new(),
                has_members: false,
            });
        } else {
            for (param, other) in self.entries[known].params.iter_mut().zip(params) {
                // Any part can have the constraints, and a name from the table has placeholder parameters.
                param.value |= other.value;
                if param.name.starts_with('!') {
                    param.name.clone_from(&other.name);
                }
            }
        }
        known
    }

    /// Adds the types of a source, and returns their ids in the order of the source.
    pub(crate) fn add_source(&mut self, file: &SourceFile) -> Vec<usize> {
        let mut ids: Vec<usize> = Vec::with_capacity(file.types.len());
        for decl in &file.types {
            let outer = decl.outer.and_then(|outer| ids.get(outer).copied());
            let namespace = file.scopes.get(decl.scope).map_or("", |scope| scope.namespace.as_str());
            ids.push(self.add(namespace, outer, &decl.name, &decl.type_params, decl.kind));
        }
        ids
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn name(&self, id: usize) -> &Arc<TypeName> {
        &self.entries[id].name
    }

    pub(crate) fn set_members_known(&mut self, id: usize) {
        self.entries[id].has_members = true;
    }

    /// Returns true if the members of the type `id` are known. A member that is absent then certainly does not exist.
    pub(crate) fn has_members(&self, id: usize) -> bool {
        self.entries[id].has_members
    }

    pub(crate) fn id_of(&self, name: &TypeName) -> Option<usize> {
        let mut path = name.path.iter();
        let (first, arity) = path.next()?;
        let mut id = *self.top.get(&key(&join(&name.namespace, first), *arity))?;
        for (part, arity) in path {
            id = *self.entries[id].nested.get(&key(part, *arity))?;
        }
        Some(id)
    }

    pub(crate) fn add_bases(&mut self, id: usize, bases: Vec<TypeRef>) {
        for base in bases {
            if !self.entries[id].bases.contains(&base) {
                self.entries[id].bases.push(base);
            }
        }
    }

    pub(crate) fn bases(&self, id: usize) -> &[TypeRef] {
        &self.entries[id].bases
    }

    /// Returns the ids of the type and its known base classes, nearest first.
    pub(crate) fn base_chain(&self, id: usize) -> Vec<usize> {
        let mut chain = vec![id];
        let mut at = id;
        while chain.len() < MAX_BASES {
            let base = self.entries[at].bases.iter().find_map(|base| match base {
                TypeRef::Named(name, _) if matches!(name.kind, TypeKind::Class | TypeKind::Record) => self.id_of(name),
                _ => None,
            });
            match base {
                Some(base) if !chain.contains(&base) => {
                    chain.push(base);
                    at = base;
                }
                _ => break,
            }
        }
        chain
    }

    /// Returns the names of the type parameters of a type and its outer types, outermost type first.
    pub(crate) fn all_params(&self, id: usize) -> Vec<String> {
        let mut levels = vec![id];
        while let Some(outer) = levels.last().and_then(|at| self.entries[*at].outer) {
            levels.push(outer);
        }
        levels
            .iter()
            .rev()
            .flat_map(|at| self.entries[*at].params.iter().map(|p| p.name.clone()))
            .collect()
    }

    /// Returns the namespace of type parameters in Mono's reflection; empty for a nested type, whose row has none.
    pub(crate) fn param_namespace(&self, owner: Option<usize>) -> &str {
        let top = owner.map(|id| &self.entries[id]).filter(|entry| entry.outer.is_none());
        top.map_or("", |entry| entry.name.namespace.as_str())
    }

    /// Returns the type parameters of the type `id` as type arguments, as code inside the type `owner` would write
    /// them.
    pub(crate) fn own_args(&self, id: usize, owner: Option<usize>) -> Vec<TypeRef> {
        let namespace: Arc<str> = self.param_namespace(owner).into();
        let param = |name| TypeRef::Param {
            name,
            namespace: Arc::clone(&namespace),
        };
        self.all_params(id).into_iter().map(param).collect()
    }
}
