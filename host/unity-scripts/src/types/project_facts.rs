//! Data about all sources and all assemblies of a project. It is computed on a background thread, and again only after
//! the project changed.

use super::libraries::Libraries;
use super::places::DeclaredNames;
use crate::csharp_sources::CsharpSources;
use std::sync::{Arc, Mutex, PoisonError};
use unity_files::Project;

/// Type names and assemblies that are read in the background for one scan of the project folder; each scan starts anew.
#[derive(Debug, Default)]
pub(super) struct Gathering {
    declared: Arc<Slot<DeclaredNames>>,
    libraries: Arc<Slot<Libraries>>,
}

type Slot<T> = Mutex<Option<Arc<T>>>;

impl Gathering {
    /// Returns the files that declare each type name; `None` while the sources are being scanned.
    pub(super) fn declared_names(&self, sources: &CsharpSources, project: &Arc<Project>) -> Option<Arc<DeclaredNames>> {
        get_or_make(&self.declared, "declared names", sources, project, DeclaredNames::read)
    }

    /// Returns the types in all assemblies; `None` while the assemblies are being read.
    pub(super) fn libraries(&self, sources: &CsharpSources, project: &Arc<Project>) -> Option<Arc<Libraries>> {
        get_or_make(&self.libraries, "libraries", sources, project, Libraries::read)
    }
}

fn get_or_make<T: Send + Sync + 'static>(
    slot: &Arc<Slot<T>>,
    name: &str,
    sources: &CsharpSources,
    project: &Arc<Project>,
    make: fn(&Project) -> T,
) -> Option<Arc<T>> {
    let known = || slot.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(known) = known() {
        return Some(known);
    }
    // Each scan of the folder has separate work.
    let key = format!("{name} {:p}", Arc::as_ptr(slot));
    let (to, project) = (Arc::clone(slot), Arc::clone(project));
    let work = move || {
        let value = Arc::new(make(&project));
        to.lock().unwrap_or_else(PoisonError::into_inner).replace(value);
    };
    sources.run_in_background(&key, work).then(known).flatten()
}
