//! Finds the bundle folders that the command line selects.
//!
//! This module converts flags to folders, and warns about a folder without bundles. `host_catalog` reads the bundles.

use crate::usage::Usage;
use anyhow::{Context, Result, bail};
use host_catalog::{BundleFolder, EmbeddedBundle, manifest};
use host_runtime::CompilerProgram;
use std::path::{Path, PathBuf};

/// The sources of bundles. The command line sets them, never the configuration file.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// The folders from the flag `--tools`, in order.
    pub folders: Vec<PathBuf>,
    /// True if the flag `--no-bundled` is set: the host serves no bundled tools.
    pub no_bundled: bool,
    /// The folder from `--bundled`; `None` = the bundles in the program file, or else in `components` near it.
    pub bundled: Option<PathBuf>,
    /// The bundled tools in the program file; empty if it was built without them.
    pub embedded: &'static [EmbeddedBundle],
    /// The program that compiles components in a separate process; `None` if this process compiles them.
    pub compiler: Option<CompilerProgram>,
}

const WITHOUT: &str = "this program has no bundled tools: it was built without them, and there is no `components` folder beside \
     it; build it with `cargo xtask components`, pass --bundled DIR, or pass --no-bundled to serve only what --tools names";

#[derive(Debug)]
pub(crate) struct Bundles {
    /// The folders in which the host reads and watches bundles; the folder of the bundled tools is first.
    pub(crate) folders: Vec<BundleFolder>,
    /// The bundles in the program file, which come before all folders.
    pub(crate) embedded: &'static [EmbeddedBundle],
}

impl Bundles {
    /// Determines the sources of bundles from the command line. Fails if a path is no folder, or if the program has no
    /// bundled tools and would silently serve no tool.
    pub(crate) fn from_flags(tools: &Tools) -> Result<Self> {
        let mut found = Self {
            folders: Vec::new(),
            embedded: &[],
        };
        if !tools.no_bundled {
            match &tools.bundled {
                Some(path) => found.folders.push(own_folder(path)?),
                // A folder that is beside the program by chance must not replace the bundles that are built in.
                None if !tools.embedded.is_empty() => found.embedded = tools.embedded,
                None => {
                    let path = beside_the_program().ok_or_else(|| Usage(WITHOUT.to_owned()))?;
                    found.folders.push(own_folder(&path)?);
                }
            }
        }
        for path in &tools.folders {
            found.folders.push(folder(path, false)?);
        }
        Ok(found)
    }
}

fn own_folder(path: &Path) -> Result<BundleFolder> {
    let found = folder(path, true)?;
    if !has_bundles(path) {
        bail!(Usage(format!(
            "there is no bundle in {}, the folder for the bundled tools (no bundle.toml in it or in a folder in it); \
             build them with `cargo xtask components`, pass another --bundled DIR, or pass --no-bundled to serve only \
             what --tools names",
            path.display()
        )));
    }
    Ok(found)
}

fn has_bundles(folder: &Path) -> bool {
    let inside = std::fs::read_dir(folder).into_iter().flatten().flatten();
    manifest::is_in(folder) || inside.map(|entry| entry.path()).any(|path| manifest::is_in(&path))
}

/// Returns one warning for each folder in `--tools` that contains no bundle and so has no effect.
pub(crate) fn empty_folders(tools: &Tools) -> Vec<String> {
    let empty = tools.folders.iter().filter(|folder| !has_bundles(folder));
    empty
        .map(|folder| {
            format!(
                "no bundle.toml in {0}, nor in a folder in it: it adds no tools; a bundle is a folder with bundle.toml and a \
                 component",
                folder.display()
            )
        })
        .collect()
}

fn folder(path: &Path, bundled: bool) -> Result<BundleFolder> {
    if !path.is_dir() {
        let flag = if bundled { "--bundled " } else { "" };
        bail!(Usage(format!(
            "{flag}{} is no folder; pass a bundle's folder or one that contains bundles",
            path.display()
        )));
    }
    Ok(BundleFolder {
        path: std::path::absolute(path).with_context(|| format!("{} has no absolute path", path.display()))?,
        bundled,
    })
}

/// Returns the folder `components` near the program: `bin/../components` of a release, `target/release/../components`
/// of a build, `target/release/deps/../../components` of a test; `None` if none exists.
fn beside_the_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    program
        .ancestors()
        .skip(1)
        .take(3)
        .map(|folder| folder.join("components"))
        .find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_empty_bundle_folder_with_instructions() {
        let empty = tempfile::tempdir().unwrap();
        let tools = Tools {
            bundled: Some(empty.path().to_owned()),
            ..Tools::default()
        };
        let refused = Bundles::from_flags(&tools).unwrap_err().to_string();
        for part in [
            empty.path().to_str().unwrap(),
            "cargo xtask components",
            "--bundled DIR",
            "--no-bundled",
        ] {
            assert!(refused.contains(part), "no {part:?} in {refused}");
        }
        std::fs::create_dir(empty.path().join("one")).unwrap();
        std::fs::write(empty.path().join("one").join("bundle.toml"), "").unwrap();
        assert_eq!(Bundles::from_flags(&tools).unwrap().folders.len(), 1);
    }

    #[test]
    fn serves_embedded_bundles_unless_a_folder_is_named() {
        static OWN: &[EmbeddedBundle] = &[EmbeddedBundle {
            folder: "one",
            manifest: "",
            component: host_runtime::EmbeddedComponent { bytes: &[], digest: "" },
        }];
        let embedded = Tools {
            embedded: OWN,
            ..Tools::default()
        };
        let found = Bundles::from_flags(&embedded).unwrap();
        assert_eq!((found.embedded, found.folders), (OWN, vec![]));
        let none = Tools {
            no_bundled: true,
            ..embedded.clone()
        };
        assert_eq!(Bundles::from_flags(&none).unwrap().embedded, &[]);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bundle.toml"), "").unwrap();
        let other = Tools {
            bundled: Some(folder.path().to_owned()),
            ..embedded
        };
        let found = Bundles::from_flags(&other).unwrap();
        assert_eq!((found.embedded.len(), found.folders.len()), (0, 1));
    }
}
