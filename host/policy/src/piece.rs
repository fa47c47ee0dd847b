//! What of a bundle a call runs: the name under which the operator can take it back.
//!
//! Belongs here: the names, and the refusal of what `[bundles.<id>] tools` leaves out. Does not: which are left out.

use crate::refusal::Refusal;
use host_api::ErrorKind;

/// One thing that a bundle serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// By its own name.
    Tool(String),
    /// By its URI as it is listed, a template by its text.
    Resource(String),
    /// By its name.
    Prompt(String),
    /// The bundle itself, which is told an event.
    Bundle,
}

impl Piece {
    /// The refusal where `[bundles.<id>] tools` of `bundle` leaves it out.
    pub fn left_out(&self, bundle: &str) -> Refusal {
        let (kind, name, remedy) = match self {
            Self::Tool(name) => ("Tool", name.as_str(), ", or to add it to `allow`"),
            Self::Resource(name) => ("Resource", name.as_str(), ""),
            Self::Prompt(name) => ("Prompt", name.as_str(), ""),
            Self::Bundle => ("Bundle", bundle, ""),
        };
        Refusal::new(
            ErrorKind::PermissionDenied,
            "bundles.tools",
            format!("{kind} `{name}` is switched off by the operator"),
            format!(
                "`[bundles.{bundle}] tools` leaves it out: ask the operator to take `{name}` out of `deny`{remedy}"
            ),
        )
    }
}
