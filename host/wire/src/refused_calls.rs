//! Calls that the host does not start: each gets one line of the access log.
//!
//! This module writes the line. Dialects answer (`refusal`), `refused_counts` counts, and the catalog's access log
//! writes the lines of started calls, which have the same fields.

use crate::http::Exchange;
use crate::in_flight::{CallSlot, NoSlot};
use crate::state::Wire;
use host_api::{CallId, Caller};

/// Maximum number of characters of a name that are logged, because clients choose it.
const SHOWN: usize = 120;

/// The identity of a call that a client sent, for the access log.
#[derive(Clone, Copy, Debug)]
pub struct Called<'a> {
    pub id: CallId,
    pub caller: &'a Caller,
    /// Kind of the call: `tool`, `resource`, `prompt` or `completion`.
    pub kind: &'static str,
    /// The tool's or prompt's name, or the URI.
    pub name: &'a str,
}

impl Exchange {
    /// Returns the identity of the call in this request.
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
    /// Takes a slot for the call, or returns the reason why it gets none, which is logged and counted.
    pub fn admit(&self, wire: &Wire) -> Result<CallSlot, NoSlot> {
        self.admit_unless_draining(wire)?;
        let slot = wire.in_flight.take(self.caller);
        slot.map_err(|why| self.count_refusal(wire, why))
    }

    /// Rejects the call during a shutdown, and takes no slot: for a call that needs its slot later.
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
