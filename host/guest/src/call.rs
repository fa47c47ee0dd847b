//! The input for one call of an export of a guest, which the catalog creates.

use crate::denied_fields::refused_fields;
use host_api::{AccessTarget, CallContext, CallLimits, Caller, CompletionReference, Refusal};
use host_bridge::{EditPlan, FileChanges, SelectedTarget};
use host_policy::{Policy, allowlisted};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A tool call that gate 1 (the policy check of calls) accepted.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The name of the tool, as its bundle declares it.
    pub tool: Arc<str>,
    /// The arguments as the JSON text of an object, without the argument `confirm`.
    pub arguments: Arc<str>,
    pub base: InvocationBase,
}

/// The data that every call of a guest's export needs, whichever export it is: caller, limits, deadline, target.
#[derive(Clone, Debug)]
pub struct InvocationBase {
    pub context: CallContext,
    pub caller: Caller,
    pub limits: CallLimits,
    /// The time at which the host accepted the call and its deadline began. Waiting for a free guest counts too.
    pub accepted_at: Instant,
    /// The idempotency key of the call; `None` without one. The n-th command to Unity gets the key `<key>#<n>`.
    pub idempotency_key: Option<String>,
    pub own: OwnResources,
    /// Collects the plans of changes that the guest makes in a dry run; `None` if the call is no dry run.
    pub plans: Option<Plans>,
    /// The target (Unity or project folder) of all commands; `None` for the default one, which rejects changes.
    pub unity: Option<SelectedTarget>,
}

/// A shared collector of the changes that a dry run of a call would make, as the bridge reports them.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    told: Arc<Mutex<DryRunReport>>,
    /// Contains true once the dry run reached its first change and was stopped there. `None` for a dry run that only
    /// plans and does not execute the tool's real code.
    change: Option<Arc<AtomicBool>>,
}

/// The planned changes that a dry run reported.
#[derive(Debug, Default)]
pub struct DryRunReport {
    /// The plans of changes without duplicates, in the order in which the dry run made them.
    pub plans: Vec<EditPlan>,
    /// The changes in each project file that the dry run would make, as the bridge reported last; `None` if it did not.
    pub files: Option<Vec<FileChanges>>,
    /// True if the call reached an import that changes something, and was stopped there.
    pub reached_a_change: bool,
}

impl DryRunReport {
    /// Checks that the allowlists contain every name that the plans and file changes need.
    ///
    /// # Errors
    /// Returns a refusal with all missing names, and with the fields that would be written to files.
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

    /// Returns true if the call would change nothing, because the project already has the requested state.
    pub fn changes_nothing(&self) -> bool {
        match (self.plans.as_slice(), &self.files) {
            ([], Some(files)) => files.is_empty() && !self.reached_a_change,
            ([], None) => false,
            (plans, _) => plans.iter().all(|plan| plan.total == 0),
        }
    }
}

const MOST_PLANS: usize = 8;

impl Plans {
    /// Creates a collector for a dry run that executes the real call and stops it before its first change. The audit
    /// log does not record the stopped change as a write attempt.
    pub fn up_to_a_change() -> Self {
        Self {
            change: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// Returns true if the call was stopped before a change.
    pub fn was_reached(&self) -> bool {
        self.change.as_ref().is_some_and(|change| change.load(Ordering::SeqCst))
    }

    /// Records that the call was stopped before its first change. Returns true if this dry run executes the call up to
    /// a change (see [`Self::up_to_a_change`]), else false.
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

    /// Returns everything that the dry run reported so far, and makes the collector empty.
    pub fn take(&self) -> DryRunReport {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The resources of the running bundle, as a predicate on URIs. The bundle may send change events only for these.
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

/// A request for completions of a prompt argument or of a variable in a resource template.
#[derive(Clone, Debug)]
pub struct CompletionQuery {
    pub reference: CompletionReference,
    pub argument: String,
    pub value: String,
    /// The names and values of the other arguments that the user already set.
    pub context: Vec<(String, String)>,
}

/// An event that the host sends to a bundle with the export `events`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestEvent {
    pub kind: GuestEventKind,
    /// The details of the event as JSON text; `None` if this kind of event has none.
    pub data: Option<String>,
}

/// The kinds of events, as in WIT `events.event-kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestEventKind {
    SelectionChanged,
    ScenesChanged,
    BridgeChanged,
    PolicyChanged,
    Other(String),
}
