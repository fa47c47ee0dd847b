//! The bundle `config`: tools that read and change the host's settings, within the operator's limits.
//!
//! Belongs here: the list of the bundle's tools.

mod get_config;
mod set_config;

unity_tools::bundle![get_config::get_config, set_config::set_config];

#[cfg(test)]
mod tests;
