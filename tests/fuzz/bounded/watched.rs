//! A process that takes many inputs: how long that took, how many of them differed, and that it did not grow without end.

use anyhow::{Result, ensure};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tests_support::environment;
use tests_support::resident::Resident;

/// `server.memory` as it is usually.
const BUDGET: usize = 256 << 20;
/// What a process may grow by beyond it: code, stacks, what the allocator keeps.
const UNCOUNTED: usize = 64 << 20;

pub(super) struct Watched {
    body: &'static str,
    rounds: u64,
    process: u32,
    before: Option<Resident>,
    since: Instant,
    /// Digests of what was given to it.
    seen: Mutex<HashSet<u64>>,
}

impl Watched {
    /// From now on.
    pub(super) fn process(body: &'static str, rounds: u64, process: u32) -> Self {
        Self {
            body,
            rounds,
            process,
            before: Resident::read(process),
            since: Instant::now(),
            seen: Mutex::default(),
        }
    }

    /// It gets this next.
    pub(super) fn saw(&self, input: &[u8]) {
        let mut digest = DefaultHasher::new();
        input.hash(&mut digest);
        self.seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(digest.finish());
    }

    /// The bodies whose code runs here; where several run at once, each sees what all of them hold.
    pub(super) fn this(body: &'static str, rounds: u64) -> Self {
        Self::process(body, rounds, std::process::id())
    }

    /// All inputs were taken, and the process still lives.
    pub(super) fn finish(&self) -> Result<()> {
        let seconds = self.since.elapsed().as_secs_f64();
        let distinct = self.seen.lock().unwrap_or_else(PoisonError::into_inner).len();
        let mut line = format!(
            "fuzz: {}: {} inputs, {distinct} of them distinct, in {seconds:.1} s",
            self.body, self.rounds
        );
        if let (Some(before), Some(after)) = (self.before, Resident::read(self.process)) {
            let [before_now, now, most] = [before.now, after.now, after.most].map(|bytes| bytes >> 20);
            line += &format!("; {before_now} MiB before, {now} MiB after, {most} MiB at most");
            let grown = after.most.saturating_sub(before.now);
            ensure!(grown <= BUDGET + UNCOUNTED, "{line}: it grew by {grown} bytes");
        }
        ensure!(distinct as u64 > self.rounds / 2, "{line}: most were tried before");
        environment::announce(&line);
        Ok(())
    }
}
