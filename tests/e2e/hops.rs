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
    "guest.import",
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
async fn logs_eight_hops_of_a_call_in_order() -> Result<()> {
    let host = HostOptions::new().argument("--log").argument("debug").start().await?;
    let client = host.client().await?;
    // One import call: the time scale is read once.
    client.ask("GetTimeScale", json!({})).await?;
    // Lines of the requests before it may still arrive: the id identifies those of this call.
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

/// The paths in a row of the table of hops (`docs/internals/call-path.md`), from `host`; `*` in a part matches any.
fn named_paths(row: &str) -> impl Iterator<Item = Vec<String>> {
    let names = row.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs"));
    names.map(|name| name.replace("<interface>", "*").split('/').map(str::to_owned).collect())
}

fn is_named(row: &str, file: &str) -> bool {
    let fits = |part: &str, named: &str| match named.split_once('*') {
        Some((before, behind)) => part.starts_with(before) && part.ends_with(behind),
        None => part == named,
    };
    let parts: Vec<&str> = file.split('/').collect();
    named_paths(row)
        .any(|named| named.len() == parts.len() && parts.iter().zip(&named).all(|(part, named)| fits(part, named)))
}

#[test]
fn call_path_document_names_every_file_that_logs_a_hop() -> Result<()> {
    let host = tests_support::paths::root().join("host");
    let map = std::fs::read_to_string(tests_support::paths::root().join("docs/internals/call-path.md"))?;
    let mut sources = Vec::new();
    for entry in walkdir::WalkDir::new(&host) {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(&host)?.to_string_lossy().replace('\\', "/");
            sources.push((name, std::fs::read_to_string(&path)?));
        }
    }
    for (number, hop) in (1..).zip(HOPS) {
        let row = map
            .lines()
            .find(|line| line.starts_with(&format!("| {number} |")))
            .with_context(|| format!("docs/internals/call-path.md has no row for hop {number}"))?;
        let mark = format!("hop = \"{hop}\"");
        let writers: Vec<&str> = sources
            .iter()
            .filter(|(_, text)| text.contains(&mark))
            .map(|(name, _)| name.as_str())
            .collect();
        ensure!(!writers.is_empty(), "no file has the line of hop `{hop}`");
        for writer in writers {
            ensure!(
                is_named(row, writer),
                "{writer} writes the line of hop `{hop}`, and its row in call-path.md does not name it: {row}"
            );
        }
    }
    Ok(())
}
