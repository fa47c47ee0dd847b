//! `unity-tool-host dev`: serves a bundle, and builds it again whenever its sources change.
//!
//! Belongs here: when to build, and what is said of it. Does not: building (`author_command.rs`), or serving what was built:
//! the host sees the new component as it sees any.

use crate::author_command;
use crate::command_line::{Done, Failure, print};
use anyhow::Context;
use notify::{RecursiveMode, Watcher};
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An editor writes several files at once, and each in several steps: one build is for all that comes within this time.
const QUIET: Duration = Duration::from_millis(200);

/// What builds write, and what is no source.
const NOT_SOURCES: [&str; 8] = [
    "target",
    "build",
    "node_modules",
    "__pycache__",
    ".venv",
    ".git",
    "Cargo.lock",
    "package-lock.json",
];

/// Builds, then does `serve`, and builds after each change until that ends. A build that fails is told, and what was built
/// before is served on.
pub(crate) fn dev(folder: &Path, serve: impl FnOnce() -> Done) -> Done {
    let folder = folder
        .canonicalize()
        .with_context(|| format!("{} cannot be opened", folder.display()))?;
    // Watching before building, so that no change is missed.
    let (said, changes) = channel();
    let mut watcher = notify::recommended_watcher(said).context("changes of files cannot be seen here")?;
    watcher
        .watch(&folder, RecursiveMode::Recursive)
        .with_context(|| format!("{} cannot be watched", folder.display()))?;
    tell(author_command::build(&folder))?;
    let watched = folder.clone();
    std::thread::Builder::new()
        .name("builds".to_owned())
        .spawn(move || builds(&watched, &changes))
        .context("no thread for builds")?;
    let done = serve();
    drop(watcher);
    done
}

/// Until the watcher goes.
fn builds(folder: &Path, changes: &Receiver<notify::Result<notify::Event>>) {
    while let Ok(change) = changes.recv() {
        let mut is_source = concerns(folder, &change);
        while let Ok(change) = changes.recv_timeout(QUIET) {
            is_source |= concerns(folder, &change);
        }
        if is_source && tell(author_command::build(folder)).is_err() {
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

fn is_source(folder: &Path, path: &Path) -> bool {
    let inner = path.strip_prefix(folder).unwrap_or(path);
    let mut parts = inner.iter().map(|part| part.to_string_lossy());
    let made = |name: &str| {
        name.ends_with(".wasm") || name.starts_with(".tmp") || name.ends_with('~') || name.ends_with(".swp")
    };
    !parts.any(|part| NOT_SOURCES.contains(&part.as_ref()) || made(&part))
}

/// What became of a build; only a stdout that cannot be written is an error.
fn tell(built: Done) -> Result<(), Failure> {
    match built {
        Ok(_) => print("built; it is served as soon as it is checked\n")?,
        Err(failure) => {
            let _ = writeln!(std::io::stderr(), "NOT built: {failure}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_source;
    use std::path::Path;

    #[test]
    fn what_builds_write_begins_no_build() {
        let folder = Path::new("/b");
        let is = |path: &str| is_source(folder, &Path::new("/b").join(path));
        for source in [
            "src/lib.rs",
            "tool.js",
            "wit/world.wit",
            "bundle.toml",
            ".sdk/js/unity-tools.js",
        ] {
            assert!(is(source), "{source}");
        }
        for made in [
            "target/release/x",
            "build/a.wasm",
            "my-tools.wasm",
            ".tmpAb1",
            "node_modules/a/b.js",
            "__pycache__/a.pyc",
            "tool.js~",
        ] {
            assert!(!is(made), "{made}");
        }
    }
}
