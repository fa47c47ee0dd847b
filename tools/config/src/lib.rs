//! The bundle `config`: the host's settings, as far as callers may know and change them.
//!
//! Belongs here: which tools the bundle has.

mod get_config;
mod set_config;

pub use get_config::GetConfig;
pub use set_config::SetConfig;

unity_tools::export! { tools: [GetConfig, SetConfig] }

#[cfg(test)]
mod tests;
