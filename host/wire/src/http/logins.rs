//! Logging, counting and throttling of failed logins for each IP address.
//!
//! This module contains the tables of addresses, and decides whether a token is compared. `guard` creates the error
//! response, and `lines` selects the failures for the log.

mod lines;
#[cfg(test)]
mod tests;

use lines::{Line, Lines};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Number of wrong access tokens that a client address may send without waiting.
const BURST: u32 = 10;
/// Time after which a throttled address may send one more wrong token.
const REFILL: Duration = Duration::from_secs(1);
/// Time after a right token during which an address is not throttled: it may be a proxy that serves several clients.
const TRUSTED: Duration = Duration::from_secs(3600);
/// Maximum number of entries of each address table. Over it, the entry that was unused for the longest time is removed.
const MOST: usize = 1024;

#[derive(Debug, Default)]
pub(crate) struct Logins {
    table: Mutex<Table>,
    failed: AtomicU64,
    throttled: AtomicU64,
    period_begins: Notify,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Login {
    Right,
    Wrong,
    /// The token was not compared, because its client address sent too many wrong tokens.
    Throttled,
}

#[derive(Debug, Default)]
struct Table {
    failing: HashMap<IpAddr, Failing>,
    /// The time of the last right token of each address. It is a separate table, so that failures from many addresses
    /// cannot evict an address that has the token.
    right: HashMap<IpAddr, Instant>,
    lines: Lines,
}

/// The state of an address that sent a wrong token.
#[derive(Debug)]
struct Failing {
    /// Number of wrong tokens that the address could still send at the time `since`.
    left: u32,
    since: Instant,
    last_seen: Instant,
    is_throttled: bool,
}

impl Logins {
    /// Checks a token that `peer` sent. Calls `is_right` only if the address is not throttled.
    pub(crate) fn judge(&self, peer: SocketAddr, is_right: impl FnOnce() -> bool) -> Login {
        let (login, lines) = self.judge_at(peer, is_right, Instant::now());
        lines.iter().for_each(Line::write);
        login
    }

    /// Writes the log lines about wrong access tokens at the end of each period, until `closing` is cancelled.
    pub(crate) async fn log_counted(&self, closing: &CancellationToken) {
        while let Some(lines) = closing.run_until_cancelled(self.await_counted()).await {
            lines.iter().for_each(Line::write);
        }
    }

    pub(crate) fn log_rest(&self) {
        let lines = self.table().lines.end(Instant::now());
        lines.iter().for_each(Line::write);
    }

    async fn await_counted(&self) -> Vec<Line> {
        loop {
            let ends = self.table().lines.period_end();
            match ends {
                None => self.period_begins.notified().await,
                Some(ends) => {
                    tokio::time::sleep_until(ends.into()).await;
                    let lines = self.table().lines.end_period(Instant::now());
                    if !lines.is_empty() {
                        return lines;
                    }
                }
            }
        }
    }

    fn judge_at(&self, peer: SocketAddr, is_right: impl FnOnce() -> bool, now: Instant) -> (Login, Vec<Line>) {
        let from = place(peer.ip());
        let mut table = self.table();
        let mut lines = table.lines.end_period(now);
        let may_look = table.may_look(from, now);
        if may_look && is_right() {
            table.right(from, now);
            return (Login::Right, lines);
        }
        let is_quiet = table.lines.period_end().is_none();
        lines.extend(table.failed(from, !may_look, now));
        drop(table);
        if is_quiet {
            self.period_begins.notify_one();
        }
        self.failed.fetch_add(1, Ordering::Relaxed);
        if may_look {
            return (Login::Wrong, lines);
        }
        self.throttled.fetch_add(1, Ordering::Relaxed);
        (Login::Throttled, lines)
    }

    /// Returns the number of wrong tokens, including tokens that were not compared.
    pub(crate) fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    pub(crate) fn throttled(&self) -> u64 {
        self.throttled.load(Ordering::Relaxed)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn may_look(&mut self, from: IpAddr, now: Instant) -> bool {
        let is_within = |then: &Instant| now.saturating_duration_since(*then) < TRUSTED;
        let is_trusted = self.right.get(&from).is_some_and(is_within);
        let has_tries = self.failing.get_mut(&from).is_none_or(|address| {
            address.refill(now);
            address.left > 0
        });
        is_trusted || has_tries
    }

    fn right(&mut self, from: IpAddr, now: Instant) {
        make_room(&mut self.right, from, |then| *then);
        self.right.insert(from, now);
    }

    fn failed(&mut self, from: IpAddr, is_throttled: bool, now: Instant) -> Option<Line> {
        make_room(&mut self.failing, from, |address| address.last_seen);
        let address = self.failing.entry(from).or_insert_with(|| Failing::new(now));
        address.left = address.left.saturating_sub(1);
        address.last_seen = now;
        let begins = is_throttled && !address.is_throttled;
        address.is_throttled |= begins;
        self.lines.failed(from, is_throttled, begins, now)
    }
}

fn make_room<T>(table: &mut HashMap<IpAddr, T>, from: IpAddr, last_used: impl Fn(&T) -> Instant) {
    if table.len() < MOST || table.contains_key(&from) {
        return;
    }
    let oldest = table.iter().min_by_key(|(_, entry)| last_used(entry));
    if let Some(oldest) = oldest.map(|(from, _)| *from) {
        table.remove(&oldest);
    }
}

impl Failing {
    fn new(now: Instant) -> Self {
        Self {
            left: BURST,
            since: now,
            last_seen: now,
            is_throttled: false,
        }
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.since).as_millis() / REFILL.as_millis();
        let more = u32::try_from(passed).unwrap_or(u32::MAX);
        if self.left.saturating_add(more) >= BURST {
            (self.left, self.since) = (BURST, now);
            self.is_throttled = false;
        } else if more > 0 {
            self.left += more;
            self.since += REFILL * more;
        }
    }
}

/// Returns the key of a client address in the tables of wrong and right tokens: for IPv6, its /64 network.
fn place(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}
