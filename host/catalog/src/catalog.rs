//! The catalog as the rest of the host holds it: start, configuration reload, readiness.

use crate::events;
use crate::gate::{Approvals, Gate};
use crate::guest_events;
use crate::id_owners::IdOwners;
use crate::options::{BundleSettings, CatalogOptions, Settings};
use crate::profile_names;
use crate::publish::Publisher;
use crate::shared::Shared;
use host_api::{AuditSink, CallLimits};
use host_bridge::UnityBridge;
use host_policy::PolicyCell;
use host_runtime::Runtime;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// All bundles of the host and the calls to them. Implements `host_api::ToolService`.
pub struct Catalog {
    pub(crate) shared: Arc<Shared>,
    pub(crate) runtime: Runtime,
    pub(crate) gate: Gate,
    pub(crate) waiters: mpsc::Sender<events::Waiter>,
}

impl Catalog {
    /// Starts preparing what the folders hold, in parallel beside the async workers, and returns at once; a call that comes
    /// before the first load is done waits for it. Its tasks belong to `tracker` and end with `shutdown`. Must be called on a runtime.
    pub fn start(
        options: CatalogOptions,
        runtime: Runtime,
        policy: Arc<PolicyCell>,
        bridge: Arc<dyn UnityBridge>,
        audit: Arc<dyn AuditSink>,
        tracker: TaskTracker,
        shutdown: CancellationToken,
    ) -> Arc<Self> {
        let settings = Settings {
            bundles: options.bundles,
            limits: options.limits,
        };
        runtime.set_rights(settings.rights());
        let (events, logs, asked) = (bridge.events(), bridge.log().subscribe(), Arc::clone(&bridge));
        let (guest_sender, guest_receiver) = mpsc::channel(guest_events::WAITING);
        let shared = Arc::new(Shared::new(settings, Arc::clone(&policy), bridge, guest_sender));
        let parked = shared.counters.parked.clone();
        let owners = IdOwners::new(options.id_owners);
        let publisher = Publisher::new(
            Arc::clone(&shared),
            runtime.clone(),
            (options.folders, options.embedded),
            options.watch,
            owners,
        );
        tracker.spawn(publisher.run(shutdown.clone()));
        // One who finds it full waits its turn.
        let (waiters, waiting) = mpsc::channel(64);
        tracker.spawn(events::forward(
            Arc::clone(&shared),
            events,
            logs,
            waiting,
            shutdown.clone(),
        ));
        tracker.spawn(guest_events::tell(
            Arc::clone(&shared),
            runtime.clone(),
            guest_receiver,
            shutdown,
        ));
        Arc::new(Self {
            shared,
            runtime,
            gate: Gate {
                policy,
                audit,
                bridge: asked,
                parked,
                approvals: Approvals::default(),
            },
            waiters,
        })
    }

    /// Puts new `[bundles]` and `[limits]` in force at once: for calls under way at their next import, for calls that come now
    /// with the next list. Publish a new policy before this, so that the list follows both.
    pub fn apply(&self, bundles: BTreeMap<String, BundleSettings>, limits: CallLimits) {
        let settings = Settings { bundles, limits };
        // Calls under way first: what is taken back from them can't wait for the next list.
        self.runtime.set_rights(settings.rights());
        self.shared.settings.store(Arc::new(settings));
        self.refresh();
    }

    /// What is wrong with `profile` for the bundles found at the last look, in words; `None` if each of its names is known,
    /// or if that is not known yet.
    pub fn unknown_profile(&self, profile: &str) -> Option<String> {
        let names = self.shared.profile_names.load_full()?;
        profile_names::problem(profile, &names)
    }

    /// The process ends now: logs each call that is cut off, and returns how many there are. A call that the access log has
    /// no line for is not among them.
    pub fn cut_calls(&self) -> usize {
        self.shared.counters.under_way.cut()
    }

    /// Brings list and instructions up to date after a change of policy.
    pub fn refresh(&self) {
        self.shared.review.notify_one();
    }

    /// Waits until everything found at start was published or refused, and all that is published has its code.
    pub async fn ready(&self) {
        // The sender lives in `shared`, so this ends only with the value waited for.
        let _ = self.shared.compiled.subscribe().wait_for(|compiled| *compiled).await;
    }
}
