//! Writes MCP's `instructions`: the served project and target, missing capabilities, and the active policy.

use host_bridge::{Activity, BridgeState, Capability, ProjectInfo};
use host_policy::{ConfirmBy, Policy};
use std::collections::BTreeSet;

/// Maximum number of characters of a project's name in the MCP instructions; a longer name is truncated.
const LONGEST_NAME: usize = 50;

/// Maximum number of characters of a Unity version in the MCP instructions; a longer text is truncated.
const LONGEST_VERSION: usize = 16;

/// Writes the host's part of MCP's `instructions`: project and target, missing capabilities, policy.
pub(crate) fn write(
    bridge: &str,
    state: &BridgeState,
    project: &ProjectInfo,
    capabilities: &BTreeSet<Capability>,
    policy: &Policy,
) -> String {
    let mut lines = vec![served(bridge, state, project)];
    if let Some(line) = cannot(capabilities) {
        lines.push(line);
    }
    lines.push(policy_line(policy));
    lines.join("\n")
}

fn served(bridge: &str, state: &BridgeState, project: &ProjectInfo) -> String {
    let name = [&project.product_name, &project.folder]
        .into_iter()
        .find(|name| !name.is_empty());
    let name = name.map_or("a Unity project that is still loading".to_owned(), |name| {
        let shown: String = name.chars().take(LONGEST_NAME).collect();
        format!("the Unity project `{shown}`")
    });
    let version = match project.unity_version.as_str() {
        "" => String::new(),
        version => {
            let shown: String = version.chars().take(LONGEST_VERSION).collect();
            format!(" (Unity {shown})")
        }
    };
    if bridge == "replay" {
        format!(
            "This host serves {name}{version} from a recording; no Unity is running. Queries \
             that were not recorded fail, and nothing is changed."
        )
    } else if !matches!(state, BridgeState::Unity(_)) {
        // A host that accepts running instances serves its folder while none is linked.
        let until = match bridge {
            "project" => "; no Unity is linked",
            _ => " until its editor links",
        };
        format!(
            "This host serves {name}{version} from its folder{until}. Edits of objects stay in its session: no \
             project file has them before `save_scenes`."
        )
    } else if matches!(state, BridgeState::Unity(unity) if unity.activity == Activity::Away) {
        "This host serves running Unity instances; none is linked to it now. Tools that need one answer NotReady."
            .to_owned()
    } else {
        format!("This host serves {name}{version} in a running Unity: changes take effect there at once.")
    }
}

fn cannot(capabilities: &BTreeSet<Capability>) -> Option<String> {
    let missing: Vec<&str> = Capability::ALL
        .into_iter()
        .filter(|capability| !capabilities.contains(capability))
        .map(|capability| match capability {
            Capability::Scene => "read scenes",
            Capability::SceneEdit => "change scenes",
            Capability::Code => "run C# code",
            Capability::HooksFire => "fire hooks",
            Capability::Screenshot => "take pictures of the game",
            Capability::EditorRun => "run menu items and tests",
            Capability::Commands => "run commands of the game",
            Capability::Play => "control play",
        })
        .collect();
    if missing.is_empty() {
        return None;
    }
    Some(format!(
        "It cannot {}: tools that need this answer NotReady.",
        missing.join(", ")
    ))
}

fn policy_line(policy: &Policy) -> String {
    if !policy.allow_writes {
        return "Policy: read-only; the operator switches writes on with `[policy] allow-writes = true`.".to_owned();
    }
    let confirm = match (policy.require_confirm, policy.confirm_by) {
        (false, _) => "no confirmation is needed",
        (true, ConfirmBy::Argument) => "each change needs `confirm: true`",
        (true, ConfirmBy::Person) => "the user is asked before each change",
    };
    let code = if policy.enable_console_eval {
        "code may be run"
    } else {
        "running code is off"
    };
    // Each list is checked separately. Clients limit all instructions to 1,024 bytes.
    let allowlisted = match (
        policy.reflection_allowlist_members.is_empty(),
        policy.component_allowlist.is_empty(),
    ) {
        (true, true) => "no member may be set and no component added",
        (true, false) => "no member may be set; allowlisted components may be added",
        (false, true) => "allowlisted members may be set; no component may be added",
        (false, false) => "allowlisted members may be set and components added",
    };
    format!("Policy: writes are on; {allowlisted}; {confirm}; {code}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::UnityState;
    use std::time::Duration;

    fn unity(activity: Activity) -> BridgeState {
        BridgeState::Unity(UnityState {
            activity,
            since: Duration::ZERO,
            last_time: None,
            dialog: None,
            command: None,
            has_ended: false,
            is_gone: false,
        })
    }

    #[test]
    fn reports_that_no_instance_is_linked() {
        let nobody = ProjectInfo::default();
        let text = write(
            "live",
            &unity(Activity::Away),
            &nobody,
            &Capability::ALL.into(),
            &Policy::default(),
        );
        assert!(
            text.contains("none is linked") && !text.contains("still loading"),
            "{text}"
        );
    }

    #[test]
    fn policy_line_states_which_writes_the_allowlists_permit() {
        let told = |components: &[&str], members: &[&str]| {
            let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            policy_line(&Policy {
                allow_writes: true,
                component_allowlist: names(components),
                reflection_allowlist_members: names(members),
                ..Policy::default()
            })
        };
        let (light, intensity) = (["UnityEngine.Light"], ["UnityEngine.Light.intensity"]);
        // Each list is checked separately: members can be set even if no component is allowlisted.
        for (text, expected) in [
            (told(&[], &[]), "; no member may be set and no component added;"),
            (
                told(&light, &[]),
                "; no member may be set; allowlisted components may be added;",
            ),
            (
                told(&[], &intensity),
                "; allowlisted members may be set; no component may be added;",
            ),
            (
                told(&light, &intensity),
                "; allowlisted members may be set and components added;",
            ),
        ] {
            assert!(text.contains(expected), "{text}");
        }
        let off = policy_line(&Policy {
            reflection_allowlist_members: ["*".to_owned()].into(),
            ..Policy::default()
        });
        assert!(off.contains("read-only") && !off.contains("may be set"), "{off}");
    }

    #[test]
    fn instructions_state_target_limits_and_policy_within_size_limit() {
        let project = ProjectInfo {
            product_name: "Lab".into(),
            unity_version: "2022.3.45f1".into(),
            ..ProjectInfo::default()
        };
        let offline = [Capability::Scene, Capability::SceneEdit].into();
        let text = write("project", &BridgeState::Ready, &project, &offline, &Policy::default());
        for words in [
            "`Lab`",
            "2022.3.45f1",
            "no project file",
            "run C# code",
            "read-only",
            "allow-writes = true",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(!text.contains("read scenes"));
        let open = Policy {
            allow_writes: true,
            ..Policy::default()
        };
        let live = write(
            "live",
            &unity(Activity::Playing),
            &project,
            &Capability::ALL.into(),
            &open,
        );
        assert!(
            live.contains("running Unity") && live.contains("`confirm: true`") && !live.contains("cannot"),
            "{live}"
        );
        let unlinked = write("live", &BridgeState::Ready, &project, &offline, &open);
        assert!(
            unlinked.contains("from its folder until its editor links") && !unlinked.contains("running Unity"),
            "{unlinked}"
        );
        let loading = write("project", &BridgeState::Ready, &ProjectInfo::default(), &offline, &open);
        assert!(loading.contains("still loading"), "{loading}");
        let asking = Policy {
            confirm_by: ConfirmBy::Person,
            ..open.clone()
        };
        let longest = ProjectInfo {
            product_name: "L".repeat(200),
            unity_version: "2022.3.45f1".repeat(9),
            ..project.clone()
        };
        for (bridge, policy) in ["project", "replay", "live"]
            .iter()
            .flat_map(|name| [(name, &open), (name, &asking)])
        {
            let text = write(bridge, &BridgeState::Ready, &longest, &offline, policy);
            // Plus one byte for the line end.
            assert!(
                text.len() < 544,
                "guides have 480 bytes of the 1,024: {} {text}",
                text.len()
            );
            let text = write(bridge, &unity(Activity::Playing), &longest, &offline, policy);
            assert!(text.len() < 544, "{} {text}", text.len());
        }
    }
}
