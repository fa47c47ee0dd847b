//! Rules for the values of edits.

use super::{NAME, TEXT, at_most, list_of, text};
use crate::bounds::{Bounds, Checked, Field, ensure, quoted, wrong};
use crate::model::{AssetChange, EditRequest};
use std::fmt::Display;

pub(crate) fn batch(field: &Field<'_>, edits: &[EditRequest]) -> Checked {
    list_of(1..=100, "edits", |_, _| Ok(()))(field, edits)?;
    (0..).zip(edits).try_for_each(|(at, edit)| edit.check(&field.item(at)))
}

pub(crate) fn asset_changes(field: &Field<'_>, changes: &[AssetChange]) -> Checked {
    list_of(1..=100, "changes", |_, _| Ok(()))(field, changes)?;
    (0..)
        .zip(changes)
        .try_for_each(|(at, change)| change.check(&field.item(at)))
}

/// Checks the path of an asset or folder that a change names: below `Assets` or a package, in folders that Unity reads.
pub(crate) fn asset_place(field: &Field<'_>, path: &str) -> Checked {
    text(NAME, "an asset path", "e.g. Assets/Materials/Red.mat")(field, path)?;
    let is_strange = |letter: char| letter.is_control() || "\\:*?\"<>|".contains(letter);
    let is_plain = |name: &str| {
        let trimmed = name.trim_end_matches(['.', ' ', '~']);
        let is_taken = is_reserved(name) || name.eq_ignore_ascii_case("cvs");
        !name.is_empty() && !name.starts_with(['.', ' ']) && trimmed == name && !name.contains(is_strange) && !is_taken
    };
    let mut names = path.split('/');
    let is_below = matches!(names.next(), Some("Assets" | "Packages")) && names.next().is_some();
    let is_meta = path.to_ascii_lowercase().ends_with(".meta");
    ensure(is_below && !is_meta && path.split('/').all(is_plain), || {
        let right = "a path below Assets or Packages, of names that Unity and every system accept, and no .meta file";
        wrong(field, quoted(path), right).with_hint("e.g. Assets/Materials/Red.mat")
    })
}

/// True for a name that Windows reserves for devices, also with an ending.
fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = |kind: &str| {
        stem.strip_prefix(kind)
            .is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
    };
    matches!(&*stem, "con" | "prn" | "aux" | "nul") || is_port("com") || is_port("lpt")
}

/// Checks the id of an object in an asset file.
pub(crate) fn file_id(field: &Field<'_>, id: &str) -> Checked {
    ensure(id.parse::<i64>().is_ok(), || {
        wrong(
            field,
            quoted(id),
            "the file id of an object in the asset, a whole number",
        )
        .with_hint("asset_info lists the objects of an asset with their ids")
    })
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
