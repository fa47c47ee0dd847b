//! The end of a link: unreadable frames, silence, clients that leave, a shutdown.

use super::*;

#[tokio::test]
async fn closes_link_on_invalid_frame_with_matching_close_code() {
    let host = Host::start().await;
    let mut large = Link::open(&host, "/ws").await;
    let frame = Message::text("x".repeat(10 << 20));
    wait_within("ten megabytes", large.0.send(frame)).await.unwrap();
    assert_eq!(large.end().await, Some(CloseCode::Size));
    let mut odd = Link::open(&host, "/ws").await;
    let raw = odd.0.get_mut();
    let unmasked = [0x81, 0x02, b'h', b'i'];
    wait_within("bytes", tokio::io::AsyncWriteExt::write_all(raw, &unmasked))
        .await
        .unwrap();
    assert_eq!(odd.end().await, Some(CloseCode::Protocol));
    let mut other = Link::open(&host, "/ws").await;
    // A masked text frame of one byte that is not UTF-8.
    let broken = [0x81, 0x81, 0, 0, 0, 0, 0xff];
    let raw = other.0.get_mut();
    wait_within("bytes", tokio::io::AsyncWriteExt::write_all(raw, &broken))
        .await
        .unwrap();
    assert_eq!(other.end().await, Some(CloseCode::Invalid));
    host.until_metric("command_connections", 0).await;
    assert_eq!(totals(&host).await["errors"], 3);
}

#[tokio::test]
async fn disconnect_cancels_running_commands_of_the_client() {
    let host = Host::start().await;
    let mut vanishes = Link::open(&host, "/ws").await;
    vanishes.command(1, "slow", json!({})).await;
    let mut leaves = Link::open(&host, "/ws").await;
    leaves.command(1, "slow", json!({})).await;
    wait_for_count(&host.fake.started, 2).await;
    drop(vanishes);
    wait_for_count(&host.fake.cancelled, 1).await;
    leaves.0.close(None).await.unwrap();
    wait_for_count(&host.fake.cancelled, 2).await;
    leaves.end().await;
    for gauge in ["command_connections", "in_flight", "tasks"] {
        host.until_metric(gauge, 0).await;
    }
    // The connection of the metrics request.
    host.until_metric("connections", 1).await;
}

#[tokio::test]
async fn pings_idle_link() {
    let host = Host::start_with(|options| options.keep_alive = Duration::from_millis(10)).await;
    let mut link = Link::open(&host, "/ws").await;
    for _ in 0..3 {
        let message = wait_within("a ping", link.0.next()).await.unwrap().unwrap();
        assert!(matches!(message, Message::Ping(_)), "{message:?}");
    }
    assert_eq!(link.ask("echo", json!({})).await["status"], "success");
}

#[tokio::test]
async fn closes_unresponsive_link_and_cancels_its_command() {
    let host = Host::start_with(|options| {
        options.keep_alive = Duration::from_millis(10);
        options.command.silence = Duration::from_millis(100);
    })
    .await;
    let mut link = Link::open(&host, "/ws").await;
    link.command(1, "slow", json!({})).await;
    wait_for_count(&host.fake.cancelled, 1).await;
    host.until_metric("command_connections", 0).await;
    // Its close frame may be lost: a client that wakes up now answers old pings into a closed connection first.
    let code = link.end().await;
    assert!(matches!(code, None | Some(CloseCode::Policy)), "{code:?}");
}

#[tokio::test]
async fn shutdown_waits_for_replies_and_closes_links_as_going_away() {
    let mut host = Host::start().await;
    let mut link = Link::open(&host, "/ws").await;
    let idle = Link::open(&host, "/").await;
    link.command("last", "slow", json!({})).await;
    wait_for_count(&host.fake.started, 1).await;
    host.shutdown.cancel();
    assert_eq!(idle.end().await, Some(CloseCode::Away));
    link.command("late", "echo", json!({})).await;
    let refused = link.reply().await;
    assert_eq!(
        (&refused["id"], &refused["error_kind"]),
        (&"late".into(), &"NotReady".into())
    );
    host.fake.gate.add_permits(1);
    assert_eq!(link.reply().await["result"], json!({ "text": "slept" }));
    assert_eq!(link.end().await, Some(CloseCode::Away));
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
}

#[tokio::test]
async fn answers_command_with_error_if_drain_time_ends() {
    let mut host = Host::start_with(|options| options.drain = Duration::from_millis(20)).await;
    let mut link = Link::open(&host, "/ws").await;
    link.command(1, "deaf", json!({})).await;
    wait_for_count(&host.fake.started, 1).await;
    host.shutdown.cancel();
    let reply = link.reply().await;
    assert!(reply["error"].as_str().unwrap().contains("shut down"), "{reply}");
    assert_eq!(link.end().await, Some(CloseCode::Away));
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
}
