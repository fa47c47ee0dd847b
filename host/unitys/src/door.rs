//! Who comes in: a Unity proves itself, and gets its place.
//!
//! Belongs here: how many may prove themselves at once, and the way from a connection to a place. Does not: the proof itself
//! (`bridge-live`), which place it is (`table`).

use crate::inner::{Inner, UNPROVED};
use host_api::{Link, Sent};
use host_bridge::UnityBridge;
use host_bridge_live::greeting::greet;
use host_bridge_live::opening::Close;
use std::sync::Arc;

impl Inner {
    /// Carries a connection until it ends, where it gets a place.
    pub(crate) async fn let_in(self: &Arc<Self>, mut link: Link) {
        let Ok(turn) = self.unproved.try_acquire() else {
            return refuse(&link, format!("{UNPROVED} links prove themselves already"));
        };
        let greeted = tokio::select! {
            greeted = greet(&mut link, &self.secret) => greeted,
            () = self.over.cancelled() => return,
        };
        drop(turn);
        let Some(hello) = greeted else { return };
        // One after the other: each sees who has which place.
        let Ok(_arriving) = self.arriving.acquire().await else {
            return;
        };
        let Some(bridge) = self.place(&hello) else {
            return refuse(&link, "as many Unitys are linked as this host takes".to_owned());
        };
        tracing::info!(
            unity = %bridge.id(),
            version = hello.unity,
            platform = hello.platform,
            package = hello.package,
            "a Unity linked itself"
        );
        self.numbers.met(&hello.instance, bridge.id().as_str());
        let said = hello.clone();
        bridge.link(hello, link).await;
        self.pair(&said, &bridge);
        self.came.send_modify(|came| *came += 1);
    }
}

fn refuse(link: &Link, why: String) {
    tracing::warn!("a Unity was refused: {why}");
    let Close { code, reason } = Close::new(Close::TOO_MANY, why);
    // Nothing was said before: there is room.
    let _ = link.outgoing.try_send(Sent::Close(code, reason));
}
