//! Tests of the errors for a guest if the target of its call cannot execute the command under any permission.

use super::{DESTROY, DESTROY_ONE};
use crate::testing::{Guest, Host, invocation, limits, permit, unity};
use crate::{Grants, Plans, Rights};
use host_api::{Effect, ReadPurpose};
use host_bridge::{Capability, Command, Function, Reply};
use host_policy::{Permit, Piece, Policy, ReadingFacts, permit_read};
use std::collections::BTreeMap;
use std::sync::Arc;
use tests_unity::FakeUnity;

/// The index of an error kind in the contract's enumeration, as `NOT_READY` below.
const DENIED: u32 = 2;
const NOT_READY: u32 = 3;

/// Returns a call that traps unless its result, at address 3000, is an error of this kind.
fn call_with_error(call: &str, kind: u32) -> &'static str {
    let text = format!(
        "{call} (if (i32.ne (i32.load8_u (i32.const 3000)) (i32.const 1)) (then (unreachable)))
                (if (i32.ne (i32.load8_u (i32.const 3004)) (i32.const {kind})) (then (unreachable)))"
    );
    Box::leak(text.into_boxed_str())
}

fn able_to_all_but(functions: &[Function]) -> Host {
    let unity = FakeUnity::with_answer(|command| match command {
        Command::DestroyObject { .. } => Some(Ok(Reply::Done.into())),
        _ => None,
    });
    let unity = unity.with_capabilities([Capability::Scene, Capability::SceneEdit]);
    let unity = unity.without_functions(functions.iter().copied());
    let unity = unity.saying_of_access(Command::access_in_running);
    Host::with_bridge(
        Arc::new(unity),
        Arc::new(tempfile::tempdir().expect("a temporary folder")),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_unsupported_function_instead_of_missing_grant() {
    for (lacks, kind) in [(&[][..], DENIED), (&[Function::DestroyObject], NOT_READY)] {
        let host = able_to_all_but(lacks);
        let guest = Guest {
            world: &["unity-tools:unity/objects-edit"],
            imports: DESTROY,
            call: call_with_error(DESTROY_ONE, kind),
            ..Guest::default()
        };
        let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
        let denied = Rights {
            grants: Grants::Narrowed {
                allow: None,
                deny: vec!["unity-tools:unity/objects-edit".to_owned()],
            },
            ..Rights::default()
        };
        host.runtime.set_rights(BTreeMap::from([("b".to_owned(), denied)]));
        let call = host
            .runtime
            .call_tool(&bundle, permit(Effect::Destructive), invocation(limits()));
        call.await.expect("the kind that it waits for");
        assert!(host.bridge.commands().is_empty());
        let lines = host.audit.0.lock().expect("no panic").clone();
        assert_eq!(lines, ["gate-2 ping bundles.grants denied"], "refused either way");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dry_run_stops_before_change_unsupported_by_instance() {
    for (lacks, kind, reaches) in [(&[][..], DENIED, true), (&[Function::DestroyObject], NOT_READY, false)] {
        let host = able_to_all_but(lacks);
        let guest = Guest {
            world: &["unity-tools:unity/objects-edit"],
            imports: DESTROY,
            call: call_with_error(DESTROY_ONE, kind),
            ..Guest::default()
        };
        let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
        let plans = Plans::up_to_a_change();
        let mut invocation = invocation(limits());
        invocation.base.plans = Some(plans.clone());
        let call = host.runtime.call_tool(&bundle, permit(Effect::Read), invocation);
        call.await.expect("the kind that it waits for");
        assert_eq!(plans.was_reached(), reaches);
    }
}

/// The import of the function that opens a scene; `OPEN_ONE` calls it for `scn:1`.
const OPEN: &str = r#"(import "unity-tools:unity/scenes@0.3.0" "open" (func $open (param i32 i32 i32 i32 i32)))"#;
const OPEN_ONE: &str = "(i64.store (i32.const 5000) (i64.const 0x313a6e6373))
    (call $open (i32.const 5000) (i32.const 5) (i32.const 0) (i32.const 0) (i32.const 3000))";

fn reading() -> Permit {
    let piece = Piece::Resource("unity://scene/{scene_name}".to_owned());
    let facts = ReadingFacts {
        bundle: "b",
        piece: &piece,
        categories: &Arc::default(),
        allowed_here: true,
    };
    permit_read(&Policy::default(), ReadPurpose::Resource, &facts).expect("reading is allowed")
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_opens_no_scene_in_running_instance() {
    let guest = |kind| Guest {
        world: &["unity-tools:unity/scenes"],
        imports: OPEN,
        call: call_with_error(OPEN_ONE, kind),
        ..Guest::default()
    };
    // If a tool that declares `Read` changes something, only its author can correct this.
    for (permit, kind) in [(reading(), NOT_READY), (permit(Effect::Read), DENIED)] {
        let host = able_to_all_but(&[]);
        let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest(kind)));
        let call = host.runtime.call_tool(&bundle, permit, invocation(limits()));
        call.await.expect("the kind that it waits for");
        assert!(host.bridge.commands().is_empty());
    }
    // Opening a scene of a folder only reads, so the command reaches the bridge, which has no scenes here.
    let folder = Host::with_bridge(unity(false), Arc::new(tempfile::tempdir().expect("a temporary folder")));
    let unsupported = 4;
    let bundle = tokio::task::block_in_place(|| folder.prepare("b", &guest(unsupported)));
    let call = folder.runtime.call_tool(&bundle, reading(), invocation(limits()));
    call.await.expect("the kind that it waits for");
    assert_eq!(folder.bridge.commands().len(), 1);
}
