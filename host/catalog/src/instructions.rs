//! What an agent should know first: which project, which Unity, what can't be done, which policy is in force.

use host_bridge::{Capability, ProjectInfo};
use host_policy::{ConfirmBy, Policy};
use std::collections::BTreeSet;

/// Letters of a project's name.
const LONGEST_NAME: usize = 60;

/// The host's part of MCP's `instructions`.
pub(crate) fn write(
    bridge: &str,
    project: &ProjectInfo,
    capabilities: &BTreeSet<Capability>,
    policy: &Policy,
) -> String {
    let mut lines = vec![served(bridge, project)];
    if let Some(line) = cannot(capabilities) {
        lines.push(line);
    }
    lines.push(policy_line(policy));
    lines.join("\n")
}

fn served(bridge: &str, project: &ProjectInfo) -> String {
    let name = [&project.product_name, &project.folder]
        .into_iter()
        .find(|name| !name.is_empty());
    let name = name.map_or("a Unity project that is still loading".to_owned(), |name| {
        let shown: String = name.chars().take(LONGEST_NAME).collect();
        format!("the Unity project `{shown}`")
    });
    let version = match project.unity_version.as_str() {
        "" => String::new(),
        version => format!(" (Unity {version})"),
    };
    if bridge == "replay" {
        format!(
            "This host serves {name}{version} from a recording; no Unity is running. What was not recorded cannot be asked, and \
             nothing is changed."
        )
    } else if bridge == "project" {
        format!(
            "This host serves {name}{version} from the files of its folder; no Unity is running. Changes stay in its \
             session (no project file but by `save_scenes`, no running editor)."
        )
    } else {
        format!("This host serves {name}{version} through the bridge `{bridge}` to a running Unity.")
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
            Capability::EditorRun => "run editor menu items and tests",
            Capability::Commands => "pass on commands of the running game",
            Capability::Play => "stop, step and play the game",
        })
        .collect();
    (!missing.is_empty()).then(|| {
        format!(
            "It cannot {}; tools that need this answer NotReady.",
            missing.join(", ")
        )
    })
}

fn policy_line(policy: &Policy) -> String {
    if !policy.allow_writes {
        return "Policy: read-only; the operator switches writes on with `[policy] allow-writes = true`.".to_owned();
    }
    let confirm = match (policy.require_confirm, policy.confirm_by) {
        (false, _) => "no confirmation is asked for",
        (true, ConfirmBy::Argument) => "a tool that changes something needs `confirm: true`",
        (true, ConfirmBy::Person) => "a person is asked before a tool changes something",
    };
    let code = if policy.enable_console_eval {
        "code may be run"
    } else {
        "running code is off"
    };
    format!("Policy: writes are on; {confirm}; {code}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_says_what_is_served_what_is_not_and_under_which_policy() {
        let project = ProjectInfo {
            product_name: "Lab".into(),
            unity_version: "2022.3.45f1".into(),
            ..ProjectInfo::default()
        };
        let offline = [Capability::Scene, Capability::SceneEdit].into();
        let text = write("project", &project, &offline, &Policy::default());
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
        let live = write("live", &project, &Capability::ALL.into(), &open);
        assert!(
            live.contains("running Unity") && live.contains("`confirm: true`") && !live.contains("cannot"),
            "{live}"
        );
        let loading = write("project", &ProjectInfo::default(), &offline, &open);
        assert!(loading.contains("still loading"), "{loading}");
        assert!(text.len() <= 544, "guides have 480 bytes of the 1,024: {}", text.len());
    }
}
