//! Runs named steps, measures their times, and prints a summary at the end.
//!
//! Belongs here: the output for the user of a long task. Does not: the work of the steps.

use crate::output;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::time::{Duration, Instant};

enum Outcome {
    Passed,
    Skipped(String),
    Failed(String),
}

pub(crate) enum Done {
    Fully,
    /// The step skipped some or all of its work; contains the reason.
    Skipped(String),
}

impl From<()> for Done {
    fn from((): ()) -> Self {
        Self::Fully
    }
}

/// The steps of one task such as `cargo xtask ci`. All run even if one fails, so that one run shows every failure.
pub(crate) struct Steps {
    title: &'static str,
    started: Instant,
    finished: Vec<Finished>,
    /// The folder for the output of background steps, which is printed when they end; `None` if this is the main list.
    /// CPU time of background steps is not measured, because it would contain that of other steps.
    beside: Option<PathBuf>,
}

struct Finished {
    name: String,
    elapsed: Duration,
    /// CPU time of the programs that ended during this step, including those of background steps. `None` for background
    /// steps, and if the system does not report it.
    processor: Option<Duration>,
    outcome: Outcome,
    /// The captured output of a background step; empty for other steps, which write to the terminal.
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

    /// Creates a list of background steps, which runs in the current thread with a lower priority. The output of each
    /// step is stored in a file in `folder`. `append` adds the list to the main list.
    pub(crate) fn background(title: &'static str, folder: PathBuf) -> Self {
        give_way();
        Self {
            beside: Some(folder),
            ..Self::new(title)
        }
    }

    /// Adds the finished background steps to this list, and prints their output.
    pub(crate) fn append(&mut self, beside: Self) {
        for finished in beside.finished {
            println!("== {}\n{}== {}", finished.name, finished.told, finished.line());
            self.finished.push(finished);
        }
    }

    /// Appends the finished steps of another background list to this background list, without printing their output.
    pub(crate) fn follow(&mut self, lane: Self) {
        self.finished.extend(lane.finished);
    }

    /// Runs one step and records its result for the summary. Returns false if the step failed.
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
    /// Returns the summary line of a step: its elapsed time, and its CPU time, which depends less on other processes.
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

/// Lowers the priority of the programs that this thread starts. On Linux, a priority belongs to a thread and is
/// inherited. Has no effect on other systems or without the program `renice`.
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

/// Returns the total CPU time of all child processes that ended (proc(5): `cutime` and `cstime`); `None` if unknown.
#[cfg(target_os = "linux")]
fn processor_of_children() -> Option<Duration> {
    // This unit is the same on every architecture for which Rust has a Linux target.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in parentheses and may contain spaces, unlike the fields after it.
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
    fn counts_processor_time_of_exited_children() {
        let before = processor_of_children().expect("/proc is there");
        let mut used = before;
        // One child may be too short for a clock tick, but many together are not.
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
