//! Property tests of the budget against a simple model: the limit is kept, no byte is lost, and the end count is zero.

use super::*;
use proptest::prelude::*;

const LIMIT: usize = 6400;
const NEW: usize = LIMIT - LIMIT / FOR_ANSWERS;

#[test]
fn reserves_memory_for_answers_and_final_messages() {
    let budget = Budget::new(LIMIT);
    let work = budget.reserve(Share::Bodies, NEW).expect("room");
    let full = budget.reserve(Share::Sessions, 1).expect_err("no room");
    let text = full.to_string();
    for part in ["1 more bytes (sessions)", "5600 of the 6400", "`server.memory`"] {
        assert!(text.contains(part), "{text}");
    }
    let answer = budget
        .keep(Share::Answers, vec![b'x'; 500])
        .expect("room for an answer");
    assert!(budget.keep(Share::Answers, vec![b'x'; 500]).is_err());
    let last = budget.keep_last_words(Share::Answers, vec![b'x'; 100]);
    let uncounted = budget.keep_last_words(Share::Answers, vec![b'x'; 1000]);
    assert!(budget.taken_bytes() <= LIMIT && uncounted.len() == 1000);
    assert_eq!(budget.refused_count(), 3);
    drop((work, answer, last, uncounted));
    assert_eq!(budget.taken_bytes(), 0);
}

#[test]
fn holds_reservation_until_last_slice_is_dropped() {
    let budget = Budget::new(LIMIT);
    let kept = budget.keep(Share::Streams, vec![b'x'; 100]).expect("room");
    kept.move_to(Share::Finished);
    let taken = budget.taken_bytes();
    assert!(taken > 100 && budget.share(Share::Finished) == taken && budget.share(Share::Streams) == 0);
    let part = kept.bytes().slice(7..9);
    drop(kept);
    assert_eq!((part.as_ref(), budget.taken_bytes()), (&b"xx"[..], taken));
    drop(part);
    assert_eq!((budget.taken_bytes(), budget.share(Share::Finished)), (0, 0));
}

struct Old(Mutex<Option<Reservation>>, usize, Arc<Mutex<Vec<usize>>>);

impl Evict for Old {
    fn evict(&self) -> bool {
        self.2.lock().unwrap().push(self.1);
        self.0.lock().unwrap().take().is_some()
    }
}

#[test]
fn evicts_oldest_first_and_only_if_it_suffices() {
    let budget = Budget::new(LIMIT);
    let gone = Arc::new(Mutex::new(Vec::new()));
    let old: Vec<Arc<Old>> = (0..5)
        .map(|number| {
            let room = budget.reserve(Share::Finished, 1000).expect("room");
            let old = Arc::new(Old(Mutex::new(Some(room)), number, Arc::clone(&gone)));
            let weak: Weak<Old> = Arc::downgrade(&old);
            budget.may_go(weak);
            old
        })
        .collect();
    let held = budget.reserve(Share::Calls, 600).expect("room");
    assert!(budget.reserve(Share::Bodies, NEW).is_err(), "not even without them");
    assert!(gone.lock().unwrap().is_empty());
    let more = budget.reserve(Share::Bodies, 1500).expect("room is made");
    assert_eq!((&*gone.lock().unwrap(), budget.evicted()), (&vec![0, 1], 2));
    drop((held, more, old));
    assert_eq!(budget.taken_bytes(), 0);
}

#[test]
fn bounds_eviction_queue_for_dropped_entries() {
    let budget = Budget::new(LIMIT);
    let gone = Arc::default();
    for number in 0..10_000 {
        let old = Arc::new(Old(Mutex::default(), number, Arc::clone(&gone)));
        let weak: Weak<Old> = Arc::downgrade(&old);
        budget.may_go(weak);
    }
    assert!(budget.lock_finished().queue.len() <= 64);
}

#[test]
fn request_weight_covers_its_parsed_values() {
    assert_eq!(weight(b""), CALL);
    let zeros = b"[0,0,0]";
    assert_eq!(weight(zeros), CALL + zeros.len() + 3 * VALUE);
    let marks_alone = b",:[{".repeat(1_000);
    assert_eq!(weight(&marks_alone), CALL + 4_000 + 4_000 * VALUE);
    // The parsed text: three values in a vector with capacity for four.
    let Value::Array(read) = serde_json::from_slice::<Value>(zeros).unwrap() else {
        panic!("an array")
    };
    assert!(read.capacity() * size_of::<Value>() <= 3 * VALUE);
}

#[derive(Clone, Debug)]
enum Step {
    Reserve(usize, usize),
    Grow(usize, usize),
    Shrink(usize, usize),
    Move(usize, usize),
    Drop(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0..Share::ALL.len(), 0..3000_usize).prop_map(|(share, bytes)| Step::Reserve(share, bytes)),
        (0..8_usize, 0..2000_usize).prop_map(|(at, bytes)| Step::Grow(at, bytes)),
        (0..8_usize, 0..2000_usize).prop_map(|(at, bytes)| Step::Shrink(at, bytes)),
        (0..8_usize, 0..Share::ALL.len()).prop_map(|(at, share)| Step::Move(at, share)),
        (0..8_usize).prop_map(Step::Drop),
    ]
}

proptest! {
    #[test]
    fn usage_gauges_equal_the_sum_of_reservations(steps in proptest::collection::vec(step(), 0..60)) {
        let budget = Budget::new(LIMIT);
        let mut held: Vec<(usize, Reservation)> = Vec::new();
        for step in steps {
            let count = held.len().max(1);
            match step {
                Step::Reserve(share, bytes) => {
                    let fits = budget.taken_bytes() + bytes <= NEW;
                    let room = budget.reserve(Share::ALL[share], bytes);
                    prop_assert_eq!(room.is_ok(), fits);
                    held.extend(room.ok().map(|room| (share, room)));
                }
                Step::Grow(at, bytes) => if let Some((_, room)) = held.get_mut(at % count) {
                    let fits = budget.taken_bytes() + bytes <= NEW;
                    prop_assert_eq!(room.grow(bytes).is_ok(), fits);
                },
                Step::Shrink(at, bytes) => if let Some((_, room)) = held.get_mut(at % count) {
                    let before = room.bytes();
                    room.shrink_to(bytes);
                    prop_assert_eq!(room.bytes(), before.min(bytes));
                },
                Step::Move(at, share) => if let Some((under, room)) = held.get_mut(at % count) {
                    room.move_to(Share::ALL[share]);
                    *under = share;
                },
                Step::Drop(at) => if at < held.len() {
                    drop(held.swap_remove(at));
                },
            }
            for (index, share) in Share::ALL.into_iter().enumerate() {
                let sum: usize = held.iter().filter(|(under, _)| *under == index).map(|(_, room)| room.bytes()).sum();
                prop_assert_eq!(budget.share(share), sum);
            }
            prop_assert_eq!(budget.taken_bytes(), held.iter().map(|(_, room)| room.bytes()).sum::<usize>());
            prop_assert!(budget.taken_bytes() <= LIMIT);
        }
        drop(held);
        prop_assert_eq!(budget.taken_bytes(), 0);
    }
}
