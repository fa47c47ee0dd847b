//! Accepting a connection: the instance proves its identity and gets an entry in the table.
//!
//! Belongs here: the number of concurrent proofs, and the steps from a connection to an entry. Does not: the proof
//! itself (`bridge-live`), the selection of the entry (`table`).

use crate::inner::{Inner, UNPROVED};
use host_api::{Link, Sent};
use host_bridge::UnityBridge;
use host_bridge_live::greeting::greet;
use host_bridge_live::opening::Close;
use std::sync::Arc;

impl Inner {
    /// Serves a connection until it ends, if its instance gets an entry in the table.
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
        // One at a time, so that each connection sees the current table.
        let Ok(_arriving) = self.arriving.acquire().await else {
            return;
        };
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
        let said = hello.clone();
        bridge.link(hello, link).await;
        self.pair(&said, &bridge);
        self.came.send_modify(|came| *came += 1);
    }
}

fn refuse(link: &Link, why: String) {
    tracing::warn!("rejected an instance: {why}");
    let Close { code, reason } = Close::new(Close::TOO_MANY, why);
    // Nothing was sent before, so there is room.
    let _ = link.outgoing.try_send(Sent::Close(code, reason));
}
