//! Tests of components and calls that the host rejects before they run.

use super::{DESTROY, DESTROY_ONE};
use crate::testing::{Guest, Host};
use crate::{BundleSource, PrepareError, Runtime};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

pub(super) fn expect_refusal(runtime: &Runtime, source: &BundleSource) -> PrepareError {
    let error = runtime
        .prepare(source, &CancellationToken::new())
        .expect_err("must be refused");
    assert!(!error.remedy().is_empty());
    error
}

#[test]
fn reports_why_file_is_no_component() {
    let host = Host::new();
    let good = Guest::default().build();
    let core = wat::parse_str("(module)").expect("a module");
    for (bytes, part) in [
        (core.as_slice(), "it is a core module"),
        (b"garbage".as_slice(), "its first bytes are not those of WebAssembly"),
        (b"".as_slice(), "it is empty"),
        (b"\0asm\x09\0\0\0".as_slice(), "version of the binary format"),
        (&good[..good.len() / 2], "does not compile"),
    ] {
        let error = expect_refusal(&host.runtime, &host.write("x", bytes));
        assert!(error.to_string().contains(part), "{error}");
        assert!(!error.to_string().contains("offset"), "{error}");
    }
    let missing = BundleSource {
        component: host.folder.path().join("nowhere.wasm"),
        ..host.write("x", b"")
    };
    assert!(matches!(
        expect_refusal(&host.runtime, &missing),
        PrepareError::Unreadable { .. }
    ));
}

#[test]
fn rejects_component_with_unsupported_import_version() {
    let host = Host::new();
    let older = Guest {
        version: "0.1.0",
        world: &["unity-tools:host/log"],
        imports: r#"(import "unity-tools:host/log@0.1.0" "write" (func $log (param i32 i32 i32 i32 i32 i32)))"#,
        ..Guest::default()
    };
    let error = expect_refusal(&host.runtime, &host.write("x", &older.build()));
    assert!(
        error
            .to_string()
            .contains("serves unity-tools:host/log in versions 0.3.x"),
        "{error}"
    );
}

#[test]
fn accepts_tools_export_only_in_its_version_track() {
    let host = Host::new();
    let newer = Guest {
        version: "0.3.7",
        ..Guest::default()
    };
    assert_eq!(host.prepare("newer", &newer).tools.len(), 1);
    let other = Guest {
        version: "0.1.0",
        ..Guest::default()
    };
    let error = expect_refusal(&host.runtime, &host.write("x", &other.build()));
    assert!(
        error
            .to_string()
            .contains("unity-tools:tool/tools@0.1.0, and this host calls version 0.3"),
        "{error}"
    );
    let none = Guest {
        tools: false,
        ..Guest::default()
    };
    let error = expect_refusal(&host.runtime, &host.write("x", &none.build()));
    assert!(error.to_string().contains("it exports nothing"), "{error}");
}

#[test]
fn limits_listing_time_and_rejects_imports_while_listing() {
    let host = Host::new();
    let endless = Guest {
        list: "(loop $again (br $again))",
        ..Guest::default()
    };
    let mut source = host.write("x", &endless.build());
    source.limits.compute = Duration::from_millis(50);
    let error = expect_refusal(&host.runtime, &source);
    assert!(error.to_string().contains("compute time of 50 ms"), "{error}");
    let writes = Guest {
        world: &["unity-tools:unity/objects-edit"],
        imports: DESTROY,
        list: DESTROY_ONE,
        ..Guest::default()
    };
    let error = expect_refusal(&host.runtime, &host.write("x", &writes.build()));
    assert!(
        error
            .to_string()
            .contains("used unity-tools:unity/objects-edit.destroy while it was listed"),
        "{error}"
    );
    assert!(host.bridge.commands().is_empty());
}
