//! Expanded prefabs, one each however often it is used, with guards against circles and absurd nesting.

use super::flat::Flat;
use super::source::Source;
use super::{instance, order};
use crate::project::Project;
use crate::scripts::Types;
use crate::yaml::{FileProblem, Guid};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Levels of prefabs within prefabs beyond which an instance is left opaque. Deepest met in practice: 6.
pub const MAX_NESTING: usize = 32;

/// Objects of one expanded file beyond which further instances are left opaque.
pub const MAX_OBJECTS: usize = 250_000;

/// Why an instance is one opaque card.
#[derive(Clone, Debug)]
pub(crate) enum Opaque {
    /// A model file: normal, and never readable without Unity.
    Model {
        path: String,
    },
    /// No asset has this guid.
    Unknown {
        guid: Guid,
    },
    File {
        path: String,
        problem: FileProblem,
    },
    Cycle {
        path: String,
    },
    TooDeep {
        path: String,
    },
    TooLarge {
        path: String,
    },
}

impl Opaque {
    /// What the object is called where no override names it.
    pub(crate) fn name(&self) -> String {
        let path = match self {
            Self::Unknown { .. } => return "<missing prefab>".to_owned(),
            Self::Model { path }
            | Self::File { path, .. }
            | Self::Cycle { path }
            | Self::TooDeep { path }
            | Self::TooLarge { path } => path,
        };
        let file = path.rsplit('/').next().unwrap_or_default();
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
    }

    /// Reason and remedy; `None` for a model, which is no fault.
    pub(crate) fn problem(&self) -> Option<String> {
        Some(match self {
            Self::Model { .. } => return None,
            Self::Unknown { guid } => format!(
                "an instance's source (guid {guid}) is no asset of the project; restore it, or install the package it came from"
            ),
            Self::File { path, problem } => format!("the instance's source {path}: {}", problem.with_remedy()),
            Self::Cycle { path } => {
                format!("the prefab {path} contains itself; the inner one is left opaque; break the circle in Unity")
            }
            Self::TooDeep { path } => {
                format!(
                    "prefabs are nested deeper than {MAX_NESTING} levels at {path}; what lies deeper is left opaque"
                )
            }
            Self::TooLarge { path } => format!(
                "the file has more than {MAX_OBJECTS} objects with its prefab instances; the instance of {path} is left opaque"
            ),
        })
    }
}

/// Loads and keeps expanded prefabs, and names component types.
pub struct Library {
    project: Arc<Project>,
    prefabs: HashMap<Guid, Result<Arc<Flat>, Opaque>>,
    open: Vec<Guid>,
    types: Types,
    tags: HashSet<Arc<str>>,
}

impl Library {
    /// Nothing is read yet.
    pub fn new(project: Arc<Project>) -> Self {
        Self {
            types: Types::new(Arc::clone(&project)),
            project,
            prefabs: HashMap::new(),
            open: Vec::new(),
            tags: HashSet::new(),
        }
    }

    /// The project that assets are read from.
    pub fn project(&self) -> &Arc<Project> {
        &self.project
    }

    /// Names of component types.
    pub fn types(&self) -> &Types {
        &self.types
    }

    pub(crate) fn types_mut(&mut self) -> &mut Types {
        &mut self.types
    }

    pub(super) fn tag(&mut self, tag: &str) -> Arc<str> {
        if let Some(known) = self.tags.get(tag) {
            return Arc::clone(known);
        }
        let tag: Arc<str> = tag.into();
        self.tags.insert(Arc::clone(&tag));
        tag
    }

    pub(super) fn path(&self, guid: Guid) -> String {
        self.project.index.path(guid).unwrap_or_default().to_owned()
    }

    /// Expands a scene (or any text asset with objects). Blocking.
    ///
    /// # Errors
    /// What makes the file unreadable; trouble with its prefabs lands in `Flat::problems` instead.
    pub fn scene(&mut self, path: &str) -> Result<Flat, FileProblem> {
        let bytes = self.project.read(path)?;
        self.scene_from(path, bytes)
    }

    /// The same from bytes that are no file (yet): for fuzzing and previews.
    ///
    /// # Errors
    /// What makes the bytes unreadable.
    pub fn scene_from(&mut self, path: &str, bytes: Vec<u8>) -> Result<Flat, FileProblem> {
        let source = Source::new(path, bytes)?;
        let flat = instance::build(self, Arc::new(source), true);
        order::check_nesting(&flat)?;
        Ok(flat)
    }

    /// The expanded prefab of that guid, read at most once.
    pub(super) fn prefab(&mut self, guid: Guid) -> Result<Arc<Flat>, Opaque> {
        if let Some(known) = self.prefabs.get(&guid) {
            return known.clone();
        }
        if self.open.contains(&guid) {
            return Err(Opaque::Cycle { path: self.path(guid) });
        }
        if self.open.len() >= MAX_NESTING {
            return Err(Opaque::TooDeep { path: self.path(guid) });
        }
        self.open.push(guid);
        let result = self.load(guid);
        self.open.pop();
        self.prefabs.insert(guid, result.clone());
        result
    }

    fn load(&mut self, guid: Guid) -> Result<Arc<Flat>, Opaque> {
        let Some(path) = self.project.index.path(guid).map(str::to_owned) else {
            return Err(Opaque::Unknown { guid });
        };
        if !crate::project::has_extension(&path, "prefab") {
            return Err(Opaque::Model { path });
        }
        let read = self.project.read(&path).and_then(|bytes| Source::new(&path, bytes));
        let source = read.map_err(|problem| Opaque::File {
            path: path.clone(),
            problem,
        })?;
        let mut flat = instance::build(self, Arc::new(source), false);
        order::check_nesting(&flat).map_err(|problem| Opaque::File { path, problem })?;
        flat.index_classes();
        Ok(Arc::new(flat))
    }

    /// What the prefabs behind `needs` could not play out, in a fixed order, without repeats.
    pub fn problems_of(&self, flat: &Flat) -> Vec<String> {
        let nested = flat
            .needs
            .iter()
            .filter_map(|guid| self.prefabs.get(guid)?.as_ref().ok());
        let mut seen = HashSet::new();
        let all = flat.problems.iter().chain(nested.flat_map(|flat| &flat.problems));
        all.filter(|problem| seen.insert(problem.as_str())).cloned().collect()
    }

    /// Placeholder check over the prefabs read so far, by asset path.
    pub fn prefab_reports(&self) -> Vec<(String, super::StrippedReport)> {
        let read = self
            .prefabs
            .iter()
            .filter_map(|(guid, flat)| Some((guid, flat.as_ref().ok()?)));
        let mut reports: Vec<_> = read
            .map(|(guid, flat)| (self.path(*guid), flat.stripped.clone()))
            .collect();
        reports.sort_by(|a, b| a.0.cmp(&b.0));
        reports
    }

    /// Takes a newer look at the folder; forgets every prefab that depends on one of `changed`.
    pub fn refresh(&mut self, project: Arc<Project>, changed: &[Guid]) {
        self.types.refresh(Arc::clone(&project));
        self.project = project;
        self.prefabs.retain(|guid, flat| {
            let depends = |flat: &Arc<Flat>| changed.iter().any(|guid| flat.needs.contains(guid));
            // What failed is tried again: its file may be there now.
            !changed.contains(guid) && flat.as_ref().is_ok_and(|flat| !depends(flat))
        });
    }
}
