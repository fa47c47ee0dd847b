//! The state that the readers of the catalog and its only writer, the publisher, share.

use crate::counters::Counters;
use crate::crashes::Crashes;
use crate::options::Settings;
use crate::snapshot::Snapshot;
use arc_swap::{ArcSwap, ArcSwapOption};
use host_api::{Announced, BundleHealth, HostEvent, HostLine, Whose};
use host_bridge::UnityBridge;
use host_policy::PolicyCell;
use host_runtime::{GuestEvent, PreparedBundle};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::{Notify, broadcast, mpsc, watch};

/// Maximum number of host events that wait for a slow reader. Log lines have a separate buffer of the same size.
const EVENTS: usize = 1024;

/// An event for bundles, with the target that it concerns.
#[derive(Clone)]
pub(crate) struct AddressedEvent {
    pub(crate) whose: Whose,
    pub(crate) event: GuestEvent,
}

pub(crate) struct Shared {
    pub(crate) published: ArcSwap<Snapshot<PreparedBundle>>,
    pub(crate) health: ArcSwap<Vec<BundleHealth>>,
    pub(crate) revision: watch::Sender<u64>,
    /// True after all bundles found at start were published or rejected.
    pub(crate) loaded: watch::Sender<bool>,
    /// True after the code of all bundles found at start was also compiled.
    pub(crate) compiled: watch::Sender<bool>,
    pub(crate) events: broadcast::Sender<HostEvent>,
    /// Sender of log lines. It is separate from `events`, so that many lines cannot displace an event.
    pub(crate) lines: broadcast::Sender<Announced<HostLine>>,
    /// The queue of events for bundles that export `events`.
    pub(crate) guest_events: mpsc::Sender<AddressedEvent>,
    pub(crate) settings: ArcSwap<Settings>,
    /// The names that a profile may contain; `None` before the first scan, and if a manifest cannot be read.
    pub(crate) profile_names: ArcSwapOption<BTreeSet<String>>,
    pub(crate) counters: Counters,
    pub(crate) crashes: Crashes,
    /// Notification that files of bundles may have changed, so that the bundle folders are scanned again.
    pub(crate) files_changed: Arc<Notify>,
    /// Notification that settings, policy or bridge may have changed, so that the tool list is built again.
    pub(crate) review: Notify,
    pub(crate) policy: Arc<PolicyCell>,
    pub(crate) bridge: Arc<dyn UnityBridge>,
}

impl Shared {
    pub(crate) fn new(
        settings: Settings,
        policy: Arc<PolicyCell>,
        bridge: Arc<dyn UnityBridge>,
        guest_events: mpsc::Sender<AddressedEvent>,
    ) -> Self {
        Self {
            published: ArcSwap::from_pointee(Snapshot::default()),
            health: ArcSwap::default(),
            revision: watch::Sender::new(0),
            loaded: watch::Sender::new(false),
            compiled: watch::Sender::new(false),
            events: broadcast::Sender::new(EVENTS),
            lines: broadcast::Sender::new(EVENTS),
            guest_events,
            settings: ArcSwap::from_pointee(settings),
            profile_names: ArcSwapOption::empty(),
            counters: Counters::default(),
            crashes: Crashes::default(),
            files_changed: Arc::new(Notify::new()),
            review: Notify::new(),
            policy,
            bridge,
        }
    }

    pub(crate) fn announce(&self, event: HostEvent) {
        let _ = self.events.send(event);
    }

    pub(crate) fn say(&self, line: Announced<HostLine>) {
        let _ = self.lines.send(line);
    }
}
