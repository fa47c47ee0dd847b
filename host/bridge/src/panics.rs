//! Catching panics, so that a defect affects only the command or file in which it occurs.

use futures_util::FutureExt;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Maximum number of characters of a panic message; a longer message is shortened.
const MOST: usize = 200;

/// Runs `work` and returns a panic in it as an error message. The caller handles state that `work` left inconsistent.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panicked| message(&*panicked))
}

/// Awaits `work` and returns a panic in it as an error message.
pub async fn caught_in<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    done.map_err(|panicked| message(&*panicked))
}

fn message(panicked: &(dyn Any + Send)) -> String {
    let text = panicked
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panicked.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").chars().take(MOST).collect()
}
