//! Tests of `link/…` calls with the same simulated Unity instance.

use super::*;

fn load() -> LinkCall {
    LinkCall::LoadAssembly {
        name: "Snippet".to_owned(),
        type_name: "Snippet".to_owned(),
        method: "Run".to_owned(),
        arguments: vec!["a".to_owned()],
        bytes: Arc::from(*b"MZ\0"),
    }
}

#[tokio::test]
async fn resends_code_with_same_bytes_and_key_over_next_link() {
    let host = Host::start();
    let mut able = hello();
    able.functions.push("link/load-assembly".to_owned());
    let mut unity = host.connect(able.clone()).await;
    let bridge = Arc::clone(&host.bridge);
    let asked = tokio::spawn(async move { bridge.ask_link(load(), BridgeCall::internal()).await });
    let mut keys = Vec::new();
    for is_cut in [true, false] {
        let call = unity.call().await;
        assert_eq!((call.function.as_str(), call.bytes), ("link/load-assembly", Some(3)));
        let args = r#"{"name":"Snippet","type":"Snippet","method":"Run","arguments":["a"]}"#;
        assert_eq!(call.args.get(), args);
        assert_eq!(
            unity.next_sent().await,
            Sent::Binary(crate::frames::binary(call.id, b"MZ\0"))
        );
        keys.push(call.key.clone().expect("code has a key"));
        if is_cut {
            drop(unity);
            unity = host.connect(able.clone()).await;
            continue;
        }
        let value = r#"{"logs":["hello"],"value":"3"}"#.to_owned();
        unity
            .say(FromUnity::Result(CallResult {
                id: call.id,
                value: Some(serde_json::value::RawValue::from_string(value).expect("JSON")),
                error: None,
                notes: Vec::new(),
                bytes: None,
            }))
            .await;
    }
    let reply = asked.await.unwrap().expect("loaded");
    assert!(
        reply.value.get().contains("hello") && reply.bytes.is_none(),
        "{reply:?}"
    );
    assert_eq!(keys[0], keys[1]);
    let FromHost::Settled { keys: settled } = unity.hear().await else {
        panic!("not settled")
    };
    assert_eq!(settled, keys[..1]);
}

#[tokio::test]
async fn returns_assembly_bytes_and_rejects_unsupported_functions() {
    let host = Host::start();
    let mut able = hello();
    able.functions.push("link/assembly".to_owned());
    let mut unity = host.connect(able).await;
    let refused = host.bridge.ask_link(load(), BridgeCall::internal()).await;
    assert_eq!(refused.expect_err("not served").kind, BridgeErrorKind::Unsupported);
    let bridge = Arc::clone(&host.bridge);
    let wanted = LinkCall::Assembly {
        sha256: "ab".repeat(32),
    };
    let asked = tokio::spawn(async move { bridge.ask_link(wanted, BridgeCall::internal()).await });
    let call = unity.call().await;
    assert!(call.key.is_none(), "it is only read");
    let result = format!(r#"{{"type":"result","id":{},"value":{{}},"bytes":2}}"#, call.id);
    unity.0.incoming.send(Arrived::Text(result)).await.expect("heard");
    let behind = Arrived::Binary(crate::frames::binary(call.id, b"MZ"));
    unity.0.incoming.send(behind).await.expect("heard");
    let reply = asked.await.unwrap().expect("there");
    assert_eq!(reply.bytes.as_deref(), Some(&b"MZ"[..]));
}

#[tokio::test]
async fn rejects_calls_for_a_process_that_was_restarted() {
    let host = Host::start();
    let mut able = hello();
    able.functions.push("link/load-assembly".to_owned());
    let unity = host.connect(able.clone()).await;
    let instance = Some(able.instance.clone());
    drop(unity);
    while host.bridge.is_linked() {
        tokio::task::yield_now().await;
    }
    // It waits for that process, and another process connects.
    let (bridge, only) = (Arc::clone(&host.bridge), instance.clone());
    let asked = tokio::spawn(async move { bridge.ask_process(load(), only, BridgeCall::internal()).await });
    while host.bridge.queue_depth() == 0 {
        tokio::task::yield_now().await;
    }
    able.instance = "a1".repeat(16);
    let mut unity = host.connect(able.clone()).await;
    for refused in [
        asked.await.unwrap(),
        host.bridge.ask_process(load(), instance, BridgeCall::internal()).await,
    ] {
        let error = refused.expect_err("it is of another");
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        assert!(error.message.contains("was restarted"), "{error}");
    }
    // The first call that this process receives is its own.
    let (bridge, only) = (Arc::clone(&host.bridge), Some(able.instance));
    let asked = tokio::spawn(async move { bridge.ask_process(load(), only, BridgeCall::internal()).await });
    assert_eq!(unity.call().await.function, "link/load-assembly");
    asked.abort();
}
