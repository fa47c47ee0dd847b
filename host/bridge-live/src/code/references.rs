//! The assemblies against which a snippet is compiled: those that the Unity instance has loaded, identified by SHA-256.

use super::blocking;
use crate::live_bridge::LiveBridge;
use crate::session::LinkCall;
use host_bridge::{BridgeCall, BridgeError, BridgeErrorKind};
use host_compile_csharp::{Reference, References};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Maximum number of loaded assemblies in the list from a Unity instance. Above it, the host rejects the list.
const MOST: usize = 512;
/// Maximum total bytes of the assemblies in the list from a Unity instance. Above it, the host rejects the list.
const MOST_BYTES: u64 = 384 << 20;

/// One assembly in the answer to `link/assemblies`. The host never opens a file with its `name`.
#[derive(Deserialize)]
struct Loaded {
    name: String,
    sha256: String,
    size: u64,
}

impl LiveBridge {
    /// Returns the assemblies that the instance has loaded as files, except those that a compiler must not see.
    pub(super) async fn references_of(
        &self,
        call: &BridgeCall,
        kept: &References,
    ) -> Result<Vec<Reference>, BridgeError> {
        let wrong = |why: String| {
            BridgeError::new(
                BridgeErrorKind::Unity,
                format!("Unity's list of assemblies {why}; nothing was run"),
            )
        };
        let listed = self.ask_link(LinkCall::Assemblies, reading(call)).await?;
        let listed: Vec<Loaded> =
            serde_json::from_str(listed.value.get()).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let bytes = listed.iter().try_fold(0_u64, |sum, one| sum.checked_add(one.size));
        if listed.len() > MOST || bytes.is_none_or(|bytes| bytes > MOST_BYTES) {
            return Err(wrong(format!("has more than {MOST} names or {} MiB", MOST_BYTES >> 20)));
        }
        let mut names = BTreeSet::new();
        let mut found = Vec::new();
        for one in listed {
            // Compilers reject two assemblies with one name; the first one that was loaded is used.
            if !names.insert(one.name.clone()) {
                continue;
            }
            match self.reference(call, kept, &one).await? {
                Some(file) => found.push(Reference { name: one.name, file }),
                None => {
                    tracing::debug!(unity = %self.name_of(), assembly = one.name, "an assembly of an instance is not available to snippets")
                }
            }
        }
        Ok(found)
    }

    async fn reference(
        &self,
        call: &BridgeCall,
        kept: &References,
        one: &Loaded,
    ) -> Result<Option<PathBuf>, BridgeError> {
        let (folder, sha256) = (kept.clone(), one.sha256.clone());
        if let Some(file) = blocking(move || folder.get(&sha256)).await? {
            return Ok(Some(file));
        }
        let asked = LinkCall::Assembly {
            sha256: one.sha256.clone(),
        };
        let given = match self.ask_link(asked, reading(call)).await {
            Ok(reply) => reply.bytes.unwrap_or_default(),
            // It is too large for a frame, or is no longer loaded.
            Err(error) if matches!(error.kind, BridgeErrorKind::TooLarge | BridgeErrorKind::NotFound) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let (folder, sha256) = (kept.clone(), one.sha256.clone());
        let put = blocking(move || folder.put(&sha256, &given)).await?;
        Ok(put
            .inspect_err(|why| tracing::warn!(assembly = one.name, "ignored an assembly of an instance: {why}"))
            .ok())
    }
}

/// Creates the data of a call that the host itself sends while it executes `call`: same deadline and cancellation.
fn reading(call: &BridgeCall) -> BridgeCall {
    BridgeCall {
        origin: call.origin.clone(),
        cancel: call.cancel.clone(),
        deadline: call.deadline.clone(),
        progress: call.progress.clone(),
        ..BridgeCall::internal()
    }
}
