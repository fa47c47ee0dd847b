//! The input from the catalog for running one export of a guest.

use crate::denied_fields::refused_fields;
use host_api::{AccessTarget, CallContext, CallLimits, Caller, CompletionReference, Refusal};
use host_bridge::{EditPlan, FileChanges, SelectedTarget};
use host_policy::{Policy, allowlisted};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A tool call, after gate 1.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The tool's own name.
    pub tool: Arc<str>,
    /// A JSON object as text, with `confirm` already removed.
    pub arguments: Arc<str>,
    pub base: InvocationBase,
}

/// Data for every run of a guest.
#[derive(Clone, Debug)]
pub struct InvocationBase {
    pub context: CallContext,
    pub caller: Caller,
    pub limits: CallLimits,
    /// Start of the deadline, which includes waiting for an instance.
    pub accepted_at: Instant,
    /// Commands of this call get the keys `<key>#<n>`.
    pub idempotency_key: Option<String>,
    /// The resources that it may announce.
    pub own: OwnResources,
    /// For a dry run: collects the plans that it previews.
    pub plans: Option<Plans>,
    /// The target of all commands; `None` = the host's bridge, which rejects changes without a target.
    pub unity: Option<SelectedTarget>,
}

/// The changes that a call would make, as reported by the bridge.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    told: Arc<Mutex<DryRunReport>>,
    /// For a rehearsal that runs the real call: whether it reached an import that changes something, where it was
    /// stopped.
    change: Option<Arc<AtomicBool>>,
}

/// The report of a dry run.
#[derive(Debug, Default)]
pub struct DryRunReport {
    /// Each plan once, in order.
    pub plans: Vec<EditPlan>,
    /// The changes of project files in the last report of the bridge; `None` if there was no report.
    pub files: Option<Vec<FileChanges>>,
    /// The real call reached a change, where it was stopped.
    pub reached_a_change: bool,
}

impl DryRunReport {
    /// Whether the allowlists contain what the plans and the files need.
    ///
    /// # Errors
    /// Names everything that no list contains, and the fields that would be written into files.
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

    /// Whether nothing would change: the project already is as the call would make it.
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
    /// For a real call that is stopped at its first change. Being stopped there does not count as a write attempt.
    pub fn up_to_a_change() -> Self {
        Self {
            change: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// The call would have changed something next.
    pub fn was_reached(&self) -> bool {
        self.change.as_ref().is_some_and(|change| change.load(Ordering::SeqCst))
    }

    /// Records that a change was stopped; false if this is not such a rehearsal.
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

    /// Returns the report so far.
    pub fn take(&self) -> DryRunReport {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Which URIs are resources of the running bundle: it may announce changes only of these.
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

/// The argument to complete.
#[derive(Clone, Debug)]
pub struct CompletionQuery {
    pub reference: CompletionReference,
    pub argument: String,
    pub value: String,
    /// Arguments chosen before.
    pub context: Vec<(String, String)>,
}

/// An event for a bundle that exports `events`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestEvent {
    pub kind: GuestEventKind,
    /// JSON, if the kind has details.
    pub data: Option<String>,
}

/// Kinds of WIT `events.event-kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestEventKind {
    SelectionChanged,
    ScenesChanged,
    BridgeChanged,
    PolicyChanged,
    Other(String),
}
