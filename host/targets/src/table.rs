//! The table of Unity instances. An instance that reconnects, even as a new process, gets its old entry.
//!
//! This module contains the entries and their instances. `door` accepts connections, and `choice` selects the target of
//! a call.

use host_bridge::{Activity, BridgeId, BridgeState, UnityBridge};
use host_bridge_live::LiveBridge;
use host_bridge_live::frames::{Hello, Kind};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of connected and disconnected Unity instances in the table; further ones are refused.
pub(crate) const MOST: usize = 16;

/// The time for which a disconnected instance still counts as available; it may be reloading or restarting meanwhile.
pub(crate) const AWAY: Duration = Duration::from_secs(60);

/// The properties by which a restarted Unity instance is recognized. They are not proved, so they grant no access.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name {
    kind: Kind,
    project: String,
    company: String,
    path: Option<String>,
}

impl Name {
    fn from_hello(hello: &Hello) -> Self {
        let project = &hello.project;
        Self {
            kind: hello.kind,
            project: project.name.clone(),
            company: project.company.clone(),
            path: project.path.clone(),
        }
    }
}

struct Place {
    name: Name,
    bridge: Arc<LiveBridge>,
    /// The process id (`instance`) that proved that it has the project folder open; `None` without a proof.
    proved: Option<String>,
}

impl Place {
    fn is_proved(&self) -> bool {
        let proved = self.proved.as_ref();
        proved.is_some_and(|proved| self.bridge.peer().is_some_and(|peer| peer.instance == *proved))
    }
}

pub(crate) struct Table {
    places: Vec<Place>,
    away: Duration,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            away: AWAY,
        }
    }
}

impl Table {
    /// Returns the table's bridge for a connecting instance: of the same process, else of an equal but disconnected
    /// instance. Otherwise creates one with `make`; its id differs from the folder's. `None` if all entries are used.
    pub(crate) fn place(
        &mut self,
        hello: &Hello,
        folder: Option<&BridgeId>,
        make: impl FnOnce(BridgeId) -> LiveBridge,
    ) -> Option<Arc<LiveBridge>> {
        let name = Name::from_hello(hello);
        let was_it = |place: &&Place| place.bridge.peer().is_some_and(|peer| peer.instance == hello.instance);
        let is_free = |place: &&Place| place.name == name && !place.bridge.is_linked();
        let own = self
            .places
            .iter()
            .find(was_it)
            .or_else(|| self.places.iter().find(is_free));
        if let Some(place) = own {
            return Some(Arc::clone(&place.bridge));
        }
        if self.places.len() >= MOST {
            let is_idle = |place: &Place| !place.bridge.is_linked() && place.bridge.queue_depth() == 0;
            let idle = self.places.iter().position(is_idle)?;
            self.places.remove(idle);
        }
        let bridge = Arc::new(make(self.id(&name, folder)));
        let place = Place {
            name,
            bridge: Arc::clone(&bridge),
            proved: None,
        };
        self.places.push(place);
        Some(bridge)
    }

    /// Creates an id for a new instance that no other instance has; if possible, the same id in each run of the host.
    fn id(&self, name: &Name, folder: Option<&BridgeId>) -> BridgeId {
        // FNV-1a gives the same value in every build, unlike the hashes of the standard library.
        let text = format!("{name:?}");
        let mut number = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        loop {
            let id = BridgeId::new(&name.project, number);
            if folder != Some(&id) && self.places.iter().all(|place| place.bridge.id() != id) {
                return id;
            }
            number = number.wrapping_add(1);
        }
    }

    pub(crate) fn all(&self) -> Vec<Arc<LiveBridge>> {
        self.places.iter().map(|place| Arc::clone(&place.bridge)).collect()
    }

    /// Returns the editor that proved that it has the project folder open; `None` without such a proof.
    pub(crate) fn editor(&self) -> Option<Arc<LiveBridge>> {
        let place = self.places.iter().find(|place| place.is_proved())?;
        Some(Arc::clone(&place.bridge))
    }

    /// Records that the process `instance` proved that it has the project folder open; `id` identifies its entry.
    /// Returns false if another available instance has proved it before.
    pub(crate) fn prove(&mut self, id: &BridgeId, instance: &str) -> bool {
        let is_taken = |place: &Place| place.bridge.id() != *id && place.is_proved() && self.is_here(&place.bridge);
        if self.places.iter().any(is_taken) {
            return false;
        }
        for place in &mut self.places {
            let is_it = place.bridge.id() == *id;
            place.proved = is_it.then(|| instance.to_owned());
        }
        true
    }

    /// Returns the instances that are connected, or that disconnected a short time ago and are expected to reconnect.
    pub(crate) fn linked_bridges(&self) -> Vec<Arc<LiveBridge>> {
        let bridges = self.places.iter().map(|place| &place.bridge);
        bridges.filter(|bridge| self.is_here(bridge)).map(Arc::clone).collect()
    }

    /// Returns true if the instance is connected, or disconnected for less than `away` and is expected to reconnect. A
    /// process that has ended is not expected.
    pub(crate) fn is_here(&self, bridge: &LiveBridge) -> bool {
        match bridge.state() {
            BridgeState::Unity(state) => {
                let may_return = !state.has_ended && state.since < self.away;
                bridge.peer().is_some() && (state.activity != Activity::Away || may_return)
            }
            BridgeState::Ready | BridgeState::Loading { .. } | BridgeState::Failed { .. } => false,
        }
    }

    #[cfg(test)]
    pub(crate) fn wait_for_nobody(&mut self) {
        self.away = Duration::ZERO;
    }
}
