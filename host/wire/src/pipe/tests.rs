//! Tests of a pipe: framing, limits, and senders that may still add messages before its end.

use super::*;
use crate::backlog::{Bounds, Loss};
use proptest::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

const SOON: Duration = Duration::from_millis(1);

fn pipe(framing: Framing, events: usize, bytes: usize) -> (Arc<Pipe>, Arc<AtomicU64>) {
    let dropped = Arc::new(AtomicU64::new(0));
    let bounds = Bounds {
        messages: events,
        bytes,
    };
    (
        Pipe::new(
            Arc::from("0123456789"),
            None,
            None,
            framing,
            Backlog::new(bounds, Loss::Forgotten, Arc::clone(&dropped)),
            None,
            &Budget::new(1 << 20),
        )
        .expect("room"),
        dropped,
    )
}

async fn text(pipe: &Pipe) -> String {
    match pipe.take(SOON).await {
        Taken::Some(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn keeps_message_order_and_removes_line_breaks_between_tokens() {
    let (events, _) = pipe(Framing::Events, 8, 1024);
    assert!(events.say(b"{\n \"a\": 1\r\n}").unwrap() && events.mention(b"{}"));
    assert_eq!(
        text(&events).await,
        "event: message\ndata: { \"a\": 1}\n\nevent: message\ndata: {}\n\n"
    );
    assert_eq!(text(&events).await, "Silence");
    let (lines, _) = pipe(Framing::Lines, 8, 1024);
    assert!(lines.mention(b"{\n}") && lines.say(b"[]").unwrap());
    assert_eq!(text(&lines).await, "{}\n[]\n");
    lines.end();
    assert_eq!(text(&lines).await, "End");
    assert!(!lines.say(b"{}").unwrap());
}

#[tokio::test]
async fn ends_unread_stream_and_reports_lost_messages() {
    let (pipe, dropped) = pipe(Framing::Events, 2, 1024);
    let cancel = CancellationToken::new();
    let id = pipe.ids.take("1", &cancel).unwrap();
    assert!(
        matches!(pipe.ids.take("1", &cancel), Err(IdRefused::InUse)),
        "an id is in flight once"
    );
    assert!(pipe.say(b"{}").unwrap() && pipe.say(b"{}").unwrap() && !cancel.is_cancelled());
    assert!(!pipe.mention(b"{}"));
    assert!(cancel.is_cancelled());
    assert_eq!(dropped.load(Ordering::Relaxed), 3);
    let told = text(&pipe).await;
    assert!(
        told.starts_with("event: error\n") && told.contains("3 messages"),
        "{told}"
    );
    assert_eq!(text(&pipe).await, "End");
    drop(id);
    assert!(
        matches!(pipe.ids.take("2", &cancel), Err(IdRefused::Ended)),
        "nothing begins on what has ended"
    );
}

#[tokio::test]
async fn full_line_pipe_keeps_answers_drops_mentions_and_blocks_feeder() {
    let (pipe, dropped) = pipe(Framing::Lines, 2, 1024);
    pipe.room().await;
    assert!(pipe.say(b"1").unwrap() && pipe.say(b"2").unwrap() && pipe.say(b"3").unwrap());
    assert!(!pipe.mention(b"4"));
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
    let feeder = tokio::spawn({
        let pipe = Arc::clone(&pipe);
        async move { pipe.room().await }
    });
    tokio::task::yield_now().await;
    assert!(!feeder.is_finished());
    assert_eq!(text(&pipe).await, "1\n2\n3\n");
    feeder.await.unwrap();
}

#[tokio::test]
async fn pipe_ends_when_its_last_sender_is_dropped() {
    let (pipe, _) = pipe(Framing::Lines, 8, 1024);
    let (first, second) = (pipe.sender(), pipe.sender());
    pipe.end_when_quiet();
    drop(first);
    assert!(second.say(b"{}").unwrap());
    drop(second);
    assert!(!pipe.say(b"{}").unwrap());
    assert_eq!(
        (text(&pipe).await.as_str(), text(&pipe).await.as_str()),
        ("{}\n", "End")
    );
}

proptest! {
    /// The queue of an event stream never exceeds its limits by more than one message.
    #[test]
    fn bounds_backlog_of_event_stream(sizes in prop::collection::vec(0_usize..200, 1..40)) {
        let (pipe, _) = pipe(Framing::Events, 8, 256);
        for size in sizes {
            pipe.say(&vec![b'1'; size]).unwrap();
            let state = pipe.state();
            prop_assert!(state.frames.len() <= 8 && state.frames.bytes() <= 256 + 200 + 32);
        }
    }
}
