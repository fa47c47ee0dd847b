//! Runs all read commands and some edits on a session with arbitrary files, for fuzz tests.

mod read_exercise;
pub(crate) mod save_exercise;

use super::Session;
use crate::Exercise;
use host_bridge::{
    Aim, AssetFilter, Command, ObjectFilter, ObjectId, PageRequest, Reply, SceneFilter, ScreenPoint, Viewer,
};

/// Maximum number of objects, and of files, that a fuzz run reads in detail.
const LOOKED_AT: usize = 40;

impl Session {
    /// Runs commands for a fuzz target. Returns the number of listed objects and the number of reported problems.
    pub(crate) fn exercise(&mut self, exercise: Exercise) -> (usize, usize) {
        let page = PageRequest {
            offset: 0,
            limit: 500,
            max_bytes: 1 << 20,
            cursor: None,
        };
        let at = ScreenPoint {
            x: Some(0.5),
            y: Some(0.5),
            normalized: true,
        };
        let mut problems = self.view().info().problems.len();
        let mut commands = vec![
            Command::ListScenes {
                filter: SceneFilter::default(),
                page: page.clone(),
            },
            Command::ActiveCamera,
            Command::PickWorld {
                aim: Aim::Screen(at),
                viewer: Viewer::default(),
            },
            Command::PickUi {
                at,
                viewer: Viewer::default(),
            },
            Command::ListAssets {
                filter: AssetFilter::default(),
                page: page.clone(),
            },
        ];
        // This command parses all C# sources of the project, separately for each session, so it is slow.
        if exercise == Exercise::Everything {
            commands.push(Command::MissingReferences { page: page.clone() });
        }
        let paths = self.scenes.iter().map(|slot| slot.file.path.clone());
        let prefabs = self.library.project().index.with_extension("prefab").into_iter();
        for path in paths.chain(prefabs.map(str::to_owned)).take(LOOKED_AT) {
            commands.push(Command::Hierarchy {
                path,
                max_depth: None,
                page: page.clone(),
            });
        }
        let filter = ObjectFilter::default();
        let mut objects = Vec::new();
        if let Ok(replied) = self.run(Command::ListObjects {
            filter,
            page: page.clone(),
        }) && let Reply::Objects(listed) = replied.reply
        {
            objects = listed.items;
        }
        for object in objects.iter().take(LOOKED_AT) {
            commands.push(Command::ListComponents {
                object: object.id,
                page: page.clone(),
            });
            for component in 0..object.component_count.min(4) {
                commands.push(Command::ListMembers {
                    object: object.id,
                    component: component.to_string(),
                    page: page.clone(),
                });
            }
        }
        let ids: Vec<ObjectId> = objects.iter().take(LOOKED_AT).map(|object| object.id).collect();
        let all = exercise == Exercise::Everything;
        if all {
            commands.extend(read_exercise::object_reads(&ids));
        }
        for command in commands {
            problems += usize::from(self.run(command).is_err());
        }
        if all {
            problems += self.exercise_listed();
            let prefab = self.library.project().index.with_extension("prefab").into_iter().next();
            let prefab = prefab.map(str::to_owned);
            problems += self.exercise_edits(&ids, prefab.as_deref());
        }
        (objects.len(), problems)
    }
}
