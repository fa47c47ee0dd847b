//! Merges refused writes of one caller: the first are written in full, and later ones are counted. So a client cannot
//! displace other lines from the file with many refused calls.
//!
//! This module decides which calls have the same caller, and when a count is due. It does not access the file.

use super::line::{MergedLine, MergedRefusals, Stamp};
use host_api::{AuditRecord, Dialect, Rule};
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Number of refusals of one caller that have separate audit lines before counting starts. Counting ends after an
/// interval (`INTERVAL`) without a refusal.
const IN_FULL: u32 = 10;
/// Time after which the count of a caller's refusals is written to the file.
pub(super) const INTERVAL: Duration = Duration::from_secs(60);
/// Number of counted refusals of one caller at which the count is written to the file without waiting for the interval.
const MOST_COUNTED: u64 = 10_000;
/// Maximum numbers of callers, of tool and rule combinations per caller, and of client names per caller that counts of
/// refusals distinguish.
const MOST_CALLERS: usize = 1000;
const MOST_KINDS: usize = 50;
const MOST_NAMES: usize = 8;
/// Maximum characters of a client name or address; longer ones are truncated.
const LONGEST_NAME: usize = 100;

/// The caller of refused calls, identified without the data that a client can change in each call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Caller {
    /// The IP address without the port. All IPv6 addresses of one `/64` network count as one address.
    address: String,
    dialect: Dialect,
}

impl Caller {
    fn from_record(record: &AuditRecord<'_>) -> Self {
        let address = &record.caller.address;
        let ip = address
            .parse::<std::net::SocketAddr>()
            .map(|address| address.ip())
            .or_else(|_| address.parse::<IpAddr>());
        Self {
            address: match ip {
                Ok(IpAddr::V6(ip)) if ip.to_ipv4_mapped().is_none() && !ip.is_loopback() => {
                    let part = ip.segments();
                    format!("{:x}:{:x}:{:x}:{:x}::/64", part[0], part[1], part[2], part[3])
                }
                Ok(ip) => ip.to_string(),
                Err(_) => address.chars().take(LONGEST_NAME).collect(),
            },
            dialect: record.caller.dialect,
        }
    }
}

#[derive(Debug)]
struct Counted {
    since: Instant,
    in_full: u32,
    count: u64,
    /// The time of the first counted refusal, as text; `None` if no refusal is counted.
    first: Option<String>,
    names: Vec<String>,
    kinds: HashMap<(String, String, Rule), u64>,
    others: u64,
}

/// The rejected calls of each caller: how many have separate audit lines, and the counts that are not written yet.
#[derive(Debug, Default)]
pub(super) struct Refusals(HashMap<Caller, Counted>);

impl Refusals {
    /// True if `record` needs a separate line: it is no refusal, or one of its caller's first. Otherwise counts it.
    pub(super) fn needs_full_line(&mut self, record: &AuditRecord<'_>, now: Instant) -> bool {
        if record.outcome != "denied" {
            return true;
        }
        let mut caller = Caller::from_record(record);
        if !self.0.contains_key(&caller) && self.0.len() >= MOST_CALLERS {
            caller.address = "others".to_owned();
        }
        let counted = self.0.entry(caller).or_insert_with(|| Counted::new(now));
        if counted.in_full < IN_FULL {
            counted.in_full += 1;
            return true;
        }
        counted.add(record);
        false
    }

    /// Writes one audit line for each caller with a count that is due by time or number; if `all` is true, for each
    /// caller with a count. If `write` fails, the count remains for the next try.
    pub(super) fn flush<E>(
        &mut self,
        now: Instant,
        all: bool,
        run: &str,
        mut write: impl FnMut(&MergedLine<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut quiet = Vec::new();
        for (caller, counted) in &mut self.0 {
            let due = all || counted.count >= MOST_COUNTED || now.duration_since(counted.since) >= INTERVAL;
            if !due {
                continue;
            }
            if counted.count == 0 {
                quiet.push(caller.clone());
                continue;
            }
            write(&counted.line(caller, run))?;
            // Counting continues: refusals are written in full again only after an interval without a refusal.
            *counted = Counted {
                in_full: IN_FULL,
                ..Counted::new(now)
            };
        }
        for caller in quiet {
            self.0.remove(&caller);
        }
        Ok(())
    }

    /// True if the count of refusals of at least one caller has reached its maximum and must be written now.
    pub(super) fn is_full(&self) -> bool {
        self.0.values().any(|counted| counted.count >= MOST_COUNTED)
    }
}

impl Counted {
    fn new(since: Instant) -> Self {
        Self {
            since,
            in_full: 0,
            count: 0,
            first: None,
            names: Vec::new(),
            kinds: HashMap::new(),
            others: 0,
        }
    }

    fn add(&mut self, record: &AuditRecord<'_>) {
        self.count += 1;
        if self.first.is_none() {
            self.first = Some(jiff::Timestamp::now().to_string());
        }
        let name: String = record.caller.client.chars().take(LONGEST_NAME).collect();
        if self.names.len() < MOST_NAMES && !self.names.contains(&name) {
            self.names.push(name);
        }
        let kind = (record.bundle.to_owned(), record.tool.to_owned(), record.rule);
        let room = self.kinds.len() < MOST_KINDS;
        match self.kinds.get_mut(&kind) {
            Some(count) => *count += 1,
            None if room => {
                self.kinds.insert(kind, 1);
            }
            None => self.others += 1,
        }
    }

    fn line<'a>(&'a self, caller: &'a Caller, run: &'a str) -> MergedLine<'a> {
        let mut refusals: Vec<MergedRefusals<'a>> = self
            .kinds
            .iter()
            .map(|((bundle, tool, rule), count)| MergedRefusals {
                bundle,
                tool,
                rule: rule.id(),
                count: *count,
            })
            .collect();
        refusals.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.tool.cmp(b.tool)));
        MergedLine {
            stamp: Stamp::at_current_time(run),
            stage: "merged",
            address: &caller.address,
            dialect: caller.dialect.as_str(),
            clients: self.names.iter().map(String::as_str).collect(),
            outcome: "denied",
            count: self.count,
            since: self.first.clone().unwrap_or_default(),
            refusals,
            others: self.others,
        }
    }
}
