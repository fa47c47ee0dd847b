//! The conflict if an idempotency key is used for a different call.

use host_api::{CallId, Caller, Dialect, Proof};
use host_bridge::{BridgeErrorKind, CallKey, Command, CommandKey, EditDone, EditPlan, EditTouches, Remembered, Reply};
use std::sync::Arc;

fn key(number: u32) -> CommandKey {
    let caller = Caller {
        dialect: Dialect::CommandLine,
        client: "test 1".into(),
        address: "127.0.0.1:1".into(),
        session: None,
        proof: Some(Proof::Secret("secret".into())),
    };
    let call = CallKey::new(&caller, "edit", "edit_objects", Some("kk1".to_owned()), CallId::next());
    CommandKey {
        call: Arc::new(call),
        number,
    }
}

#[test]
fn conflict_message_names_key_tool_and_entry_of_first_call() {
    let mut remembered = Remembered::default();
    let [read, write, other] =
        [1.0, 2.0, 3.0].map(|value| remembered.digest(&Command::SetTimeScale { value, lock: None }));
    let plan = EditPlan {
        digest: String::new(),
        changes: Vec::new(),
        total: 1,
        touches: EditTouches::default(),
    };
    let done = Reply::EditDone(EditDone { entry: 7, plan });
    remembered.put(key(1), read, false, &Ok(Reply::Done.into()));
    remembered.put(key(2), write, true, &Ok(done.into()));
    for number in [1, 2] {
        let conflict = remembered
            .get(&key(number), other)
            .expect("known")
            .expect_err("another");
        assert_eq!(conflict.kind, BridgeErrorKind::Conflict);
        assert_eq!(
            conflict.message,
            "the idempotency key \"kk1\" of tool `edit_objects` was already used for a call that did something else \
             (entry 7 of list_edits)"
        );
    }
}
