//! `unity-tool-host dev`: serves a bundle, and builds it again whenever its sources change.
//!
//! Belongs here: when to build, and what is said of it. Does not: building (`author_command.rs`), or serving what was built:
//! the host sees the new component as it sees any.

use crate::author_command;
use crate::authors::Authors;
use crate::bundle_folder::is_source;
use crate::command_line::{Done, Failure};
use crate::printed::{complain, print};
use anyhow::Context;
use notify::{RecursiveMode, Watcher};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An editor writes several files at once, and each in several steps: one build is for all that comes within this time.
const QUIET: Duration = Duration::from_millis(200);

/// Builds, then does `serve`, and builds after each change until that ends. A build that fails is told, and what was built
/// before is served on. A folder that is no bundle is refused.
pub(crate) fn dev(authors: &'static dyn Authors, folder: &Path, serve: impl FnOnce() -> Done) -> Done {
    let folder = folder
        .canonicalize()
        .map_err(|error| Failure::usage(format!("{} cannot be opened: {error}", folder.display())))?;
    // Watching before building, so that no change is missed.
    let (said, changes) = channel();
    let mut watcher = notify::recommended_watcher(said).context("changes of files cannot be seen here")?;
    watcher
        .watch(&folder, RecursiveMode::Recursive)
        .with_context(|| format!("{} cannot be watched", folder.display()))?;
    match author_command::build(authors, &folder) {
        // No change of its files makes another folder a bundle.
        Err(failure) if failure.is_usage() => return Err(failure),
        built => tell(built)?,
    }
    let watched = folder.clone();
    std::thread::Builder::new()
        .name("builds".to_owned())
        .spawn(move || builds(authors, &watched, &changes))
        .context("no thread for builds")?;
    let done = serve();
    drop(watcher);
    done
}

/// Until the watcher goes.
fn builds(authors: &dyn Authors, folder: &Path, changes: &Receiver<notify::Result<notify::Event>>) {
    while let Ok(change) = changes.recv() {
        let mut is_source = concerns(folder, &change);
        while let Ok(change) = changes.recv_timeout(QUIET) {
            is_source |= concerns(folder, &change);
        }
        if is_source && tell(author_command::build(authors, folder)).is_err() {
            // Nobody reads what is said any more.
            return;
        }
    }
}

fn concerns(folder: &Path, change: &notify::Result<notify::Event>) -> bool {
    match change {
        Ok(event) if matches!(event.kind, notify::EventKind::Access(_)) => false,
        Ok(event) => event.paths.iter().any(|path| is_source(folder, path)),
        // What was missed may have been one.
        Err(_) => true,
    }
}

/// What became of a build; only a stdout that cannot be written is an error.
fn tell(built: Done) -> Result<(), Failure> {
    match built {
        Ok(_) => print("built; it is served as soon as it is checked\n")?,
        Err(failure) => {
            complain(&format!("NOT built: {failure}"));
        }
    }
    Ok(())
}
