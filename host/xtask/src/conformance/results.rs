//! The result files of the conformance suite: one folder for each scenario, with a list of checks.
//!
//! Belongs here: reading these files. Does not: comparing the results with the expected ones.

use crate::files;
use anyhow::{Context, Result};
use std::path::Path;

/// Number of bytes of the suffix in the name of a scenario's folder, such as `-2026-07-28T01-02-03-004Z`.
const TIME_STAMP: usize = 25;

#[derive(Debug)]
pub(super) struct Scenario {
    pub(super) name: String,
    pub(super) checks: Vec<Check>,
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Check {
    pub(super) id: String,
    pub(super) status: Status,
    #[serde(default, rename = "errorMessage")]
    pub(super) message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Status {
    Success,
    Failure,
    Warning,
    Skipped,
    /// The check wrote an informative note, which is neither a success nor a failure.
    Info,
}

/// Reads the results of the conformance suite below `folder`: all scenarios, sorted by folder name.
pub(super) fn read(folder: &Path) -> Result<Vec<Scenario>> {
    let mut scenarios = Vec::new();
    for folder in files::folders_in(folder)? {
        let file = folder.join("checks.json");
        let checks = serde_json::from_str(&files::read_text(&file)?)
            .with_context(|| format!("{} is no list of checks", file.display()))?;
        let name = scenario_of(&files::name_of(&folder))
            .with_context(|| format!("{} is not named like a scenario", folder.display()))?;
        scenarios.push(Scenario { name, checks });
    }
    Ok(scenarios)
}

/// Returns the scenario name of a folder: `tools-list` for `server-tools-list-2026-07-28T01-02-03-004Z`.
fn scenario_of(folder: &str) -> Option<String> {
    let name = folder.strip_prefix("server-")?;
    let name = name.get(..name.len().checked_sub(TIME_STAMP)?)?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Status, read, scenario_of};

    #[test]
    fn reads_scenario_name_from_its_folder() {
        let name = |folder| scenario_of(folder);
        assert_eq!(name("server-ping-2026-11-22T05-05-52-223Z").as_deref(), Some("ping"));
        assert_eq!(
            name("server-server-sse-polling-2026-11-22T05-05-52-223Z").as_deref(),
            Some("server-sse-polling")
        );
        assert_eq!(name("server-2026-11-22T05-05-52-223Z"), None);
        assert_eq!(name("client-ping-2026-11-22T05-05-52-223Z"), None);
        assert_eq!(name("server-x"), None);
    }

    #[test]
    fn reads_checks_and_rejects_unknown_status() {
        let folder = tempfile::tempdir().unwrap();
        let scenario = folder.path().join("server-ping-2026-11-22T05-05-52-223Z");
        std::fs::create_dir(&scenario).unwrap();
        let write = |text: &str| std::fs::write(scenario.join("checks.json"), text).unwrap();
        write(r#"[{"id":"a","status":"SUCCESS","details":{}},{"id":"b","status":"WARNING","errorMessage":"slow"}]"#);
        let scenarios = read(folder.path()).unwrap();
        assert_eq!(scenarios[0].name, "ping");
        assert_eq!(scenarios[0].checks[0].status, Status::Success);
        assert_eq!(scenarios[0].checks[1].message.as_deref(), Some("slow"));
        write(r#"[{"id":"a","status":"MAYBE"}]"#);
        assert!(read(folder.path()).is_err());
    }
}
