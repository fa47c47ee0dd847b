//! One call leaves eight lines, one per hop, under one id: the way through the code can be read off the log.
//!
//! Belongs here: the order of the hops. Does not: what each does.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, wait_for};

const HOPS: [&str; 8] = [
    "wire.http",
    "wire.dialect",
    "catalog.dispatch",
    "policy.decide",
    "runtime.invoke",
    "guest",
    "runtime.import",
    "bridge",
];

/// `call-N`, where the line has one.
fn call_id(line: &str) -> Option<&str> {
    let start = line.find("call-")?;
    let digits = line[start + 5..].chars().take_while(char::is_ascii_digit).count();
    (digits > 0).then(|| &line[start..start + 5 + digits])
}

/// The value of the line's field `hop`.
fn hop(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" hop=")?;
    Some(rest.split_whitespace().next()?.trim_matches('"'))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_call_goes_through_eight_hops_in_order() -> Result<()> {
    let host = HostOptions::new().argument("--log").argument("debug").start().await?;
    let client = host.client().await?;
    // One import call: the time scale is read once.
    client.ask("GetTimeScale", json!({})).await?;
    // Lines of the requests before it may still arrive: those of this call are told by its id.
    let seen = wait_for("eight hop lines", async || {
        let log = host.log();
        let decoded = |line: &&String| hop(line) == Some("wire.dialect") && line.contains("GetTimeScale");
        let id = call_id(log.iter().find(decoded)?)?;
        let of_the_call = |line: &&String| hop(line).is_some() && call_id(line) == Some(id);
        let lines: Vec<String> = log.iter().filter(of_the_call).cloned().collect();
        (lines.len() >= HOPS.len()).then_some(lines)
    })
    .await
    .with_context(|| host.log_text())?;
    let hops: Vec<&str> = seen.iter().filter_map(|line| hop(line)).collect();
    ensure!(hops == HOPS, "{hops:?}\n{}", seen.join("\n"));
    Ok(())
}

/// The files that a row of the map's hop table names, below `host`.
fn named_files(row: &str) -> Result<Vec<std::path::PathBuf>> {
    let host = tests_support::paths::root().join("host");
    let mut files = Vec::new();
    for name in row.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs")) {
        let path = host.join(name);
        match path.file_name().and_then(|last| last.to_str()) {
            Some("*.rs" | "<interface>.rs") => {
                let folder = path.parent().context("a file has a folder")?;
                for entry in std::fs::read_dir(folder).with_context(|| format!("{row}: {}", folder.display()))? {
                    files.push(entry?.path());
                }
            }
            _ => files.push(path),
        }
    }
    Ok(files)
}

#[test]
fn each_hop_stands_in_a_file_that_the_map_names() -> Result<()> {
    let map = std::fs::read_to_string(tests_support::paths::root().join("host/ARCHITECTURE.md"))?;
    for (number, hop) in (1..).zip(HOPS) {
        let row = map
            .lines()
            .find(|line| line.starts_with(&format!("| {number} |")))
            .with_context(|| format!("the map has no row for hop {number}"))?;
        let mark = format!("hop = \"{hop}\"");
        let mut stands = false;
        for file in named_files(row)?.iter().filter(|file| !file.is_dir()) {
            let text = std::fs::read_to_string(file).with_context(|| format!("hop {number}: {}", file.display()))?;
            stands |= text.contains(&mark);
        }
        ensure!(
            stands,
            "no file of the map's row {number} has the line of hop `{hop}`: {row}"
        );
    }
    Ok(())
}
