//! The setting for the text that accompanies a structured result.

/// The text that MCP clients get in addition to `structuredContent`: some clients pass only one of both to their model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextForm {
    /// The structured JSON result on one line, without white space.
    #[default]
    Compact,
    /// The structured JSON result, indented on several lines.
    Pretty,
    /// No text, if the client's MCP version supports structured results and the tool returned no text itself.
    NoneWhenStructured,
}
