//! CPU from the start of the process to its first good call, with compiled components on disk.

use crate::cpu;
use crate::figure::{Figure, Outcome, Target};
use anyhow::Result;
use serde_json::json;
use tests_support::{Era, HostOptions, McpClient};

const STARTS: usize = 11;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let warm = HostOptions::new().start().await?;
    warm.client().await?.ask("ListScenes", json!({})).await?;
    warm.terminate().await?;
    let mut rounds = Vec::new();
    for _ in 0..STARTS {
        // Not waiting for `/ready`: the call itself waits for what it needs.
        let host = HostOptions::new().without_ready().start().await?;
        let client = McpClient::connect(&host.url("/mcp"), Era::Stateless).await?;
        first_good_call(&client).await?;
        rounds.push(cpu::process_seconds(host.pid()?)? * 1000.0);
    }
    Ok(vec![Outcome::Taken(Figure::new(
        "cold-start",
        "CPU to the first good call, warm store",
        "ms",
        rounds,
        Target::AtMost(20.0),
    ))])
}

/// A tool is unknown until its bundle is published, so the call is repeated until it is good.
async fn first_good_call(client: &McpClient) -> Result<()> {
    tests_support::wait_for("the first good call", async || {
        client.ask("ListScenes", json!({})).await.ok().map(|_| ())
    })
    .await
}
