//! Tests of stream logs and their readers.

use super::*;
use crate::slots::Slots;
use futures_util::FutureExt;
use proptest::prelude::*;
use std::sync::atomic::Ordering;

const HOUR: Duration = Duration::from_secs(3600);

fn log(events: usize, bytes: usize) -> (Arc<StreamLog>, Arc<AtomicU64>) {
    let dropped = Arc::new(AtomicU64::new(0));
    (
        StreamLog::new(
            7,
            Bounds {
                messages: events,
                bytes,
            },
            Arc::clone(&dropped),
            &Budget::new(1 << 20),
            None,
        ),
        dropped,
    )
}

async fn rest(mut reader: StreamReader) -> String {
    let mut all = String::new();
    while let Some(bytes) = reader.next().await {
        all.push_str(std::str::from_utf8(&bytes).expect("UTF-8"));
    }
    all
}

#[tokio::test]
async fn reader_gets_all_events_and_resume_replays_only_later_ones() {
    let (log, dropped) = log(10, 1000);
    let slots = Slots::new(10);
    log.prime(Duration::from_secs(2));
    log.push(b"{\"a\":1}");
    log.push(b"{\n\"b\":\r\n2}");
    log.finish(b"{\"c\":3}").expect("room");
    assert!(!log.push(b"{}"), "closed");
    let all = rest(log.read(None, HOUR, slots.count())).await;
    assert_eq!(
        all,
        "id: 7-0\nretry: 2000\ndata:\n\nid: 7-1\ndata: {\"a\":1}\n\nid: 7-2\ndata: {\ndata: \"b\":\ndata: 2}\n\nid: 7-3\ndata: {\"c\":3}\n\n"
    );
    assert_eq!(
        rest(log.read(Some(2), HOUR, slots.count())).await,
        "id: 7-3\ndata: {\"c\":3}\n\n"
    );
    assert!(log.is_exhausted_after(3) && !log.is_exhausted_after(2));
    assert_eq!((dropped.load(Ordering::Relaxed), slots.taken_count()), (0, 0));
}

#[tokio::test]
async fn counts_and_reports_messages_dropped_unread() {
    let (log, dropped) = log(2, 1000);
    let slots = Slots::new(10);
    for n in 0..5 {
        log.push(format!("{n}").as_bytes());
    }
    log.close();
    let all = rest(log.read(None, HOUR, slots.count())).await;
    assert!(all.starts_with("event: error\ndata: {"), "{all}");
    assert!(all.contains("3 messages"), "{all}");
    assert!(all.ends_with("id: 7-3\ndata: 3\n\nid: 7-4\ndata: 4\n\n"), "{all}");
    assert_eq!(dropped.load(Ordering::Relaxed), 3);
}

#[tokio::test]
async fn keeps_the_newest_message_regardless_of_size() {
    let (log, _) = log(10, 8);
    let slots = Slots::new(1);
    log.push(b"1");
    log.finish(b"\"far over the bound\"").expect("room");
    let all = rest(log.read(Some(0), HOUR, slots.count())).await;
    assert_eq!(all, "id: 7-1\ndata: \"far over the bound\"\n\n");
}

#[tokio::test]
async fn new_reader_replaces_old_and_log_survives_hang_up() {
    let (log, _) = log(10, 1000);
    let slots = Slots::new(10);
    let mut old = log.read(None, HOUR, slots.count());
    let new = log.read(None, HOUR, slots.count());
    assert_eq!(old.next().await, None);
    drop(old);
    assert!(log.has_reader(), "the newer reader is still there");
    log.push(b"1");
    log.hang_up();
    assert_eq!(rest(new).await, "id: 7-0\ndata: 1\n\n");
    assert!(!log.has_reader());
    log.finish(b"2").expect("room");
    assert_eq!(
        rest(log.read(Some(0), HOUR, slots.count())).await,
        "id: 7-1\ndata: 2\n\n"
    );
}

#[tokio::test]
async fn evicts_finished_logs_without_readers_and_reports_the_loss() {
    let budget = Budget::new(100_000);
    let bounds = Bounds {
        messages: 10,
        bytes: 1 << 20,
    };
    let slots = Slots::new(10);
    let log = |number| StreamLog::new(number, bounds, Arc::default(), &budget, None);
    let (old, read, new) = (log(1), log(2), log(3));
    for log in [&old, &read, &new] {
        let reader = log.read(None, HOUR, slots.count());
        log.push(&[b'1'; 10_000]);
        log.finish(&[b'2'; 10_000]).expect("room");
        assert!(rest(reader).await.contains("22222"));
    }
    let reading = read.read(Some(0), HOUR, slots.count());
    assert!(budget.share(Share::Finished) > 60_000 && budget.share(Share::Streams) == 0);
    let work = budget.reserve(Share::Bodies, 40_000).expect("the oldest gives way");
    assert_eq!((old.size(), read.size() > 20_000, new.size() > 20_000), (0, true, true));
    let told = rest(old.read(Some(0), HOUR, slots.count())).await;
    assert!(
        told.starts_with("event: error\ndata: {") && told.contains("1 messages"),
        "{told}"
    );
    assert!(old.is_exhausted_after(1), "who saw all of it missed nothing");
    drop(work);
    let work = budget.reserve(Share::Bodies, 66_000).expect("the next gives way");
    assert_eq!((read.size() > 20_000, new.size()), (true, 0));
    assert!(budget.reserve(Share::Bodies, 1500).is_err(), "what is being read stays");
    drop(reading);
    let more = budget.reserve(Share::Bodies, 1500).expect("and goes when it is not");
    assert_eq!(budget.evicted(), 3);
    drop((work, more));
    assert_eq!(budget.taken_bytes(), 0);
}

#[tokio::test]
async fn sends_keep_alive_comments_while_idle() {
    let (log, _) = log(10, 1000);
    let slots = Slots::new(10);
    let mut reader = log.read(None, Duration::from_millis(1), slots.count());
    assert_eq!(reader.next().await.as_deref(), Some(&b": keep-alive\n\n"[..]));
    log.push(b"1");
    assert_eq!(reader.next().await.as_deref(), Some(&b"id: 7-0\ndata: 1\n\n"[..]));
}

#[test]
fn parses_only_event_ids_of_its_own_format() {
    assert_eq!(
        EventId::parse("3-12"),
        Some(EventId {
            stream: 3,
            sequence: 12
        })
    );
    for text in ["", "3", "-3", "0-1", "3-", "a-b", "3-4-5", "event-001"] {
        assert_eq!(EventId::parse(text), None, "{text}");
    }
}

#[tokio::test]
async fn large_final_message_evicts_no_earlier_message() {
    let (log, dropped) = log(10, 100);
    let slots = Slots::new(1);
    log.push(b"1");
    log.finish(format!("\"{}\"", "x".repeat(1000)).as_bytes())
        .expect("room");
    assert!(
        rest(log.read(None, HOUR, slots.count()))
            .await
            .starts_with("id: 7-0\ndata: 1\n\nid: 7-1\n")
    );
    assert_eq!(dropped.load(Ordering::Relaxed), 0);
}

/// Returns the event ids in the SSE text, in order, and true if a gap was reported.
fn ids(text: &str) -> (Vec<u64>, bool) {
    let ids = text.lines().filter_map(|line| line.strip_prefix("id: 7-"));
    let ids = ids.map(|id| id.parse().expect("a number")).collect();
    (ids, text.contains("event: error"))
}

/// Returns the data that a connection gets from at most `chunks` reads, which stop early if no data is ready.
fn read_chunks(reader: &mut StreamReader, chunks: usize) -> String {
    let mut got = String::new();
    for _ in 0..chunks {
        let Some(Some(bytes)) = reader.next().now_or_never() else {
            break;
        };
        got.push_str(std::str::from_utf8(&bytes).expect("UTF-8"));
    }
    got
}

proptest! {
    #[test]
    fn delivers_each_message_once_or_reports_a_gap_after_reconnects(
        steps in proptest::collection::vec((0..6_u8, 0..4_usize, any::<bool>()), 1..40),
        events in 1..12_usize,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let _entered = runtime.enter();
        let (log, _) = log(events, 1 << 20);
        let slots = Slots::new(100);
        let mut reader = log.read(None, HOUR, slots.count());
        let (mut pushed, mut seen) = (0_u64, None);
        // A gap is reported in a separate chunk, before the messages that follow it.
        let mut told = false;
        for (push, chunks, breaks) in steps {
            for _ in 0..push {
                log.push(pushed.to_string().as_bytes());
                pushed += 1;
            }
            let (read, has_gap) = ids(&read_chunks(&mut reader, chunks));
            told |= has_gap;
            for id in read {
                let next = seen.map_or(0, |seen| seen + 1);
                prop_assert!(id == next || (told && id > next), "{id} after {seen:?}");
                seen = Some(id);
                told = false;
            }
            if breaks {
                reader = log.read(seen, HOUR, slots.count());
            }
        }
        log.close();
        let (read, has_gap) = ids(&read_chunks(&mut reader, usize::MAX));
        let missed = pushed.saturating_sub(seen.map_or(0, |seen| seen + 1)) - read.len() as u64;
        prop_assert!(missed == 0 || has_gap || told);
        prop_assert!(read.is_sorted() && read.last().or(seen.as_ref()).is_none_or(|last| last + 1 == pushed));
    }
}
