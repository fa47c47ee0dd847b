//! The bundle `config`: reads and changes the host's settings, within the limits for callers.
//!
//! Belongs here: which tools the bundle has.

mod get_config;
mod set_config;

pub use get_config::GetConfig;
pub use set_config::SetConfig;

unity_tools::export! { tools: [GetConfig, SetConfig] }

#[cfg(test)]
mod tests;
