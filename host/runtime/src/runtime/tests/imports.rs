//! Tests of the checks of every import call: counting, rejection during listing, the operator's current grants.

use super::refused::expect_refusal;
use super::{DESTROY, DESTROY_ONE, failure};
use crate::testing::{Guest, Host, invocation, limits, permit};
use crate::{Grants, Rights};
use host_api::{CallEvent, CallLimits, CallOutcome, Effect, ErrorKind, EventSink};
use host_bridge::Command;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Interfaces that resolve names first, each with a call with the invalid object id `ping` and empty other arguments.
const BAD_IDS: [(&[&str], &str, &str); 2] = [
    (
        &["unity-tools:unity/members-edit"],
        r#"(import "unity-tools:unity/members-edit@0.3.0" "set" (func $bad (param i32 i32 i32 i32 i32 i32 i32 i32 i32)))"#,
        "unity-tools:unity/members-edit.set",
    ),
    (
        &["unity-tools:unity/methods-call"],
        r#"(import "unity-tools:unity/methods-call@0.3.0" "invoke" (func $bad (param i32 i32 i32 i32 i32 i32 i32 i32 i32)))"#,
        "unity-tools:unity/methods-call.invoke",
    ),
];
const BAD_ID: &str = "(call $bad (i32.const 4112) (i32.const 4) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)
                            (i32.const 0) (i32.const 0) (i32.const 3000))";

#[tokio::test(flavor = "multi_thread")]
async fn counts_calls_with_invalid_id_and_rejects_them_while_listing() {
    let host = Host::new();
    let narrow = CallLimits {
        host_calls: 100,
        ..limits()
    };
    for (world, imports, named) in BAD_IDS {
        let endless = Guest {
            world,
            imports,
            call: "(loop $again (call $bad (i32.const 4112) (i32.const 4) (i32.const 0) (i32.const 0) (i32.const 0)
                   (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 3000)) (br $again))",
            ..Guest::default()
        };
        let error = failure(&host, &endless, narrow).await;
        assert_eq!(error.message, "tool `ping` called the host more than 100 times");
        let listing = Guest {
            world,
            imports,
            list: BAD_ID,
            ..Guest::default()
        };
        let source = host.write("x", &listing.build());
        let error = tokio::task::block_in_place(|| expect_refusal(&host.runtime, &source));
        assert!(
            error.to_string().contains(&format!("used {named} while it was listed")),
            "{error}"
        );
    }
}

fn rights(grants: Grants) -> BTreeMap<String, Rights> {
    BTreeMap::from([(
        "b".to_owned(),
        Rights {
            grants,
            ..Rights::default()
        },
    )])
}

fn denied(interface: &str) -> BTreeMap<String, Rights> {
    rights(Grants::Narrowed {
        allow: None,
        deny: vec![interface.to_owned()],
    })
}

/// Runs a call, and revokes the grant of `interface` as soon as the bridge receives the first command.
async fn taken_back_meanwhile(host: &Host, guest: &Guest, interface: &str) -> (CallOutcome, usize) {
    let bundle = tokio::task::block_in_place(|| host.prepare("b", guest));
    let runtime = host.runtime.clone();
    let call = tokio::spawn(async move {
        let permit = permit(Effect::Destructive);
        runtime.call_tool(&bundle, permit, invocation(limits())).await
    });
    while host.bridge.commands().is_empty() {
        tokio::task::yield_now().await;
    }
    host.runtime.set_rights(denied(interface));
    let outcome = call.await.expect("no panic");
    (outcome, host.bridge.commands().len())
}

#[tokio::test(flavor = "multi_thread")]
async fn denies_revoked_grant_at_the_next_import_call() {
    let host = Host::new();
    // Destroys objects until it gets an error: the first byte of the result is 1 for an error.
    let guest = Guest {
        world: &["unity-tools:unity/objects-edit"],
        imports: DESTROY,
        call: "(loop $again (call $destroy (i32.const 4096) (i32.const 5) (i32.const 3000))
               (br_if $again (i32.eqz (i32.load8_u (i32.const 3000)))))",
        ..Guest::default()
    };
    let (outcome, commands) = taken_back_meanwhile(&host, &guest, "unity-tools:unity/objects-edit").await;
    assert!(outcome.is_ok(), "the refusal is an answer to the guest: {outcome:?}");
    assert!(commands > 0 && (commands as u64) < limits().host_calls);
    assert_eq!(
        *host.audit.0.lock().expect("no panic"),
        ["gate-2 ping bundles.grants denied"]
    );
    // After the interface is granted again, the same prepared code can use it again.
    host.runtime.set_rights(BTreeMap::new());
    let bundle = tokio::task::block_in_place(|| {
        host.prepare(
            "b",
            &Guest {
                call: DESTROY_ONE,
                ..guest
            },
        )
    });
    let call = host
        .runtime
        .call_tool(&bundle, permit(Effect::Destructive), invocation(limits()));
    assert!(call.await.is_ok());
    assert_eq!(host.bridge.commands().len(), commands + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_guest_if_an_import_without_error_result_is_revoked() {
    let host = Host::new();
    let guest = Guest {
        world: &["unity-tools:host/log", "unity-tools:unity/time-scale"],
        imports: r#"(import "unity-tools:host/log@0.3.0" "write" (func $log (param i32 i32 i32 i32 i32 i32)))
                    (import "unity-tools:unity/time-scale@0.3.0" "get" (func $get (param i32)))"#,
        call: "(loop $again (call $get (i32.const 3000))
               (call $log (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 4096) (i32.const 5)) (br $again))",
        ..Guest::default()
    };
    let (outcome, _) = taken_back_meanwhile(&host, &guest, "unity-tools:host/log").await;
    let error = outcome.expect_err("ended");
    assert_eq!(error.kind, ErrorKind::PermissionDenied, "{error:?}");
    assert_eq!(
        error.message,
        "tool `ping` was ended: Bundle `b` is not granted unity-tools:host/log (writing to the client's log)"
    );
    assert!(error.hint.expect("a hint").contains("`[bundles.b] grants.deny`"));
}

#[tokio::test(flavor = "multi_thread")]
async fn member_write_needs_only_the_write_grant() {
    let host = Host::new();
    let (world, imports, _) = BAD_IDS[0];
    // Every argument is `obj:1`, for which the host asks the bridge to resolve the names.
    let guest = Guest {
        world,
        imports,
        call: "(call $bad (i32.const 4096) (i32.const 5) (i32.const 4096) (i32.const 5) (i32.const 4096) (i32.const 5)
               (i32.const 4096) (i32.const 5) (i32.const 3000))",
        ..Guest::default()
    };
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
    for (taken, asked) in [("unity-tools:unity/members", 1), ("unity-tools:unity/members-edit", 1)] {
        host.runtime.set_rights(denied(taken));
        let call = host
            .runtime
            .call_tool(&bundle, permit(Effect::Write), invocation(limits()));
        assert!(call.await.is_ok());
        assert_eq!(host.bridge.commands().len(), asked, "without {taken}");
    }
    let audit = host.audit.0.lock().expect("no panic");
    assert_eq!(
        audit.last().map(String::as_str),
        Some("gate-2 ping bundles.grants denied")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_components_of_new_object_by_full_name() {
    let create = |type_at: u32, length: u32| Guest {
        world: &["unity-tools:unity/objects-create"],
        imports: r#"(import "unity-tools:unity/objects-create@0.3.0" "create"
            (func $create (param i32 i32 i32 i32 i32 i32 i32 i32 f64 f64 f64 i32 i32 i32)))"#,
        call: Box::leak(
            format!(
                "(i32.store (i32.const 2900) (i32.const {type_at})) (i32.store (i32.const 2904) (i32.const {length}))
                 (call $create (i32.const 4112) (i32.const 4) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)
                    (i32.const 0) (i32.const 0) (f64.const 0) (f64.const 0) (f64.const 0) (i32.const 2900) (i32.const 1)
                    (i32.const 3000))"
            )
            .into_boxed_str(),
        ),
        ..Guest::default()
    };
    // The bridge resolves `ping` to a type in the allowlist, and `k` to another type.
    for (at, length, made) in [(4112, 4, Some("UnityEngine.ping")), (4144, 1, None)] {
        let host = Host::new();
        let guest = create(at, length);
        let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
        let call = host
            .runtime
            .call_tool(&bundle, permit(Effect::Write), invocation(limits()));
        assert!(call.await.is_ok(), "the guest lets its errors be");
        let asked = host.bridge.commands();
        let created = asked.iter().find_map(|(command, _)| match command {
            Command::CreateObject { object } => Some(object.components.clone()),
            _ => None,
        });
        assert_eq!(created, made.map(|name| vec![name.to_owned()]), "{asked:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn announces_only_own_resources_and_reports_others() {
    let host = Host::new();
    let guest = Guest {
        world: &["unity-tools:host/notify"],
        imports: r#"(import "unity-tools:host/notify@0.3.0" "resource-updated" (func $updated (param i32 i32)))
            (data (i32.const 5000) "test://own") (data (i32.const 5100) "test://other")"#,
        call: "(call $updated (i32.const 5100) (i32.const 12)) (call $updated (i32.const 5000) (i32.const 10))
            (call $updated (i32.const 5100) (i32.const 12))",
        ..Guest::default()
    };
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
    let (sink, mut announced) = EventSink::bounded(8, Arc::default());
    let mut call = invocation(limits());
    call.base.context.events = sink;
    let outcome = host.runtime.call_tool(&bundle, permit(Effect::Read), call).await;
    let told = outcome.expect("it goes on").diagnostics;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("`test://other`"), "{told:?}");
    let seen: Vec<CallEvent> = std::iter::from_fn(|| announced.try_recv().ok()).collect();
    assert!(
        matches!(seen.as_slice(), [CallEvent::ResourceUpdated { uri }] if uri == "test://own"),
        "{seen:?}"
    );
}
