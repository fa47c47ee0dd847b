//! The table of interfaces that a component may import, and the check made before anything is linked.
//!
//! Belongs here: what an interface would allow, in one phrase, and who gets it by default. Does not: what the operator
//! grants (`grants`).

use crate::prepare_error::PrepareError;
use std::path::Path;

/// One interface of `unity-tools:*`.
#[derive(Debug)]
pub(crate) struct Interface {
    /// Without version.
    pub(crate) name: &'static str,
    pub(crate) allows: &'static str,
    class: Class,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Granted to every bundle.
    Default,
    /// Has to be granted; a read permit covers none of its functions.
    Changes,
    /// Has to be granted; a read permit covers some of its functions.
    Partly,
}

impl Interface {
    pub(crate) fn is_default(&self) -> bool {
        self.class == Class::Default
    }

    pub(crate) fn only_changes(&self) -> bool {
        self.class == Class::Changes
    }
}

const fn interface(name: &'static str, allows: &'static str, class: Class) -> Interface {
    Interface { name, allows, class }
}

const fn served(name: &'static str, allows: &'static str) -> Interface {
    interface(name, allows, Class::Default)
}

const fn changes(name: &'static str, allows: &'static str) -> Interface {
    interface(name, allows, Class::Changes)
}

const fn partly(name: &'static str, allows: &'static str) -> Interface {
    interface(name, allows, Class::Partly)
}

/// Stands for a name that is not in the table: nobody is granted it.
pub(crate) static UNKNOWN: Interface = partly("an unknown interface", "nothing that this host knows");

static INTERFACES: [Interface; 35] = [
    served("unity-tools:host/log", "writing to the client's log"),
    served("unity-tools:host/progress", "reporting progress"),
    served("unity-tools:host/cancellation", "seeing whether the call was cancelled"),
    served("unity-tools:host/client", "asking the client, its model and its user"),
    served("unity-tools:host/notify", "announcing that lists and resources changed"),
    served("unity-tools:host/state", "keeping up to 1 MiB of its own data"),
    served("unity-tools:host/policy-view", "reading the policy in force"),
    changes(
        "unity-tools:host/policy-edit",
        "changing the policy up to the operator's ceiling",
    ),
    served("unity-tools:unity/project", "reading what is known of the project"),
    served("unity-tools:unity/scenes", "listing and opening scenes"),
    served("unity-tools:unity/objects", "reading objects"),
    changes(
        "unity-tools:unity/objects-edit",
        "activating, moving and destroying objects",
    ),
    changes("unity-tools:unity/objects-create", "creating objects"),
    served("unity-tools:unity/components", "reading components"),
    changes("unity-tools:unity/components-edit", "adding and removing components"),
    served("unity-tools:unity/members", "reading fields of components"),
    changes("unity-tools:unity/members-edit", "writing fields of components"),
    changes("unity-tools:unity/methods-call", "calling methods of components"),
    served("unity-tools:unity/selection", "reading the selection"),
    changes("unity-tools:unity/selection-edit", "changing the selection"),
    served("unity-tools:unity/camera", "reading cameras"),
    served(
        "unity-tools:unity/pick",
        "finding what lies under a point of the screen",
    ),
    served("unity-tools:unity/logs", "reading the log buffer"),
    served("unity-tools:unity/time-scale", "reading the speed of game time"),
    changes("unity-tools:unity/time-scale-edit", "changing the speed of game time"),
    served("unity-tools:unity/hooks", "reading hooks and what may be hooked"),
    changes("unity-tools:unity/hooks-edit", "adding, changing and removing hooks"),
    changes("unity-tools:unity/console-eval", "running C# in Unity"),
    served(
        "unity-tools:unity/console-scripts",
        "reading script files of the console",
    ),
    changes(
        "unity-tools:unity/console-scripts-edit",
        "writing, deleting and running script files",
    ),
    changes("unity-tools:unity/test-ui-edit", "building a test canvas"),
    served("unity-tools:unity/editor", "reading the project's assets"),
    served("unity-tools:unity/screenshot", "taking pictures of the game"),
    changes(
        "unity-tools:unity/editor-run",
        "running menu items and tests in the editor",
    ),
    partly(
        "unity-tools:unity/command",
        "running commands that a running Unity announces",
    ),
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

pub(crate) fn find(name: &str) -> Option<&'static Interface> {
    INTERFACES.iter().find(|interface| interface.name == name)
}

/// Names of all interfaces that a bundle can be granted, without version.
pub fn grantable() -> impl Iterator<Item = &'static str> {
    INTERFACES.iter().map(|interface| interface.name)
}

/// Checks that this host serves every import (full names with version); the first that it does not is the error.
pub(crate) fn check(file: &Path, imports: &[String]) -> Result<(), PrepareError> {
    imports.iter().try_for_each(|import| check_one(file, import))
}

fn check_one(file: &Path, import: &str) -> Result<(), PrepareError> {
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
    if find(name).is_none() {
        return not_served(if name.starts_with("unity-tools:") {
            format!("this host version does not serve {import}")
        } else {
            "bundles can import only unity-tools:host, unity-tools:unity and WASI 0.2".to_owned()
        });
    }
    if !track(version, "0.1.") {
        return not_served(format!("this host serves {name} in versions 0.1.x"));
    }
    Ok(())
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

    #[test]
    fn what_is_not_served_is_refused() {
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
            let error = check(Path::new("b.wasm"), &[import.to_owned()]).expect_err(import);
            assert!(error.to_string().contains(part), "{error}");
        }
        for import in [
            "unity-tools:unity/objects-edit@0.1.0",
            "unity-tools:host/state@0.1.7",
            "wasi:cli/stderr@0.2.6",
        ] {
            assert!(check(Path::new("b.wasm"), &[import.to_owned()]).is_ok(), "{import}");
        }
    }

    #[test]
    fn no_writing_interface_is_granted_by_default() {
        let writes = |name: &str| name.ends_with("-edit") || name.ends_with("-create") || name.ends_with("-run");
        for interface in INTERFACES.iter().filter(|interface| writes(interface.name)) {
            assert!(interface.only_changes(), "{}", interface.name);
        }
        for name in ["methods-call", "console-eval", "command"] {
            let found = find(&format!("unity-tools:unity/{name}")).expect("in the table");
            assert!(!found.is_default(), "{name}");
        }
    }
}
