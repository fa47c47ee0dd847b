//! The acceptance of a connection: the Unity instance proves its identity, and gets an entry in the table.
//!
//! This module limits the number of concurrent proofs. The crate `bridge-live` checks the proof, and `table` selects
//! the entry.

use crate::inner::{Inner, UNPROVED};
use host_api::{Link, Sent};
use host_bridge::UnityBridge;
use host_bridge_live::greeting::greet;
use host_bridge_live::opening::Close;
use std::sync::Arc;

impl Inner {
    /// Authenticates a connecting Unity instance, adds it to the table of instances, and serves it to its end.
    pub(crate) async fn let_in(self: &Arc<Self>, mut link: Link) {
        let Ok(turn) = self.unproved.try_acquire() else {
            return refuse(&link, format!("{UNPROVED} other links are proving their identity"));
        };
        let greeted = tokio::select! {
            greeted = greet(&mut link, &self.secret) => greeted,
            () = self.over.cancelled() => return,
        };
        drop(turn);
        let Some(hello) = greeted else { return };
        // One instance at a time, so that each sees the current table.
        let Ok(_arriving) = self.arriving.acquire().await else {
            return;
        };
        self.numbers.open_file().await;
        let Some(bridge) = self.place(&hello) else {
            return refuse(&link, "the maximum number of Unity instances is connected".to_owned());
        };
        tracing::info!(
            unity = %bridge.id(),
            version = hello.unity,
            platform = hello.platform,
            package = hello.package,
            "an instance connected"
        );
        self.numbers.note_instance(&hello.instance, bridge.id().as_str());
        let (proving, instance) = (self.begin_proof(&hello, &bridge), hello.instance.clone());
        bridge.link(hello, link).await;
        if let Some(proving) = proving {
            self.pair(proving, instance);
        }
        self.came.send_modify(|came| *came += 1);
    }
}

fn refuse(link: &Link, why: String) {
    tracing::warn!("rejected an instance: {why}");
    let Close { code, reason } = Close::new(Close::TOO_MANY, why);
    // Nothing was sent before, so the message fits into the queue.
    let _ = link.outgoing.try_send(Sent::Close(code, reason));
}
