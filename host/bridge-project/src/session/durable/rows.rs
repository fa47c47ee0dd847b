//! Converts the rows that describe the changes of an entry. Rows contain object ids of this run, in `object` and in
//! values.

use super::names::{Named, Naming};
use super::record::{Name, Row};
use host_bridge::{EditChange, ObjectId, ValueText};
use host_project_world::ids::Numbers;
use std::collections::BTreeMap;

/// The text before the number of an object id in a JSON value.
const REFERENCE: &str = "\"ref\":\"obj:";

pub(super) fn write(naming: &mut Naming<'_>, row: &EditChange) -> Row {
    let values = row.old.iter().chain(&row.new);
    let numbers = values
        .flat_map(|value| references(value.get()))
        .map(|(_, number)| number);
    let refers: BTreeMap<i64, Name> = numbers
        .filter_map(|number| Some((number, naming.object(ObjectId(number)).ok()?)))
        .collect();
    Row {
        object: row.object.and_then(|object| naming.object(object).ok()),
        refers,
        change: row.clone(),
    }
}

pub(super) fn read(named: &Named, numbers: &mut Numbers, row: Row) -> Result<EditChange, String> {
    let Row {
        object,
        refers,
        mut change,
    } = row;
    change.object = object.map(|name| named.object(numbers, name)).transpose()?;
    let mut now = BTreeMap::new();
    for (number, name) in refers {
        now.insert(number, named.object(numbers, name)?.0);
    }
    let with_numbers = |value: ValueText| match now.iter().all(|(before, now)| before == now) {
        true => Ok(value),
        false => ValueText::parse(renumbered(value.get(), &now)).map_err(|error| error.to_string()),
    };
    change.old = change.old.map(with_numbers).transpose()?;
    change.new = change.new.map(with_numbers).transpose()?;
    Ok(change)
}

/// Returns the object ids in a JSON text, each with its byte position.
fn references(text: &str) -> impl Iterator<Item = (usize, i64)> + '_ {
    text.match_indices(REFERENCE).filter_map(|(at, found)| {
        let start = at + found.len();
        let digits = text.get(start..)?.split('"').next()?;
        Some((start, digits.parse().ok()?))
    })
}

fn renumbered(text: &str, now: &BTreeMap<i64, i64>) -> String {
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    for (at, number) in references(text) {
        let Some(now) = now.get(&number) else { continue };
        out += text.get(done..at).unwrap_or_default();
        out += &now.to_string();
        done = at + number.to_string().len();
    }
    out += text.get(done..).unwrap_or_default();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renumbers_object_references_in_values() {
        let text = r#"[{"name":"a","ref":"obj:12","type":"T"},{"ref":"obj:7"},{"ref":"obj:-4"},"\"ref\":\"obj:12\""]"#;
        let now = BTreeMap::from([(12, 1_000_003), (-4, 5)]);
        let expected =
            r#"[{"name":"a","ref":"obj:1000003","type":"T"},{"ref":"obj:7"},{"ref":"obj:5"},"\"ref\":\"obj:12\""]"#;
        assert_eq!(renumbered(text, &now), expected);
    }
}
