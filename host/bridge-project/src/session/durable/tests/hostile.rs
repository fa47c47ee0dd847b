//! Tests of journals with arbitrary records and valid checksums. Each record is applied or reported, and the session
//! keeps working.

use super::file::reclosed;
use super::*;
use crate::session::changing::batch::tests::random::edit;
use crate::session::changing::batch::tests::undoing::cards;
use std::cell::RefCell;
use tests_projects::Dice;

/// Creates a journal with some records of every kind.
fn filled_session(seed: u64) -> Kept {
    let kept = Kept::new();
    let mut session = kept.open();
    let mut dice = Dice::new(seed);
    let ids: Vec<ObjectId> = cards(&mut session).into_iter().map(|card| card.id).collect();
    let object = own_object(&session);
    apply(&mut session, move_height(object, 7.5), None).expect("set");
    save(&mut session);
    undo(&mut session, &[1]).expect("undone");
    for _ in 0..20 {
        let _ = apply(&mut session, vec![edit(&mut dice, &ids)], None);
    }
    kept
}

/// Randomly changes numbers and strings of a line, or repeats, moves or removes parts of it.
fn mutate_line(line: &str, dice: &mut Dice) -> String {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..=dice.throw(3) {
        let at = dice.throw(bytes.len());
        match dice.throw(4) {
            0 => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    let at = digits[dice.throw(digits.len())];
                    bytes[at] = b"0195"[dice.throw(4)];
                }
            }
            1 => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    let at = digits[dice.throw(digits.len())];
                    let huge: &[u8] = dice.choose(&[&b"99999999999"[..], b"4294967295", b"9223372036854775807"]);
                    bytes.splice(at..at, huge.iter().copied());
                }
            }
            2 => {
                let with: &[u8] = dice.choose(&[&b"null"[..], b"[]", b"{}", b"\"\"", b"-1", b"true", b","]);
                bytes.splice(at..at, with.iter().copied());
            }
            _ => {
                let end = (at + dice.throw(40)).min(bytes.len());
                bytes.drain(at..end);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).replace('\n', " ")
}

#[test]
fn mutated_journal_records_do_not_end_the_session() {
    let kept = filled_session(5);
    let text = std::fs::read_to_string(kept.journal()).expect("a journal");
    let dice = RefCell::new(Dice::new(17));
    let lines = text.lines().count();
    for round in 0..120 {
        std::fs::write(kept.journal(), &text).expect("written");
        let (chosen, at) = (dice.borrow_mut().throw(lines), RefCell::new(0));
        reclosed(&kept, |line| {
            *at.borrow_mut() += 1;
            match *at.borrow() == chosen + 1 {
                true => mutate_line(line, &mut dice.borrow_mut()),
                false => line.to_owned(),
            }
        });
        let journal = Arc::new(EditJournal::open(&kept.data()).expect("the lock"));
        let mut session = kept.plain();
        session.keep_edits(&journal);
        let rows = entries(&mut session).rows;
        let newest = rows.first().map(|row| row.id);
        let files = Vec::new();
        let _ = session.run(Command::PreviewSave { files });
        let _ = undo(&mut session, &newest.into_iter().collect::<Vec<_>>());
        let own = own_object(&session);
        let done = apply(&mut session, deactivate(own), None);
        assert!(done.is_ok(), "round {round}: {done:?}");
        drop((session, journal));
        for aside in kept.set_aside_files() {
            std::fs::remove_file(kept.data().join(aside)).expect("removed");
        }
    }
}
