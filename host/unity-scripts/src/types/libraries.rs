//! Types in the compiled assemblies (DLLs) of the project: full names and direct base types.
//!
//! All assemblies are read once, when a query needs types that are not in sources.

use super::dll::MAX_BYTES;
use super::{MAX_LIBRARIES, MAX_LIBRARY_CLASSES, Types};
use host_csharp::{TypeRef, read_assembly};
use std::collections::HashMap;
use std::sync::Arc;
use unity_files::Project;

/// Maximum total size of all assemblies in bytes; further ones are not read.
const MAX_ALL_BYTES: usize = 64 * 1024 * 1024;

/// The types in all assemblies, with their direct base types by full name.
#[derive(Debug, Default)]
pub(super) struct Libraries {
    bases: HashMap<String, Vec<String>>,
    /// Full names by short name in lower case; `None` if several types have the same short name.
    full: HashMap<String, Option<String>>,
}

impl Types {
    /// Returns the types in the project's assemblies. While the assemblies are being read, returns none, and the
    /// current command waits for them.
    pub(super) fn libraries(&self) -> Arc<Libraries> {
        self.gathering
            .libraries(&self.sources, &self.project)
            .unwrap_or_default()
    }
}

impl Libraries {
    pub(super) fn read(project: &Project) -> Self {
        let mut all = Self::default();
        let mut bytes = 0;
        for path in project.index.with_extension("dll").into_iter().take(MAX_LIBRARIES) {
            let Ok(library) = project.read_at_most(path, MAX_BYTES) else {
                continue;
            };
            bytes += library.len();
            if bytes > MAX_ALL_BYTES {
                break;
            }
            let Ok(file) = read_assembly(path, &library) else {
                continue;
            };
            for (name, bases) in file.bases() {
                if all.bases.len() >= MAX_LIBRARY_CLASSES {
                    return all;
                }
                all.add(name.joined_by_dots(), bases);
            }
        }
        all
    }

    fn add(&mut self, full: String, bases: &[TypeRef]) {
        let named = bases.iter().filter_map(|base| match base {
            TypeRef::Named(name, _) => Some(name.joined_by_dots()),
            TypeRef::Unresolved(text) => Some(text.clone()),
            _ => None,
        });
        let named = named.filter(|name| name != "System.Object").collect();
        let short = full.rsplit('.').next().unwrap_or(&full).to_lowercase();
        if self.bases.insert(full.clone(), named).is_none() {
            let known = self.full.entry(short).or_insert_with(|| Some(full.clone()));
            if known.as_ref() != Some(&full) {
                *known = None;
            }
        }
    }

    pub(super) fn bases(&self, full: &str) -> &[String] {
        self.bases.get(full).map_or(&[], Vec::as_slice)
    }

    /// Returns the full name of the type with that full or short name; `None` if no type or several types have it.
    pub(super) fn full_name(&self, name: &str) -> Option<String> {
        if self.bases.contains_key(name) {
            return Some(name.to_owned());
        }
        self.full.get(&name.to_lowercase())?.clone()
    }

    /// Returns true if an assembly contains a type with that full or short name; case is ignored.
    pub(super) fn has(&self, name: &str) -> bool {
        match name.contains('.') {
            true => self.bases.keys().any(|known| known.eq_ignore_ascii_case(name)),
            false => self.full.contains_key(&name.to_lowercase()),
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.bases.keys().map(String::as_str)
    }
}
