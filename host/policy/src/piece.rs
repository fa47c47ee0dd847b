//! The pieces of a bundle that the operator can switch off, by name.
//!
//! Belongs here: the names, and the refusal of a piece that `[bundles.<id>] tools` leaves out. Does not: which pieces
//! are left out.

use crate::refusal::Refusal;
use host_api::ErrorKind;

/// One piece of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A tool, by its own name.
    Tool(String),
    /// A resource, by its listed URI; a template, by its text.
    Resource(String),
    /// A prompt, by its name.
    Prompt(String),
    /// The bundle itself, when it receives an event.
    Bundle,
}

impl Piece {
    /// The refusal of a piece that `[bundles.<id>] tools` of `bundle` leaves out.
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
                "`[bundles.{bundle}] tools` leaves it out: ask the operator to remove `{name}` from `deny`{remedy}"
            ),
        )
    }
}
