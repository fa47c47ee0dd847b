//! Full names of script classes, which have the same name as their file.

use super::MAX_SOURCE_BYTES;
use crate::csharp_sources::CsharpSources;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use unity_files::Project;

/// Maximum size in bytes of a C# source that is read immediately; a larger one is read on a background thread.
const SHORT: u64 = 256 * 1024;

/// Cache of the full names of script classes, by asset path of the script, because many references can name one script.
#[derive(Debug, Default)]
pub(super) struct FileNames(Mutex<HashMap<String, String>>);

impl FileNames {
    /// Returns the full name of the class in the file at `path`. While the source is being read, returns the name
    /// without namespace and marks the current command as waiting for it.
    pub(super) fn name(self: &Arc<Self>, path: &str, project: &Arc<Project>, sources: &CsharpSources) -> String {
        if let Some(known) = self.lock().get(path) {
            return known.clone();
        }
        let size = project.roots().stamp(path).ok().flatten().map_or(0, |(size, _)| size);
        if size <= SHORT {
            let name = read(path, project, SHORT);
            self.lock().insert(path.to_owned(), name.clone());
            return name;
        }
        let work = {
            let (names, project, path) = (Arc::clone(self), Arc::clone(project), path.to_owned());
            move || {
                let name = read(&path, &project, MAX_SOURCE_BYTES);
                names.lock().insert(path, name);
            }
        };
        // Each scan of the folder has separate names.
        sources.run_in_background(&format!("name {:p} {path}", Arc::as_ptr(self)), work);
        let known = self.lock().get(path).cloned();
        known.unwrap_or_else(|| stem(path).to_owned())
    }

    /// Locks the cache of class names. A poisoned lock is accepted, because no code panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(path: &str, project: &Project, most: u64) -> String {
    let class = stem(path);
    let source = project.read_at_most(path, most).unwrap_or_default();
    match host_csharp::namespace_of(&String::from_utf8_lossy(&source), class) {
        Some(namespace) => format!("{namespace}.{class}"),
        None => class.to_owned(),
    }
}

pub(crate) fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
