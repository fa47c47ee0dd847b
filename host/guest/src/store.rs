//! The only code that creates a wasmtime `Store` for a guest, so that every store has its limits.
//!
//! Belongs here: the state and the limits of a running guest. Does not: running it (`runtime`), the functions of its
//! imports (`imports`), permissions (`gate`).

use crate::gate::Gate;
use crate::guest_memory::GuestMemory;
use crate::host_side::HostSide;
use crate::store::clock::Clock;
use crate::store::memory::MemoryBudget;
use crate::store::output::{GuestOutput, LastWords};
use crate::wasi;
use host_api::{CallLimits, Refusal};
use std::sync::{Arc, OnceLock};
use wasmtime::component::ResourceTable;
use wasmtime::{Engine, Store, UpdateDeadline};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

pub mod clock;
pub mod memory;
pub mod output;

/// A part of wasmtime's error message for a guest that passes more data at once than the store accepts.
pub const TOO_MUCH_AT_ONCE: &str = "fuel allocated for hostcalls";
/// Number of bytes that are added to twice the limit on results, for listings and texts of imports. So the more
/// specific limits apply first.
const LISTING_ROOM: usize = 4 << 20;

/// The state of one call, which its imports use.
pub struct CallState {
    wasi: Option<WasiCtx>,
    table: ResourceTable,
    pub memory: MemoryBudget,
    pub(crate) traffic: Traffic,
    pub(crate) clock: Arc<Clock>,
    /// The output of the guest; empty until the guest writes its first line.
    output: OnceLock<GuestOutput>,
    /// Gate 2 (the permission check of imports) with the bridge.
    pub gate: Gate,
    pub host: HostSide,
    /// The reason why the host ended the guest; `None` if it did not.
    pub stop: Option<Stop>,
    page: usize,
}

/// The reason why the host ended a guest.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    Compute,
    HostCalls,
    HostBytes,
    /// The guest called an import while the host read its listing.
    WhileListing {
        import: String,
    },
    /// The operator's settings do not allow the import that the guest called, and the import cannot return an error.
    TakenBack(Refusal),
}

/// The number of import calls and of bytes that passed through imports, including WASI.
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

/// The error with which an import ends the guest. `CallState::stop` contains the reason.
#[derive(Debug, thiserror::Error)]
#[error("ended by the host")]
pub(crate) struct Stopped;

impl CallState {
    /// Returns the output of the guest, which goes to the log.
    pub fn output(&self) -> &GuestOutput {
        self.output.get_or_init(|| new_output(&self.gate, &self.host))
    }

    /// Logs the last incomplete lines of the guest. Returns its last message, for the error after a panic.
    pub fn finish_output(&self) -> Option<LastWords> {
        self.output.get().and_then(GuestOutput::finish)
    }

    /// Returns the number of bytes that the guest has printed.
    fn bytes_printed(&self) -> u64 {
        self.output.get().map_or(0, GuestOutput::written_bytes)
    }

    /// Returns the maximum JSON size in bytes of a page, for imports that return pages.
    pub(crate) fn page_bytes(&self) -> usize {
        self.page
    }

    /// Counts import calls and bytes. Returns an error if the call exceeds a limit.
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
    /// Called for each call of a WASI function, which is therefore counted here. It cannot return an error; if a limit
    /// is exceeded, the next epoch tick ends the guest.
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

/// Creates the wasmtime store for one run of one guest.
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
            // Tokio's own yield lets the worker poll its sockets before it comes back here.
            UpdateDeadline::YieldCustom(1, Box::pin(tokio::task::yield_now()))
        })
    });
    store
}
