//! Waiting for a condition, with a bound and with words for what was waited for.
//!
//! Belongs here: the one polling loop of all tests. Does not: the conditions.

use anyhow::{Result, bail};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};

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
        match timeout_at(end, probe()).await {
            Ok(Some(value)) => return Ok(value),
            Ok(None) if Instant::now() < end => {}
            Ok(None) => bail!("waited {} s in vain for {what}", limit.as_secs()),
            Err(_) => bail!("waited {} s for {what}, and the last look never ended", limit.as_secs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn timeout_error_reports_a_check_that_never_ended() {
        let never = wait_at_most(Duration::from_millis(1), "the end", async || {
            std::future::pending::<Option<()>>().await
        });
        let error = never.await.expect_err("it never ends").to_string();
        assert!(error.ends_with("for the end, and the last look never ended"), "{error}");
        let in_vain = wait_at_most(Duration::from_millis(1), "the end", async || None::<()>);
        let error = in_vain.await.expect_err("it never comes").to_string();
        assert!(error.ends_with("in vain for the end"), "{error}");
    }
}
