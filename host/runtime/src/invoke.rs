//! Runs one export of a guest: creates an instance and a store with limits, calls the export, and returns the result.
//!
//! Belongs here: these steps, the same for every export. Does not: converting the result (`outcome`).

use crate::bundle::PreparedBundle;
use crate::code::Linked;
use crate::drive::{Ended, drive};
use crate::failure;
use crate::inner::Inner;
use crate::instances::Place;
use crate::jobs::{Entry, Job};
use crate::loading::{self, Loaded};
use host_api::{CallContext, CallError, CallLimits, ErrorKind};
use host_guest::call::{InvocationBase, OwnResources};
use host_guest::gate::{About, Gate};
use host_guest::host_side::HostSide;
use host_guest::notes::Notes;
use host_guest::store::clock::Clock;
use host_guest::store::{self, CallState};
use host_policy::Permit;
use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use wasmtime::Store;

pub(crate) struct Subject<'a> {
    pub(crate) what: What<'a>,
    /// The name of the called tool; `resource`, `prompt`, `completion` or `event` for other exports.
    pub(crate) tool: Arc<str>,
    /// The arguments as JSON text, for audit lines.
    pub(crate) arguments: Arc<str>,
}

/// The kind and name of the called export. It is formatted only for a message, which most calls do not need.
#[derive(Clone, Copy)]
pub(crate) enum What<'a> {
    Named(&'static str, &'a str),
    Event,
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(kind, name) => write!(f, "{kind} `{name}`"),
            Self::Event => f.write_str("event"),
        }
    }
}

/// What an export returned.
pub(crate) struct Ran<A> {
    pub(crate) answer: A,
    /// The notes of the bridge to Unity for the caller.
    pub(crate) notes: Notes,
    /// True if Unity had executed a change of this call before the host was started, and this time the call sent none.
    pub(crate) was_executed: bool,
}

/// Calls one export in a new instance.
pub(crate) async fn run<J: Job>(
    inner: &Inner,
    bundle: &Arc<PreparedBundle>,
    permit: Permit,
    subject: Subject<'_>,
    base: InvocationBase,
    job: J,
) -> Result<Ran<J::Answer>, CallError> {
    tracing::debug!(target: "hop", call = %base.context.id, hop = "runtime.invoke", tool = &*subject.tool, bundle = bundle.id);
    let limits = base.limits;
    let clock = Clock::new(base.accepted_at, &limits);
    let (Loaded { linked, told }, place) = admitted(inner, bundle, &base, &clock, &subject.what).await?;
    if !job.is_offered(&linked.exports) {
        let text = format!("bundle `{}` offers no {}", bundle.id, subject.tool);
        return Err(CallError::new(ErrorKind::UnknownName, text));
    }
    let context = base.context;
    let cancel = context.cancel.clone();
    let about = About {
        caller: base.caller,
        component: Arc::clone(&bundle.identity),
        tool: subject.tool,
        arguments: subject.arguments,
        idempotency_key: base.idempotency_key,
        plans: base.plans,
        unity: base.unity,
    };
    let mut store = new_store(
        inner,
        &limits,
        Arc::clone(&clock),
        Some(permit),
        about,
        context,
        base.own,
    );
    store.data().start()?;
    if told > 0 {
        store.data().host.progress().begins_at(told);
    }
    let ended = {
        let _ticks = inner.ticker.keep_ticking();
        let gave_way = Arc::clone(&store.data().host.gave_way);
        let guest = pin!(enter(&mut store, linked, job));
        drive(&clock, &cancel, &gave_way, guest).await
    };
    let answer = match ended {
        Ended::Answered(answer) => {
            let state = store.data_mut();
            state.finish_output();
            Ok(Ran {
                answer,
                was_executed: state.gate.was_executed(),
                notes: std::mem::take(&mut state.gate.diagnostics),
            })
        }
        Ended::GaveWay => Err(failure::gave_way(&subject.what, store.data())),
        ended => Err(failure::explain(&subject.what, &ended, store.data(), &limits)),
    };
    log_end(store.data());
    // The instance's memory must return to the pool before another call gets the slot.
    drop(store);
    drop(place);
    answer
}

/// Waits until the bundle's code is loaded and a slot for a guest is free. Fails at the deadline of the call.
async fn admitted<'a>(
    inner: &Inner,
    bundle: &'a PreparedBundle,
    base: &InvocationBase,
    clock: &Clock,
    what: &What<'_>,
) -> Result<(Loaded<'a>, Place), CallError> {
    let waiting = async {
        let loaded = loading::load_code(bundle, &base.context, what).await?;
        inner.services.memory.room(base.limits.memory).await;
        let places = loaded.linked.places;
        let place = inner.instances.enter(base.caller.fairness_key(), places).await;
        Ok((loaded, place))
    };
    let cancel = &base.context.cancel;
    let cancelled = || CallError::new(ErrorKind::Cancelled, format!("{what} was cancelled before it ran"));
    // This future is created only if there is something to wait for.
    let ends = async {
        let left = clock.wall_left();
        if cancel.is_cancelled() {
            return cancelled();
        }
        // The timer has a resolution of a millisecond, in which a small bundle compiles.
        if !left.is_zero() {
            tokio::select! {
                () = cancel.cancelled() => return cancelled(),
                () = tokio::time::sleep(left) => {}
            }
        }
        let (running, waiting) = inner.instances.gauges();
        let memory = &inner.services.memory;
        let (held, limit) = (failure::size(memory.used_bytes()), failure::size(memory.limit()));
        let exceeded = clock.deadline().exceeded();
        let mut error = failure::deadline(what, &bundle.id, &base.limits, exceeded);
        if bundle.code.available().is_none() {
            error = error.with_hint(format!(
                "its bundle `{}` is still being compiled: call again in a few seconds",
                bundle.id
            ));
        }
        error.detail = Some(format!(
            "it never ran: {running} calls were running and {waiting} waiting for a place; guests held {held} of {limit} (`limits.total-memory`)"
        ));
        error
    };
    tokio::select! {
        biased;
        admitted = waiting => match cancel.is_cancelled() {
            true => Err(cancelled()),
            false => admitted,
        },
        ended = ends => Err(ended),
    }
}

pub(crate) fn new_store(
    inner: &Inner,
    limits: &CallLimits,
    clock: Arc<Clock>,
    permit: Option<Permit>,
    about: About,
    context: CallContext,
    own: OwnResources,
) -> Store<CallState> {
    let gate = Gate::new(Arc::clone(&inner.parts), permit, about);
    let host = HostSide::new(context, own, Arc::clone(&inner.services));
    let memory = Arc::clone(&inner.services.memory);
    store::create(&inner.engine, limits, clock, gate, host, memory)
}

pub(crate) async fn enter<J: Job>(
    store: &mut Store<CallState>,
    linked: &Linked,
    job: J,
) -> wasmtime::Result<J::Answer> {
    linked.image.lay(linked.pre.component()).await?;
    let instance = linked.pre.instantiate_async(&mut *store).await?;
    let state = store.data();
    tracing::debug!(target: "hop", call = %state.host.context.id, hop = "guest", tool = state.gate.tool());
    let (exports, instance) = (&linked.exports, &instance);
    job.enter(Entry {
        store,
        exports,
        instance,
    })
    .await
}

fn log_end(state: &CallState) {
    let not_growing = state.host.reports_left_out();
    if not_growing > 0 {
        tracing::debug!(call = %state.host.context.id, bundle = state.gate.bundle(), tool = state.gate.tool(), not_growing, "dropped progress reports that did not grow");
    }
}
