//! The log line at the start that describes what this host serves: project, policy, number of tools.
//!
//! This module creates the text. `served_target` describes the project; `host_catalog` counts tools.

use crate::config::Settings;
use crate::core::Core;
use host_api::profile::STANDARD;
use host_api::{Audience, ToolService};
use host_policy::{ConfirmBy, Policy};
use std::sync::Arc;

/// Logs the start line after the first tools are published. The line is a warning if the sample is served although it
/// was not selected.
pub(crate) fn report(core: &Core, settings: &Settings) {
    let (catalog, policy, bridge) = (
        Arc::clone(&core.catalog),
        Arc::clone(&core.policy),
        Arc::clone(&core.bridge),
    );
    let (served, allow_save, end) = (core.served.clone(), settings.project.allow_save, core.shutdown.clone());
    core.tracker.spawn(async move {
        let mut revision = catalog.revision();
        let published = tokio::select! {
            () = end.cancelled() => return,
            published = revision.wait_for(|revision| *revision > 0) => published.is_ok(),
        };
        if !published {
            return;
        }
        let rules = policy.load();
        let project = served.describe(&*bridge);
        let policy = policy_in_words(&rules, allow_save);
        let profile = rules.profile.as_deref().unwrap_or(STANDARD);
        let listed = catalog.catalog(&Audience::Configured).tools.len();
        let callable = catalog.catalog(&Audience::Everything).tools.len();
        let tools = format!("{listed} listed to MCP clients (profile {profile}), {callable} callable");
        match served.warning() {
            Some(_) => tracing::warn!(project, policy, tools, "serving"),
            None => tracing::info!(project, policy, tools, "serving"),
        }
    });
}

/// Describes the policy and whether saving is allowed, in one line.
fn policy_in_words(policy: &Policy, allow_save: bool) -> String {
    if !policy.allow_writes {
        return "read-only".to_owned();
    }
    let confirmed = match (policy.require_confirm, policy.confirm_by) {
        (false, _) => "without confirmation",
        (true, ConfirmBy::Argument) => "each confirmed by an argument of the call",
        (true, ConfirmBy::Person) => "each confirmed by the user",
    };
    let listed = |names: &std::collections::BTreeSet<String>, one: &str| match names.len() {
        _ if names.contains("*") => format!("every {one}"),
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    let code = if policy.enable_console_eval {
        "; code runs in games"
    } else {
        ""
    };
    let saving = match allow_save {
        true => "saving to project files allowed",
        false => "no project file is written",
    };
    format!(
        "writes allowed, {confirmed}; allowlists: {}, {}; {saving}{code}",
        listed(&policy.component_allowlist, "component type"),
        listed(&policy.reflection_allowlist_members, "member")
    )
}

#[cfg(test)]
mod tests {
    use super::policy_in_words;
    use host_policy::{ConfirmBy, Policy};

    #[test]
    fn start_line_describes_write_policy() {
        let narrow = Policy::default();
        assert_eq!(
            policy_in_words(&narrow, true),
            "read-only",
            "without writes, nothing is saved"
        );
        let writes = Policy {
            allow_writes: true,
            component_allowlist: ["A".to_owned()].into(),
            ..narrow
        };
        assert_eq!(
            policy_in_words(&writes, false),
            "writes allowed, each confirmed by an argument of the call; allowlists: 1 component type, 0 members; no project \
             file is written"
        );
        let wide = Policy {
            require_confirm: false,
            enable_console_eval: true,
            reflection_allowlist_members: ["*".to_owned()].into(),
            ..writes.clone()
        };
        assert_eq!(
            policy_in_words(&wide, true),
            "writes allowed, without confirmation; allowlists: 1 component type, every member; saving to project files \
             allowed; code runs in games"
        );
        let asked = Policy {
            confirm_by: ConfirmBy::Person,
            ..writes
        };
        assert!(policy_in_words(&asked, false).contains("each confirmed by the user"));
    }
}
