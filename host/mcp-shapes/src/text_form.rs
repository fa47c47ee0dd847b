//! The setting for the text that accompanies a structured result.

/// The text for MCP clients in addition to `structuredContent`: some clients show their model only one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextForm {
    /// The same JSON without white space.
    #[default]
    Compact,
    /// The same JSON on several lines.
    Pretty,
    /// No text, if the client's version has structured results and the tool gave no text of its own.
    NoneWhenStructured,
}
