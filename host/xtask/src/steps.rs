//! Named steps with their elapsed time and one summary at the end.
//!
//! Belongs here: what the person at the terminal sees of a long task. Does not: the work.

use crate::output;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What became of one step.
enum Outcome {
    Passed,
    Skipped(String),
    Failed(String),
}

/// What a step reports when it did not fail.
pub(crate) enum Done {
    /// All of it was done.
    Fully,
    /// Some or all of it was left out, and why.
    Skipped(String),
}

impl From<()> for Done {
    fn from((): ()) -> Self {
        Self::Fully
    }
}

/// A list of steps that all run, so that one run shows every failure.
pub(crate) struct Steps {
    title: &'static str,
    started: Instant,
    finished: Vec<Finished>,
    /// Other steps run at the same time: what these print is kept in this folder until it is printed in one piece, and the
    /// processor time of this process' children is not that of a step.
    beside: Option<PathBuf>,
}

struct Finished {
    name: String,
    elapsed: Duration,
    /// What the programs that ended meanwhile used of the processors, also those of steps beside this one; `None` where the
    /// system does not tell.
    processor: Option<Duration>,
    outcome: Outcome,
    /// What it printed, where that was kept.
    told: String,
}

impl Steps {
    pub(crate) fn new(title: &'static str) -> Self {
        Self {
            title,
            started: Instant::now(),
            finished: Vec::new(),
            beside: None,
        }
    }

    /// Steps that run while others do, in a thread of their own, and give way to those; `append` adds them to those. What
    /// they print is kept in `folder`, a file for each.
    pub(crate) fn background(title: &'static str, folder: PathBuf) -> Self {
        give_way();
        Self {
            beside: Some(folder),
            ..Self::new(title)
        }
    }

    /// Adds what ran beside these steps, each with its own elapsed time, and prints their output.
    pub(crate) fn append(&mut self, beside: Self) {
        for finished in beside.finished {
            println!("== {}\n{}== {}", finished.name, finished.told, finished.line());
            self.finished.push(finished);
        }
    }

    /// Adds the steps of a lane beside this one, which runs beside others as well: says which ones.
    pub(crate) fn follow(&mut self, lane: Self) {
        self.finished.extend(lane.finished);
    }

    /// Runs one step; a failure is kept for the summary. Gives back whether it held.
    pub(crate) fn step<D: Into<Done>>(&mut self, name: &str, work: impl FnOnce() -> Result<D>) -> bool {
        if self.beside.is_none() {
            println!("== {name}");
        }
        let (began, used_before) = (Instant::now(), processor_of_children());
        let (done, told) = match &self.beside {
            None => (work(), String::new()),
            Some(folder) => match output::capture(&folder.join(format!("{name}.txt")), work) {
                Ok(both) => both,
                Err(error) => (Err(error), String::new()),
            },
        };
        let outcome = match done.map(Into::into) {
            Ok(Done::Fully) => Outcome::Passed,
            Ok(Done::Skipped(why)) => Outcome::Skipped(why),
            Err(error) => Outcome::Failed(format!("{error:#}")),
        };
        let finished = Finished {
            name: name.to_owned(),
            elapsed: began.elapsed(),
            processor: used_before
                .zip(processor_of_children())
                .map(|(before, after)| after.saturating_sub(before))
                .filter(|_| self.beside.is_none()),
            outcome,
            told,
        };
        let held = !matches!(finished.outcome, Outcome::Failed(_));
        let beside = if self.beside.is_some() { "beside: " } else { "" };
        println!("== {beside}{}", finished.line());
        self.finished.push(finished);
        held
    }

    /// Prints the summary; an error where a step failed.
    pub(crate) fn finish(self) -> Result<()> {
        println!("\n{}: {:.1} s", self.title, self.started.elapsed().as_secs_f64());
        for finished in &self.finished {
            println!("  {}", finished.line());
        }
        let failed: Vec<&str> = self
            .finished
            .iter()
            .filter(|finished| matches!(finished.outcome, Outcome::Failed(_)))
            .map(|finished| finished.name.as_str())
            .collect();
        if !failed.is_empty() {
            bail!("{} failed: {}", self.title, failed.join(", "));
        }
        Ok(())
    }
}

impl Finished {
    /// Elapsed time first, then processor time, which a busy machine changes less.
    fn line(&self) -> String {
        let (word, why) = match &self.outcome {
            Outcome::Passed => ("ok", ""),
            Outcome::Skipped(why) => ("partial", why.as_str()),
            Outcome::Failed(why) => ("FAILED", why.as_str()),
        };
        let processor = match self.processor {
            Some(used) => format!("{:7.1} s of processor", used.as_secs_f64()),
            None => String::new(),
        };
        let colon = if why.is_empty() { "" } else { ": " };
        let (seconds, name) = (self.elapsed.as_secs_f64(), &self.name);
        format!("{word:8} {seconds:7.1} s {processor}  {name}{colon}{why}")
    }
}

/// Lets the programs that this thread starts have what others leave of the processors. Linux has that by thread, and they
/// inherit it; elsewhere, and without `renice`, they get their share.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Ok(thread) = std::fs::read_link("/proc/thread-self")
        && let Some(id) = thread.file_name()
    {
        let _ = std::process::Command::new("renice")
            .args(["-n", "10", "-p"])
            .arg(id)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status();
    }
}

/// Processor time of all ended child processes and theirs, so far (proc(5): `cutime` and `cstime`).
#[cfg(target_os = "linux")]
fn processor_of_children() -> Option<Duration> {
    // What clock ticks are counted in is fixed for user space on every architecture that Rust has a Linux target for.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in parentheses, may hold spaces; the fields behind it do not.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_secs_f64((user + system) as f64 / TICKS_PER_SECOND))
}

#[cfg(not(target_os = "linux"))]
fn processor_of_children() -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::processor_of_children;

    #[test]
    fn what_a_child_used_is_counted_once_it_ended() {
        let before = processor_of_children().expect("/proc is there");
        let mut used = before;
        // A child may be too short for one tick of the clock; enough of them are not.
        for _ in 0..2000 {
            std::process::Command::new("true").status().expect("`true` runs");
            used = processor_of_children().expect("/proc is there");
            if used > before {
                break;
            }
        }
        assert!(used > before);
    }
}
