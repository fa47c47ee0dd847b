//! Implements the WIT interface `unity-tools:host/policy-view`: returns the active policy and facts about the host.

use crate::bindings::current::unity_tools::host::policy_view::{Host, HostInfo, Policy};
use crate::store::CallState;
use host_api::Interface;

impl Host for CallState {
    async fn get(&mut self) -> wasmtime::Result<Policy> {
        self.enter(Interface::PolicyView, "get", 0)?;
        let policy = self.gate.policy();
        let list = |names: &std::collections::BTreeSet<String>| names.iter().cloned().collect();
        Ok(Policy {
            allow_writes: policy.allow_writes,
            require_confirm: policy.require_confirm,
            enable_console_eval: policy.enable_console_eval,
            component_allowlist: list(&policy.component_allowlist),
            reflection_allowlist_members: list(&policy.reflection_allowlist_members),
            hook_allowlist_signatures: list(&policy.hook_allowlist_signatures),
            revision: policy.revision,
        })
    }

    async fn host(&mut self) -> wasmtime::Result<HostInfo> {
        self.enter(Interface::PolicyView, "host", 0)?;
        let facts = self.host_facts();
        Ok(HostInfo {
            version: facts.version,
            bind_address: facts.bind_address,
            port: facts.port,
            export_root: facts.export_root,
            log_level: facts.log_level,
        })
    }
}
