//! Panics kept where they happen: a defect in one command or one file is that command's or file's problem.

use futures_util::FutureExt;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Letters of a panic's message that are passed on.
const MOST: usize = 200;

/// Runs it; a panic is an error with its message. Whoever calls this answers for what `work` left half done.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panicked| message(&*panicked))
}

/// The same of work that waits.
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
