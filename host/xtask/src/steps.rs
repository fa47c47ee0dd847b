//! Named steps with their elapsed time and one summary at the end.
//!
//! Belongs here: what the person at the terminal sees of a long task. Does not: the work.

use anyhow::{Result, bail};
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

/// A list of steps that all run, so that one run shows every failure.
pub(crate) struct Steps {
    title: &'static str,
    started: Instant,
    finished: Vec<(String, Duration, Outcome)>,
}

impl Steps {
    pub(crate) fn new(title: &'static str) -> Self {
        Self {
            title,
            started: Instant::now(),
            finished: Vec::new(),
        }
    }

    /// Runs one step; a failure is kept for the summary. Gives back whether it held.
    pub(crate) fn step(&mut self, name: &str, work: impl FnOnce() -> Result<Done>) -> bool {
        println!("== {name}");
        let began = Instant::now();
        let outcome = match work() {
            Ok(Done::Fully) => Outcome::Passed,
            Ok(Done::Skipped(why)) => Outcome::Skipped(why),
            Err(error) => Outcome::Failed(format!("{error:#}")),
        };
        let elapsed = began.elapsed();
        let held = !matches!(outcome, Outcome::Failed(_));
        println!("== {}", line(name, elapsed, &outcome));
        self.finished.push((name.to_owned(), elapsed, outcome));
        held
    }

    /// Prints the summary; an error where a step failed.
    pub(crate) fn finish(self) -> Result<()> {
        println!("\n{}: {:.1} s", self.title, self.started.elapsed().as_secs_f64());
        for (name, elapsed, outcome) in &self.finished {
            println!("  {}", line(name, *elapsed, outcome));
        }
        let failed: Vec<&str> = self
            .finished
            .iter()
            .filter(|(_, _, outcome)| matches!(outcome, Outcome::Failed(_)))
            .map(|(name, _, _)| name.as_str())
            .collect();
        if !failed.is_empty() {
            bail!("{} failed: {}", self.title, failed.join(", "));
        }
        Ok(())
    }
}

fn line(name: &str, elapsed: Duration, outcome: &Outcome) -> String {
    let seconds = elapsed.as_secs_f64();
    match outcome {
        Outcome::Passed => format!("ok       {seconds:7.1} s  {name}"),
        Outcome::Skipped(why) => format!("partial  {seconds:7.1} s  {name}: {why}"),
        Outcome::Failed(why) => format!("FAILED   {seconds:7.1} s  {name}: {why}"),
    }
}
