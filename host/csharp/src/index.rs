//! Index of the types and methods of many sources, for queries about hooks. `names.rs` resolves names, `virtuals.rs`
//! finds virtual methods, `signature.rs` prints methods, and `index/find.rs` has the queries.

mod find;
mod meaning;
mod method;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::assembly::{AssemblyFile, DeclaredType};
use crate::conditional::Symbols;
use crate::names::{Context, Registry, spent};
use crate::parse::{ParseError, SourceFile, parse_source};
use crate::signature::{Form, cecil};
use crate::syntax::{TypeDecl, TypeKind, TypeParam};
use crate::type_info::{Gap, Method, Origin, TypeInfo};
use crate::type_ref::{TypeName, TypeRef};
use crate::virtuals::settle;
use crate::{engine_table, known_types};

use method::{Site, method};

pub use find::{MethodLookup, TypeLookup};

/// The types of a project and of the table of engine classes, with all other known names. An index never changes. If a
/// source changes, build a new index and reuse the parsed sources that did not change.
#[derive(Debug)]
pub struct TypeIndex {
    types: Vec<TypeInfo>,
    pub(crate) registry: Registry,
    /// Indexes into `types` by a type's full name, with `.` before nested types and without numbers of type parameters.
    by_name: HashMap<String, Vec<usize>>,
}

impl TypeIndex {
    /// Builds the type index from pairs of a source's name and text. A source that cannot be read gives an error
    /// instead.
    pub fn from_texts<'a>(
        sources: impl IntoIterator<Item = (&'a str, &'a str)>,
        symbols: &Symbols,
    ) -> (Self, Vec<ParseError>) {
        let mut files = Vec::new();
        let mut failed = Vec::new();
        for (name, text) in sources {
            match parse_source(name, text, symbols) {
                Ok(file) => files.push(Arc::new(file)),
                Err(error) => failed.push(error),
            }
        }
        (Self::build(&files, &[]), failed)
    }

    /// Builds the index from parsed sources and assemblies. The order of sources only decides the order in
    /// [`TypeInfo::files`]. For a type with several declarations, sources take precedence, then the first assembly.
    pub fn build(sources: &[Arc<SourceFile>], assemblies: &[Arc<AssemblyFile>]) -> Self {
        let mut registry = Registry::default();
        // Sources first: a project's declaration takes precedence over the tables.
        let mut files: Vec<Declared> = sources
            .iter()
            .map(|file| (Arc::clone(file), Origin::Source, true))
            .collect();
        let own = files.len();
        // The tables are constants that a test parses. If parsing ever failed, only their types would be missing.
        let tables = engine_table::tables().unwrap_or_default();
        files.extend(
            tables
                .into_iter()
                .map(|table| (Arc::new(table.file), Origin::Table, table.listed)),
        );
        registry.global = sources.iter().map(|file| file.global.clone()).collect();
        let mut ids: Vec<Vec<usize>> = files[..own]
            .iter()
            .map(|(file, ..)| registry.add_source(file))
            .collect();
        let in_sources = registry.len();
        let compiled: Vec<&DeclaredType> = assemblies.iter().flat_map(|assembly| &assembly.types).collect();
        for declared in &compiled {
            register_compiled(declared, &mut registry);
        }
        let declared = registry.len();
        known_types::register(&mut registry);
        ids.extend(files[own..].iter().map(|(file, ..)| registry.add_source(file)));
        let skip = |origin: Origin, id: usize| origin == Origin::Table && id < declared;

        let mut allowances: Vec<Option<usize>> = files.iter().map(|(file, ..)| Some(file.allowance)).collect();
        for (((file, origin, _), ids), left) in files.iter().zip(&ids).zip(&mut allowances) {
            for (decl, id) in file.types.iter().zip(ids).filter(|(_, id)| !skip(*origin, **id)) {
                // In its base list, the type's own parameters are in scope but not its nested types.
                let ctx = context(file, decl, Some(*id));
                let bases = decl.bases.iter().map(|base| {
                    let base = spent(left, || registry.resolve(base, &ctx));
                    base.unwrap_or_else(|| TypeRef::Unresolved(String::new()))
                });
                let bases = bases.collect();
                registry.add_bases(*id, bases);
                registry.set_members_known(*id);
            }
        }
        let mut types: Vec<TypeInfo> = (0..registry.len())
            .map(|id| TypeInfo {
                name: Arc::clone(registry.name(id)),
                origin: Origin::Table,
                files: Vec::new(),
                gaps: Vec::new(),
                methods: Vec::new(),
                listed: false,
                compiled: None,
            })
            .collect();
        let mut whole: HashSet<usize> = HashSet::new();
        for (((file, origin, listed), ids), left) in files.iter().zip(&ids).zip(&mut allowances) {
            let label: Arc<str> = file.name.as_str().into();
            for (decl, id) in file.types.iter().zip(ids).filter(|(_, id)| !skip(*origin, **id)) {
                let info = &mut types[*id];
                info.origin = *origin;
                info.listed = *listed;
                if *origin == Origin::Source && !info.files.contains(&label) {
                    info.files.push(Arc::clone(&label));
                }
                let site = Site {
                    decl,
                    owner: *id,
                    args: registry.own_args(*id, Some(*id)).into(),
                    file,
                    origin: *origin,
                    label: &label,
                    spelled: registry.name(*id).min_length(),
                };
                for member in &decl.members {
                    info.methods.extend(method(member, &site, &registry, left));
                }
                note_gaps(info, decl, !whole.insert(*id) && !decl.is_partial);
                if left.is_none() && !info.gaps.contains(&Gap::SyntaxErrors) {
                    info.gaps.push(Gap::SyntaxErrors);
                }
            }
        }
        settle(&mut types, &registry);
        add_compiled(&compiled, &mut types, &registry, in_sources);
        for info in &mut types {
            tidy(&mut info.methods);
        }
        let mut index = Self {
            types,
            registry,
            by_name: HashMap::new(),
        };
        index.fill_names();
        index
    }

    /// Returns the types whose methods can be listed, sorted by full name.
    pub fn types(&self) -> Vec<&TypeInfo> {
        let mut listed: Vec<&TypeInfo> = self.types.iter().filter(|t| t.listed).collect();
        listed.sort_by_cached_key(|t| t.name.full_name());
        listed
    }
}

/// A parsed C# source, the place where its types come from, and true if the index lists their methods.
type Declared = (Arc<SourceFile>, Origin, bool);

fn register_compiled(declared: &DeclaredType, registry: &mut Registry) {
    if !declared.is_visible {
        return;
    }
    let mut params = declared.params.iter().map(|name| TypeParam {
        name: name.clone(),
        value: false,
    });
    let TypeName { namespace, path, kind } = &*declared.info.name;
    let mut outer = None;
    for (at, (name, arity)) in path.iter().enumerate() {
        let own: Vec<TypeParam> = params.by_ref().take(*arity).collect();
        let kind = if at + 1 == path.len() { *kind } else { TypeKind::Class };
        outer = Some(registry.add(namespace, outer, name, &own, kind));
    }
}

/// Adds the types of assemblies to the index. Types that a source or an earlier assembly declares are not added.
fn add_compiled(compiled: &[&DeclaredType], types: &mut Vec<TypeInfo>, registry: &Registry, in_sources: usize) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for declared in compiled {
        let name = &declared.info.name;
        if registry.id_of(name).is_some_and(|id| id < in_sources) {
            continue;
        }
        match known.entry(name.full_name()) {
            Entry::Occupied(first) => {
                if let Some(first) = types.get_mut(*first.get()).filter(|first| first.gaps.is_empty()) {
                    first.gaps.push(Gap::OtherAssembly);
                }
            }
            Entry::Vacant(free) => {
                free.insert(types.len());
                types.push(declared.info.clone());
            }
        }
    }
}

fn context<'a>(file: &'a SourceFile, decl: &TypeDecl, owner: Option<usize>) -> Context<'a> {
    Context {
        scopes: &file.scopes,
        scope: decl.scope,
        owner,
        method_params: &[],
        steps: 0,
    }
}

fn note_gaps(info: &mut TypeInfo, decl: &TypeDecl, twice: bool) {
    let found = [
        (decl.broken, Gap::SyntaxErrors),
        (decl.conditional, Gap::Conditional),
        (
            matches!(decl.kind, TypeKind::Record | TypeKind::RecordStruct),
            Gap::CompilerMade,
        ),
        (twice, Gap::DeclaredTwice),
    ];
    for (holds, gap) in found {
        if holds && !info.gaps.contains(&gap) {
            info.gaps.push(gap);
        }
    }
}

/// Sorts a type's methods and drops duplicates: halves of partial methods without body, and second `#if` branches.
fn tidy(methods: &mut Vec<Method>) {
    methods.sort_by_cached_key(|m| {
        (
            m.signature(Form::Cecil).text,
            m.type_params.len(),
            m.conditional,
            m.line,
        )
    });
    methods.dedup_by(|second, first| {
        second.name == first.name
            && second.type_params.len() == first.type_params.len()
            && cecil(&second.ret) == cecil(&first.ret)
            && second.params.len() == first.params.len()
            && second
                .params
                .iter()
                .zip(&first.params)
                .all(|((_, a), (_, b))| cecil(a) == cecil(b))
    });
}

#[cfg(test)]
mod tests;
