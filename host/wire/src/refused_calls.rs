//! The access log line for a call that the host does not start.
//!
//! This module writes the line. Dialects send the error (`refusal`), and `refused_counts` counts it. The access log of
//! the crate `catalog` writes lines with the same fields for started calls.

use crate::http::Exchange;
use crate::in_flight::{CallSlot, NoSlot};
use crate::state::Wire;
use host_api::{CallId, Caller};

/// Maximum number of logged characters of a name, because clients choose it.
const SHOWN: usize = 120;

/// The identity of a requested call, for the access log.
#[derive(Clone, Copy, Debug)]
pub struct Called<'a> {
    pub id: CallId,
    pub caller: &'a Caller,
    /// Kind of the call: `tool`, `resource`, `prompt` or `completion`.
    pub kind: &'static str,
    /// The name of the tool or prompt, or the URI of the resource.
    pub name: &'a str,
}

impl Exchange {
    /// Returns the identity of the call that this request starts, for the access log.
    pub fn call_subject<'a>(&self, caller: &'a Caller, kind: &'static str, name: &'a str) -> Called<'a> {
        Called {
            id: self.call,
            caller,
            kind,
            name,
        }
    }
}

impl Called<'_> {
    /// Allocates a slot for the call. If there is none, logs and counts the refusal, and returns the reason.
    pub fn admit(&self, wire: &Wire) -> Result<CallSlot, NoSlot> {
        self.admit_unless_draining(wire)?;
        let slot = wire.in_flight.take(self.caller);
        slot.map_err(|why| self.count_refusal(wire, why))
    }

    /// Rejects the call if the host is shutting down. It allocates no slot: the caller does that later if needed.
    pub fn admit_unless_draining(&self, wire: &Wire) -> Result<(), NoSlot> {
        match wire.is_draining() {
            true => Err(self.count_refusal(wire, NoSlot::ShuttingDown)),
            false => Ok(()),
        }
    }

    fn count_refusal(&self, wire: &Wire, why: NoSlot) -> NoSlot {
        wire.refused_calls.count(why);
        let name: String = self.name.chars().take(SHOWN).collect();
        tracing::info!(
            target: "access",
            call = %self.id,
            kind = self.kind,
            tool = name,
            outcome = why.kind().as_str(),
            duration_ms = 0,
            bytes = why.message().len(),
            client = &*self.caller.client,
            address = &*self.caller.address,
            dialect = self.caller.dialect.as_str(),
            reason = why.reason(),
        );
        why
    }
}
