//! Scans the project folder again and compares the result with the previous scan. Runs in the background, because it is
//! slow for a large project.

use crate::session::loading::scenes::look;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use unity_files::{AssetProblem, DiskChange, Project, ProjectProblem, SceneFile};
use unity_yaml::Guid;

pub(in crate::session) struct Looked {
    pub(super) project: Arc<Project>,
    /// GUIDs of the assets that were added, removed or moved since the previous scan.
    pub(super) changed: BTreeSet<Guid>,
    /// Paths of changed assets outside the watched folders.
    pub(super) assets: BTreeSet<String>,
    /// Problems of the project that the previous scan did not report.
    pub(super) problems: Vec<String>,
    pub(super) scenes: Seen,
}

/// The results of checking the first bytes of scene files, by asset path: a problem, or `None` if there is none.
/// Contains only scenes that the scan checked.
#[derive(Default)]
pub(in crate::session) struct Seen(HashMap<String, Option<AssetProblem>>);

impl Looked {
    pub(super) fn unchanged(project: Arc<Project>) -> Self {
        Self {
            project,
            changed: BTreeSet::new(),
            assets: BTreeSet::new(),
            problems: Vec::new(),
            scenes: Seen::default(),
        }
    }

    /// Scans the project folder again. Blocks the thread.
    pub(super) fn scan(before: &Project, change: &DiskChange) -> Result<Self, ProjectProblem> {
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
            changed: before.index.changed_guids(&project.index).into_iter().collect(),
            assets: before.changed_in_packages(&project).map(str::to_owned).collect(),
            problems: problems.filter(|problem| !known.contains(problem)).cloned().collect(),
            scenes,
            project: Arc::new(project),
        })
    }
}

impl Seen {
    /// Returns the problem of the scene's file, or `None`. Checks the file now if the scan did not.
    pub(super) fn problem(&self, project: &Project, file: &SceneFile) -> Option<AssetProblem> {
        match self.0.get(&file.path) {
            Some(problem) => problem.clone(),
            None => look(project, file).err(),
        }
    }
}
