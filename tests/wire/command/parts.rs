//! Messages in several frames: their share of the budget, their maximum number of frames, and their time limit.

use super::*;
use tokio::io::AsyncWriteExt;

const TEXT: u8 = 1;
const PING: u8 = 9;
const FIN: u8 = 0x80;

/// One frame whose mask changes nothing.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match u8::try_from(payload.len()) {
        Ok(short) if short < 126 => bytes.push(0x80 | short),
        _ => {
            bytes.push(0x80 | 127);
            bytes.extend((payload.len() as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

impl Link {
    async fn write(&mut self, bytes: &[u8]) {
        wait_within("bytes", self.0.get_mut().write_all(bytes)).await.unwrap();
    }

    /// Returns after the host has read everything that was written before.
    async fn pinged(&mut self) {
        self.write(&frame(FIN | PING, b"all read?")).await;
        let message = wait_within("a pong", self.0.next()).await.unwrap().unwrap();
        assert_eq!(message, Message::Pong("all read?".into()));
    }

    /// The end of the link: the code, and the reason.
    async fn last_words(mut self) -> (CloseCode, String) {
        loop {
            match wait_within("the end of a link", self.0.next()).await {
                Some(Ok(Message::Close(Some(frame)))) => return (frame.code, frame.reason.to_string()),
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

async fn held_bytes(host: &Host) -> u64 {
    host.metric("memory_bytes{share=\"commands\"}").await
}

/// A command, and the position at which it is split.
fn command(text: &str) -> (String, usize) {
    let command = json!({ "id": 1, "command": "echo", "parameters": { "text": text } }).to_string();
    let middle = command.find('x').unwrap() + text.len() / 2;
    (command, middle)
}

#[tokio::test]
async fn keeps_partial_message_across_pings_until_complete_or_link_ends() {
    let host = Host::start().await;
    let mut link = Link::open(&host, "/ws").await;
    let before = held_bytes(&host).await;
    let text = "x".repeat(500_000);
    let (whole, middle) = command(&text);
    let (first, second) = whole.as_bytes().split_at(middle);
    link.write(&frame(TEXT, first)).await;
    for _ in 0..3 {
        link.pinged().await;
        assert_eq!(held_bytes(&host).await, before + first.len() as u64);
    }
    link.write(&frame(FIN, second)).await;
    assert_eq!(link.reply().await["result"]["text"], text);
    host.until_metric("memory_bytes{share=\"commands\"}", before).await;
    // It is released too if the link ends in the middle.
    link.write(&frame(TEXT, first)).await;
    link.pinged().await;
    assert_eq!(held_bytes(&host).await, before + first.len() as u64);
    drop(link);
    host.until_metric("memory_bytes{share=\"commands\"}", 0).await;
}

#[tokio::test]
async fn limits_number_of_frames_and_charges_nothing_for_empty_ones() {
    let host = Host::start().await;
    let mut link = Link::open(&host, "/ws").await;
    let before = held_bytes(&host).await;
    let (whole, middle) = command("xx");
    link.write(&frame(TEXT, &whole.as_bytes()[..middle])).await;
    link.write(&frame(0, b"").repeat(60_000)).await;
    link.pinged().await;
    assert_eq!(held_bytes(&host).await, before + middle as u64);
    link.write(&frame(FIN, &whole.as_bytes()[middle..])).await;
    assert_eq!(link.reply().await["result"]["text"], "xx");
    link.write(&frame(TEXT, b"{")).await;
    // Later frames may reach a closed connection.
    let _ = link.0.get_mut().write_all(&frame(0, b"").repeat(65_536)).await;
    assert_eq!(
        link.last_words().await,
        (
            CloseCode::Policy,
            "a message may come in 65536 frames at most".to_owned()
        )
    );
    host.until_metric("memory_bytes{share=\"commands\"}", 0).await;
}

#[tokio::test]
async fn closes_link_if_message_is_incomplete_after_timeout() {
    let host = Host::start_with(|options| {
        options.body_timeout = Duration::from_millis(50);
        options.keep_alive = Duration::from_millis(60);
    })
    .await;
    let mut link = Link::open(&host, "/ws").await;
    // The time between two messages does not count.
    let message = wait_within("a ping after a silence", link.0.next())
        .await
        .unwrap()
        .unwrap();
    assert!(matches!(message, Message::Ping(_)), "{message:?}");
    assert_eq!(link.ask("echo", json!({ "text": "x" })).await["status"], "success");
    link.write(&frame(TEXT, b"{")).await;
    assert_eq!(
        link.last_words().await,
        (
            CloseCode::Policy,
            "a message has to be whole within 0.05 s of its beginning".to_owned()
        )
    );
}

#[tokio::test]
async fn preserves_large_multibyte_text_in_a_single_frame() {
    let host = Host::start().await;
    let mut link = Link::open(&host, "/ws").await;
    // Characters of two, three and four bytes, which cross each border.
    for text in ["é", "x€", "xy𝄞"].map(|part| part.repeat(100_000)) {
        let reply = link.ask("echo", json!({ "text": text })).await;
        assert!(reply["result"]["text"] == text.as_str(), "{}", reply["status"]);
    }
}
