//! Saving under gate 2: the fields that would be written are judged, not only the right to save.

use crate::testing::{Guest, Host, confirmed, invocation, limits};
use host_api::Effect;
use host_bridge::{
    BridgeError, BridgeErrorKind, Capability, Command, EditNeed, FileChanges, Function, Reply, WrittenNeed,
};
use host_policy::Confirmation;
use std::sync::Arc;
use tests_unity::FakeUnity;

/// Saves the file `obj:1` and traps unless the first byte of the answer is this one.
fn saves(is_error: u8) -> Guest {
    let text = format!(
        "(i32.store (i32.const 6000) (i32.const 4096)) (i32.store (i32.const 6004) (i32.const 5))
         (call $save (i32.const 6000) (i32.const 1) (i32.const 3200))
         (if (i32.ne (i32.load8_u (i32.const 3200)) (i32.const {is_error})) (then (unreachable)))"
    );
    Guest {
        world: &["unity-tools:unity/edits-save"],
        imports: r#"(import "unity-tools:unity/edits-save@0.2.0" "save" (func $save (param i32 i32 i32)))"#,
        call: Box::leak(text.into_boxed_str()),
        ..Guest::default()
    }
}

fn unity(type_name: &'static str) -> FakeUnity {
    let changes = move || FileChanges {
        file: "obj:1".to_owned(),
        lines: Vec::new(),
        total: 1,
        needs: vec![WrittenNeed {
            need: EditNeed::Component {
                type_name: type_name.to_owned(),
            },
            path: "/Lamp".to_owned(),
            objects: 1,
        }],
    };
    let answer = move |command| {
        Some(match command {
            Command::PreviewSave { .. } => Ok(Reply::FileChanges(vec![changes()]).into()),
            Command::SaveFiles { .. } => Ok(Reply::Saved(Vec::new()).into()),
            other => Err(BridgeError::new(BridgeErrorKind::Unsupported, format!("{other:?}"))),
        })
    };
    FakeUnity::answering(answer).able_to([Capability::Scene, Capability::SceneEdit])
}

/// The test policy's list of components holds `UnityEngine.ping` alone.
#[tokio::test(flavor = "multi_thread")]
async fn saving_asks_the_lists_about_each_field_that_it_would_write() {
    let rule = "gate-2 ping policy.component-allowlist denied".to_owned();
    for (type_name, is_error, saved, denied) in [
        ("UnityEngine.ping", 0, 1, Vec::new()),
        ("UnityEngine.Light", 1, 0, vec![rule]),
    ] {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let host = Host::with(Arc::new(unity(type_name)), folder);
        let bundle = tokio::task::block_in_place(|| host.prepare("b", &saves(is_error)));
        let permit = confirmed(Effect::Destructive, &Confirmation::default());
        let answer = host.runtime.call_tool(&bundle, permit, invocation(limits())).await;
        answer.expect("the answer that it waits for");
        let sent = host.bridge.seen();
        let sent = sent
            .iter()
            .filter(|(command, _)| command.function() == Function::SaveFiles);
        assert_eq!(sent.count(), saved, "{type_name}");
        assert_eq!(*host.audit.0.lock().expect("no panic"), denied, "{type_name}");
    }
}
