//! The SDK and WIT files that are embedded in this program.
//!
//! Belongs here: the files that are copied to `.sdk`, its workspace manifest. Does not: templates (`templates.rs`).

use crate::Problem;
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};
use toml_edit::{Array, DocumentMut, Item};

static WIT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../wit");
static JAVASCRIPT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/js/src");
/// WIT packages that the JavaScript SDK imports in addition to the host's own interfaces.
static JAVASCRIPT_WIT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/js/wit");
static C: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/c/src");
static GO: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/go/src");
static PYTHON: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/python/src");
static RUST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/rust/src");
static RUST_MACROS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/rust-macros/src");
const RUST_MANIFEST: &str = include_str!("../../../sdk/rust/Cargo.toml");
const RUST_MACROS_MANIFEST: &str = include_str!("../../../sdk/rust-macros/Cargo.toml");
/// The Cargo manifest of this workspace. Both crates of the Rust SDK inherit dependency versions and lints from it.
const ROOT_MANIFEST: &str = include_str!("../../../Cargo.toml");

/// A file that is embedded in this program and that a command writes to an author's bundle folder.
pub(crate) struct Carried {
    /// The path of the file relative to the bundle folder.
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl Carried {
    pub(crate) fn new(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            bytes: bytes.into(),
        }
    }
}

/// Returns the files of the JavaScript SDK and the WIT files for a bundle folder.
pub(crate) fn javascript() -> Vec<Carried> {
    let sources = files(&JAVASCRIPT, ".sdk/js");
    sources.chain(packages()).chain(files(&JAVASCRIPT_WIT, "wit")).collect()
}

pub(crate) fn python() -> Vec<Carried> {
    let sources = files(&PYTHON, ".sdk/python").filter(|file| file.path.extension().is_some_and(|end| end == "py"));
    sources.chain(packages()).collect()
}

pub(crate) fn c() -> Vec<Carried> {
    files(&C, ".sdk/c").chain(packages()).collect()
}

pub(crate) fn go() -> Vec<Carried> {
    files(&GO, ".sdk/go").chain(packages()).collect()
}

/// Returns the WIT files of the host's interfaces, with the paths at which the WIT world of an author finds them.
fn packages() -> impl Iterator<Item = Carried> {
    wit().into_iter().filter_map(|file| {
        Some(Carried {
            path: path_in_author_wit(file.path.strip_prefix("wit").ok()?),
            bytes: file.bytes,
        })
    })
}

/// Converts a path below `wit/` of this source tree to a path in a bundle folder, with packages in `wit/deps`.
fn path_in_author_wit(inner: &Path) -> PathBuf {
    let deps = Path::new("wit/deps");
    match inner.iter().next() {
        _ if inner == Path::new(VALUES) => Path::new("wit").join(VALUES),
        // Files at the top are the package `unity-tools:tool`; folders, including later versions, contain folders of
        // packages.
        Some(folder) if inner != Path::new(folder) => deps.join(inner.strip_prefix(folder).unwrap_or(inner)),
        _ => deps.join("unity-tools-tool").join(inner),
    }
}

/// The name of the file that describes the value syntax to which the WIT files refer.
const VALUES: &str = "value.md";

/// Returns the WIT files of this host, and the description of their value syntax, with their paths in this source tree.
fn wit() -> Vec<Carried> {
    files(&WIT, "wit")
        .filter(|file| file.path.extension().is_some_and(|end| end == "wit") || file.path.ends_with(VALUES))
        .collect()
}

/// Returns the files of the Rust SDK and the WIT files, at paths below `.sdk`. They have the same structure as in this
/// source tree, because the SDK refers to the WIT files by a relative path.
pub(crate) fn rust() -> Result<Vec<Carried>, Problem> {
    let mut all = wit();
    all.extend(files(&RUST, "sdk/rust/src"));
    all.extend(files(&RUST_MACROS, "sdk/rust-macros/src"));
    for (place, text) in [
        ("sdk/rust/Cargo.toml", RUST_MANIFEST.to_owned()),
        ("sdk/rust-macros/Cargo.toml", RUST_MACROS_MANIFEST.to_owned()),
        ("Cargo.toml", workspace()?),
    ] {
        all.push(Carried::new(place, text));
    }
    for file in &mut all {
        file.path = Path::new(".sdk").join(&file.path);
    }
    Ok(all)
}

fn files(folder: &'static Dir<'static>, place: &str) -> impl Iterator<Item = Carried> {
    let place = PathBuf::from(place);
    files_in(folder)
        .into_iter()
        .map(move |file| Carried::new(place.join(file.path()), file.contents()))
}

pub(crate) fn files_in<'d>(folder: &'d Dir<'d>) -> Vec<&'d include_dir::File<'d>> {
    let mut found: Vec<_> = folder.files().collect();
    for inner in folder.dirs() {
        found.extend(files_in(inner));
    }
    found
}

/// Returns the text of `.sdk/Cargo.toml`: the manifest of this workspace, reduced to what the SDK crates inherit.
fn workspace() -> Result<String, Problem> {
    let read = |text: &str| {
        text.parse::<DocumentMut>()
            .map_err(|error| Problem::Carried(error.to_string()))
    };
    let mut root = read(ROOT_MANIFEST)?;
    let mut named = vec!["sdk-rust-macros".to_owned()];
    for manifest in [RUST_MANIFEST, RUST_MACROS_MANIFEST] {
        if let Some(table) = read(manifest)?.get("dependencies").and_then(Item::as_table) {
            named.extend(table.iter().map(|(name, _)| name.to_owned()));
        }
    }
    root.remove("profile");
    let Some(workspace) = root.get_mut("workspace").and_then(Item::as_table_mut) else {
        return Err(Problem::Carried("it has no [workspace]".to_owned()));
    };
    workspace.remove("default-members");
    workspace.insert(
        "members",
        toml_edit::value(Array::from_iter(["sdk/rust", "sdk/rust-macros"])),
    );
    if let Some(table) = workspace.get_mut("dependencies").and_then(Item::as_table_mut) {
        table.retain(|name, _| named.iter().any(|one| one == name));
    }
    Ok(root.to_string())
}

/// Writes the files below `folder`. Skips files that already have this content: the command `dev` builds after each
/// change of a file, and would otherwise never stop.
pub(crate) fn lay(folder: &Path, files: &[Carried]) -> Result<(), Problem> {
    for file in files {
        let path = folder.join(&file.path);
        if std::fs::read(&path).is_ok_and(|there| there == file.bytes) {
            continue;
        }
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(Problem::file(above))?;
        }
        std::fs::write(&path, &file.bytes).map_err(Problem::file(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{path_in_author_wit, rust};
    use std::path::Path;

    #[test]
    fn maps_each_package_version_to_its_own_folder() {
        for (inner, place) in [
            ("world.wit", "wit/deps/unity-tools-tool/world.wit"),
            ("value.md", "wit/value.md"),
            (
                "deps/unity-tools-host@0.3.0/log.wit",
                "wit/deps/unity-tools-host@0.3.0/log.wit",
            ),
            (
                "0.3.0/unity-tools-host@0.3.0/log.wit",
                "wit/deps/unity-tools-host@0.3.0/log.wit",
            ),
            (
                "0.3.0/unity-tools-tool@0.3.0/tools.wit",
                "wit/deps/unity-tools-tool@0.3.0/tools.wit",
            ),
        ] {
            assert_eq!(path_in_author_wit(Path::new(inner)), Path::new(place));
        }
    }

    #[test]
    fn rust_sdk_workspace_lists_only_included_path_crates() {
        let files = rust().unwrap();
        let text = |name: &str| {
            let path = Path::new(".sdk").join(name);
            let file = files.iter().find(|file| file.path == path).unwrap();
            String::from_utf8(file.bytes.clone()).unwrap()
        };
        let workspace: toml::Table = text("Cargo.toml").parse().unwrap();
        let dependencies = workspace["workspace"]["dependencies"].as_table().unwrap();
        let ours: Vec<_> = dependencies
            .iter()
            .filter(|(_, value)| value.get("path").is_some())
            .map(|(name, _)| name)
            .collect();
        assert_eq!(ours, ["sdk-rust-macros"]);
        assert!(dependencies.contains_key("wit-bindgen") && !dependencies.contains_key("wasmtime"));
        assert!(text("sdk/rust/src/lib.rs").contains("//!") && text("wit/listing.wit").contains("interface listing"));
    }
}
