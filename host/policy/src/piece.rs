//! The pieces of a bundle that the operator can switch off, by name.
//!
//! This module contains the names and the refusal of an excluded piece. The caller knows which pieces these are.

use host_api::Refusal;

/// A part of a bundle that the operator can enable or disable: a tool, a resource, a prompt, or the whole bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A tool, by the name in its bundle.
    Tool(String),
    /// A resource, by its listed URI; for a template, the URI template.
    Resource(String),
    /// A prompt, by its name.
    Prompt(String),
    /// The bundle itself, when it receives an event.
    Bundle,
}

impl Piece {
    /// Returns the refusal of a tool, resource or prompt that `[bundles.<id>] tools` of `bundle` excludes.
    pub fn left_out_refusal(&self, bundle: &str) -> Refusal {
        match self {
            Self::Tool(name) => Refusal::tool_left_out(bundle, name),
            Self::Resource(name) => Refusal::piece_left_out(bundle, "Resource", name),
            Self::Prompt(name) => Refusal::piece_left_out(bundle, "Prompt", name),
            Self::Bundle => Refusal::piece_left_out(bundle, "Bundle", bundle),
        }
    }
}
