//! The plan of a batch: its changes and a digest of them. The user and gate 2 approve the digest. The batch is applied
//! only if its digest is still the same.

use crate::session::edit_origin::MOST_ROWS;
use data_encoding::HEXLOWER;
use host_bridge::{EditChange, EditNeed, EditPlan, EditTouches, ObjectId};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The prefix of object ids in text.
const ID: &str = "obj:";

pub(in crate::session) fn plan(mut rows: Vec<EditChange>) -> EditPlan {
    let made = Made::from_changes(&rows);
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

/// Returns the entry of the operator's allowlist that permits edits of a member of a component type.
pub(in crate::session) fn need_of_member(type_name: &str, member: String) -> EditNeed {
    EditNeed::Member {
        type_name: type_name.to_owned(),
        csharp_name: unity_fields::csharp_name(type_name, &member),
        member,
    }
}

/// The objects that the changes of a plan create, each with its position among them. The digest of the plan contains
/// the positions instead of ids, which depend on other callers.
struct Made(BTreeMap<ObjectId, usize>);

impl Made {
    fn from_changes(rows: &[EditChange]) -> Self {
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
            // Each row ends with a line break, so that different lists of rows never result in the same bytes.
            let object = row.object.map(|id| id.to_string());
            let row = EditChange {
                object: None,
                ..row.clone()
            };
            hasher.update(self.mask_ids(&format!("{object:?} {row:?}\n")));
        }
        HEXLOWER.encode(&hasher.finalize())
    }

    /// Returns the text of one change, with the ids of created objects replaced by their positions.
    fn mask_ids(&self, row: &str) -> String {
        let mut text = String::with_capacity(row.len());
        let mut parts = row.split(ID);
        text.extend(parts.next());
        for part in parts {
            let (digits, rest) = part.split_at(part.bytes().take_while(u8::is_ascii_digit).count());
            let place = ObjectId::parse(&format!("{ID}{digits}")).and_then(|id| self.0.get(&id));
            // Writing to a String cannot fail.
            let _ = match place {
                Some(place) => write!(text, "made:{place}{rest}"),
                None => write!(text, "{ID}{digits}{rest}"),
            };
        }
        text
    }
}
