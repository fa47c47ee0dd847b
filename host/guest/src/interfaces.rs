//! Links the interfaces of the table `host_api::interface` for guests, and checks the imports of a component.
//!
//! Belongs here: the supported versions of each interface. Does not: the operator's grants (`grants`).

use crate::bindings::{v0_3, v0_4};
use crate::store::CallState;
use crate::wasi;
use host_api::Interface;
use host_api::similar_names::{did_you_mean, nearest};
use wasmtime::component::{HasSelf, Linker};

macro_rules! serve {
    ($($variant:ident $package:ident::$module:ident $name:literal [$($version:ident)+] $class:ident $allows:literal;)+) => {
        /// Adds WASI, and each interface in each contract version that has it, to the functions that guests can import.
        pub fn link(linker: &mut Linker<CallState>) -> wasmtime::Result<()> {
            wasi::link(linker)?;
            $($($version::unity_tools::$package::$module::add_to_linker::<_, HasSelf<CallState>>(linker, |state| state)?;)+)+
            Ok(())
        }

        fn tracks(interface: Interface) -> &'static [&'static str] {
            match interface {
                $(Interface::$variant => &[$($version::TRACK),+],)+
            }
        }
    };
}

host_api::interfaces!(serve);

/// An import that this host offers to no guest, and the reason.
#[derive(Debug, PartialEq, Eq)]
pub struct NotServed {
    /// The name of the import with version, as in the component.
    pub import: String,
    pub reason: String,
}

/// Checks that this host supports every import in `imports` (full names with version).
///
/// # Errors
/// Returns the first unsupported import.
pub fn check(imports: &[String]) -> Result<(), NotServed> {
    imports.iter().try_for_each(|import| check_one(import))
}

fn check_one(import: &str) -> Result<(), NotServed> {
    let not_served = |reason: String| {
        Err(NotServed {
            import: import.to_owned(),
            reason,
        })
    };
    let (name, version) = import.split_once('@').unwrap_or((import, ""));
    if let Some((package, _)) = name.split_once('/')
        && package.starts_with("wasi:")
    {
        if !wasi::PACKAGES.contains(&package) {
            return not_served(format!("no bundle gets {package} from this host"));
        }
        if !track(version, "0.2.") {
            return not_served("this host serves WASI 0.2".to_owned());
        }
        return Ok(());
    }
    let Some(interface) = Interface::from_name(name) else {
        return not_served(if name.starts_with("unity-tools:") {
            let names: Vec<&str> = Interface::all().map(Interface::name).collect();
            let meant = did_you_mean(nearest(name, names)).map(|meant| format!("; {meant}"));
            format!("this host version does not serve {import}{}", meant.unwrap_or_default())
        } else {
            "bundles can import only unity-tools:host, unity-tools:unity, unity-tools:authoring and WASI 0.2".to_owned()
        });
    };
    let tracks = tracks(interface);
    if !tracks.iter().any(|start| track(version, start)) {
        return not_served(format!(
            "this host serves {name} in versions {}x",
            tracks.join("x and ")
        ));
    }
    Ok(())
}

/// Returns true if `version` is a release that begins with `start`, such as `0.3.7` for `0.3.`. False for prereleases.
fn track(version: &str, start: &str) -> bool {
    version
        .strip_prefix(start)
        .is_some_and(|patch| !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rejects_imports_that_the_host_does_not_serve() {
        for (import, part) in [
            (
                "unity-tools:unity/nothing@0.3.0",
                "does not serve unity-tools:unity/nothing@0.3.0",
            ),
            ("unity-tools:unity/objects@0.1.0", "versions 0.3.x"),
            ("unity-tools:unity/objects@0.3.0-rc.1", "versions 0.3.x"),
            ("unity-tools:unity/objects@0.4.0", "versions 0.3.x"),
            ("unity-tools:authoring/compilation@0.3.0", "versions 0.4.x"),
            ("unity-tools:unity/objects", "versions 0.3.x"),
            ("wasi:http/outgoing-handler@0.2.0", "no bundle gets wasi:http"),
            ("wasi:cli/environment@0.3.0", "WASI 0.2"),
            ("acme:files/open@1.0.0", "only unity-tools:host"),
        ] {
            let error = check(&[import.to_owned()]).expect_err(import);
            assert!(error.reason.contains(part), "{error:?}");
        }
        for import in [
            "unity-tools:unity/objects-edit@0.3.0",
            "unity-tools:host/state@0.3.7",
            "unity-tools:authoring/scripts-edit@0.4.0",
            "wasi:cli/stderr@0.2.6",
        ] {
            assert!(check(&[import.to_owned()]).is_ok(), "{import}");
        }
    }

    /// Returns the names with version of all interfaces in `wit/` that have functions.
    fn declared_interfaces() -> BTreeSet<String> {
        let mut wit = wit_parser::Resolve::default();
        wit.push_dir("../../wit").expect("wit/ is read");
        let with_functions = wit.interfaces.iter().filter(|(_, one)| !one.functions.is_empty());
        let names = with_functions.filter_map(|(id, _)| wit.id_of(id));
        names.filter(|name| !name.starts_with("unity-tools:tool/")).collect()
    }

    /// Returns the names of the imports of a world in `wit/` that have functions.
    fn imports_of(world: &str) -> BTreeSet<String> {
        let mut wit = wit_parser::Resolve::default();
        let (package, _) = wit.push_dir("../../wit").expect("wit/ is read");
        let world = wit.packages[package].worlds[world];
        let keys = wit.worlds[world].imports.keys();
        let interfaces = keys.filter_map(|key| match key {
            wit_parser::WorldKey::Interface(id) => Some(*id),
            wit_parser::WorldKey::Name(_) => None,
        });
        let with_functions = interfaces.filter(|id| !wit.interfaces[*id].functions.is_empty());
        with_functions
            .filter_map(|id| wit.id_of(id))
            .map(|name| name.split('@').next().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn reader_world_imports_exactly_the_default_grants() {
        // The world is of version 0.3, so it has no interface of a later version.
        let is_first = |interface: &Interface| tracks(*interface).contains(&v0_3::TRACK);
        let granted = Interface::all().filter(|interface| interface.is_default() && is_first(interface));
        let granted: BTreeSet<String> = granted.map(|interface| interface.name().to_owned()).collect();
        assert_eq!(imports_of("reader"), granted);
        let more: Vec<String> = imports_of("editor").difference(&granted).cloned().collect();
        let edits = ["components-edit", "edits-edit", "members-edit", "objects-edit"];
        assert_eq!(more, edits.map(|name| format!("unity-tools:unity/{name}")));
        assert!(imports_of("bundle").is_empty());
    }

    #[test]
    fn interface_table_matches_the_contract() {
        let rows = Interface::all().flat_map(|interface| {
            let named = move |start: &&str| format!("{interface}@{start}0");
            tracks(interface).iter().map(named)
        });
        assert_eq!(rows.collect::<BTreeSet<_>>(), declared_interfaces());
    }

    #[test]
    fn sdk_imports_every_declared_interface() {
        let sdk = std::fs::read_to_string("../../sdk/rust/src/bindings.rs").expect("the SDK's bindings");
        let imports = sdk
            .lines()
            .filter_map(|line| line.trim().strip_prefix("import ")?.strip_suffix(';'));
        let imports: BTreeSet<&str> = imports.filter(|name| !name.contains("/types@")).collect();
        let declared = declared_interfaces();
        assert_eq!(imports, declared.iter().map(String::as_str).collect());
    }

    /// Two functions are only for the host's own commands, and two imports share one function.
    #[test]
    fn host_functions_match_the_contract_with_three_exceptions() {
        let mut wit = wit_parser::Resolve::default();
        wit.push_dir("../../wit").expect("wit/ is read");
        let mut in_contract = BTreeSet::new();
        for (id, interface) in &wit.interfaces {
            let name = wit.id_of(id).unwrap_or_default();
            let of_unity = name.strip_prefix("unity-tools:unity/");
            if let Some(own) = of_unity.or_else(|| name.strip_prefix("unity-tools:authoring/")) {
                let own = own.split('@').next().unwrap_or_default();
                in_contract.extend(interface.functions.keys().map(|function| format!("{own}/{function}")));
            }
        }
        let served = host_bridge::Function::ALL
            .iter()
            .map(|function| function.method().to_owned());
        let served: BTreeSet<String> = served.collect();
        let of_host: Vec<&String> = served.difference(&in_contract).collect();
        assert_eq!(of_host, ["components/resolve-type", "members/resolve"]);
        // Two imports share the function of one command, which takes a picture and optionally writes it to a file.
        let of_guests: Vec<&String> = in_contract.difference(&served).collect();
        assert_eq!(of_guests, ["screenshot-save/save"]);
        let written = host_bridge::Command::Screenshot {
            width: 1,
            height: 1,
            output_path: Some("a.png".to_owned()),
        };
        assert_eq!(written.import(), (Interface::ScreenshotSave, "save"));
    }
}
