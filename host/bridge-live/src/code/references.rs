//! What a snippet may refer to: the assemblies that this Unity has loaded, asked for by what is in them.

use super::blocking;
use crate::live_bridge::LiveBridge;
use crate::session::LinkCall;
use host_bridge::{BridgeCall, BridgeError, BridgeErrorKind};
use host_compile_csharp::References;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Assemblies of one Unity.
const MOST: usize = 512;
/// Bytes of all of them.
const MOST_BYTES: u64 = 384 << 20;

/// As `link/assemblies` tells it; the name is told to nobody who opens files.
#[derive(Deserialize)]
struct Loaded {
    name: String,
    sha256: String,
    size: u64,
}

impl LiveBridge {
    /// Name and file of each. Those that a compiler should not see are left out.
    pub(super) async fn references_of(
        &self,
        call: &BridgeCall,
        kept: &References,
    ) -> Result<Vec<(String, PathBuf)>, BridgeError> {
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
            // Two of one name are an error to compilers: the first that was loaded is meant.
            if !names.insert(one.name.clone()) {
                continue;
            }
            match self.reference(call, kept, &one).await? {
                Some(file) => found.push((one.name, file)),
                None => tracing::debug!(unity = %self.name_of(), assembly = one.name, "no snippet can refer to it"),
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
            // It is too large for a frame, or gone by now.
            Err(error) if matches!(error.kind, BridgeErrorKind::TooLarge | BridgeErrorKind::NotFound) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let (folder, sha256) = (kept.clone(), one.sha256.clone());
        let put = blocking(move || folder.put(&sha256, &given)).await?;
        Ok(put
            .inspect_err(|why| tracing::warn!(assembly = one.name, "an assembly of a Unity is not used: {why}"))
            .ok())
    }
}

/// In the time of the call, as a call of its own.
fn reading(call: &BridgeCall) -> BridgeCall {
    BridgeCall {
        origin: call.origin.clone(),
        cancel: call.cancel.clone(),
        deadline: call.deadline,
        progress: call.progress.clone(),
        ..BridgeCall::internal()
    }
}
