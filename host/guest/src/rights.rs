//! The operator's settings for one bundle, and the check whether they allow a running call to continue.
//!
//! Belongs here: all settings in `[bundles.<id>]` that can revoke a permission. Does not: the rules for grants
//! (`grants`), the policy (`host_policy`), the code that checks a call (`gate`).

use crate::gate::Identity;
use crate::grants::Grants;
use host_api::{Interface, Refusal};
use host_policy::Piece;
use std::path::PathBuf;
use std::sync::Arc;

/// The settings in `[bundles.<id>]` that can revoke a permission.
#[derive(Clone, Debug)]
pub struct Rights {
    /// The setting `[bundles.<id>] enabled`: true if the bundle may run.
    pub enabled: bool,
    /// The hexadecimal SHA-256 of the only component that may run; `None` if any may.
    pub digest: Option<String>,
    /// The only folder whose component may use this bundle id; `None` if any may.
    pub folder: Option<PathBuf>,
    pub grants: Grants,
    /// The setting `[bundles.<id>] tools`: the tools, resources and prompts that may be used.
    pub pieces: Pieces,
}

impl Default for Rights {
    fn default() -> Self {
        Self {
            enabled: true,
            digest: None,
            folder: None,
            grants: Grants::Default,
            pieces: Pieces::new(|_| true),
        }
    }
}

/// A function that returns true for each tool, resource or prompt of a bundle that the operator allows.
#[derive(Clone)]
pub struct Pieces(Arc<dyn Fn(&Piece) -> bool + Send + Sync>);

impl Pieces {
    pub fn new(serves: impl Fn(&Piece) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(serves))
    }
}

impl std::fmt::Debug for Pieces {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Pieces").finish_non_exhaustive()
    }
}

impl Rights {
    /// Checks that `component` may run `piece` (a tool, resource or prompt).
    pub(crate) fn run(&self, component: &Identity, piece: &Piece) -> Result<(), Refusal> {
        let bundle = &component.bundle;
        if !self.enabled {
            return Err(Refusal::bundle_off(bundle));
        }
        if let Some(pin) = self.digest.as_ref().filter(|pin| pin.as_str() != &*component.digest) {
            return Err(Refusal::other_digest(bundle, &component.digest, pin));
        }
        if let Some(named) = self.folder.as_ref().filter(|named| !component.folders.contains(named)) {
            return Err(Refusal::other_folder(bundle, named.display()));
        }
        if (self.pieces.0)(piece) {
            return Ok(());
        }
        Err(piece.left_out_refusal(bundle))
    }

    /// Checks that `component` may use `interface` while it runs `piece`.
    pub(crate) fn import(&self, component: &Identity, piece: &Piece, interface: Interface) -> Result<(), Refusal> {
        self.run(component, piece)?;
        if self.grants.hold(component.bundled, interface) {
            return Ok(());
        }
        let bundle = &component.bundle;
        let remedy = self.grants.remedy(bundle, &[interface]);
        Err(Refusal::not_granted(bundle, interface, interface.allows(), remedy))
    }
}

#[cfg(test)]
mod tests;
