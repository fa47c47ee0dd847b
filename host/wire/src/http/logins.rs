//! Failed logins: logged, counted and slowed down for each address.
//!
//! Belongs here: the table of addresses, and which tokens are looked at. Does not: how a refusal looks (`guard`).

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Wrong tokens that an address may send at once.
const BURST: u32 = 10;
/// After this long an address may send one more.
const REFILL: Duration = Duration::from_secs(1);
/// An address that had the right token so lately is not a guesser alone: others may come from it, as through a proxy.
const TRUSTED: Duration = Duration::from_secs(3600);
/// Addresses that are remembered; over it the one unused the longest is forgotten.
const MOST: usize = 1024;
/// An address is named in the log this often at most.
const LOGGED: Duration = Duration::from_secs(10);
/// Lines of the log about all addresses within that time.
const MOST_LINES: u32 = 10;

/// What is known of the addresses that sent tokens.
#[derive(Debug, Default)]
pub(crate) struct Logins {
    table: Mutex<Table>,
    failed: AtomicU64,
    throttled: AtomicU64,
}

/// What became of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Login {
    Right,
    Wrong,
    /// Too many wrong ones came from there: this one was not looked at.
    Throttled,
}

#[derive(Debug, Default)]
struct Table {
    by_address: HashMap<IpAddr, Address>,
    lines: u32,
    lines_since: Option<Instant>,
}

#[derive(Debug)]
struct Address {
    /// Wrong tokens that it may still send, and since when it had so many.
    left: u32,
    since: Instant,
    last_right: Option<Instant>,
    last_seen: Instant,
    last_logged: Option<Instant>,
    /// Failures that the log has not told of.
    unlogged: u64,
}

impl Logins {
    /// Looks at a token of `peer`. `is_right` is asked only where an answer may be given.
    pub(crate) fn judge(&self, peer: SocketAddr, is_right: impl FnOnce() -> bool) -> Login {
        self.judge_at(peer, is_right, Instant::now())
    }

    fn judge_at(&self, peer: SocketAddr, is_right: impl FnOnce() -> bool, now: Instant) -> Login {
        let from = place(peer.ip());
        let mut table = self.table();
        let known = table.by_address.get_mut(&from);
        let may_look = known.is_none_or(|address| {
            address.refill(now);
            address.left > 0
                || address
                    .last_right
                    .is_some_and(|then| now.duration_since(then) < TRUSTED)
        });
        if may_look && is_right() {
            // An address that never failed takes no place, so that they cost nothing in the usual case.
            if let Some(address) = table.by_address.get_mut(&from) {
                address.last_right = Some(now);
                address.last_seen = now;
            }
            return Login::Right;
        }
        table.failed(from, now);
        drop(table);
        self.failed.fetch_add(1, Ordering::Relaxed);
        match may_look {
            true => Login::Wrong,
            false => {
                self.throttled.fetch_add(1, Ordering::Relaxed);
                Login::Throttled
            }
        }
    }

    /// Wrong tokens, those that were not looked at among them.
    pub(crate) fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// Tokens that were not looked at.
    pub(crate) fn throttled(&self) -> u64 {
        self.throttled.load(Ordering::Relaxed)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn failed(&mut self, from: IpAddr, now: Instant) {
        if self.by_address.len() >= MOST && !self.by_address.contains_key(&from) {
            let oldest = self.by_address.iter().min_by_key(|(_, address)| address.last_seen);
            if let Some(oldest) = oldest.map(|(from, _)| *from) {
                self.by_address.remove(&oldest);
            }
        }
        let address = self.by_address.entry(from).or_insert_with(|| Address::new(now));
        address.left = address.left.saturating_sub(1);
        address.last_seen = now;
        address.unlogged += 1;
        if address
            .last_logged
            .is_some_and(|then| now.duration_since(then) < LOGGED)
        {
            return;
        }
        if self.lines_since.is_none_or(|then| now.duration_since(then) >= LOGGED) {
            (self.lines, self.lines_since) = (0, Some(now));
        }
        if self.lines < MOST_LINES {
            self.lines += 1;
            address.last_logged = Some(now);
            let failures = std::mem::take(&mut address.unlogged);
            tracing::warn!(address = %from, failures, "failed login: wrong token");
        }
    }
}

impl Address {
    fn new(now: Instant) -> Self {
        Self {
            left: BURST,
            since: now,
            last_right: None,
            last_seen: now,
            last_logged: None,
            unlogged: 0,
        }
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.duration_since(self.since).as_millis() / REFILL.as_millis();
        let more = u32::try_from(passed).unwrap_or(u32::MAX);
        if self.left.saturating_add(more) >= BURST {
            (self.left, self.since) = (BURST, now);
        } else if more > 0 {
            self.left += more;
            self.since += REFILL * more;
        }
    }
}

/// One line of the network: a machine has as many addresses of a /64 as it likes.
fn place(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str) -> SocketAddr {
        address.parse().expect("an address")
    }

    #[test]
    fn a_guesser_gets_ten_tries_and_then_one_each_second() {
        let (logins, start, peer) = (Logins::default(), Instant::now(), at("192.0.2.1:1"));
        let mut looked_at = 0;
        let mut guess = |now| {
            logins.judge_at(
                peer,
                || {
                    looked_at += 1;
                    false
                },
                now,
            )
        };
        for _ in 0..10 {
            assert_eq!(guess(start), Login::Wrong);
        }
        for _ in 0..100 {
            assert_eq!(guess(start + Duration::from_millis(500)), Login::Throttled);
        }
        assert_eq!(guess(start + Duration::from_millis(1_000)), Login::Wrong);
        assert_eq!(guess(start + Duration::from_millis(1_900)), Login::Throttled);
        assert_eq!(guess(start + Duration::from_secs(2)), Login::Wrong);
        assert_eq!(looked_at, 12);
        assert_eq!((logins.failed(), logins.throttled()), (113, 101));
        // It is not locked out for good.
        let later = start + Duration::from_secs(3);
        assert_eq!(logins.judge_at(peer, || true, later), Login::Right);
    }

    #[test]
    fn other_addresses_and_a_shared_one_with_a_right_token_still_get_in() {
        let (logins, now) = (Logins::default(), Instant::now());
        let (guesser, proxy) = (at("192.0.2.1:1"), at("192.0.2.7:1"));
        logins.judge_at(proxy, || false, now);
        assert_eq!(logins.judge_at(proxy, || true, now), Login::Right);
        for port in 0..50 {
            let from = SocketAddr::new(guesser.ip(), port);
            logins.judge_at(from, || false, now);
            logins.judge_at(proxy, || false, now);
        }
        assert_eq!(logins.judge_at(guesser, || true, now), Login::Throttled);
        assert_eq!(logins.judge_at(at("192.0.2.2:1"), || true, now), Login::Right);
        assert_eq!(
            logins.judge_at(proxy, || true, now),
            Login::Right,
            "its other clients go on"
        );
        assert_eq!(logins.judge_at(proxy, || false, now), Login::Wrong);
    }

    #[test]
    fn the_table_is_bounded_and_a_network_of_ipv6_is_one_address() {
        let (logins, now) = (Logins::default(), Instant::now());
        for number in 0..3_000_u32 {
            let address = SocketAddr::new(std::net::Ipv4Addr::from(number).into(), 1);
            logins.judge_at(address, || false, now + Duration::from_millis(number.into()));
        }
        assert_eq!(logins.table().by_address.len(), MOST);
        let logins = Logins::default();
        for last in 1..=11 {
            let login = logins.judge_at(at(&format!("[2001:db8::{last}]:1")), || false, now);
            assert_eq!(login, if last <= 10 { Login::Wrong } else { Login::Throttled });
        }
        assert_eq!(logins.judge_at(at("[2001:db8:0:1::1]:1"), || true, now), Login::Right);
    }
}
