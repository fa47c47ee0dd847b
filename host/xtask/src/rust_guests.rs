//! The guests of this repository that are written in Rust.
//!
//! Belongs here: finding the guests and reading their manifests. Does not: building them (`components.rs`).

use crate::files;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::PathBuf;

pub(crate) struct Guest {
    /// The name of the guest's folder, which is also the bundle id of a bundled tool.
    pub(crate) id: String,
    pub(crate) package: String,
    pub(crate) source: PathBuf,
    /// The file name of the installed component, as in `bundle.toml`.
    pub(crate) component: String,
    pub(crate) destination: PathBuf,
    /// True if the guest depends on the SDK, so it can be built with the feature `sdk-rust/listing`.
    pub(crate) sdk: bool,
}

#[derive(serde::Deserialize)]
struct BundleFile {
    id: Option<String>,
    component: Option<String>,
}

#[derive(serde::Deserialize)]
struct Manifest {
    package: PackageName,
    #[serde(default)]
    lib: Library,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
}

#[derive(serde::Deserialize)]
struct PackageName {
    name: String,
}

#[derive(Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Library {
    #[serde(default)]
    crate_type: Vec<String>,
}

/// Returns the bundled tools: each folder of `tools/` with a `Cargo.toml`.
pub(crate) fn bundled_guests(workspace: &Workspace) -> Result<Vec<Guest>> {
    let mut found = Vec::new();
    for source in files::folders_in(&workspace.root.join("tools"))? {
        if !source.join("Cargo.toml").is_file() {
            continue;
        }
        let id = files::name_of(&source);
        let manifest = source.join("bundle.toml");
        let bundle: BundleFile = toml::from_str(&files::read_text(&manifest)?)
            .with_context(|| format!("{} is no valid TOML", workspace.display_path(&manifest)))?;
        let wanted = format!("{id}.wasm");
        if bundle.id.as_deref() != Some(id.as_str()) || bundle.component.as_deref() != Some(wanted.as_str()) {
            bail!(
                "{}: a bundled tool is named like its folder; write id = \"{id}\" and component = \"{wanted}\"",
                workspace.display_path(&manifest)
            );
        }
        let destination = workspace.components().join(&id);
        found.push(guest(id, source, wanted, destination)?);
    }
    Ok(found)
}

/// Returns the guests for tests only. Their `bundle.toml` may be invalid on purpose.
pub(crate) fn fixtures(workspace: &Workspace) -> Result<Vec<Guest>> {
    let mut found = Vec::new();
    for source in files::folders_in(&workspace.root.join("tests/fixtures/guests"))? {
        if !source.join("Cargo.toml").is_file() {
            continue;
        }
        let id = files::name_of(&source);
        let component = std::fs::read_to_string(source.join("bundle.toml"))
            .ok()
            .and_then(|text| toml::from_str::<BundleFile>(&text).ok())
            .and_then(|bundle| bundle.component)
            .unwrap_or_else(|| format!("{id}.wasm"));
        let destination = workspace.components().join("fixtures").join(&id);
        found.push(guest(id, source, component, destination)?);
    }
    Ok(found)
}

fn guest(id: String, source: PathBuf, component: String, destination: PathBuf) -> Result<Guest> {
    let path = source.join("Cargo.toml");
    let manifest: Manifest =
        toml::from_str(&files::read_text(&path)?).with_context(|| format!("{} names no package", path.display()))?;
    if manifest.lib.crate_type != ["cdylib"] {
        bail!(
            "{}: [lib] crate-type is {:?}; write [\"cdylib\"]: beside an rlib, cargo silently leaves out link-time \
             optimisation, which takes away a fifth of a component",
            path.display(),
            manifest.lib.crate_type
        );
    }
    Ok(Guest {
        id,
        sdk: manifest.dependencies.contains_key("sdk-rust"),
        package: manifest.package.name,
        source,
        component,
        destination,
    })
}

#[cfg(test)]
mod tests {
    use super::guest;
    use std::path::PathBuf;

    #[test]
    fn accepts_only_cdylib_as_guest_crate_type() {
        let folder = tempfile::tempdir().unwrap();
        let of = |library: &str| {
            let text = format!("[package]\nname = \"tools-x\"\n{library}");
            std::fs::write(folder.path().join("Cargo.toml"), text).unwrap();
            guest("x".into(), folder.path().into(), "x.wasm".into(), PathBuf::new())
        };
        assert_eq!(of("[lib]\ncrate-type = [\"cdylib\"]").unwrap().package, "tools-x");
        for library in ["", "[lib]\ncrate-type = [\"cdylib\", \"rlib\"]"] {
            let error = of(library).err().unwrap().to_string();
            assert!(error.contains("write [\"cdylib\"]"), "{error}");
        }
    }
}
