//! Reads a bundle folder for commands that need no host: its component and its sources.
//!
//! This module runs no code. `host_catalog` reports errors of a bundle; `author_command.rs` builds it.

use host_catalog::manifest;
use std::path::{Path, PathBuf};

/// Names of folders and files in a bundle folder that are no sources, because builds write them; separated by spaces.
const NOT_SOURCES: &str = "target build node_modules __pycache__ .venv .git Cargo.lock package-lock.json";

/// Reads the bundle's id and the path of its component; `None` if that fails or the component does not exist.
pub(crate) fn component_of(folder: &Path) -> Option<(String, PathBuf)> {
    let text = manifest::text(&folder.join(manifest::FILE_NAME)).ok()?;
    let table: toml::Table = text.parse().ok()?;
    let text = |key: &str| table.get(key).and_then(toml::Value::as_str);
    let file = folder.join(text("component")?);
    file.is_file().then_some((text("id")?.to_owned(), file))
}

/// True if a build reads the file `path`, or files in the folder `path`. `path` must be below `folder`.
pub(crate) fn is_source(folder: &Path, path: &Path) -> bool {
    let inner = path.strip_prefix(folder).unwrap_or(path);
    let mut parts = inner.iter().map(|part| part.to_string_lossy());
    let made = |name: &str| {
        name.ends_with(".wasm") || name.starts_with(".tmp") || name.ends_with('~') || name.ends_with(".swp")
    };
    !parts.any(|part| NOT_SOURCES.split(' ').any(|name| name == part) || made(&part))
}

const BUILT_FROM: [&str; 8] = [".rs", ".js", ".ts", ".py", ".c", ".h", ".go", ".wit"];

/// Returns the warning for a component that is older than a source in the folder; `None` if no source is newer.
pub(crate) fn stale_warning(folder: &Path, component: &Path) -> Option<String> {
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
            // A link may lead out of the folder, or in a circle.
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

#[cfg(test)]
mod tests {
    use super::{is_source, stale_warning};
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    #[test]
    fn reports_component_older_than_its_sources_as_stale() {
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
        assert_eq!(stale_warning(folder.path(), &component), None);
        write("src/tool.ts", 6);
        write("src/other.ts", 7);
        let said = stale_warning(folder.path(), &component).expect("it is stale");
        assert_eq!(
            said,
            format!(
                "a.wasm is older than {}; run `unity-tool-host build`",
                Path::new("src/other.ts").display()
            )
        );
    }

    #[test]
    fn build_outputs_do_not_trigger_a_build() {
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
