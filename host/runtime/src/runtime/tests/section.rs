//! Tests of components with a listing section.

use super::refused::expect_refusal;
use crate::testing::{Guest, Host, invocation, limits, permit};
use crate::{BundleSource, InspectedListing, PrepareError, Standing, ask_listing, inspect, with_listing};
use host_api::{CallLimits, Effect, ErrorKind};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const SECTION: &str = r#"{"tools":[{"name":"ping","description":"From the section.","category":"c","tier":"core","effect":"read",
    "input-schema":{"type":"object"}}]}"#;

/// The body of every export except `call-tool`: it traps.
const TRAPS: &str = "unreachable";

fn source(host: &Host, guest: &Guest, section: &str) -> BundleSource {
    let source = host.write("b", &guest.build());
    let bytes = with_listing(&source.component, section).expect("a component");
    host.write("b", &bytes)
}

fn unlisted_guest() -> Guest {
    Guest {
        listing: false,
        ..Guest::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_section_without_running_the_component() {
    let host = Host::new();
    let traps = Guest {
        list: TRAPS,
        ..Guest::default()
    };
    // The core module traps as soon as an instance is created.
    let breaks = Guest {
        imports: "(func $break unreachable) (start $break)",
        ..unlisted_guest()
    };
    for (guest, works) in [(traps, true), (unlisted_guest(), true), (breaks, false)] {
        let source = source(&host, &guest, SECTION);
        let prepared = tokio::task::block_in_place(|| host.runtime.prepare(&source, &CancellationToken::new()));
        let bundle = prepared.expect("its section is good");
        assert_eq!(bundle.tools[0].description, "From the section.");
        let called = host
            .runtime
            .call_tool(&bundle, permit(Effect::Read), invocation(limits()))
            .await;
        assert_eq!(called.is_ok(), works, "{called:?}");
    }
}

#[test]
fn section_takes_precedence_over_export() {
    let host = Host::new();
    let other = SECTION.replace("ping", "pong").replace(r#""read""#, r#""write""#);
    let source = source(&host, &Guest::default(), &other);
    let bundle = host.runtime.prepare(&source, &CancellationToken::new()).expect("good");
    let listed: Vec<_> = bundle
        .tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.effect))
        .collect();
    assert_eq!(listed, [("pong", Effect::Write)]);
}

#[test]
fn rejects_component_without_listing_with_remedy() {
    let host = Host::new();
    let error = expect_refusal(&host.runtime, &host.write("b", &unlisted_guest().build()));
    assert!(matches!(error, PrepareError::NoListing { .. }), "{error}");
    let told = error.to_string();
    assert!(
        told.contains("section `unity-tools:listing/0.3`") && told.contains("unity-tools:tool/listing"),
        "{told}"
    );
    assert!(error.remedy().contains("bundle-listed"), "{}", error.remedy());
}

#[test]
fn section_error_names_the_invalid_part() {
    let host = Host::new();
    let tool = |field: &str, value: &str| SECTION.replace(field, value);
    let many = format!(r#"{{"tools":[{}1]}}"#, "1,".repeat(500));
    for (section, part) in [
        ("", "is wrong: EOF"),
        ("[]", "is wrong: it is \"[]\", an array, expected an object"),
        (r#"{"tools":[],"more":1}"#, "unknown field `more`"),
        (r#"{"tools":[],"tools":[]}"#, "duplicate field `tools`"),
        (r#"{"resources":[]}"#, "missing field `tools`"),
        (&tool(r#""name":"ping","#, ""), "`tools[0]`"),
        (&tool(r#""name":"ping","#, ""), "missing field `name`"),
        (
            &tool(r#""tier":"core""#, r#""tier":"core","level":1"#),
            "unknown field `level`",
        ),
        (
            &tool(r#""read""#, r#""reed""#),
            "tool `ping`: `effect` is \"reed\"; this host knows `read`",
        ),
        (
            &tool(r#"{"type":"object"}"#, "[1]"),
            "tool `ping`: `input-schema` is \"[1]\"",
        ),
        (&tool("ping", "two words"), "a tool's `name` is \"two words\""),
        (&many, "501 items"),
        (
            r#"{"tools":[],"prompts":[{"name":"p"}]}"#,
            "lists 1 prompts, but does not export unity-tools:tool/prompts",
        ),
        (
            r#"{"tools":[],"resources":[{"uri":"a:b","name":"n","description":"d"}]}"#,
            "lists 1 resources, but does not export unity-tools:tool/resources",
        ),
    ] {
        let error = expect_refusal(&host.runtime, &source(&host, &Guest::default(), section));
        assert!(error.to_string().contains(part), "{section}: {error}");
    }
}

#[test]
fn treats_component_with_changed_section_as_new() {
    let host = Host::new();
    let first = source(&host, &unlisted_guest(), SECTION);
    let kept = host.runtime.prepare(&first, &CancellationToken::new()).expect("good");
    let second = source(&host, &unlisted_guest(), &SECTION.replace("ping", "pong"));
    let told = host
        .runtime
        .prepare_at_once(&second)
        .expect("readable")
        .expect("listed");
    assert!(told.needs_compiling(), "not what the cache holds");
    let next = host.runtime.prepare(&second, &CancellationToken::new()).expect("good");
    assert_ne!(kept.digest, next.digest);
    assert_eq!(next.tools[0].name, "pong");
    let again = host.runtime.prepare_at_once(&second).expect("readable").expect("kept");
    assert!(!again.needs_compiling());
    assert_eq!((&again.tools, &again.imports), (&next.tools, &next.imports));
    assert_eq!((&told.tools, &told.imports), (&next.tools, &next.imports));
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_component_before_compiling_it_once_at_first_calls() {
    let host = Host::new();
    let guest = Guest {
        world: &["unity-tools:host/log"],
        imports: r#"(import "unity-tools:host/log@0.3.0" "write" (func $log (param i32 i32 i32 i32 i32 i32)))"#,
        ..unlisted_guest()
    };
    let source = source(&host, &guest, SECTION);
    let bundle = tokio::task::block_in_place(|| host.runtime.prepare_at_once(&source));
    let bundle = bundle.expect("good").expect("its section has the listing");
    assert_eq!(bundle.imports, ["unity-tools:host/log@0.3.0"]);
    assert!(bundle.needs_compiling());
    // A caller that stops waiting does not affect the other callers.
    let narrow = CallLimits {
        deadline: Duration::ZERO,
        ..limits()
    };
    let call = |limits| {
        host.runtime
            .call_tool(&bundle, permit(Effect::Read), invocation(limits))
    };
    let (late, first, second) = tokio::join!(call(narrow), call(limits()), call(limits()));
    let late = late.expect_err("no time at all");
    assert_eq!(late.kind, ErrorKind::Timeout);
    assert!(late.hint.expect("a hint").contains("still being compiled"));
    assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
    assert!(!bundle.needs_compiling());
    let kept = std::fs::read_dir(host.folder.path().join("components")).expect("a cache");
    let entries = kept.filter(|entry| {
        let path = entry.as_ref().expect("readable").path();
        path.extension().is_some_and(|extension| extension == "cwasm")
    });
    assert_eq!(entries.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_compile_error_as_failure_of_the_bundle() {
    let host = Host::new();
    let guest = Guest {
        call: "(drop (i64.const 0x1122334455667788))",
        ..unlisted_guest()
    };
    let source = source(&host, &guest, SECTION);
    let mut bytes = std::fs::read(&source.component).expect("readable");
    // The end of that number, followed by its `drop`; replaced by a `nop`, it leaves a value on the stack.
    let end = [0x44_u8, 0x88, 0xef, 0x99, 0xab, 0xc5, 0xe8, 0x8c, 0x91, 0x11];
    let at = bytes.windows(4).position(|four| four == &end[6..]).expect("the number") + 4;
    assert_eq!(bytes[at], 0x1a);
    bytes[at] = 0x01;
    let source = host.write("b", &bytes);
    let bundle = tokio::task::block_in_place(|| host.runtime.prepare_at_once(&source));
    let bundle = bundle
        .expect("its surface is good")
        .expect("its section has the listing");
    for _ in 0..2 {
        let called = host
            .runtime
            .call_tool(&bundle, permit(Effect::Read), invocation(limits()))
            .await;
        let error = called.expect_err("it does not compile");
        assert_eq!(error.kind, ErrorKind::ToolFailed);
        let told = error.to_string();
        assert!(
            told.contains("its bundle `b` is broken") && told.contains("does not compile"),
            "{told}"
        );
    }
    let error = host.runtime.compile(&bundle).await.expect_err("nor in turn");
    assert!(error.to_string().contains("b.wasm does not compile"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn does_not_run_file_that_changed_before_compiling() {
    let host = Host::new();
    let source = source(&host, &unlisted_guest(), SECTION);
    let bytes = std::fs::read(&source.component).expect("readable");
    let bundle = tokio::task::block_in_place(|| host.runtime.prepare_at_once(&source));
    let bundle = bundle.expect("good").expect("its section has the listing");
    host.write(
        "b",
        &with_listing(&source.component, &SECTION.replace("ping", "pong")).expect("a component"),
    );
    let call = || {
        host.runtime
            .call_tool(&bundle, permit(Effect::Read), invocation(limits()))
    };
    let error = call().await.expect_err("other bytes");
    assert_eq!(error.kind, ErrorKind::NotReady);
    assert!(error.message.contains("has changed"), "{error}");
    host.write("b", &bytes);
    assert!(call().await.is_ok(), "it is as it was listed again");
}

#[test]
fn listing_from_export_equals_listing_from_section() {
    let host = Host::new();
    let asked = host.write("asked", &Guest::default().build());
    let json = ask_listing(&asked.component, crate::CompileOptions::default()).expect("it answers");
    let by_export = host.runtime.prepare(&asked, &CancellationToken::new()).expect("good");
    let by_section = source(&host, &unlisted_guest(), &json);
    let by_section = host
        .runtime
        .prepare(&by_section, &CancellationToken::new())
        .expect("good");
    assert_eq!(by_export.tools, by_section.tools);

    let silent = host.write("silent", &unlisted_guest().build());
    let error = ask_listing(&silent.component, crate::CompileOptions::default()).expect_err("nothing to ask");
    assert!(error.to_string().contains("does not say what it has"), "{error}");
}

#[test]
fn rejects_export_of_wrong_type_despite_valid_section() {
    let host = Host::new();
    // A component with a `call-tool` without parameters.
    let text = r#"(component
        (core module $m (func (export "f")))
        (core instance $i (instantiate $m))
        (func $f (canon lift (core func $i "f")))
        (instance $tools (export "call-tool" (func $f)))
        (export "unity-tools:tool/tools@0.3.0" (instance $tools)))"#;
    let bytes = wat::parse_str(text).expect("it parses");
    let plain = host.write("b", &bytes);
    let listed = host.write("b", &with_listing(&plain.component, SECTION).expect("a component"));
    assert!(
        host.runtime.prepare_at_once(&listed).expect("readable").is_none(),
        "its section is not enough"
    );
    let error = expect_refusal(&host.runtime, &listed);
    assert!(
        error
            .to_string()
            .contains("`call-tool` of its `tools` has another type"),
        "{error}"
    );
}

#[test]
fn inspection_reports_imports_listing_and_sizes() {
    let host = Host::new();
    let guest = Guest {
        world: &["unity-tools:unity/objects-edit", "unity-tools:host/log"],
        imports: r#"(import "unity-tools:unity/objects-edit@0.3.0" "destroy" (func $destroy (param i32 i32 i32)))
            (import "unity-tools:host/log@0.3.0" "write" (func $log (param i32 i32 i32 i32 i32 i32)))"#,
        ..unlisted_guest()
    };
    let source = source(&host, &guest, SECTION);
    let found = inspect(&source.component).expect("a component");
    let imports: Vec<_> = found
        .imports
        .iter()
        .map(|import| (import.name.as_str(), &import.standing))
        .collect();
    // An import with only types needs no grant and is not listed.
    assert_eq!(imports.len(), 2, "{imports:?}");
    let standing = |name: &str| imports.iter().find(|(one, _)| one.starts_with(name)).expect(name).1;
    assert_eq!(standing("unity-tools:host/log"), &Standing::Granted);
    assert!(matches!(
        standing("unity-tools:unity/objects-edit"),
        Standing::NotGranted(_)
    ));
    assert_eq!(found.exports, ["unity-tools:tool/tools@0.3.0"]);
    let InspectedListing::Section { tools, .. } = &found.listing else {
        panic!("{:?}", found.listing)
    };
    assert_eq!((tools.len(), found.section), (1, Some(SECTION.len() as u64)));
    assert!(!found.modules.is_empty() && found.modules.iter().sum::<u64>() < found.bytes);

    let export = host.write("export", &Guest::default().build());
    assert!(matches!(
        inspect(&export.component).expect("good").listing,
        InspectedListing::Export
    ));
    let neither = host.write("neither", &unlisted_guest().build());
    assert!(matches!(
        inspect(&neither.component).expect("good").listing,
        InspectedListing::Missing
    ));
    let garbage = host.write("garbage", b"\0asm\x0d\0\x01\0\x07\x05");
    assert!(inspect(&garbage.component).is_err());
}
