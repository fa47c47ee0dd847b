//! The input from the catalog for running one export of a guest.

use crate::denied_fields::refused_fields;
use host_api::{AccessTarget, CallContext, CallLimits, Caller, CompletionReference, Refusal};
use host_bridge::{EditPlan, FileChanges, SelectedTarget};
use host_policy::{Policy, allowlisted};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A tool call that gate 1 has accepted.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The tool's name in its bundle, without a prefix.
    pub tool: Arc<str>,
    /// The arguments: a JSON object as text, without the `confirm` argument.
    pub arguments: Arc<str>,
    pub base: InvocationBase,
}

/// Data for every run of a guest, whichever export it calls.
#[derive(Clone, Debug)]
pub struct InvocationBase {
    pub context: CallContext,
    pub caller: Caller,
    pub limits: CallLimits,
    /// The time at which the deadline starts; waiting for an instance counts towards it.
    pub accepted_at: Instant,
    /// The key of the call; its commands get the keys `<key>#<n>`, where n is their number in the call.
    pub idempotency_key: Option<String>,
    /// The resources of the bundle, whose changes it may announce.
    pub own: OwnResources,
    /// For a dry run: collects the plans that the guest previews. `None` for other calls.
    pub plans: Option<Plans>,
    /// The target of all commands. `None` = the host's default bridge, which rejects changes without a target.
    pub unity: Option<SelectedTarget>,
}

/// Collects the changes that a call would make, as reported by the bridge.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    told: Arc<Mutex<DryRunReport>>,
    /// Only for a rehearsal that runs the real call: whether the call reached an import that changes something, and was
    /// stopped there.
    change: Option<Arc<AtomicBool>>,
}

/// The report of a dry run.
#[derive(Debug, Default)]
pub struct DryRunReport {
    /// The plans without duplicates, in the order in which they were reported.
    pub plans: Vec<EditPlan>,
    /// The changes of project files in the last report of the bridge; `None` if there was no report.
    pub files: Option<Vec<FileChanges>>,
    /// True if the call reached an import that changes something, and was stopped there.
    pub reached_a_change: bool,
}

impl DryRunReport {
    /// Checks that the allowlists contain every name that the plans and the file changes need.
    ///
    /// # Errors
    /// If a name is missing; the refusal lists all missing names and the fields that would be written to files.
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

/// Maximum number of stored plans of one call.
const MOST_PLANS: usize = 8;

impl Plans {
    /// Creates a collector for a real call that is stopped at its first change. The audit does not count this as a
    /// write attempt.
    pub fn up_to_a_change() -> Self {
        Self {
            change: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// Returns whether the call was stopped at a change.
    pub fn was_reached(&self) -> bool {
        self.change.as_ref().is_some_and(|change| change.load(Ordering::SeqCst))
    }

    /// Records that the call was stopped at a change. Returns false if the collector is not one of
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

    /// Returns the report so far, and leaves an empty one.
    pub fn take(&self) -> DryRunReport {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns for a URI whether it is a resource of the running bundle, which may announce changes only of these.
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

/// The argument or variable to complete.
#[derive(Clone, Debug)]
pub struct CompletionQuery {
    pub reference: CompletionReference,
    pub argument: String,
    pub value: String,
    /// The name and value of each argument that the user has already set.
    pub context: Vec<(String, String)>,
}

/// An event for a bundle that exports `events`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestEvent {
    pub kind: GuestEventKind,
    /// The details of the event as JSON text; `None` if its kind has no details.
    pub data: Option<String>,
}

/// Kinds of events, as WIT `events.event-kind` defines them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestEventKind {
    SelectionChanged,
    ScenesChanged,
    BridgeChanged,
    PolicyChanged,
    Other(String),
}
