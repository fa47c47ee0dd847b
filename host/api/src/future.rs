//! The boxed future type that the traits of the host crates return.

use std::pin::Pin;

/// A boxed future, which makes a trait with async methods usable as `dyn`. Its code is generated once, in the crate
/// that defines the body. Each crate that polls a plain `async fn` would generate the code again.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
