//! A thousand swaps between two prebuilt components under load: how many calls fail.

use crate::figure::{Figure, Outcome, Target};
use anyhow::{Context, Result};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, paths, wait_for};
use tokio::task::JoinSet;

const SWAPS: usize = 1000;
const CALLERS: usize = 4;
/// The two builds, and what the one tool of each answers.
const BUILDS: [(&str, &str); 2] = [("swap-a", "a"), ("swap-b", "b")];
const TOOL: &str = "version";

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let folder = TempDir::new()?;
    let bundle = folder.path().join("changing");
    let file = bundle.join("changing.wasm");
    let mut builds = Vec::new();
    for (id, _) in BUILDS {
        builds.push(std::fs::read(paths::component_of(&paths::fixture_bundle(id)?)?)?);
    }
    std::fs::create_dir_all(&bundle)?;
    std::fs::write(&file, &builds[0])?;
    std::fs::write(
        bundle.join("bundle.toml"),
        "id = \"changing\"\ncomponent = \"changing.wasm\"\n",
    )?;
    let host = HostOptions::new().no_bundled().tools(folder.path()).start().await?;
    let client = Arc::new(host.client().await?);
    let stop = Arc::new(AtomicBool::new(false));
    let (good, failed) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let mut callers = JoinSet::new();
    for _ in 0..CALLERS {
        let (client, stop) = (Arc::clone(&client), Arc::clone(&stop));
        let (good, failed) = (Arc::clone(&good), Arc::clone(&failed));
        callers.spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                let counter = if version(&client).await.is_some() {
                    &good
                } else {
                    &failed
                };
                counter.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let start = Instant::now();
    for swap in 1..=SWAPS {
        let build = swap % 2;
        let fresh = file.with_extension("fresh");
        std::fs::write(&fresh, &builds[build])?;
        std::fs::rename(&fresh, &file)?;
        let wanted = BUILDS[build].1;
        wait_for(&format!("the answer {wanted}"), async || {
            version(&client).await.filter(|text| text == wanted)
        })
        .await
        .with_context(|| format!("swap {swap}\n{}", host.log_text()))?;
    }
    let elapsed = start.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    while let Some(ended) = callers.join_next().await {
        ended?;
    }
    let failed = failed.load(Ordering::Relaxed) as f64;
    let figure = Figure::new(
        "swaps",
        "failed calls during 1000 confirmed swaps",
        "",
        vec![failed],
        Target::AtMost(0.0),
    );
    Ok(vec![Outcome::Taken(
        figure
            .part("good_calls", &[good.load(Ordering::Relaxed) as f64])
            .part("ms_per_swap", &[elapsed * 1000.0 / SWAPS as f64]),
    )])
}

/// The answering build's text; `None` where the call failed.
async fn version(client: &McpClient) -> Option<String> {
    let answer = client.call(TOOL, json!({})).await.ok()?;
    answer.failure().is_none().then(|| answer.text())
}
