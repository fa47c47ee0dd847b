//! The bridge over a Unity project folder on disk, played headless: no Unity needed.
//!
//! Belongs here: the in-memory session over what `unity-project` reads, its ids, changes, picks and watches.
//! Does not: what the files mean (`unity-project`), what a guest may do (`policy`), how a running Unity is reached (`bridge-live`).
//! Files are read whole; only `saved_files` ever writes into the project.

// What a caller or a file says may be anything: an id that is stale, a position that is none. That is an answer, never a panic.
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

mod backups;
mod bridge;
mod edit_journal;
mod editor_log;
mod journal;
mod options;
mod owner;
mod save_switch;
mod saved_files;
mod session;
mod unity_lock;
mod watch;

pub use bridge::ProjectBridge;
pub use options::{EditorLog, OpenScenes, ProjectOptions, WatchMode};
pub use session::{Concerns, EDIT_JOURNAL};

/// Opens a project and expands every scene that can be read: (scenes, objects, scenes with a problem). For benches.
///
/// # Errors
/// Where the folder is no project.
pub fn load_whole_project(
    root: &std::path::Path,
) -> Result<(usize, usize, usize), unity_project::project::ProjectProblem> {
    let project = std::sync::Arc::new(unity_project::project::Project::open(root)?);
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

/// How much of a session a fuzz body asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exercise {
    /// Lists, picks and members.
    Lists,
    /// Also values, queries, references, assets, settings, scripts and edits: ten times as long.
    Everything,
}

/// Opens a project and asks its session: the body of a fuzz target. Objects that could be listed, and problems that were
/// told. Never panics.
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

/// Opens a project, edits what its scenes hold, saves, and reads it again: the body of a fuzz target. `dice` gives a number below
/// the one that it gets. Files that were saved, and how often something was refused. Never panics.
///
/// # Errors
/// What a save did that it may not do.
pub fn exercise_saving(
    root: &std::path::Path,
    backups: &std::path::Path,
    dice: &mut dyn FnMut(usize) -> usize,
) -> Result<(usize, usize), String> {
    session::exercise_saving(root, backups, dice)
}
