//! What a batch would change, and the digest that binds a person's yes, gate 2 and the applying to it.
//!
//! Belongs here: the plan of given rows. Does not: how rows come about (`change`).

use super::about::MOST_ROWS;
use data_encoding::HEXLOWER;
use host_bridge::{EditChange, EditNeed, EditPlan, EditTouches, ObjectId};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use unity_project::fields;

/// How an id is written in a value.
const ID: &str = "obj:";

/// With its digest; the rows in order.
pub(super) fn plan(mut rows: Vec<EditChange>) -> EditPlan {
    let made = Made::of(&rows);
    let digest = made.digest(&rows);
    let objects: BTreeSet<_> = rows
        .iter()
        .filter_map(|row| row.object)
        .filter(|id| !made.0.contains_key(id))
        .collect();
    let needs: BTreeSet<EditNeed> = rows.iter().filter_map(|row| row.need.clone()).collect();
    let total = rows.len() as u64;
    rows.truncate(MOST_ROWS);
    EditPlan {
        digest,
        changes: rows,
        total,
        touches: EditTouches {
            objects: objects.into_iter().collect(),
            needs: needs.into_iter().collect(),
        },
    }
}

/// What the allowlist of members has to hold for this one.
pub(super) fn need_of_member(type_name: &str, member: String) -> EditNeed {
    EditNeed::Member {
        type_name: type_name.to_owned(),
        csharp_name: fields::csharp_name(type_name, &member),
        member,
    }
}

/// The objects that the rows make, each with its place among them. Which numbers they get hangs on what others make before
/// they are made, and is nothing that was planned.
struct Made(BTreeMap<ObjectId, usize>);

impl Made {
    fn of(rows: &[EditChange]) -> Self {
        let is_made = |row: &&EditChange| row.component.is_none() && row.field.is_none() && row.old.is_none();
        let mut made = BTreeMap::new();
        for id in rows.iter().filter(is_made).filter_map(|row| row.object) {
            let place = made.len();
            made.entry(id).or_insert(place);
        }
        Self(made)
    }

    fn digest(&self, rows: &[EditChange]) -> String {
        let mut hasher = Sha256::new();
        for row in rows {
            // Each with its end, so that no two lists of rows are one text.
            let object = row.object.map(|id| id.to_string());
            let row = EditChange {
                object: None,
                ..row.clone()
            };
            hasher.update(self.without_numbers(&format!("{object:?} {row:?}\n")));
        }
        HEXLOWER.encode(&hasher.finalize())
    }

    /// With places for the numbers of what is made.
    fn without_numbers(&self, row: &str) -> String {
        let mut text = String::with_capacity(row.len());
        let mut parts = row.split(ID);
        text.extend(parts.next());
        for part in parts {
            let (digits, rest) = part.split_at(part.bytes().take_while(u8::is_ascii_digit).count());
            let place = ObjectId::parse(&format!("{ID}{digits}")).and_then(|id| self.0.get(&id));
            // Writing into a text cannot fail.
            let _ = match place {
                Some(place) => write!(text, "made:{place}{rest}"),
                None => write!(text, "{ID}{digits}{rest}"),
            };
        }
        text
    }
}
