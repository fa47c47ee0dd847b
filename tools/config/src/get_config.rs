//! The tool `GetConfig`, which returns the active settings without secrets.

use unity_tools::host::policy_view::{self, HostInfo, Policy};
use unity_tools::prelude::*;

/// The active settings, which the tool `GetConfig` returns.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Config {
    /// Always true; a failure is an error.
    ok: bool,
    /// Always true: a stopped host does not answer.
    enabled: bool,
    /// Listening address; empty if the host does not listen.
    bind_address: String,
    /// Listening port; 0 if the host does not listen.
    port: u16,
    allow_writes: bool,
    require_confirm: bool,
    export_root: String,
    log_level: String,
    /// Full names of component types that tools may add or remove.
    component_allowlist: Vec<String>,
    /// Members that tools may use, as `<Type>.<Member>`.
    reflection_allowlist_members: Vec<String>,
    enable_console_eval: bool,
    /// Full names of hookable types.
    hook_allowlist_signatures: Vec<String>,
}

impl Config {
    pub(crate) fn new(policy: Policy, host: HostInfo) -> Self {
        Self {
            ok: true,
            enabled: true,
            bind_address: host.bind_address,
            port: host.port,
            allow_writes: policy.allow_writes,
            require_confirm: policy.require_confirm,
            export_root: host.export_root,
            log_level: host.log_level,
            component_allowlist: policy.component_allowlist,
            reflection_allowlist_members: policy.reflection_allowlist_members,
            enable_console_eval: policy.enable_console_eval,
            hook_allowlist_signatures: policy.hook_allowlist_signatures,
        }
    }
}

/// Show the host's address, policy and allowlists.
#[tool(name = "GetConfig", title = "Get configuration", category = "config")]
pub(crate) fn get_config() -> Result<Config> {
    Ok(Config::new(policy_view::get(), policy_view::host()))
}
