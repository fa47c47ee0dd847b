//! MCP's versions, lists, results and errors as JSON, for every dialect that answers as MCP does.
//!
//! This crate encodes `api` outcomes and decodes `_meta`. It knows no transport, no session and no method.

pub mod errors;
pub mod listing;
mod members;
pub mod request_meta;
pub mod shapes;
mod text_form;
pub mod versions;

pub use text_form::TextForm;
