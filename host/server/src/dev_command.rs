//! The command `unity-tool-host dev`: serves a bundle, and builds it again whenever its sources change.
//!
//! This module decides when to build. `author_command.rs` builds; the host reloads the new component like any other.

use crate::author_command;
use crate::authors::Authors;
use crate::bundle_folder::is_source;
use crate::command_line::{Done, Failure};
use crate::output::{complain, print};
use anyhow::Context;
use notify::{RecursiveMode, Watcher};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Time without a change before a build starts, because an editor writes several files, each in several steps.
const QUIET: Duration = Duration::from_millis(200);

/// Builds the bundle, then runs `serve`, and builds after each change until `serve` ends. If a build fails, prints the
/// error and continues to serve the last build. Rejects a folder that is no bundle.
pub(crate) fn dev(authors: &'static dyn Authors, folder: &Path, serve: impl FnOnce() -> Done) -> Done {
    let folder = folder
        .canonicalize()
        .map_err(|error| Failure::usage(format!("cannot open {}: {error}", folder.display())))?;
    // The watch starts before the first build, so that no change is missed.
    let (said, changes) = channel();
    let mut watcher = notify::recommended_watcher(said).context("cannot watch files for changes")?;
    watcher
        .watch(&folder, RecursiveMode::Recursive)
        .with_context(|| format!("cannot watch {}", folder.display()))?;
    match author_command::build(authors, &folder) {
        // A change of its files cannot turn another folder into a bundle.
        Err(failure) if failure.is_usage() => return Err(failure),
        built => tell(built)?,
    }
    let watched = folder.clone();
    std::thread::Builder::new()
        .name("builds".to_owned())
        .spawn(move || builds(authors, &watched, &changes))
        .context("cannot start the thread for builds")?;
    let done = serve();
    drop(watcher);
    done
}

fn builds(authors: &dyn Authors, folder: &Path, changes: &Receiver<notify::Result<notify::Event>>) {
    while let Ok(change) = changes.recv() {
        let mut is_source = is_relevant(folder, &change);
        while let Ok(change) = changes.recv_timeout(QUIET) {
            is_source |= is_relevant(folder, &change);
        }
        if is_source && tell(author_command::build(authors, folder)).is_err() {
            // The output is closed.
            return;
        }
    }
}

fn is_relevant(folder: &Path, change: &notify::Result<notify::Event>) -> bool {
    match change {
        Ok(event) if matches!(event.kind, notify::EventKind::Access(_)) => false,
        Ok(event) => event.paths.iter().any(|path| is_source(folder, path)),
        // A missed event may have been a change.
        Err(_) => true,
    }
}

/// Prints the result of a build. Returns an error only if stdout is closed or fails.
fn tell(built: Done) -> Result<(), Failure> {
    match built {
        Ok(_) => print("built; it is served as soon as it is checked\n")?,
        Err(failure) => {
            complain(&format!("NOT built: {failure}"));
        }
    }
    Ok(())
}
