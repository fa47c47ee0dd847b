//! Tests that inspecting a component reports the same errors as a host, without compiling it.

use super::refused::expect_refusal;
use crate::testing::{Guest, Host};
use crate::{WithoutGrants, inspect, with_listing};

const EDIT: &[&str] = &["unity-tools:unity/objects-edit"];
const DESTROY: &str =
    r#"(import "unity-tools:unity/objects-edit@0.3.0" "destroy" (func $destroy (param i32 i32 i32)))"#;

/// Returns the JSON of a listing section with one tool for each effect, and these resources.
fn section(effects: &[&str], resources: &str) -> String {
    let tools = effects.iter().enumerate().map(|(number, effect)| {
        format!(
            r#"{{"name":"t{number}","description":"d","category":"c","tier":"core","effect":"{effect}","input-schema":{{"type":"object"}}}}"#
        )
    });
    let tools: Vec<String> = tools.collect();
    format!(r#"{{"tools":[{}],"resources":[{resources}]}}"#, tools.join(","))
}

fn unlisted_guest() -> Guest {
    Guest {
        listing: false,
        ..Guest::default()
    }
}

/// Returns a component whose `tools` export has one function with this name and without parameters.
fn with_function(name: &str) -> Vec<u8> {
    let text = format!(
        r#"(component
        (core module $m (func (export "f")))
        (core instance $i (instantiate $m))
        (func $f (canon lift (core func $i "f")))
        (instance $tools (export "{name}" (func $f)))
        (export "unity-tools:tool/tools@0.3.0" (instance $tools)))"#
    );
    wat::parse_str(text).expect("it parses")
}

#[test]
fn inspection_gives_the_same_refusals_as_the_host() {
    let host = Host::new();
    let read = section(&["read"], "");
    let older = Guest {
        version: "0.1.0",
        ..Guest::default()
    };
    let none = Guest {
        tools: false,
        ..Guest::default()
    };
    let old_import = Guest {
        version: "0.1.0",
        world: &["unity-tools:host/log"],
        imports: r#"(import "unity-tools:host/log@0.1.0" "write" (func $log (param i32 i32 i32 i32 i32 i32)))"#,
        ..Guest::default()
    };
    let resource = section(&["read"], r#"{"uri":"a:b","name":"n","description":"d"}"#);
    for (bytes, section, part) in [
        (unlisted_guest().build(), None, "does not say what it has"),
        (older.build(), None, "it exports unity-tools:tool/tools@0.1.0"),
        (older.build(), Some(&read), "it exports unity-tools:tool/tools@0.1.0"),
        (none.build(), Some(&read), "it exports nothing"),
        (old_import.build(), Some(&read), "imports unity-tools:host/log@0.1.0"),
        (
            with_function("call-tool"),
            Some(&read),
            "`call-tool` of its `tools` has another type",
        ),
        (
            with_function("call"),
            Some(&read),
            "its `tools` has no function `call-tool`",
        ),
        (
            unlisted_guest().build(),
            Some(&resource),
            "lists 1 resources, but does not export",
        ),
    ] {
        let mut source = host.write("x", &bytes);
        if let Some(section) = section {
            source = host.write("x", &with_listing(&source.component, section).expect("a component"));
        }
        let hosts = expect_refusal(&host.runtime, &source).to_string();
        let found = inspect(&source.component).expect("a component");
        let told = found.refused.expect(part).to_string();
        // For a wrong type, a host also names the wrong part, because it compiles the component.
        assert!(told.contains(part) && hosts.starts_with(&told), "{told}\n{hosts}");
    }
}

#[test]
fn inspection_accepts_components_that_a_host_serves() {
    let host = Host::new();
    let newer = Guest {
        version: "0.3.7",
        ..Guest::default()
    };
    for guest in [Guest::default(), newer] {
        host.prepare("x", &guest);
        let found = inspect(&host.write("x", &guest.build()).component).expect("a component");
        assert!(found.refused.is_none(), "{:?}", found.refused);
    }
}

#[test]
fn serves_only_reading_tools_without_grants() {
    let host = Host::new();
    let of = |guest: &Guest, section: Option<String>| {
        let mut source = host.write("x", &guest.build());
        if let Some(section) = section {
            source = host.write("x", &with_listing(&source.component, &section).expect("a component"));
        }
        inspect(&source.component).expect("a component").without_grants()
    };
    let writer = |listing: bool| Guest {
        world: EDIT,
        imports: DESTROY,
        listing,
        ..Guest::default()
    };
    let some = Some(section(&["read", "write", "read"], ""));
    assert_eq!(of(&unlisted_guest(), some.clone()), WithoutGrants::NeedsNone);
    let reads = ["t0", "t2"].map(str::to_owned).to_vec();
    assert_eq!(of(&writer(false), some), WithoutGrants::Served(reads));
    let writes = Some(section(&["write", "code"], ""));
    assert_eq!(of(&writer(false), writes), WithoutGrants::Nothing);
    assert_eq!(of(&writer(true), None), WithoutGrants::NotKnown);
}
