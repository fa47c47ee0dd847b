//! A constant that tells builds with the code for listings from builds for a host, which omit this code.

/// True if bundles contain the code of their listing. Otherwise they have no descriptions and no schema generator.
/// Their listing is then in a custom section of the component, which an earlier build with this code created.
pub(crate) const LISTED: bool = cfg!(any(feature = "listing", not(target_arch = "wasm32")));
