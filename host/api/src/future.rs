//! The future that traits of this crate give back.

use std::pin::Pin;

/// A boxed future, so that a trait can be a `dyn`.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
