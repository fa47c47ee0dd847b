//! The rules for the results of the conformance suite: every scored scenario passes, and every other failed check has a
//! documented reason.
//!
//! Belongs here: the rules and the table of results. Does not: running the suite, or reading files other than
//! `reasons.toml`.

use super::results::{Check, Scenario, Status};
use crate::files;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The expected results of the MCP conformance suite, from `tests/conformance/reasons.toml`.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expected {
    #[serde(rename = "revision")]
    pub(super) revisions: Vec<Revision>,
    #[serde(default, rename = "reason")]
    pub(super) reasons: Vec<Reason>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Revision {
    pub(super) name: String,
    /// Number of scenarios that the conformance suite scores, all of which must pass.
    scored: usize,
    /// Names of scenarios that the conformance suite runs but does not score.
    unscored: Vec<String>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reason {
    revision: String,
    scenario: String,
    /// The id of one check in the scenario; `None` for all its checks.
    check: Option<String>,
    because: String,
}

#[derive(Debug)]
pub(super) struct Verdict {
    /// The results of the conformance suite as a text table, for the terminal.
    pub(super) table: String,
    /// One sentence for each difference between the results and the expected results; empty if there is none.
    pub(super) problems: Vec<String>,
}

impl Expected {
    pub(super) fn read(file: &Path) -> Result<Self> {
        toml::from_str(&files::read_text(file)?).with_context(|| format!("{} is not as it should be", file.display()))
    }
}

impl Reason {
    fn covers(&self, revision: &Revision, scenario: &Scenario, check: &Check) -> bool {
        self.revision == revision.name
            && self.scenario == scenario.name
            && self.check.as_ref().is_none_or(|wanted| *wanted == check.id)
    }

    fn describe(&self) -> String {
        match &self.check {
            Some(check) => format!("{} {} / {check}", self.revision, self.scenario),
            None => format!("{} {}", self.revision, self.scenario),
        }
    }
}

pub(super) fn judge(revision: &Revision, reasons: &[Reason], scenarios: &[Scenario]) -> Verdict {
    let mut problems = Vec::new();
    let mut used = vec![false; reasons.len()];
    let mut rows = String::new();
    let mut scored = 0;
    let mut passing = 0;
    for scenario in scenarios {
        let counts = !revision.unscored.contains(&scenario.name);
        let number = |status| scenario.checks.iter().filter(|check| check.status == status).count();
        let passes = number(Status::Failure) == 0 && number(Status::Success) > 0;
        scored += usize::from(counts);
        passing += usize::from(counts && passes);
        writeln!(
            rows,
            "  {:6} {:8} {:50} {:4} {:6} {:8} {:7}",
            if passes { "pass" } else { "FAIL" },
            if counts { "scored" } else { "unscored" },
            scenario.name,
            number(Status::Success),
            number(Status::Failure),
            number(Status::Warning),
            number(Status::Skipped),
        )
        .expect("writing to a String cannot fail");
        if number(Status::Success) == 0 && number(Status::Failure) + number(Status::Skipped) == 0 {
            problems.push(format!("{} {}: nothing was checked", revision.name, scenario.name));
        }
        let mut told = BTreeSet::new();
        for check in &scenario.checks {
            if matches!(check.status, Status::Success | Status::Info) {
                continue;
            }
            let place = format!("{} {} / {}", revision.name, scenario.name, check.id);
            let found = reasons
                .iter()
                .position(|reason| reason.covers(revision, scenario, check));
            if let Some(index) = found {
                used[index] = true;
            }
            match found.map(|index| (index, &reasons[index])) {
                Some(_) if counts && check.status == Status::Failure => {
                    problems.push(format!("{place}: no reason excuses a failed check that is scored"));
                }
                Some((index, reason)) => {
                    if told.insert(index) {
                        writeln!(rows, "           {}", reason.because).expect("writing to a String cannot fail");
                    }
                }
                None => problems.push(format!(
                    "{place}: {}: {}",
                    format!("{:?}", check.status).to_lowercase(),
                    check.message.as_deref().unwrap_or("no message")
                )),
            }
        }
    }
    if scored != revision.scored || passing != revision.scored {
        problems.push(format!(
            "{}: {passing} of {scored} scored scenarios pass, {} of {} must",
            revision.name, revision.scored, revision.scored
        ));
    }
    for name in &revision.unscored {
        if !scenarios.iter().any(|scenario| scenario.name == *name) {
            problems.push(format!("{} {name}: the suite did not run it", revision.name));
        }
    }
    let stale = reasons
        .iter()
        .zip(used)
        .filter(|(reason, used)| reason.revision == revision.name && !used);
    problems.extend(stale.map(|(reason, _)| {
        format!(
            "{}: this reason applies to nothing any more; remove it: {}",
            reason.describe(),
            reason.because
        )
    }));
    let table = format!(
        "{}: {passing} of {scored} scored scenarios pass\n  {:6} {:8} {:50} {:4} {:6} {:8} {:7}\n{rows}\n",
        revision.name, "", "", "scenario", "pass", "failed", "warnings", "skipped"
    );
    Verdict { table, problems }
}

#[cfg(test)]
mod tests;
