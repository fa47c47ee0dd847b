//! Waiting for a condition, with a bound and with words for what was waited for.
//!
//! Belongs here: the one polling loop of all tests. Does not: the conditions.

use anyhow::{Result, bail};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How long a condition may take on a slow, busy machine. It bounds a hang; it is no expectation.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// Asks `probe` every few milliseconds until it gives a value. An error after `PATIENCE`, naming `what`.
pub async fn wait_for<T>(what: &str, probe: impl AsyncFnMut() -> Option<T>) -> Result<T> {
    wait_at_most(PATIENCE, what, probe).await
}

/// `wait_for` with another bound.
pub async fn wait_at_most<T>(limit: Duration, what: &str, mut probe: impl AsyncFnMut() -> Option<T>) -> Result<T> {
    let end = Instant::now() + limit;
    let mut ticks = interval(Duration::from_millis(5));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Some(value) = probe().await {
            return Ok(value);
        }
        if Instant::now() > end {
            bail!("waited {} s in vain for {what}", limit.as_secs());
        }
    }
}
