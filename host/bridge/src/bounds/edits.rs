//! Rules of edits.

use super::rules::{NAME, TEXT, at_most, list_of, text};
use super::{Bounds, Checked, Field, quoted, wrong};
use crate::model::EditRequest;

/// Edits of one batch; an error names the position of the edit.
pub(crate) fn batch(field: &Field<'_>, edits: &[EditRequest]) -> Checked {
    list_of(1..=100, "edits", |_, _| Ok(()))(field, edits)?;
    (0..).zip(edits).try_for_each(|(at, edit)| edit.check(&field.item(at)))
}

/// Different entries that one call undoes.
pub(crate) fn entry_ids(field: &Field<'_>, entries: &[u64]) -> Checked {
    list_of(1..=500, "entries", |_, _| Ok(()))(field, entries)?;
    match repeated(entries) {
        Some(entry) => Err(wrong(field, format!("{entry} twice"), "a list of different entries")),
        None => Ok(()),
    }
}

/// Different files that one call saves.
pub(crate) fn scene_files(least: usize) -> impl Fn(&Field<'_>, &[String]) -> Checked {
    let path = text(NAME, "asset paths of scenes", "e.g. Assets/Scenes/Main.unity");
    let paths = list_of(least..=100, "asset paths", move |field, file: &String| {
        path(field, file)
    });
    move |field, files| {
        paths(field, files)?;
        match repeated(files) {
            Some(file) => Err(wrong(field, format!("{file} twice"), "a list of different paths")),
            None => Ok(()),
        }
    }
}

fn repeated<T: PartialEq>(items: &[T]) -> Option<&T> {
    let mut seen = items.iter().enumerate();
    seen.find_map(|(at, item)| items.iter().take(at).any(|known| known == item).then_some(item))
}

/// A text of an edit.
pub(crate) fn edit_text(field: &Field<'_>, text: &str) -> Checked {
    match text.trim().is_empty() {
        true => Err(wrong(field, quoted(text), "not blank")),
        false => at_most(TEXT)(field, text),
    }
}

/// The name of an object that an edit creates.
pub(crate) fn object_name(field: &Field<'_>, name: &str) -> Checked {
    edit_text(field, name)?;
    at_most(NAME)(field, name)
}

/// The type of a component that an edit selects.
pub(crate) fn edit_type(field: &Field<'_>, name: &str) -> Checked {
    match name.parse::<u64>().is_ok() {
        true => Err(wrong(field, quoted(name), "a type name, or a position as number")),
        false => edit_text(field, name),
    }
}
