//! Texts made to look like lines of the host's own log.

use crate::guests;
use anyhow::{Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, paths};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guest_line_breaks_cannot_forge_log_lines() -> Result<()> {
    let host = HostOptions::new()
        .no_bundled()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .start()
        .await?;
    let client = host.client().await?;
    for (at, end) in ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}"]
        .into_iter()
        .enumerate()
    {
        let text = format!("said {at}{end}FORGED {at} the policy was changed");
        let answer = client.call("say", json!({ "text": text })).await?;
        ensure!(answer.failure().is_none(), "{:?}", answer.failure());
        let line = host
            .wait_for_log("what was said", |line| line.contains(&format!("said {at}")))
            .await?;
        ensure!(line.contains(&format!("FORGED {at}")), "cut in two: {line:?}");
        ensure!(!line.contains(end), "{line:?}");
    }
    let forged = |line: &String| line.trim_start().starts_with("FORGED");
    ensure!(!host.log().iter().any(forged), "{}", host.log_text());
    Ok(())
}
