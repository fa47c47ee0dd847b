//! The future that is given from crate to crate.

use std::pin::Pin;

/// A boxed future: so that a trait can be a `dyn`, and so that what another crate awaits is compiled where it is written. The body
/// of a plain `async fn` is compiled by whoever polls it, in each such crate again with all that it reaches and at that crate's
/// level: the program held HTTP, its tasks and the entering of guests twice.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
