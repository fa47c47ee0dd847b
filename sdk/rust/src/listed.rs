//! What a build for a host leaves out.

/// Whether bundles can tell what they have. Without it they carry no descriptions and no generator of schemas: what they
/// have stands in the component's section, written by a build that had it.
pub(crate) const LISTED: bool = cfg!(any(feature = "listing", not(target_arch = "wasm32")));
