//! The bridge for a Unity project folder on disk. It needs no Unity installation.
//!
//! This crate contains the in-memory session: the loaded scenes, the edits with their undo, and saving. No other crate
//! changes the session's objects. `project-writer` alone writes into the project. Readers are in crates that cannot name
//! the session: `project-world`, `project-view` and `project-query`.

// Callers and files can pass any value, such as an outdated id. The bridge returns an error and never panics.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable
    )
)]

mod bridge;
mod options;
mod owner;
mod save_switch;
mod session;

pub use bridge::ProjectBridge;
pub use host_project_watch::editor_log::EditorLog;
pub use host_project_watch::watch::WatchMode;
pub use options::{OpenScenes, ProjectOptions};
pub use session::{Concerns, EDIT_JOURNAL};

/// Opens a project and loads every readable scene with its prefabs, for benchmarks. Returns the number of scenes, the
/// number of objects, and the number of scenes that could not be loaded.
///
/// # Errors
/// The folder is not a project.
pub fn load_whole_project(root: &std::path::Path) -> Result<(usize, usize, usize), unity_files::ProjectProblem> {
    let project = std::sync::Arc::new(unity_files::Project::open(root)?);
    let mut library = unity_project::expand::Library::new(std::sync::Arc::clone(&project));
    let (mut scenes, mut objects, mut problems) = (0, 0, 0);
    for scene in &project.scenes {
        match library.scene(&scene.path) {
            Ok(flat) => {
                scenes += 1;
                objects += flat.objects.len();
            }
            Err(_) => problems += 1,
        }
    }
    Ok((scenes, objects, problems))
}

/// The operations on an opened project that a fuzz target runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exercise {
    /// Listing objects, picking objects, and reading component members.
    Lists,
    /// The operations of `Lists`, and reading values, references, assets and settings, and making edits. Takes ten
    /// times as long as `Lists`.
    Everything,
}

/// Opens a project and calls functions of its session: the body of a fuzz target. Returns the number of listed objects
/// and the number of reported problems. Must not panic.
pub fn exercise_session(root: &std::path::Path, exercise: Exercise) -> (usize, usize) {
    let options = ProjectOptions {
        open: OpenScenes::All,
        ..ProjectOptions::new(root)
    };
    let Ok(mut session) = session::Session::open(root, &options, &|_, _| true) else {
        return (0, 1);
    };
    session.exercise(exercise)
}

/// Opens a project, edits values of its scenes, saves them and reads the project again: the body of a fuzz target.
/// `dice` returns a random number below its argument. Returns the number of saved files and of rejected operations.
/// Must not panic.
///
/// # Errors
/// A description of the unexpected result of a save.
pub fn exercise_saving(
    root: &std::path::Path,
    backups: &std::path::Path,
    dice: &mut dyn FnMut(usize) -> usize,
) -> Result<(usize, usize), String> {
    session::exercise_saving(root, backups, dice)
}
