//! Standard MCP: one folder for all its versions. What only one version has is named by its date, the newest that has it.

pub(crate) mod ask;
mod errors;
mod events;
mod handshake;
pub(crate) mod listing;
pub(crate) mod methods;
pub(crate) mod notices;
pub(crate) mod pipe;
pub(crate) mod shapes;
pub(crate) mod v2024_11_05;
pub(crate) mod v2025_11_25;
pub(crate) mod v2026_07_28;
pub(crate) mod versions;
