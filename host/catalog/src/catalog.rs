//! The public interface of the catalog: start, configuration reload, readiness.

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

/// All bundles of the host, and the calls to their tools. Implements `host_api::ToolService`.
pub struct Catalog {
    pub(crate) shared: Arc<Shared>,
    pub(crate) runtime: Runtime,
    pub(crate) gate: Gate,
    pub(crate) waiters: mpsc::Sender<events::Waiter>,
}

impl Catalog {
    /// Starts to prepare the bundles in the folders, on tasks besides the async workers, and returns immediately. A
    /// call that arrives before the first load has ended waits for it. `tracker` tracks the tasks; `shutdown` ends
    /// them. Must be called on a Tokio runtime.
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
            options.folders,
            options.embedded,
            options.watch,
            owners,
        );
        tracker.spawn(publisher.run(shutdown.clone()));
        // A sender waits if the channel is full.
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

    /// Applies new tables `[bundles]` and `[limits]`. A running call uses them when it next calls an imported function;
    /// new calls use the next tool list. Publish a new policy before this call, so that the list reflects both.
    pub fn apply(&self, bundles: BTreeMap<String, BundleSettings>, limits: CallLimits) {
        let settings = Settings { bundles, limits };
        // Running calls first: a revocation must not wait for the next list.
        self.runtime.set_rights(settings.rights());
        self.shared.settings.store(Arc::new(settings));
        self.refresh();
    }

    /// Describes the names in the tool profile `profile` that match no bundle or group of the last scan. `None` if each
    /// name is known, or before the first scan.
    pub fn unknown_profile(&self, profile: &str) -> Option<String> {
        let names = self.shared.profile_names.load_full()?;
        profile_names::problem(profile, &names)
    }

    /// Logs each call that the end of the process aborts, and returns the number of these calls. Calls without an
    /// access log entry are not counted.
    pub fn cut_calls(&self) -> usize {
        self.shared.counters.under_way.cut()
    }

    /// Rebuilds the tool list and the MCP instructions in the background, for example after a change of policy.
    pub fn refresh(&self) {
        self.shared.review.notify_one();
    }

    /// Waits until every bundle found at start is published or rejected, and all published bundles have compiled code.
    pub async fn ready(&self) {
        // `shared` owns the sender, so the channel cannot close before this value arrives.
        let _ = self.shared.compiled.subscribe().wait_for(|compiled| *compiled).await;
    }
}
