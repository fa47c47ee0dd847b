//! Which imports a component may have: the table of interfaces, and the check made before anything is linked.
//!
//! Belongs here: what an interface would allow, in one phrase, and whether it is granted by default.

use crate::bundle::Grants;
use crate::prepare_error::PrepareError;
use std::path::Path;

/// One interface of `unity-tools:*`.
struct Interface {
    /// Without version.
    name: &'static str,
    allows: &'static str,
    /// Granted to every bundle.
    default: bool,
}

const fn served(name: &'static str, allows: &'static str) -> Interface {
    Interface {
        name,
        allows,
        default: true,
    }
}

const fn asked(interface: Interface) -> Interface {
    Interface {
        default: false,
        ..interface
    }
}

const INTERFACES: [Interface; 35] = [
    served("unity-tools:host/log", "writing to the client's log"),
    served("unity-tools:host/progress", "reporting progress"),
    served("unity-tools:host/cancellation", "seeing whether the call was cancelled"),
    served("unity-tools:host/client", "asking the client, its model and its user"),
    served("unity-tools:host/notify", "announcing that lists and resources changed"),
    served("unity-tools:host/state", "keeping up to 1 MiB of its own data"),
    served("unity-tools:host/policy-view", "reading the policy in force"),
    asked(served(
        "unity-tools:host/policy-edit",
        "changing the policy up to the operator's ceiling",
    )),
    served("unity-tools:unity/project", "reading what is known of the project"),
    served("unity-tools:unity/scenes", "listing and opening scenes"),
    served("unity-tools:unity/objects", "reading objects"),
    asked(served(
        "unity-tools:unity/objects-edit",
        "activating, moving and destroying objects",
    )),
    asked(served("unity-tools:unity/objects-create", "creating objects")),
    served("unity-tools:unity/components", "reading components"),
    asked(served(
        "unity-tools:unity/components-edit",
        "adding and removing components",
    )),
    served("unity-tools:unity/members", "reading fields of components"),
    asked(served("unity-tools:unity/members-edit", "writing fields of components")),
    asked(served(
        "unity-tools:unity/methods-call",
        "calling methods of components",
    )),
    served("unity-tools:unity/selection", "reading the selection"),
    asked(served("unity-tools:unity/selection-edit", "changing the selection")),
    served("unity-tools:unity/camera", "reading cameras"),
    served(
        "unity-tools:unity/pick",
        "finding what lies under a point of the screen",
    ),
    served("unity-tools:unity/logs", "reading the log buffer"),
    served("unity-tools:unity/time-scale", "reading the speed of game time"),
    asked(served(
        "unity-tools:unity/time-scale-edit",
        "changing the speed of game time",
    )),
    served("unity-tools:unity/hooks", "reading hooks and what may be hooked"),
    asked(served(
        "unity-tools:unity/hooks-edit",
        "adding, changing and removing hooks",
    )),
    asked(served("unity-tools:unity/console-eval", "running C# in Unity")),
    served(
        "unity-tools:unity/console-scripts",
        "reading script files of the console",
    ),
    asked(served(
        "unity-tools:unity/console-scripts-edit",
        "writing, deleting and running script files",
    )),
    asked(served("unity-tools:unity/test-ui-edit", "building a test canvas")),
    served("unity-tools:unity/editor", "reading the project's assets"),
    served("unity-tools:unity/screenshot", "taking pictures of the game"),
    asked(served(
        "unity-tools:unity/editor-run",
        "running menu items and tests in the editor",
    )),
    asked(served(
        "unity-tools:unity/command",
        "running commands that a running Unity announces",
    )),
];

/// WASI packages that are linked with an empty context.
const WASI: [&str; 6] = [
    "wasi:cli",
    "wasi:clocks",
    "wasi:filesystem",
    "wasi:io",
    "wasi:random",
    "wasi:sockets",
];

fn interface(name: &str) -> Option<&'static Interface> {
    INTERFACES.iter().find(|interface| interface.name == name)
}

/// Checks every import (full names with version); the first that may not be is the error.
pub(crate) fn check(file: &Path, bundle: &str, grants: &Grants, imports: &[String]) -> Result<(), PrepareError> {
    for import in imports {
        check_one(file, bundle, grants, import)?;
    }
    if let Grants::ReadOnlyDefault { extra } = grants {
        for grant in extra.iter().filter(|grant| interface(grant).is_none()) {
            tracing::warn!(
                bundle,
                grant,
                "`grants` names an interface that no host serves; it grants nothing"
            );
        }
    }
    Ok(())
}

fn check_one(file: &Path, bundle: &str, grants: &Grants, import: &str) -> Result<(), PrepareError> {
    let not_served = |reason: String| {
        Err(PrepareError::NotServed {
            file: file.to_owned(),
            import: import.to_owned(),
            reason,
        })
    };
    let (name, version) = import.split_once('@').unwrap_or((import, ""));
    if let Some((package, _)) = name.split_once('/')
        && package.starts_with("wasi:")
    {
        if !WASI.contains(&package) {
            return not_served(format!("no bundle gets {package} from this host"));
        }
        if !track(version, "0.2.") {
            return not_served("this host serves WASI 0.2".to_owned());
        }
        return Ok(());
    }
    let Some(known) = interface(name) else {
        return not_served(if name.starts_with("unity-tools:") {
            format!("this host version does not serve {import}")
        } else {
            "bundles can import only unity-tools:host, unity-tools:unity and WASI 0.2".to_owned()
        });
    };
    if !track(version, "0.1.") {
        return not_served(format!("this host serves {name} in versions 0.1.x"));
    }
    let granted = match grants {
        Grants::AllImported => true,
        Grants::ReadOnlyDefault { extra } => {
            known.default || extra.iter().any(|grant| grant.split('@').next() == Some(name))
        }
    };
    if granted {
        return Ok(());
    }
    Err(PrepareError::NotGranted {
        file: file.to_owned(),
        bundle: bundle.to_owned(),
        interface: name.to_owned(),
        allows: known.allows,
    })
}

/// `0.1.0` and `0.1.7`, but no prerelease: those fit exactly or not at all.
fn track(version: &str, start: &str) -> bool {
    version
        .strip_prefix(start)
        .is_some_and(|patch| !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(grants: &Grants, import: &str) -> Result<(), PrepareError> {
        check(Path::new("b.wasm"), "b", grants, &[import.to_owned()])
    }

    fn default() -> Grants {
        Grants::ReadOnlyDefault { extra: Vec::new() }
    }

    #[test]
    fn reading_is_granted_and_writing_has_to_be() {
        for import in [
            "unity-tools:unity/objects@0.1.0",
            "unity-tools:host/state@0.1.7",
            "wasi:cli/stderr@0.2.6",
        ] {
            assert!(verdict(&default(), import).is_ok(), "{import}");
        }
        let error = verdict(&default(), "unity-tools:unity/objects-edit@0.1.0").expect_err("a write is not granted");
        assert!(
            error.to_string().contains("activating, moving and destroying objects"),
            "{error}"
        );
        assert_eq!(
            error.remedy(),
            "to allow it, add `[bundles.b] grants = [\"unity-tools:unity/objects-edit\"]` to the configuration"
        );
        let extra = vec!["unity-tools:unity/objects-edit".to_owned()];
        assert!(
            verdict(
                &Grants::ReadOnlyDefault { extra },
                "unity-tools:unity/objects-edit@0.1.0"
            )
            .is_ok()
        );
        assert!(verdict(&Grants::AllImported, "unity-tools:unity/objects-edit@0.1.0").is_ok());
    }

    #[test]
    fn what_is_not_served_is_refused_whatever_is_granted() {
        for (import, part) in [
            (
                "unity-tools:unity/nothing@0.1.0",
                "does not serve unity-tools:unity/nothing@0.1.0",
            ),
            ("unity-tools:unity/objects@0.2.0", "versions 0.1.x"),
            ("unity-tools:unity/objects@0.1.0-rc.1", "versions 0.1.x"),
            ("unity-tools:unity/objects", "versions 0.1.x"),
            ("wasi:http/outgoing-handler@0.2.0", "no bundle gets wasi:http"),
            ("wasi:cli/environment@0.3.0", "WASI 0.2"),
            ("acme:files/open@1.0.0", "only unity-tools:host"),
        ] {
            let error = verdict(&Grants::AllImported, import).expect_err(import);
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn no_writing_interface_is_granted_by_default() {
        let writes = |name: &str| name.ends_with("-edit") || name.ends_with("-create") || name.ends_with("-run");
        for interface in INTERFACES.iter().filter(|interface| writes(interface.name)) {
            assert!(!interface.default, "{}", interface.name);
        }
        for name in ["methods-call", "console-eval", "command"] {
            let found = interface(&format!("unity-tools:unity/{name}")).expect("in the table");
            assert!(!found.default, "{name}");
        }
    }
}
