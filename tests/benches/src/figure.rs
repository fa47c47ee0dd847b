//! One figure: its rounds, their median, its target.
//!
//! Belongs here: medians and their noise, the table's lines, the file in `target/bench`. Does not: measuring.

use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use tests_support::{environment, paths};

/// Rounds of every interleaved figure.
pub(crate) const ROUNDS: usize = 5;

/// What a figure must be.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Target {
    AtLeast(f64),
    AtMost(f64),
}

/// A figure that was taken.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figure {
    pub(crate) name: String,
    /// What is divided by what, or what is counted.
    pub(crate) what: String,
    pub(crate) unit: &'static str,
    pub(crate) rounds: Vec<f64>,
    pub(crate) median: f64,
    /// The quartiles of the rounds.
    pub(crate) middle_half: (f64, f64),
    pub(crate) target: Target,
    pub(crate) met: bool,
    /// Medians of what it was made from.
    pub(crate) parts: BTreeMap<String, f64>,
}

impl Figure {
    /// From the figure of each round.
    pub(crate) fn new(name: &str, what: &str, unit: &'static str, rounds: Vec<f64>, target: Target) -> Self {
        let median = median(&rounds);
        let met = match target {
            Target::AtLeast(bound) => median >= bound,
            Target::AtMost(bound) => median <= bound,
        };
        Self {
            name: name.to_owned(),
            what: what.to_owned(),
            unit,
            middle_half: (quantile(&rounds, 0.25), quantile(&rounds, 0.75)),
            rounds,
            median,
            target,
            met,
            parts: BTreeMap::new(),
        }
    }

    /// Adds what the figure was made from.
    pub(crate) fn part(mut self, name: &str, rounds: &[f64]) -> Self {
        self.parts.insert(name.to_owned(), median(rounds));
        self
    }

    /// Writes `target/bench/<name>.json`.
    pub(crate) fn write(&self) -> Result<()> {
        let folder = paths::target().join("bench");
        std::fs::create_dir_all(&folder).context("cannot make target/bench")?;
        let text = serde_json::to_string_pretty(self)?;
        std::fs::write(folder.join(format!("{}.json", self.name)), text + "\n").context("cannot write the figure")
    }
}

/// What became of a figure.
pub(crate) enum Outcome {
    Taken(Figure),
    /// Could not be taken on this machine, and why.
    Skipped(String, String),
    /// Should have worked and did not.
    Failed(String, String),
}

impl Outcome {
    pub(crate) fn is_good(&self) -> bool {
        match self {
            Self::Taken(figure) => figure.met,
            Self::Skipped(..) => !environment::in_ci(),
            Self::Failed(..) => false,
        }
    }

    /// A line of the table.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::Taken(figure) => {
                let (sign, bound) = match figure.target {
                    Target::AtLeast(bound) => ("≥", bound),
                    Target::AtMost(bound) => ("≤", bound),
                };
                let parts: Vec<String> = figure
                    .parts
                    .iter()
                    .map(|(name, value)| format!("{name} {value:.4}"))
                    .collect();
                let noise = match figure.rounds.len() {
                    0 | 1 => "one round".to_owned(),
                    many => {
                        let (low, high) = figure.middle_half;
                        format!("half of {many} rounds {low:.3} to {high:.3}")
                    }
                };
                format!(
                    "{:6} {:30} {:10.3} {:4} (target {sign} {bound:.3}; {noise}) {} [{}]",
                    if figure.met { "ok" } else { "MISSED" },
                    figure.name,
                    figure.median,
                    figure.unit,
                    figure.what,
                    parts.join(", ")
                )
            }
            Self::Skipped(name, why) => format!("{:6} {name:30} {why}", "none"),
            Self::Failed(name, why) => format!("{:6} {name:30} {why}", "FAILED"),
        }
    }
}

/// The middle value; the mean of the two in the middle where there is no single one.
pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The quantile: the value below which that share of the others is, interpolated between two of them.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let at = last as f64 * share;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + (high - low) * at.fract()
}
