//! Property tests of the ring against a simple model: in any order of writes and reads, no message is duplicated,
//! reordered or silently lost.

use super::{Cursor, Item, Now, Ring};
use bytes::Bytes;
use host_wire::backlog::Bounds;
use host_wire::budget::Budget;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

fn ring(events: usize, bytes: usize) -> (Arc<Ring>, Arc<AtomicU64>) {
    let dropped = Arc::new(AtomicU64::new(0));
    let budget = Budget::new(1 << 20);
    (
        Ring::new(
            Bounds {
                messages: events,
                bytes,
            },
            Arc::clone(&dropped),
            &budget,
        ),
        dropped,
    )
}

fn take(cursor: &mut Cursor) -> Option<Item> {
    match cursor.poll_now() {
        Now::Item(item) => Some(item),
        Now::Nothing | Now::End => None,
    }
}

#[derive(Clone, Debug)]
enum Step {
    Push { count: usize, size: usize },
    Follow(usize),
    Read(usize),
    Leave(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (1..5_usize, 0..40_usize).prop_map(|(count, size)| Step::Push { count, size }),
        1 => (0..4_usize).prop_map(Step::Follow),
        4 => (0..4_usize).prop_map(Step::Read),
        1 => (0..4_usize).prop_map(Step::Leave),
    ]
}

proptest! {
    #[test]
    fn reader_gets_each_message_in_order_or_a_counted_gap(
        steps in prop::collection::vec(step(), 1..200), events in 1..8_usize, bytes in 1..120_usize,
    ) {
        let (ring, dropped) = ring(events, bytes);
        let mut pushed = 0_u64;
        let mut gaps = 0_u64;
        // For each reader, its cursor and the number of its next message.
        let mut readers: BTreeMap<usize, (Cursor, u64)> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Push { count, size } => {
                    ring.push_all((0..count).map(|n| {
                        let mut text = format!("{} ", pushed + n as u64);
                        text.extend(std::iter::repeat_n('x', size));
                        Bytes::from(text)
                    }));
                    pushed += count as u64;
                }
                Step::Follow(who) => {
                    readers.entry(who).or_insert_with(|| (ring.follow(), pushed));
                }
                Step::Read(who) => {
                    let Some((cursor, next)) = readers.get_mut(&who) else { continue };
                    match take(cursor) {
                        Some(Item::Message(bytes)) => {
                            let text = std::str::from_utf8(&bytes).expect("text");
                            let number: u64 = text.split(' ').next().expect("a number").parse().expect("a number");
                            prop_assert_eq!(number, *next);
                            *next += 1;
                        }
                        Some(Item::Gap(missed)) => {
                            prop_assert!(missed > 0);
                            *next += missed;
                            gaps += missed;
                        }
                        None => prop_assert_eq!(*next, pushed),
                    }
                }
                Step::Leave(who) => {
                    readers.remove(&who);
                }
            }
            let held = ring.lock();
            prop_assert_eq!(held.readers, readers.len());
            prop_assert!(held.readers > 0 || held.backlog.is_empty());
        }
        for (cursor, next) in readers.values_mut() {
            loop {
                match take(cursor) {
                    Some(Item::Message(_)) => *next += 1,
                    Some(Item::Gap(missed)) => {
                        *next += missed;
                        gaps += missed;
                    }
                    None => break,
                }
            }
            prop_assert_eq!(*next, pushed);
        }
        drop(readers);
        prop_assert!(dropped.load(Ordering::Relaxed) >= gaps);
        prop_assert_eq!(ring.readers(), 0);
    }
}

#[tokio::test]
async fn wakes_waiting_reader_on_message_and_on_close() {
    let (ring, _) = ring(8, 1024);
    let mut cursor = ring.follow();
    let waiting = tokio::spawn(async move {
        let mut got = Vec::new();
        while let Some(item) = cursor.next().await {
            got.push(item);
        }
        got
    });
    ring.push_all([Bytes::from_static(b"a"), Bytes::from_static(b"b")]);
    ring.close();
    let message = |text: &'static str| Item::Message(Bytes::from_static(text.as_bytes()));
    assert_eq!(waiting.await.expect("the reader lives"), [message("a"), message("b")]);
}

#[test]
fn counts_messages_that_a_leaving_reader_missed() {
    let (ring, dropped) = ring(2, 1024);
    let never_reads = ring.follow();
    ring.push_all((0..10).map(|_| Bytes::from_static(b"x")));
    drop(never_reads);
    assert_eq!(dropped.load(Ordering::Relaxed), 8);
}
