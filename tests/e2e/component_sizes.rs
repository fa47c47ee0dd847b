//! What the host's bundles weigh: each client's first call loads one, and all are in every installation.
//!
//! Belongs here: the guard over those that were there before listings moved into sections. Does not: lists and schemas
//! (`listing`).

use anyhow::{Result, ensure};
use tests_support::paths;

/// All bundles of the time when each component still carried its generator of schemas.
const BUNDLES: [&str; 17] = [
    "camera",
    "command",
    "config",
    "console",
    "console-scripts",
    "editor",
    "editor-run",
    "hooks",
    "logs",
    "mouse-pick",
    "object-edit",
    "objects",
    "reflection",
    "selection",
    "test-ui",
    "time-scale",
    "xr",
];
/// What they weighed then, in bytes.
const BEFORE: u64 = 6_636_149;
/// What of it they may weigh, in percent.
const MOST: u64 = 60;

#[test]
fn bundles_total_at_most_60_percent_of_their_former_size() -> Result<()> {
    let mut sizes = Vec::new();
    for id in BUNDLES {
        let file = paths::component_of(&paths::bundle(id)?)?;
        sizes.push((std::fs::metadata(file)?.len(), id));
    }
    let sum: u64 = sizes.iter().map(|(bytes, _)| bytes).sum();
    let most = BEFORE * MOST / 100;
    sizes.sort_unstable();
    sizes.reverse();
    ensure!(
        sum <= most,
        "they have {sum} bytes, at most {most} are wanted: {sizes:?}"
    );
    Ok(())
}
