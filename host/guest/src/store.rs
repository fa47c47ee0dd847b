//! The only constructor of a wasmtime `Store` for guests, so that every store has its limits.
//!
//! Belongs here: the state and the limits of a running guest. Does not: running it (the runtime), the functions that it
//! imports (`imports`), their permissions (`gate`).

use crate::gate::Gate;
use crate::guest_memory::GuestMemory;
use crate::host_side::HostSide;
use crate::store::clock::Clock;
use crate::store::memory::MemoryBudget;
use crate::store::output::{GuestOutput, LastWords};
use crate::wasi;
use host_api::{CallLimits, Exceeded, Refusal};
use std::sync::{Arc, OnceLock};
use wasmtime::component::ResourceTable;
use wasmtime::{Engine, Store, UpdateDeadline};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

pub mod clock;
pub mod memory;
pub mod output;

/// Part of wasmtime's error message for a guest that passes more data at once than a store accepts.
pub const TOO_MUCH_AT_ONCE: &str = "fuel allocated for hostcalls";
/// Bytes that a guest may pass to an import at once, in addition to twice the result limit; above, wasmtime ends the
/// guest. The margin lets limits with clearer error messages apply first.
const LISTING_ROOM: usize = 4 << 20;

/// The data of the wasmtime store: the state of one call, for its imported functions.
pub struct CallState {
    wasi: Option<WasiCtx>,
    table: ResourceTable,
    pub memory: MemoryBudget,
    pub(crate) traffic: Traffic,
    pub(crate) clock: Arc<Clock>,
    output: OnceLock<GuestOutput>,
    pub gate: Gate,
    pub host: HostSide,
    /// The reason why the host ended the guest; `None` if the host did not end it.
    pub stop: Option<Stop>,
    page: usize,
}

/// A reason why the host ends a guest.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    Compute,
    HostCalls,
    HostBytes,
    /// The guest called an import while the host listed its component.
    WhileListing {
        import: String,
    },
    /// The operator's settings do not allow the called import (any more), and the import cannot return an error.
    TakenBack(Refusal),
}

/// The number of import calls and of bytes through imports, including WASI, with their limits.
#[derive(Debug)]
pub(crate) struct Traffic {
    calls: u64,
    bytes: u64,
    calls_limit: u64,
    bytes_limit: u64,
}

impl Traffic {
    fn new(limits: &CallLimits) -> Self {
        Self {
            calls: 0,
            bytes: 0,
            calls_limit: limits.host_calls,
            bytes_limit: limits.host_bytes,
        }
    }

    fn add(&mut self, calls: u64, bytes: u64, printed: u64) -> Option<Stop> {
        self.calls += calls;
        self.bytes += bytes;
        if self.calls > self.calls_limit {
            Some(Stop::HostCalls)
        } else if self.bytes + printed > self.bytes_limit {
            Some(Stop::HostBytes)
        } else {
            None
        }
    }
}

/// The error with which an imported function ends the guest. The reason is in `CallState::stop`.
#[derive(Debug, thiserror::Error)]
#[error("ended by the host")]
pub(crate) struct Stopped;

impl CallState {
    /// Returns the output and log lines of the guest.
    pub fn output(&self) -> &GuestOutput {
        self.output.get_or_init(|| new_output(&self.gate, &self.host))
    }

    /// Logs the guest's incomplete last lines. Returns its last message on stderr, for the error of a panic.
    pub fn finish_output(&self) -> Option<LastWords> {
        self.output.get().and_then(GuestOutput::finish)
    }

    fn bytes_printed(&self) -> u64 {
        self.output.get().map_or(0, GuestOutput::written_bytes)
    }

    /// Returns the maximum bytes of one page that a paged import returns, as JSON.
    pub(crate) fn page_bytes(&self) -> usize {
        self.page
    }

    /// Returns the limit of the call that its passed deadline exceeded.
    pub fn exceeded(&self) -> Exceeded {
        self.clock.deadline().exceeded()
    }

    pub(crate) fn count(&mut self, calls: u64, bytes: usize) -> wasmtime::Result<()> {
        if self.stop.is_none() {
            self.stop = self.traffic.add(calls, bytes as u64, self.bytes_printed());
        }
        match self.stop {
            None => Ok(()),
            Some(_) => Err(Stopped.into()),
        }
    }
}

fn new_output(gate: &Gate, host: &HostSide) -> GuestOutput {
    let (component, tool) = gate.speaker();
    GuestOutput::new(component, tool, Arc::clone(&host.services.guest_lines_dropped))
}

impl WasiView for CallState {
    /// Returns the WASI state of the guest, and counts one WASI call, because each WASI function of wasmtime calls this
    /// method once. The method cannot return an error, so the next epoch tick ends a guest that exceeds a limit.
    fn ctx(&mut self) -> WasiCtxView<'_> {
        if self.stop.is_none() {
            self.stop = self.traffic.add(1, 0, self.bytes_printed());
        }
        let (output, gate, host) = (&self.output, &self.gate, &self.host);
        let ctx = self.wasi.get_or_insert_with(|| {
            let output = output.get_or_init(|| new_output(gate, host));
            wasi::context(output.stdout(), output.stderr())
        });
        WasiCtxView {
            ctx,
            table: &mut self.table,
        }
    }
}

/// Creates the store for one run of one guest, with its limits.
#[expect(clippy::disallowed_methods, reason = "this is the one constructor")]
pub fn create(
    engine: &Engine,
    limits: &CallLimits,
    clock: Arc<Clock>,
    gate: Gate,
    host: HostSide,
    memory: Arc<GuestMemory>,
) -> Store<CallState> {
    let state = CallState {
        wasi: None,
        table: ResourceTable::new(),
        memory: MemoryBudget::new(limits.memory, memory),
        traffic: Traffic::new(limits),
        clock,
        output: OnceLock::new(),
        gate,
        host,
        stop: None,
        page: limits.page,
    };
    let mut store = Store::new(engine, state);
    store.limiter(|state| &mut state.memory);
    store.set_hostcall_fuel(limits.result.saturating_mul(2).saturating_add(LISTING_ROOM));
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|mut context| {
        let state = context.data_mut();
        if state.stop.is_none() && state.clock.compute_left().is_zero() {
            state.stop = Some(Stop::Compute);
        }
        Ok(if state.stop.is_some() {
            UpdateDeadline::Interrupt
        } else {
            // The yield of Tokio lets the worker poll its sockets before it continues here.
            UpdateDeadline::YieldCustom(1, Box::pin(tokio::task::yield_now()))
        })
    });
    store
}
