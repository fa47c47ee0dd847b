//! The pieces of a bundle that the operator can switch off, by name.
//!
//! Belongs here: the names, and the refusal of a piece that `[bundles.<id>] tools` leaves out. Does not: which pieces
//! are left out.

use host_api::Refusal;

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
    pub fn left_out_refusal(&self, bundle: &str) -> Refusal {
        match self {
            Self::Tool(name) => Refusal::tool_left_out(bundle, name),
            Self::Resource(name) => Refusal::piece_left_out(bundle, "Resource", name),
            Self::Prompt(name) => Refusal::piece_left_out(bundle, "Prompt", name),
            Self::Bundle => Refusal::piece_left_out(bundle, "Bundle", bundle),
        }
    }
}
