//! What a host may not say, and what the package makes of it; what it says that the host's own machines never do.

use crate::mono::rehearsal;
use crate::raw::RawHost;
use crate::rehearsal::Package;
use anyhow::Result;
use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn invalid_host_frames_close_the_link_with_the_reason() -> Result<()> {
    let Some(program) = rehearsal("broken orders of a host")? else {
        return Ok(());
    };
    let host = RawHost::start().await?;
    let package = Package::start(&program, &["serve", &host.hosts()])?;
    let call =
        json!({"type": "call", "id": 1, "fn": "time-scale/get", "args": {}, "deadline-ms": 1000, "effect": "read"});
    let announced = json!({"type": "call", "id": 2, "fn": "time-scale/get", "args": {}, "deadline-ms": 1000, "effect": "read", "bytes": 3});
    let texts = |texts: &[&str]| texts.iter().map(|&text| Message::text(text)).collect::<Vec<_>>();
    let (call, announced) = (call.to_string(), announced.to_string());
    let long = format!("\"{}\"", "x".repeat(8 << 20));
    for (said, code, reason) in [
        (texts(&["{"]), 1008, "no JSON"),
        (texts(&["[]"]), 1008, "no JSON object with `type`"),
        (texts(&[r#"{"type": "cancel"}"#]), 1008, "`cancel` has no `id`"),
        (texts(&[&call, &call]), 1008, "call 1 comes behind call 1"),
        (texts(&[&announced, &call]), 1008, "did not come behind it"),
        (
            vec![Message::text(announced), Message::binary(vec![0; 10])],
            1008,
            "not those that `call` announced",
        ),
        (vec![Message::binary(vec![0; 11])], 1008, "no frame announced"),
        (
            texts(&[r#"{"type": "refused", "protocol": [1, 1], "message": ""}"#]),
            1008,
            "the opening is over",
        ),
        (vec![Message::text(long)], 1009, "over 8 MiB"),
    ] {
        let mut link = host.next_link().await?;
        for message in said {
            // What is refused by its first bytes may end the link while the rest is still on its way: its end has the reason.
            let _ = link.socket.send(message).await;
        }
        let (ended, why) = link.end().await?;
        assert!(ended == code && why.contains(reason), "{reason}: {ended} {why}");
    }
    // An unknown member is reported, and the link goes on.
    let mut link = host.next_link().await?;
    for _ in 0..20 {
        link.say(json!({"type": "teleport"})).await?;
    }
    for _ in 0..16 {
        assert_eq!(link.hear("error").await?["message"], "there is no frame `teleport`");
    }
    link.call(5, "of-tomorrow/all", json!({}), "read", None).await?;
    let answer = link.hear("result").await?;
    assert_eq!(
        (&answer["id"], &answer["error"]["kind"]),
        (&json!(5), &json!("unsupported"))
    );
    package.end()?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn new_link_continues_event_numbers_and_sends_its_state() -> Result<()> {
    let Some(program) = rehearsal("the first frames of a link")? else {
        return Ok(());
    };
    let host = RawHost::start().await?;
    let package = Package::start(&program, &["serve", &host.hosts()])?;
    let mut instance = None;
    for _ in 0..2 {
        let mut link = host.next_link().await?;
        let event = link.hear("event").await?;
        // The host said that it has seven.
        assert_eq!((&event["kind"], &event["seq"]), (&json!("resync"), &json!(8)));
        let first = link.hear("pulse").await?;
        let second = link.hear("pulse").await?;
        assert_eq!(
            (&first["state"], &second["state"]),
            (&json!("playing"), &json!("playing"))
        );
        assert!(second["frame"].as_u64() >= first["frame"].as_u64());
        assert_eq!(
            *instance.get_or_insert_with(|| link.hello.instance.clone()),
            link.hello.instance
        );
        link.socket.close(None).await?;
    }
    package.end()?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn reconnects_to_a_refusing_host_after_its_file_changes() -> Result<()> {
    let Some(program) = rehearsal("a host of another version")? else {
        return Ok(());
    };
    let host = RawHost::start().await?;
    let package = Package::start(&program, &["serve", &host.hosts()])?;
    let mut socket = host.connected().await?;
    let refused = json!({"type": "refused", "protocol": [2, 3], "message": "update the package in Unity"});
    socket.send(Message::text(refused.to_string())).await?;
    // Another file with the same host: that alone makes it come again.
    drop(socket);
    let file = host.data.path().join("hosts/host.json");
    let text = std::fs::read_to_string(&file)?;
    std::fs::write(&file, text + "\n")?;
    host.next_link().await?;
    package.end()?;
    Ok(())
}
