//! Limits on the number of connections: in total, and from one IP address outside of loopback.
//!
//! This module grants slots and counts rejections. `connections` sends the response to a rejected connection.

use crate::slots::{Slot, Slots};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Divisor of the maximum number of connections: one IP address outside of loopback can use at most one quarter.
const SHARES: usize = 4;
/// IPv6 prefix length in bits. All addresses of a /64 network count as one, because one peer can use them all.
const NETWORK: u32 = 64;

/// The slots of all connections: each open connection uses one, so that their number is limited.
#[derive(Debug)]
pub struct Places {
    all: Arc<Slots>,
    /// Maximum number of slots for one client address outside of loopback; its further connections are rejected.
    share: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
    refused: AtomicU64,
}

/// The slot of one connection, which is released on drop.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    from: Option<IpAddr>,
    _slot: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The host has the maximum number of open connections.
    Everywhere,
    /// The address of the client already uses the maximum number of slots for one address.
    ForThisAddress,
    /// The memory budget has no free bytes for the buffers of the connection.
    NoMemory,
}

impl Full {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Everywhere => "all connections of `server.max-connections` are open",
            Self::ForThisAddress => "its address uses its whole share of `server.max-connections`",
            Self::NoMemory => "`server.memory` has no room for another connection",
        }
    }
}

impl Places {
    pub(crate) fn new(max: usize) -> Arc<Self> {
        Arc::new(Self {
            all: Slots::new(max),
            share: (max / SHARES).max(1),
            held: Mutex::default(),
            refused: AtomicU64::new(0),
        })
    }

    /// Allocates a slot for a connection from `peer`. Counts a rejection if the limits allow no further connection.
    pub(crate) fn take(self: &Arc<Self>, peer: IpAddr) -> Result<Place, Full> {
        let taken = self.try_take(peer);
        if taken.is_err() {
            self.count_refused();
        }
        taken
    }

    /// Counts the rejection of a connection that had a slot, but for which no memory was free.
    pub(crate) fn count_refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    fn try_take(self: &Arc<Self>, peer: IpAddr) -> Result<Place, Full> {
        let slot = self.all.take().ok_or(Full::Everywhere)?;
        let from = beyond_loopback(peer);
        if let Some(from) = from {
            let mut held = self.lock_held();
            let mine = held.entry(from).or_default();
            if *mine >= self.share {
                return Err(Full::ForThisAddress);
            }
            *mine += 1;
        }
        Ok(Place {
            places: Arc::clone(self),
            from,
            _slot: slot,
        })
    }

    pub(crate) fn taken_count(&self) -> usize {
        self.all.taken_count()
    }

    pub(crate) fn refused_count(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    fn lock_held(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(from) = self.from else { return };
        let mut held = self.places.lock_held();
        if let Some(mine) = held.get_mut(&from) {
            *mine -= 1;
            if *mine == 0 {
                held.remove(&from);
            }
        }
    }
}

/// Returns the address under which the connections of a peer are counted; `None` for a loopback address.
fn beyond_loopback(peer: IpAddr) -> Option<IpAddr> {
    match peer.to_canonical() {
        ip if ip.is_loopback() => None,
        IpAddr::V4(ip) => Some(IpAddr::V4(ip)),
        IpAddr::V6(ip) => {
            let network = u128::MAX << (u128::BITS - NETWORK);
            Some(IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & network)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn limits_places_of_each_remote_address() {
        let places = Places::new(8);
        let from = |text: &str| places.take(ip(text)).map_err(Some);
        let held = [from("192.0.2.1"), from("::ffff:192.0.2.1")];
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(from("192.0.2.1").err(), Some(Some(Full::ForThisAddress)));
        let network = [from("2001:db8::1"), from("2001:db8::ffff:1")];
        assert!(network.iter().all(Result::is_ok));
        assert_eq!(from("2001:db8::2").err(), Some(Some(Full::ForThisAddress)));
        assert!(from("2001:db8:0:1::1").is_ok(), "another network");
        let local: Vec<_> = ["127.0.0.1", "::1", "127.0.0.2", "::ffff:127.0.0.1"].map(from).into();
        assert!(local.iter().all(Result::is_ok), "loopback has no share");
        assert_eq!(
            (places.taken_count(), from("127.0.0.1").err()),
            (8, Some(Some(Full::Everywhere)))
        );
        assert_eq!(places.refused_count(), 3);
        drop((held, network, local));
        assert_eq!(
            (places.taken_count(), places.lock_held().len()),
            (0, 0),
            "nothing is remembered of those who left"
        );
        assert!(from("192.0.2.1").is_ok());
    }
}
