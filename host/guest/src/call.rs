//! The input with which the host runs one export of a guest.

use crate::denied_fields::refused_fields;
use host_api::{AccessTarget, CallContext, CallLimits, Caller, CompletionReference, Refusal};
use host_bridge::{EditPlan, FileChanges, SelectedTarget};
use host_policy::{Policy, allowlisted};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A tool call that the first permission check (gate 1) has accepted.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The tool's name in its bundle, without a prefix.
    pub tool: Arc<str>,
    /// The arguments: the text of a JSON object, without the argument `confirm`.
    pub arguments: Arc<str>,
    pub base: InvocationBase,
}

/// The data for one run of a guest, independent of the export that it calls.
#[derive(Clone, Debug)]
pub struct InvocationBase {
    pub context: CallContext,
    pub caller: Caller,
    pub limits: CallLimits,
    /// The time at which the deadline starts. Waiting for a free instance counts towards it.
    pub accepted_at: Instant,
    /// The idempotency key of the call, if any. Its commands have the keys `<key>#<n>` for command number n.
    pub idempotency_key: Option<String>,
    /// The resources of the bundle. The guest may announce only their changes.
    pub own: OwnResources,
    /// Collects the plans that the guest previews in a dry run; `None` in other calls.
    pub plans: Option<Plans>,
    /// The target of all commands. If `None`, the host's default bridge is used, which rejects changes.
    pub unity: Option<SelectedTarget>,
}

/// Collects the changes that a call would make, as the bridge reports them.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    told: Arc<Mutex<DryRunReport>>,
    /// Only in a rehearsal that runs the real call: true if the call reached an import that changes something. The call
    /// was stopped there.
    change: Option<Arc<AtomicBool>>,
}

/// The report of a dry run: the changes that the call would make.
#[derive(Debug, Default)]
pub struct DryRunReport {
    /// The plans without duplicates, in the order in which the bridge reported them.
    pub plans: Vec<EditPlan>,
    /// The changes of project files in the last report of the bridge; `None` if there was none.
    pub files: Option<Vec<FileChanges>>,
    /// True if the call reached an import that changes something. The call was stopped there.
    pub reached_a_change: bool,
}

impl DryRunReport {
    /// Checks that the policy's allowlists contain every name that the plans and the file changes need.
    ///
    /// # Errors
    /// A name is missing. The refusal lists all missing names and the fields that would be written to files.
    pub fn allowlisted(&self, policy: &Policy) -> Result<(), Refusal> {
        let files = self.files.as_deref().unwrap_or_default();
        let of_plans = self.plans.iter().flat_map(|plan| &plan.touches.needs);
        let of_files = files.iter().flat_map(|file| &file.needs);
        let needs = of_plans.chain(of_files.map(|written| &written.need));
        let all = AccessTarget::Plan(needs.map(AccessTarget::from).collect());
        allowlisted(policy, &all).map_err(|refusal| match refused_fields(files, policy) {
            Some(fields) => refusal.with_obstacle(&fields),
            None => refusal,
        })
    }

    /// Returns true if the call would change nothing, because the project is already in the requested state.
    pub fn changes_nothing(&self) -> bool {
        match (self.plans.as_slice(), &self.files) {
            ([], Some(files)) => files.is_empty() && !self.reached_a_change,
            ([], None) => false,
            (plans, _) => plans.iter().all(|plan| plan.total == 0),
        }
    }
}

/// Maximum number of plans of one call that are stored.
const MOST_PLANS: usize = 8;

impl Plans {
    /// Creates a collector for a real call that is stopped at its first change. The audit log does not record this as
    /// an attempt to write.
    pub fn up_to_a_change() -> Self {
        Self {
            change: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// Returns true if the call was stopped at a change.
    pub fn was_reached(&self) -> bool {
        self.change.as_ref().is_some_and(|change| change.load(Ordering::SeqCst))
    }

    /// Records that the call was stopped at a change. Returns false if this collector was not created by
    /// [`Self::up_to_a_change`].
    pub(crate) fn reach(&self) -> bool {
        self.change
            .as_ref()
            .inspect(|change| change.store(true, Ordering::SeqCst))
            .is_some()
    }

    pub(crate) fn add(&self, plan: &EditPlan) {
        let plans = &mut self.told.lock().unwrap_or_else(PoisonError::into_inner).plans;
        let is_new = plans.iter().all(|known| known.digest != plan.digest);
        if is_new && plans.len() < MOST_PLANS {
            plans.push(plan.clone());
        }
    }

    pub(crate) fn set_files(&self, files: &[FileChanges]) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).files = Some(files.to_vec());
    }

    /// Removes and returns the report so far.
    pub fn take(&self) -> DryRunReport {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A function that returns true for the URI of a resource of the running bundle. A guest can announce only these.
#[derive(Clone)]
pub struct OwnResources(Arc<dyn Fn(&str) -> bool + Send + Sync>);

impl OwnResources {
    pub fn new(holds: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(holds))
    }

    pub fn empty() -> Self {
        Self::new(|_| false)
    }

    pub fn contains(&self, uri: &str) -> bool {
        (self.0)(uri)
    }
}

impl std::fmt::Debug for OwnResources {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OwnResources").finish_non_exhaustive()
    }
}

/// A request to complete an argument of a prompt or a variable of a resource URI.
#[derive(Clone, Debug)]
pub struct CompletionQuery {
    pub reference: CompletionReference,
    pub argument: String,
    pub value: String,
    /// The names and values of the arguments that the user has already entered.
    pub context: Vec<(String, String)>,
}

/// An event that the host sends to a bundle that exports `events`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestEvent {
    pub kind: GuestEventKind,
    /// Details of the event as JSON text; `None` if this kind of event has no details.
    pub data: Option<String>,
}

/// The kinds of events, as the WIT type `events.event-kind` defines them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestEventKind {
    SelectionChanged,
    ScenesChanged,
    BridgeChanged,
    PolicyChanged,
    Other(String),
}
