//! The JSON encoding of MCP lists, results and errors for each MCP version, for all dialects that use it.
//!
//! This crate encodes outcomes of the `api` crate and decodes `_meta`. It knows no transport, no session and no method.

pub mod errors;
pub mod listing;
mod members;
pub mod request_meta;
pub mod shapes;
mod text_form;
pub mod versions;

pub use text_form::TextForm;
