//! General information about a Unity project for callers.

use crate::view::WorldView;
use host_bridge::ProjectInfo;

/// Maximum number of problems that the project information lists. Further problems are only counted.
const MAX_PROBLEMS: usize = 200;

impl WorldView<'_> {
    /// Returns facts about the project, such as its name and Unity version, and the number of loaded scenes.
    pub fn info(self) -> ProjectInfo {
        let project = self.library.project();
        let settings = &project.settings;
        let loaded = self.scenes.iter().filter(|slot| slot.loaded.is_some()).count();
        ProjectInfo {
            product_name: settings.product.clone(),
            company_name: settings.company.clone(),
            product_version: settings.version.clone(),
            unity_version: settings.unity_version.clone(),
            runtime: "project".to_owned(),
            platform: "Offline".to_owned(),
            is_playing: false,
            ready: loaded > 0,
            scenes_total: u32::try_from(self.listed_scenes()).unwrap_or(u32::MAX),
            scenes_loaded: u32::try_from(loaded).unwrap_or(u32::MAX),
            objects_loaded: u64::from(self.world.count()),
            session_edits: self.changes.unsaved_edits(),
            folder: project.folder(),
            packages: settings.packages.clone(),
            tags: settings.all_tags(),
            layers: settings.layers.clone(),
            problems: self.problems(),
        }
    }

    fn problems(self) -> Vec<String> {
        let of_project = self.library.project().problems.iter();
        let mut problems: Vec<String> = of_project.clone().take(MAX_PROBLEMS).cloned().collect();
        let mut left_out = of_project.len() - problems.len();
        let mut add = |problem: &dyn Fn() -> String| match problems.len() < MAX_PROBLEMS {
            true => problems.push(problem()),
            // There may be very many problems; no text is formatted for those that are only counted.
            false => left_out += 1,
        };
        for (at, slot) in self.scenes.iter().enumerate().filter(|(_, slot)| slot.listed) {
            let path = &slot.file.path;
            if let Some(problem) = &slot.problem {
                add(&|| format!("scn:{at} ({path}): {}", self.with_remedy(at, problem)));
            }
            for problem in slot.loaded.iter().flat_map(|loaded| &loaded.problems) {
                add(&|| format!("scn:{at}: {problem}"));
            }
        }
        if left_out > 0 {
            problems.push(format!("{left_out} more problems are not listed"));
        }
        problems
    }
}
