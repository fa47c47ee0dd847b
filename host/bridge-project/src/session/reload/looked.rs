//! A newer look at the project's folder, and what is told by it beside the look before. Made beside the session: of a large project it
//! takes long.

use crate::session::scenes::look;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use unity_project::project::{Project, ProjectProblem, SceneFile};
use unity_project::{AssetProblem, DiskChange};
use unity_yaml::Guid;

/// What the newer look tells.
pub(in crate::session) struct Looked {
    pub(super) project: Arc<Project>,
    /// Assets that came, went or moved.
    pub(super) changed: BTreeSet<Guid>,
    /// Paths of assets outside the watched folders that changed.
    pub(super) assets: BTreeSet<String>,
    /// Problems of the project that it did not have before.
    pub(super) problems: Vec<String>,
    pub(super) scenes: Seen,
}

/// What the first bytes of scenes tell, by path, as far as they were looked at.
#[derive(Default)]
pub(in crate::session) struct Seen(HashMap<String, Option<AssetProblem>>);

impl Looked {
    /// No newer look.
    pub(super) fn none(project: Arc<Project>) -> Self {
        Self {
            project,
            changed: BTreeSet::new(),
            assets: BTreeSet::new(),
            problems: Vec::new(),
            scenes: Seen::default(),
        }
    }

    /// Blocking.
    ///
    /// # Errors
    /// Where the folder is no project any more.
    pub(super) fn at(before: &Project, change: &DiskChange) -> Result<Self, ProjectProblem> {
        let project = before.open_again()?;
        let known: BTreeSet<&str> = before.scenes.iter().map(|file| file.path.as_str()).collect();
        let is_unseen = |file: &&SceneFile| {
            change.everything || change.assets.contains(&file.path) || !known.contains(file.path.as_str())
        };
        let unseen = project.scenes.iter().filter(is_unseen);
        let seen = unseen.map(|file| (file.path.clone(), look(&project, file).err()));
        let scenes = Seen(seen.collect());
        let problems = project.problems.iter();
        let known: BTreeSet<&String> = before.problems.iter().collect();
        Ok(Self {
            changed: before.index.changed(&project.index).into_iter().collect(),
            assets: before.changed_in_packages(&project).map(str::to_owned).collect(),
            problems: problems.filter(|problem| !known.contains(problem)).cloned().collect(),
            scenes,
            project: Arc::new(project),
        })
    }
}

impl Seen {
    /// The problem of that scene; one that was not looked at is looked at now.
    pub(super) fn problem(&self, project: &Project, file: &SceneFile) -> Option<AssetProblem> {
        match self.0.get(&file.path) {
            Some(problem) => problem.clone(),
            None => look(project, file).err(),
        }
    }
}
