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

/// How the files end of which builds make components.
const BUILT_FROM: [&str; 8] = [".rs", ".js", ".ts", ".py", ".c", ".h", ".go", ".wit"];

/// What is to be said of a component where a source in its folder is newer.
pub(crate) fn stale(folder: &Path, component: &Path) -> Option<String> {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|found| found.modified()).ok();
    let made = changed(component)?;
    let mut waiting = vec![folder.to_owned()];
    let mut newest = None;
    while let Some(place) = waiting.pop() {
        for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            let is_test = name.starts_with("test_") || name.contains("_test.") || name.contains(".test.");
            if name == ".sdk" || is_test || !is_source(folder, &path) {
                continue;
            }
            // A link may lead out of the folder, or round in it.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(path);
            } else if BUILT_FROM.iter().any(|end| name.ends_with(end)) {
                let when = changed(&path).filter(|when| *when > made);
                newest = newest.max(when.map(|when| (when, path)));
            }
        }
    }
    let (_, source) = newest?;
    let source = source.strip_prefix(folder).unwrap_or(&source).display();
    let component = component.file_name()?.to_string_lossy();
    Some(format!(
        "{component} is older than {source}; run `unity-tool-host build`"
    ))
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
    use super::{is_source, stale};
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_component_is_stale_where_something_that_it_is_built_from_is_newer() {
        let folder = tempfile::tempdir().expect("a folder");
        let component = folder.path().join("a.wasm");
        let write = |name: &str, hours: u64| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            let file = std::fs::File::create(path).expect("a file");
            let when = SystemTime::UNIX_EPOCH + Duration::from_secs(hours * 3600);
            file.set_modified(when).expect("a time");
        };
        write("a.wasm", 5);
        for (name, hours) in [
            ("src/tool.ts", 4),
            ("README.md", 9),
            ("src/tool.test.ts", 9),
            ("build/tool.js", 9),
            (".sdk/js/a.js", 9),
        ] {
            write(name, hours);
        }
        assert_eq!(stale(folder.path(), &component), None);
        write("src/tool.ts", 6);
        write("src/other.ts", 7);
        let said = stale(folder.path(), &component).expect("it is stale");
        assert_eq!(
            said,
            format!(
                "a.wasm is older than {}; run `unity-tool-host build`",
                Path::new("src/other.ts").display()
            )
        );
    }

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
