//! Property tests: a backlog behaves like a simple model. It keeps its limits, counts every loss, and reports its end.

use super::*;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Push(usize),
    Hole,
    Read(usize),
    Pop,
    Clear,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1..40_usize).prop_map(Step::Push),
        1 => Just(Step::Hole),
        4 => (0..3_usize).prop_map(Step::Read),
        1 => Just(Step::Clear),
    ]
}

fn piped() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (1..40_usize).prop_map(Step::Push),
        2 => Just(Step::Pop),
    ]
}

fn lost_count(backlog: &Backlog) -> u64 {
    backlog.lost.load(Ordering::Relaxed)
}

fn check(backlog: &Backlog) -> Result<(), TestCaseError> {
    let newest = backlog.held.back().map_or(0, Kept::len);
    prop_assert_eq!(backlog.bytes(), backlog.iter().map(Kept::len).sum::<usize>());
    prop_assert!(backlog.len() <= backlog.bounds.messages.max(1));
    prop_assert!(backlog.len() <= 1 || backlog.bytes() - newest <= backlog.bounds.bytes);
    Ok(())
}

/// Runs the steps with the given number of readers, and reads everything at the end. Returns four numbers of messages:
/// delivered, reported as missed, counted as lost, and added.
fn played(steps: Vec<Step>, bounds: Bounds, loss: Loss, readers: usize) -> Result<[u64; 4], TestCaseError> {
    let budget = Budget::new(1 << 20);
    let mut backlog = Backlog::new(bounds, loss, Arc::default());
    let mut places = vec![0_u64; readers];
    let (mut delivered, mut missed) = (0, 0);
    let mut read = |backlog: &mut Backlog, place: &mut u64| -> Result<bool, TestCaseError> {
        let before = *place;
        match backlog.read(place) {
            Next::Message(message) => {
                let text = std::str::from_utf8(message.as_ref()).expect("text");
                let number = text.trim_end_matches('x').parse();
                prop_assert_eq!(number, Ok(before), "in order, each once");
                delivered += 1;
                prop_assert_eq!(*place, before + 1);
            }
            Next::Missed(messages) => {
                prop_assert!(messages > 0);
                prop_assert_eq!(*place, before + messages);
                missed += messages;
            }
            Next::Nothing | Next::End => return Ok(false),
        }
        Ok(true)
    };
    for step in steps {
        match step {
            Step::Push(size) => {
                let text = format!("{}{}", backlog.next(), "x".repeat(size));
                backlog.push(budget.keep(Share::Streams, text).expect("room"));
            }
            Step::Hole => backlog.push_hole(&budget, Share::Streams),
            Step::Read(who) => {
                read(&mut backlog, &mut places[who % readers])?;
            }
            Step::Clear => {
                backlog.clear();
                prop_assert_eq!((backlog.len(), backlog.bytes()), (0, 0));
            }
            Step::Pop => unreachable!("pipes alone"),
        }
        check(&backlog)?;
    }
    for place in &mut places {
        while read(&mut backlog, place)? {}
        prop_assert!(matches!(backlog.read(place), Next::Nothing), "more may come");
    }
    backlog.end();
    for place in &mut places {
        prop_assert!(matches!(backlog.read(place), Next::End), "the end is reported");
    }
    Ok([delivered, missed, lost_count(&backlog), backlog.next()])
}

proptest! {
    #[test]
    fn single_reader_receives_or_loses_each_message_once(
        steps in prop::collection::vec(step(), 1..120), messages in 1..8_usize, bytes in 1..120_usize,
    ) {
        let [delivered, missed, lost, all] = played(steps, Bounds { messages, bytes }, Loss::Forgotten, 1)?;
        prop_assert_eq!((delivered + missed, lost), (all, missed));
    }

    #[test]
    fn reports_missed_messages_to_each_reader(
        steps in prop::collection::vec(step(), 1..120), messages in 1..8_usize, bytes in 1..120_usize,
    ) {
        let [delivered, missed, lost, all] = played(steps, Bounds { messages, bytes }, Loss::Missed, 3)?;
        prop_assert_eq!((delivered + missed, lost), (3 * all, missed));
    }

    /// If messages are only added while the backlog is not full, no message is lost.
    #[test]
    fn popped_messages_are_not_counted_as_lost(steps in prop::collection::vec(piped(), 1..80), messages in 1..8_usize) {
        let budget = Budget::new(1 << 20);
        let mut backlog = Backlog::new(Bounds { messages, bytes: 100 }, Loss::Forgotten, Arc::default());
        let (mut added, mut taken) = (0_u64, 0);
        for step in steps {
            match step {
                Step::Push(size) if !backlog.is_full() => {
                    backlog.add(budget.keep(Share::Pipes, vec![b'x'; size]).expect("room"));
                    added += 1;
                }
                Step::Pop => taken += u64::from(backlog.pop().is_some()),
                _ => {}
            }
            check(&backlog)?;
            prop_assert_eq!(backlog.len() as u64, added - taken);
        }
        prop_assert_eq!(backlog.clear(), added - taken);
        prop_assert_eq!(lost_count(&backlog), added - taken, "those were unread");
    }
}
