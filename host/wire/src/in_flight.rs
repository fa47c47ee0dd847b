//! Slots for running calls: a limit on the number of concurrent calls, in total and for one client.
//!
//! This module identifies clients, and grants and releases slots. Dialects encode the error if there is no slot.

use crate::jsonrpc::Fault;
use crate::refusal::Refused;
use crate::slots::{Slot, Slots};
use host_api::{Caller, ErrorKind};
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The slots for running calls of the host: each call holds one, which limits their total number, and that of a client.
#[derive(Debug)]
pub struct InFlight {
    all: Arc<Slots>,
    /// Maximum number of slots for the calls of one client; its further calls are rejected.
    share: usize,
    /// Number of slots of each client. A client without a slot has no entry, so that the map is no larger than `all`.
    held: Mutex<HashMap<Client, usize>>,
}

/// The unit to which the limit for one client applies: a session, or an address without a session. The client secret is
/// not part of it: a client could send a new secret with each call to avoid the limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    Session(Arc<str>),
    Address(IpAddr),
    /// A client without a session and without a network address, such as a local program; the text identifies it.
    Named(Arc<str>),
}

/// The slot of one running call, which is released on drop.
#[derive(Debug)]
pub struct CallSlot {
    _slot: Slot,
    client: Client,
    of: Arc<InFlight>,
}

/// The reason why a call gets no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSlot {
    /// All slots for running calls are in use; the value is the maximum of the host.
    Full(usize),
    /// The client uses all slots that one client may have; the number is this maximum.
    Share(usize),
    ShuttingDown,
}

impl InFlight {
    /// Creates slots for `max` running calls. One client may use `percent` percent of them, but at least one.
    pub fn new(max: usize, percent: usize) -> Arc<Self> {
        Arc::new(Self {
            all: Slots::new(max),
            share: max.saturating_mul(percent.min(100)).div_ceil(100).max(1),
            held: Mutex::default(),
        })
    }

    /// Allocates a slot for a call of `caller`. Fails if the total limit or the limit for one client is reached.
    pub fn take(self: &Arc<Self>, caller: &Caller) -> Result<CallSlot, NoSlot> {
        let slot = self.all.take().ok_or(NoSlot::Full(self.all.max()))?;
        let client = Client::from_caller(caller);
        let mut held = self.lock_held();
        let taken = held.entry(client.clone()).or_default();
        if *taken >= self.share {
            return Err(NoSlot::Share(self.share));
        }
        *taken += 1;
        drop(held);
        Ok(CallSlot {
            _slot: slot,
            client,
            of: Arc::clone(self),
        })
    }

    /// Allocates a slot for the running call of `client` without checking the limits: the call had a slot before.
    pub fn count(self: &Arc<Self>, client: Client) -> CallSlot {
        *self.lock_held().entry(client.clone()).or_default() += 1;
        CallSlot {
            _slot: self.all.count(),
            client,
            of: Arc::clone(self),
        }
    }

    pub fn taken_count(&self) -> usize {
        self.all.taken_count()
    }

    pub fn max(&self) -> usize {
        self.all.max()
    }

    fn lock_held(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CallSlot {
    /// Returns the client that uses the slot.
    pub fn client(&self) -> &Client {
        &self.client
    }
}

impl Drop for CallSlot {
    fn drop(&mut self) {
        let mut held = self.of.lock_held();
        if let Some(taken) = held.get_mut(&self.client) {
            *taken -= 1;
            if *taken == 0 {
                held.remove(&self.client);
            }
        }
    }
}

impl Client {
    pub fn from_caller(caller: &Caller) -> Self {
        match (&caller.session, caller.address.parse::<SocketAddr>()) {
            (Some(session), _) => Self::Session(Arc::clone(session)),
            (None, Ok(address)) => Self::Address(address.ip().to_canonical()),
            (None, Err(_)) => Self::Named(Arc::clone(&caller.address)),
        }
    }
}

impl NoSlot {
    /// Returns the setting or state that caused the rejection of the call, as `/metrics` and the log name it.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Full(_) => "max-in-flight",
            Self::Share(_) => "client-share",
            Self::ShuttingDown => "shutting-down",
        }
    }

    pub fn kind(self) -> ErrorKind {
        match self {
            Self::Full(_) | Self::Share(_) => ErrorKind::RateLimited,
            Self::ShuttingDown => ErrorKind::NotReady,
        }
    }

    pub fn message(self) -> String {
        match self {
            Self::Full(max) => format!("{max} calls are in flight, the maximum of `server.max-in-flight`"),
            Self::Share(share) => {
                format!("this client has {share} calls in flight, the maximum of `limits.client-share` for one client")
            }
            Self::ShuttingDown => "the host is shutting down".to_owned(),
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Full(_) => "try again shortly",
            Self::Share(_) => "wait for answers before sending more",
            Self::ShuttingDown => "call again once the host has been started again",
        }
    }
}

impl From<NoSlot> for Fault {
    fn from(none: NoSlot) -> Self {
        let message = format!("{}: {}", none.message(), none.hint());
        match none {
            NoSlot::Full(_) => Self::busy(message),
            NoSlot::Share(_) => Self::too_many(message),
            NoSlot::ShuttingDown => Self::not_ready(message),
        }
    }
}

impl From<NoSlot> for Refused {
    fn from(none: NoSlot) -> Self {
        Self {
            kind: none.kind(),
            message: none.message(),
            hint: Some(none.hint()),
            is_of_client: matches!(none, NoSlot::Share(_)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_api::Dialect;

    fn caller(address: &str, session: Option<&str>) -> Caller {
        Caller {
            dialect: Dialect::McpHandshake,
            client: "agent".into(),
            address: address.into(),
            session: session.map(Arc::from),
            proof: None,
        }
    }

    #[test]
    fn limits_client_to_its_share_and_leaves_rest_to_another() {
        let slots = InFlight::new(5, 50);
        let (one, other) = (caller("10.0.0.1:1", Some("one")), caller("10.0.0.1:1", Some("other")));
        let first: Vec<_> = (0..3).map(|_| slots.take(&one).expect("of three")).collect();
        assert_eq!(slots.take(&one).expect_err("a fourth"), NoSlot::Share(3));
        let second: Vec<_> = (0..2).map(|_| slots.take(&other).expect("of two")).collect();
        assert_eq!(slots.take(&other).expect_err("all are taken"), NoSlot::Full(5));
        assert_eq!(slots.taken_count(), 5);
        drop(first);
        assert!(slots.take(&one).is_ok());
        drop(second);
        assert!(
            slots.lock_held().is_empty() && slots.taken_count() == 0,
            "nothing is left of clients without calls"
        );
    }

    #[test]
    fn counts_sessionless_connections_of_an_address_as_one_client() {
        let slots = InFlight::new(4, 50);
        let _first = slots.take(&caller("10.0.0.1:1", None)).expect("the first");
        let _second = slots.take(&caller("[::ffff:10.0.0.1]:2", None)).expect("the second");
        assert_eq!(
            slots.take(&caller("10.0.0.1:3", None)).expect_err("a third"),
            NoSlot::Share(2)
        );
        assert!(slots.take(&caller("10.0.0.2:1", None)).is_ok());
        assert!(slots.take(&caller("local", None)).is_ok());
    }

    #[test]
    fn share_is_at_least_one_and_at_most_all_slots() {
        for (max, percent, share) in [(1, 50, 1), (3, 1, 1), (3, 100, 3), (512, 50, 256), (2, 400, 2)] {
            let slots = InFlight::new(max, percent);
            let one = caller("local", None);
            let taken: Vec<_> = std::iter::from_fn(|| slots.take(&one).ok()).collect();
            assert_eq!(taken.len(), share, "{percent} % of {max}");
        }
    }

    #[test]
    fn counts_resumed_call_for_its_client() {
        let slots = InFlight::new(2, 50);
        let one = caller("local", None);
        let slot = slots.take(&one).expect("a slot");
        let client = slot.client().clone();
        drop(slot);
        let other = slots.take(&one).expect("while it waits");
        let back = slots.count(client);
        assert_eq!(slots.taken_count(), 2);
        drop(other);
        assert_eq!(slots.take(&one).expect_err("it has one"), NoSlot::Share(1));
        drop(back);
        assert!(slots.take(&one).is_ok());
    }
}
