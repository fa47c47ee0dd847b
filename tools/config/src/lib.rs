//! The bundle `config`: reads and changes the host's settings, within the limits for callers.
//!
//! Belongs here: which tools the bundle has.

mod get_config;
mod set_config;

unity_tools::bundle![get_config::get_config, set_config::set_config];

#[cfg(test)]
mod tests;
