//! What the catalog hands over to run one export of a guest.

use crate::denied_fields::refused_fields;
use host_api::{AccessTarget, CallContext, CallLimits, Caller, CompletionReference};
use host_bridge::{EditPlan, FileChanges, OneUnity};
use host_policy::{Policy, Refusal, allowlisted};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A tool call, after gate 1.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The tool's own name.
    pub tool: Arc<str>,
    /// A JSON object as text, `confirm` already taken out.
    pub arguments: Arc<str>,
    pub base: InvocationBase,
}

/// What every run of a guest carries.
#[derive(Clone, Debug)]
pub struct InvocationBase {
    pub context: CallContext,
    pub caller: Caller,
    pub limits: CallLimits,
    /// The deadline counts from here, waiting for an instance included.
    pub accepted_at: Instant,
    /// Commands of this call get `<key>#<n>`.
    pub idempotency_key: Option<String>,
    /// What it may announce.
    pub own: OwnResources,
    /// Where the plans that it previews are told: of a dry run.
    pub plans: Option<Plans>,
    /// The Unity that all of it goes to; `None` = the host's bridge, which refuses changes where nobody said whose.
    pub unity: Option<OneUnity>,
}

/// What a call was told that it would change.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    told: Arc<Mutex<DryRunReport>>,
    /// Of a rehearsal that is no dry run: whether it came to an import that changes something, where it was stopped.
    change: Option<Arc<AtomicBool>>,
}

/// What a dry run told.
#[derive(Debug, Default)]
pub struct DryRunReport {
    /// Each once, in their order.
    pub plans: Vec<EditPlan>,
    /// As they were told last; `None` where nothing was asked of files.
    pub files: Option<Vec<FileChanges>>,
    /// The call itself came to a change, where it was stopped.
    pub reached_a_change: bool,
}

impl DryRunReport {
    /// Whether the allowlists hold what the plans and the files need.
    ///
    /// # Errors
    /// Names all that no list holds, and the fields that would be written into files.
    pub fn allowlisted(&self, policy: &Policy) -> Result<(), Refusal> {
        let files = self.files.as_deref().unwrap_or_default();
        let of_plans = self.plans.iter().flat_map(|plan| &plan.touches.needs);
        let of_files = files.iter().flat_map(|file| &file.needs);
        let needs = of_plans.chain(of_files.map(|written| &written.need));
        let all = AccessTarget::Plan(needs.map(AccessTarget::from).collect());
        allowlisted(policy, &all).map_err(|refusal| match refused_fields(files, policy) {
            Some(fields) => refusal.and_also(&fields),
            None => refusal,
        })
    }

    /// Whether all of it comes to nothing: everything is as the call would make it.
    pub fn changes_nothing(&self) -> bool {
        match (self.plans.as_slice(), &self.files) {
            ([], Some(files)) => files.is_empty() && !self.reached_a_change,
            ([], None) => false,
            (plans, _) => plans.iter().all(|plan| plan.total == 0),
        }
    }
}

/// Plans of one call that are kept.
const MOST_PLANS: usize = 8;

impl Plans {
    /// Of a call that runs as it is up to its first change: being stopped there is no attempt to change something.
    pub fn up_to_a_change() -> Self {
        Self {
            change: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// It would have changed something next.
    pub fn was_reached(&self) -> bool {
        self.change.as_ref().is_some_and(|change| change.load(Ordering::SeqCst))
    }

    /// Notes that a change was stopped; false where that was not to be expected.
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

    /// What was told so far.
    pub fn take(&self) -> DryRunReport {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Which URIs are resources of the bundle that runs: of these alone it may say that they changed.
#[derive(Clone)]
pub struct OwnResources(Arc<dyn Fn(&str) -> bool + Send + Sync>);

impl OwnResources {
    pub fn new(holds: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(holds))
    }

    pub fn none() -> Self {
        Self::new(|_| false)
    }

    pub fn holds(&self, uri: &str) -> bool {
        (self.0)(uri)
    }
}

impl std::fmt::Debug for OwnResources {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OwnResources").finish_non_exhaustive()
    }
}

/// What is to be completed.
#[derive(Clone, Debug)]
pub struct CompletionQuery {
    pub reference: CompletionReference,
    pub argument: String,
    pub value: String,
    /// Arguments chosen before.
    pub context: Vec<(String, String)>,
}

/// Something that happened, for a bundle that exports `events`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestEvent {
    pub kind: GuestEventKind,
    /// JSON, where the kind has details.
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
