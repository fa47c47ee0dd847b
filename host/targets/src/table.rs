//! The table of instances: an instance that reconnects, after a script reload or as a new process, gets its old entry.
//!
//! Belongs here: the entries and their instances. Does not: links (`door`), the selection of an instance for a call
//! (`targets`).

use host_bridge::{Activity, BridgeId, BridgeState, UnityBridge};
use host_bridge_live::LiveBridge;
use host_bridge_live::frames::{Hello, Kind};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of entries.
pub(crate) const MOST: usize = 16;

/// The time for which an instance with a lost link still counts as available: its scripts may be reloading, or it may
/// be restarting.
pub(crate) const AWAY: Duration = Duration::from_secs(60);

/// The identity of an instance across processes. The instance only claims it, so it grants no access.
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

/// The entry of one instance: its name, its bridge and the proof of its editor.
struct Place {
    name: Name,
    bridge: Arc<LiveBridge>,
    /// The process id (`instance`) that proved to have the folder's project open.
    proved: Option<String>,
}

impl Place {
    fn is_proved(&self) -> bool {
        let proved = self.proved.as_ref();
        proved.is_some_and(|proved| self.bridge.peer().is_some_and(|peer| peer.instance == *proved))
    }
}

/// All entries, in the order in which they were created.
pub(crate) struct Table {
    places: Vec<Place>,
    /// The time for which an instance with a lost link still counts as available.
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
    /// Returns the bridge for a new link: that of the same process, else that of an equal instance without a link, else
    /// a new one from `make` whose id differs from the folder's. `None` if the maximum number of instances is reached.
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

    /// Returns an id that no other target has; if possible, the same id in each host run.
    fn id(&self, name: &Name, folder: Option<&BridgeId>) -> BridgeId {
        // FNV-1a: the same in every build, unlike the standard library's hashes.
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

    /// Returns all instances that have an entry.
    pub(crate) fn all(&self) -> Vec<Arc<LiveBridge>> {
        self.places.iter().map(|place| Arc::clone(&place.bridge)).collect()
    }

    /// Returns the editor that proved to have the folder's project open.
    pub(crate) fn editor(&self) -> Option<Arc<LiveBridge>> {
        let place = self.places.iter().find(|place| place.is_proved())?;
        Some(Arc::clone(&place.bridge))
    }

    /// Records the proof of the process `instance` of the target `id`. Returns false if another available instance
    /// proved it before.
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

    /// Returns the instances that are linked, or were linked a short time ago and are expected back.
    pub(crate) fn linked_bridges(&self) -> Vec<Arc<LiveBridge>> {
        let bridges = self.places.iter().map(|place| &place.bridge);
        bridges.filter(|bridge| self.is_here(bridge)).map(Arc::clone).collect()
    }

    /// Returns true if the instance is linked, or was linked less than `away` ago and is expected back.
    pub(crate) fn is_here(&self, bridge: &LiveBridge) -> bool {
        match bridge.state() {
            BridgeState::Unity(state) => {
                bridge.peer().is_some() && (state.activity != Activity::Away || state.since < self.away)
            }
            BridgeState::Ready | BridgeState::Loading { .. } | BridgeState::Failed { .. } => false,
        }
    }

    /// Sets the time for which a lost instance is expected back to zero.
    #[cfg(test)]
    pub(crate) fn wait_for_nobody(&mut self) {
        self.away = Duration::ZERO;
    }
}
