//! The boxed future type that the traits of the host crates return.

use std::pin::Pin;

/// A boxed future, which makes a trait with async methods usable as `dyn`. It also has the compiler generate the code
/// of an async body once, in the crate that defines the body. Each crate that polls a plain `async fn` generates the
/// code again, with its own optimization level. Without the box, the program contained large parts twice.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
