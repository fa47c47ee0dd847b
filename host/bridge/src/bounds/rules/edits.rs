//! Rules for the values of edits.

use super::{NAME, TEXT, at_most, list_of, text};
use crate::bounds::{Bounds, Checked, Field, ensure, quoted, wrong};
use crate::model::EditRequest;
use std::fmt::Display;

pub(crate) fn batch(field: &Field<'_>, edits: &[EditRequest]) -> Checked {
    list_of(1..=100, "edits", |_, _| Ok(()))(field, edits)?;
    (0..).zip(edits).try_for_each(|(at, edit)| edit.check(&field.item(at)))
}

pub(crate) fn entry_ids(field: &Field<'_>, entries: &[u64]) -> Checked {
    list_of(1..=500, "entries", |_, _| Ok(()))(field, entries)?;
    no_item_twice(field, entries, "a list of different entries")
}

pub(crate) fn scene_files(least: usize) -> impl Fn(&Field<'_>, &[String]) -> Checked {
    let path = text(NAME, "asset paths of scenes", "e.g. Assets/Scenes/Main.unity");
    let paths = list_of(least..=100, "asset paths", move |field, file: &String| {
        path(field, file)
    });
    move |field, files| {
        paths(field, files)?;
        no_item_twice(field, files, "a list of different paths")
    }
}

fn no_item_twice<T: PartialEq + Display>(field: &Field<'_>, items: &[T], right: &str) -> Checked {
    items.iter().enumerate().try_for_each(|(at, item)| {
        let is_new = items.iter().take(at).all(|known| known != item);
        ensure(is_new, || wrong(field, format!("{item} twice"), right))
    })
}

pub(crate) fn edit_text(field: &Field<'_>, text: &str) -> Checked {
    ensure(!text.trim().is_empty(), || wrong(field, quoted(text), "not blank"))?;
    at_most(TEXT)(field, text)
}

pub(crate) fn object_name(field: &Field<'_>, name: &str) -> Checked {
    edit_text(field, name)?;
    at_most(NAME)(field, name)
}

/// Checks the type name of a component that an edit selects; a number is rejected, because it would be a position.
pub(crate) fn edit_type(field: &Field<'_>, name: &str) -> Checked {
    let right = "a type name, or a position as number";
    ensure(name.parse::<u64>().is_err(), || wrong(field, quoted(name), right))?;
    edit_text(field, name)
}
