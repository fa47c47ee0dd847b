//! A constant that tells builds with the code for listings from builds for a host, which omit this code.

/// True if a bundle contains the code that describes its tools, resources and prompts. If false, a custom section of
/// the component contains these descriptions, which an earlier build with this code created.
pub(crate) const LISTED: bool = cfg!(any(feature = "listing", not(target_arch = "wasm32")));
