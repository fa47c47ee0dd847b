//! A process that takes many inputs: how long that took, and that it did not grow without end.

use anyhow::{Result, ensure};
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
}

impl Watched {
    /// From now on.
    pub(super) fn process(body: &'static str, rounds: u64, process: u32) -> Self {
        Self {
            body,
            rounds,
            process,
            before: Resident::of(process),
            since: Instant::now(),
        }
    }

    /// The bodies whose code runs here; where several run at once, each sees what all of them hold.
    pub(super) fn this(body: &'static str, rounds: u64) -> Self {
        Self::process(body, rounds, std::process::id())
    }

    /// All inputs were taken, and the process still lives.
    pub(super) fn finish(self) -> Result<()> {
        let seconds = self.since.elapsed().as_secs_f64();
        let mut line = format!("fuzz: {}: {} inputs in {seconds:.1} s", self.body, self.rounds);
        if let (Some(before), Some(after)) = (self.before, Resident::of(self.process)) {
            let [before_now, now, most] = [before.now, after.now, after.most].map(|bytes| bytes >> 20);
            line += &format!("; {before_now} MiB before, {now} MiB after, {most} MiB at most");
            let grown = after.most.saturating_sub(before.now);
            ensure!(grown <= BUDGET + UNCOUNTED, "{line}: it grew by {grown} bytes");
        }
        environment::announce(&line);
        Ok(())
    }
}
