//! Whether a build contains the code for listings, which a build that a host runs omits.

/// Whether bundles contain their listing. Without this feature they contain no descriptions and no schema generator:
/// their listing is in a custom section of the component, written by a build that had the feature.
pub(crate) const LISTED: bool = cfg!(any(feature = "listing", not(target_arch = "wasm32")));
