//! What only a running Unity can do, and how the answer says so.

use super::view::WorldView;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied};
use host_scripts_folder::{check_name, quoted};

/// Bytes of a path below the exports folder.
const MAX_PATH: usize = 1_024;

/// The answer to everything that needs Unity itself: after all gates, never instead of one.
pub(super) fn needed(what: &str) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        format!("{what} needs a running Unity; this host serves a project folder"),
    )
    .with_hint("read and change the project through the other tools, or do this in the Unity editor")
}

/// The bridge answers it, without its session.
pub(super) fn of_the_host() -> BridgeError {
    BridgeError::new(BridgeErrorKind::Internal, "a session was asked which Unitys there are")
}

/// What is wrong with the question, else that it needs Unity.
pub(super) fn screenshot(output_path: Option<&str>) -> BridgeError {
    let invalid = |message: String| BridgeError::new(BridgeErrorKind::InvalidArgument, message);
    match output_path.map(export_problem) {
        Some(Err(why)) => invalid(format!("output_path {why}")).with_hint(
            "give a path below the exports folder of the host's data folder, such as shots/now.png; without one the answer holds the picture",
        ),
        Some(Ok(())) | None => needed("A screenshot"),
    }
}

/// Plain names below the exports folder, the same on every system: what one system ignores, another one resolves.
fn export_problem(path: &str) -> Result<(), String> {
    let shown = quoted(path);
    if path.trim().is_empty() {
        return Err("is empty".to_owned());
    }
    if path.len() > MAX_PATH {
        return Err(format!("has {} bytes, at most {MAX_PATH} are taken", path.len()));
    }
    for name in path.split(['/', '\\']) {
        if name.is_empty() {
            return Err(format!("is {shown}, which is absolute or has an empty name"));
        }
        check_name(name).map_err(|why| format!("is {shown}, which cannot be used: {why}"))?;
    }
    let stem = path.len().checked_sub(4).and_then(|at| path.split_at_checked(at));
    let is_png = stem.is_some_and(|(stem, end)| end.eq_ignore_ascii_case(".png") && !stem.ends_with(['/', '\\']));
    if !is_png || path.len() == 4 {
        return Err(format!("is {shown}, expected a name that ends in .png"));
    }
    Ok(())
}

impl WorldView<'_> {
    /// # Errors
    /// Always: `NotFound` for the object, else `NotReady`.
    pub(super) fn call_method(self, object: ObjectId, method: &str) -> Result<Replied, BridgeError> {
        self.find(object)?;
        Err(needed(&format!("Calling {method}")))
    }
}

#[cfg(test)]
mod tests;
