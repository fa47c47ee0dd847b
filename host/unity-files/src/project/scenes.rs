//! The project's scenes in a fixed order: first those of the build list, then the others by path.

use super::index::AssetIndex;
use super::settings::BuildScene;
use std::collections::BTreeSet;
use unity_yaml::Guid;

/// A scene file of the project, or an enabled entry of the build list whose file does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFile {
    /// The asset path of the scene, which is unique.
    pub path: String,
    /// The guid of the scene; zero if its guid is unknown.
    pub guid: Guid,
    /// The index among the enabled entries of the build list; `None` if the scene is not in the list or disabled.
    pub build_index: Option<u32>,
    /// True if the file exists, false for an enabled entry of the build list without a file.
    pub exists: bool,
}

impl SceneFile {
    /// Returns the file name without extension.
    pub fn name(&self) -> &str {
        let file = self.path.rsplit('/').next().unwrap_or_default();
        file.strip_suffix(".unity").unwrap_or(file)
    }
}

pub(super) fn in_order(
    found: Vec<String>,
    build: &[BuildScene],
    index: &AssetIndex,
    problems: &mut Vec<String>,
) -> Vec<SceneFile> {
    let mut rest: BTreeSet<String> = found.into_iter().collect();
    let mut scenes = Vec::with_capacity(rest.len());
    let mut listed = BTreeSet::new();
    let mut next_build_index = 0;
    for entry in build {
        let build_index = entry.enabled.then_some(next_build_index);
        next_build_index += u32::from(entry.enabled);
        // A moved scene keeps its guid; the build list can still have the old path.
        let path = match index.path(entry.guid) {
            Some(path) if !rest.contains(&entry.path) && rest.contains(path) => path.to_owned(),
            _ => entry.path.clone(),
        };
        let exists = rest.remove(&path);
        if !listed.insert(path.clone()) {
            continue;
        }
        if exists || entry.enabled {
            scenes.push(SceneFile {
                guid: index.guid(&path).unwrap_or(entry.guid),
                path,
                build_index,
                exists,
            });
        } else {
            problems.push(format!(
                "the build list names {path} (disabled), which does not exist; remove the entry in Build Settings"
            ));
        }
    }
    scenes.extend(rest.into_iter().map(|path| SceneFile {
        guid: index.guid(&path).unwrap_or_default(),
        path,
        build_index: None,
        exists: true,
    }));
    scenes
}
