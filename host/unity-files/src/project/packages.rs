//! The packages that the project declares in `Packages/manifest.json`, with the versions from `packages-lock.json`.

use super::read::read_whole;
use crate::AssetProblem;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const MAX_MANIFEST_BYTES: u64 = 16 * 1024 * 1024;

/// Reads the package manifests: returns name and version (or address) of each package, and true if they were readable.
pub(super) fn read(root: &Path, problems: &mut Vec<String>) -> (Vec<(String, String)>, bool) {
    let mut packages = BTreeMap::new();
    let mut known = true;
    let mut add = |file: &str, needed: bool| match json(&root.join(file)) {
        Ok(Some(value)) => {
            let dependencies = value.get("dependencies").and_then(Value::as_object);
            for (name, entry) in dependencies.into_iter().flatten() {
                let version = entry.as_str().or_else(|| entry.get("version")?.as_str());
                if let Some(version) = version {
                    packages.insert(name.clone(), version.to_owned());
                }
            }
        }
        Ok(None) if !needed => {}
        Ok(None) => {
            known = false;
            problems.push(format!("{file} does not exist; packages are not known"));
        }
        Err(reason) => {
            known = false;
            problems.push(format!("{file}: {reason}; its packages are not known"));
        }
    };
    add("Packages/manifest.json", true);
    add("Packages/packages-lock.json", false);
    (packages.into_iter().collect(), known)
}

/// Returns the package name in the `package.json` of the folder `folder`; `None` if it cannot be read.
pub(super) fn name_of(folder: &Path) -> Option<String> {
    let manifest = json(&folder.join("package.json")).ok()??;
    Some(manifest.get("name")?.as_str()?.to_owned())
}

fn json(path: &Path) -> Result<Option<Value>, String> {
    let bytes = match read_whole(path, MAX_MANIFEST_BYTES) {
        Err(AssetProblem::Missing) => return Ok(None),
        other => other.map_err(|problem| problem.to_string())?,
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    serde_json::from_slice(bytes)
        .map(Some)
        .map_err(|error| error.to_string())
}
