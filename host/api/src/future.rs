//! The boxed future type that crates return to each other.

use std::pin::Pin;

/// A boxed future. It allows a trait to be `dyn`. It also compiles an async body in the crate that defines it: the body
/// of a plain `async fn` is compiled in each crate that polls it, with everything it calls and at that crate's
/// optimization level. Without the box, the program contained HTTP, its tasks and the entry code of guests twice.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
