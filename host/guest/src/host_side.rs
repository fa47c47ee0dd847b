//! The state of the `unity-tools:host` imports: of one call ([`HostSide`]), and of all calls ([`Services`]).

use crate::ask_rate::{AskRate, AskedByCall};
use crate::call::OwnResources;
use crate::gate::Identity;
use crate::guest_memory::{GaveWay, GuestMemory};
use crate::parts::HostFacts;
use crate::rights::Rights;
use crate::state::StateStores;
use arc_swap::ArcSwap;
use host_api::{CallContext, CallEvent, EventSink, Interface, Refusal};
use host_bridge::{LoadProgress, Waits, WaitsFor};
use host_policy::Piece;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// The state that all calls of guests share: the bundles' stores and settings, memory, and counters.
pub struct Services {
    pub states: StateStores,
    pub facts: RwLock<HostFacts>,
    /// The operator's current settings by bundle id. Bundles without an entry use `unnamed`.
    rights: ArcSwap<BTreeMap<String, Rights>>,
    unnamed: Rights,
    /// Number of calls that wait for the user (parked calls). Each occupies a guest instance.
    pub parked: AtomicU64,
    /// Maximum number of parked calls: fewer than instances, so that parked calls never block all others.
    pub(crate) max_parked: u64,
    pub guest_lines_dropped: Arc<AtomicU64>,
    pub memory: Arc<GuestMemory>,
    pub(crate) ask_rate: AskRate,
}

impl Services {
    pub fn new(states: StateStores, max_parked: u64, memory: Arc<GuestMemory>) -> Self {
        Self {
            states,
            facts: RwLock::default(),
            rights: ArcSwap::default(),
            unnamed: Rights::default(),
            parked: AtomicU64::new(0),
            max_parked,
            memory,
            guest_lines_dropped: Arc::default(),
            ask_rate: AskRate::default(),
        }
    }

    /// Replaces the settings of all bundles immediately. Running calls are checked again at their next import.
    pub fn set_rights(&self, rights: BTreeMap<String, Rights>) {
        self.rights.store(Arc::new(rights));
    }

    /// Checks that `component` may still run `piece` (a tool, resource or prompt) and, if given, use `import` for it.
    pub(crate) fn may(&self, component: &Identity, piece: &Piece, import: Option<Interface>) -> Result<(), Refusal> {
        let all = self.rights.load();
        let rights = all.get(&*component.bundle).unwrap_or(&self.unnamed);
        match import {
            Some(import) => rights.import(component, piece, import),
            None => rights.run(component, piece),
        }
    }

    /// Counts a call as parked until the returned value is dropped. Returns `None` if the maximum is reached.
    pub(crate) fn park(self: &Arc<Self>) -> Option<Parked> {
        let one_more = |parked| (parked < self.max_parked).then_some(parked + 1);
        self.parked
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more)
            .ok()?;
        Some(Parked(Arc::clone(self)))
    }
}

pub(crate) struct Parked(Arc<Services>);

impl Drop for Parked {
    fn drop(&mut self) {
        self.0.parked.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The state of one call for its `unity-tools:host` imports.
pub struct HostSide {
    pub context: CallContext,
    pub(crate) own: OwnResources,
    /// Number of change events for resources of other bundles that the guest sent. The host rejected them.
    pub(crate) left_out: u64,
    pub services: Arc<Services>,
    progress: OnceLock<Arc<ProgressMeter>>,
    /// Signals the call that it must end to free its memory, while it waits for the user.
    pub gave_way: Arc<GaveWay>,
    pub(crate) asked: AskedByCall,
}

impl HostSide {
    pub fn new(context: CallContext, own: OwnResources, services: Arc<Services>) -> Self {
        Self {
            context,
            gave_way: Arc::default(),
            own,
            left_out: 0,
            services,
            progress: OnceLock::new(),
            asked: AskedByCall::default(),
        }
    }

    pub fn progress(&self) -> &Arc<ProgressMeter> {
        self.progress.get_or_init(|| {
            Arc::new(ProgressMeter {
                events: self.context.events.clone(),
                state: Mutex::default(),
            })
        })
    }

    /// Returns the number of progress reports that were dropped because the progress did not grow.
    pub fn reports_left_out(&self) -> u64 {
        self.progress.get().map_or(0, |meter| meter.lock().dropped)
    }

    /// Returns a callback for the bridge that reports the progress of loading; `None` if the client wants no progress.
    pub(crate) fn load_progress(&self) -> Option<LoadProgress> {
        if !self.context.client.progress {
            return None;
        }
        let meter = Arc::clone(self.progress());
        Some(Arc::new(move |waits| meter.waiting(waits)))
    }
}

/// Combines the progress of waiting for Unity and the guest's own reports into a progress that always grows.
pub struct ProgressMeter {
    events: EventSink,
    state: Mutex<Meter>,
}

#[derive(Default)]
struct Meter {
    last: Option<f64>,
    /// The progress of all waits for Unity in this call, added up.
    loaded: f64,
    /// The progress of all earlier waits for Unity in this call, without the current one, added up.
    before: f64,
    /// The reason and the progress of the current wait for Unity; `None` before the first wait.
    waits_for: Option<(Thing, f64)>,
    dropped: u64,
}

/// A reason why a call waits for Unity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    Counted(WaitsFor),
    /// A running Unity instance does not accept commands yet.
    Unity,
    /// A Unity instance executes a command and reports its progress.
    Done,
}

impl ProgressMeter {
    /// Sets the first value of the progress: `told`, which the client received while the call waited for its code.
    pub fn begins_at(&self, told: u32) {
        if told > 0 {
            let mut state = self.lock();
            state.last = Some(told.into());
            state.loaded = told.into();
            state.before = told.into();
        }
    }

    /// Reports the progress of one wait for Unity to the client. If the reason is new or the progress is smaller than
    /// before, a new wait begins, whose progress is added to that of earlier ones.
    fn waiting(&self, waits: Waits) {
        let (what, done, total, message) = match waits {
            Waits::Counted(what, done, total) => {
                let message = match what {
                    WaitsFor::Scenes => format!("loading the project: {done} of {total} scenes"),
                    WaitsFor::References => format!("looking for references: {done} of {total} files"),
                };
                (
                    Thing::Counted(what),
                    f64::from(done),
                    Some(f64::from(total)),
                    Some(message),
                )
            }
            // The duration is unknown, so there is no total.
            Waits::Unity(seconds, does) => (Thing::Unity, f64::from(seconds), None, Some(does)),
            // Clients ignore a report that does not grow. Without a total, the first report counts as one step.
            Waits::Done(done, None, told) => (Thing::Done, rounded(done) + 1.0, None, told),
            Waits::Done(done, Some(total), told) => (Thing::Done, rounded(done), Some(rounded(total)), told),
        };
        let before = {
            let mut state = self.lock();
            if state
                .waits_for
                .is_some_and(|(before, came)| before != what || done < came)
            {
                state.before = state.loaded;
            }
            state.waits_for = Some((what, done));
            state.before
        };
        let progress = before + done;
        let total = total.map(|total| before + total);
        if self.report(progress, total, message) {
            self.lock().loaded = progress;
        }
    }

    /// Reports the guest's progress. Returns false if the progress does not grow or is not a finite number.
    pub fn guest(&self, progress: f64, total: Option<f64>, message: Option<String>) -> bool {
        let loaded = self.lock().loaded;
        let total = total.filter(|total| total.is_finite()).map(|total| total + loaded);
        self.report(progress + loaded, total, message)
    }

    fn report(&self, progress: f64, total: Option<f64>, message: Option<String>) -> bool {
        {
            let mut state = self.lock();
            if !progress.is_finite() || state.last.is_some_and(|last| progress <= last) {
                state.dropped += 1;
                return false;
            }
            state.last = Some(progress);
        }
        self.events.emit(CallEvent::Progress {
            progress,
            total,
            message,
        });
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Meter> {
        // The state stays valid after a panic: it has plain numbers, and each is set in one step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is shown, not counted on")]
fn rounded(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_number_of_guests_that_wait_for_the_user() {
        let services = Arc::new(Services::new(StateStores::new(None), 2, GuestMemory::new(1)));
        let (first, second) = (services.park(), services.park());
        assert!(first.is_some() && second.is_some() && services.park().is_none());
        drop(first);
        assert!(services.park().is_some());
    }

    #[test]
    fn progress_only_increases_and_continues_after_loading() {
        let (events, mut reader) = EventSink::bounded(16, Arc::default());
        let mut context = CallContext::detached();
        context.events = events;
        context.client.progress = true;
        let side = HostSide::new(
            context,
            OwnResources::empty(),
            Arc::new(Services::new(StateStores::new(None), 1, GuestMemory::new(1))),
        );
        let load = side.load_progress().expect("the client shows progress");
        load(Waits::Counted(WaitsFor::Scenes, 1, 2));
        load(Waits::Counted(WaitsFor::Scenes, 2, 2));
        load(Waits::Counted(WaitsFor::References, 1, 3));
        load(Waits::Counted(WaitsFor::References, 1, 3));
        load(Waits::Counted(WaitsFor::References, 3, 3));
        load(Waits::Unity(2, "Unity compiles (2 s)".to_owned()));
        load(Waits::Done(0, None, Some("another step is under way".to_owned())));
        load(Waits::Done(1, Some(2), None));
        load(Waits::Done(1, Some(2), None));
        load(Waits::Done(2, Some(2), None));
        // Another command starts its progress at zero.
        load(Waits::Done(1, Some(2), None));
        assert!(!side.progress().guest(0.0, Some(4.0), None));
        assert!(!side.progress().guest(f64::NAN, None, None));
        assert!(side.progress().guest(1.0, Some(4.0), None));
        assert_eq!(side.reports_left_out(), 5);
        let seen: Vec<(f64, Option<f64>)> = std::iter::from_fn(|| reader.try_recv().ok())
            .map(|event| match event {
                CallEvent::Progress { progress, total, .. } => (progress, total),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            seen,
            [
                (1.0, Some(2.0)),
                (2.0, Some(2.0)),
                (3.0, Some(5.0)),
                (5.0, Some(5.0)),
                (7.0, None),
                (8.0, None),
                (9.0, Some(9.0)),
                (10.0, Some(11.0)),
                (11.0, Some(14.0))
            ]
        );
    }
}
