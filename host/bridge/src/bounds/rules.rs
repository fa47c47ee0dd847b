//! Check functions of `#[bounds(…)]` attributes, for the path and value of a field. The derive macro imports them.
//!
//! Belongs here: rules of one value. Does not: rules of edits and queries (`edits`, `query`).

mod edits;
mod query;

use super::{Bounds, Checked, Field, ensure, quoted, wrong, wrong_count};
use crate::model::{ValueText, Vector3};
pub(crate) use edits::{
    asset_changes, asset_place, batch, edit_text, edit_type, entry_ids, file_id, object_name, scene_files,
};
use host_api::Tree;
pub(crate) use query::{column_field, condition, filter_nodes, later, listed_name, scope_files};
use serde_json::Value;
use std::ops::RangeInclusive;

/// Smallest page size in bytes that a request can set; the largest is the page size that the operator configured.
const PAGE_BYTES: usize = 1024;
/// Maximum bytes of a paging cursor in a request; a longer cursor is rejected.
pub(super) const CURSOR: usize = 16 * 1024;
/// Maximum bytes of an object name or asset path in a command; a longer text is rejected.
pub(crate) const NAME: usize = 1_024;
/// Maximum bytes of a type name, field path, signature or glob pattern in a command; a longer text is rejected.
pub(crate) const TEXT: usize = 4 * 1024;
/// Maximum bytes of a file system path in a command; a longer path is rejected.
pub(crate) const PATH: usize = 4_096;
/// Maximum bytes of one JSON value in a command; a larger value is rejected.
pub(crate) const VALUE: usize = 1024 * 1024;
/// Maximum bytes of the C# text in a command; a longer text is rejected.
pub(crate) const SOURCE: usize = 256 * 1024;
/// Maximum number of components in a command that creates an object, without the Transform; more are rejected.
pub(crate) const COMPONENTS: usize = 64;
/// Names of the log levels that a request can set as its minimum level, lowest first; case is ignored.
const LEVELS: [&str; 4] = ["debug", "info", "warn", "error"];

pub(crate) fn by_type<T: Bounds>(field: &Field<'_>, value: &T) -> Checked {
    value.check(field)
}

pub(crate) fn within(range: RangeInclusive<u32>) -> impl Fn(&Field<'_>, &u32) -> Checked {
    in_range(range, "")
}

pub(crate) fn pixels(range: RangeInclusive<u32>) -> impl Fn(&Field<'_>, &u32) -> Checked {
    in_range(range, " pixels")
}

fn in_range(range: RangeInclusive<u32>, unit: &'static str) -> impl Fn(&Field<'_>, &u32) -> Checked {
    move |field, value| {
        let right = || format!("{} to {}{unit}", range.start(), range.end());
        ensure(range.contains(value), || wrong(field, value, right()))
    }
}

pub(crate) fn finite(right: &'static str) -> impl Fn(&Field<'_>, &f64) -> Checked {
    move |field, value| ensure(value.is_finite(), || wrong(field, value, right))
}

/// Returns a rule that accepts texts of at most `most` bytes.
pub(crate) fn at_most(most: usize) -> impl Fn(&Field<'_>, &str) -> Checked {
    move |field, text| {
        let given = || format!("{} bytes long", text.len());
        ensure(text.len() <= most, || wrong(field, given(), format!("at most {most}")))
    }
}

/// Returns a rule that accepts texts of at most `most` bytes that are not blank. `right` describes an accepted text.
pub(crate) fn text(most: usize, right: &'static str, hint: &'static str) -> impl Fn(&Field<'_>, &str) -> Checked {
    move |field, text| {
        let is_blank = text.trim().is_empty();
        ensure(!is_blank, || wrong(field, "blank", right).with_hint(hint))?;
        at_most(most)(field, text)
    }
}

/// Returns a rule for lists of at most `most` items, each checked by `each`. An error about an item names the list.
/// `unit` is the plural name of the items in errors.
pub(crate) fn list<T>(
    most: usize,
    unit: &'static str,
    each: impl Fn(&Field<'_>, &T) -> Checked,
) -> impl Fn(&Field<'_>, &[T]) -> Checked {
    move |field, items| {
        let error = || wrong_count(field, items.len(), unit, format!("at most {most}"));
        ensure(items.len() <= most, error)?;
        items.iter().try_for_each(|item| each(field, item))
    }
}

pub(crate) fn texts(
    most: usize,
    unit: &'static str,
    each: impl Fn(&Field<'_>, &str) -> Checked,
) -> impl Fn(&Field<'_>, &[String]) -> Checked {
    list(most, unit, move |field, text: &String| each(field, text))
}

pub(crate) fn list_of<T>(
    range: RangeInclusive<usize>,
    unit: &'static str,
    each: impl Fn(&Field<'_>, &T) -> Checked,
) -> impl Fn(&Field<'_>, &[T]) -> Checked {
    move |field, items| {
        let right = || format!("{} to {}", range.start(), range.end());
        let error = || wrong_count(field, items.len(), unit, right());
        ensure(range.contains(&items.len()), error)?;
        items.iter().try_for_each(|item| each(field, item))
    }
}

/// Returns a rule that rejects every value `Other` of an enum, because this version does not know its name.
pub(crate) fn unknown(right: &'static str) -> impl Fn(&Field<'_>, &str) -> Checked {
    move |field, name| Err(wrong(field.owner(), quoted(name), right))
}

pub(crate) fn page_cursor(right: &'static str) -> impl Fn(&Field<'_>, &str) -> Checked {
    move |field, text| at_most(CURSOR)(field, text).map_err(|error| error.with_hint(format!("pass {right} unchanged")))
}

pub(crate) fn answer_bytes(right: &'static str) -> impl Fn(&Field<'_>, &usize) -> Checked {
    move |field, bytes| {
        let error = || wrong(field, bytes, format!("{PAGE_BYTES} {right}"));
        ensure(*bytes >= PAGE_BYTES, error)
    }
}

pub(crate) fn level(field: &Field<'_>, level: &str) -> Checked {
    let is_known = LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level));
    ensure(is_known, || {
        wrong(field, quoted(level), "one of debug, info, warn, error")
    })
}

pub(crate) fn hierarchy_path(field: &Field<'_>, path: &str) -> Checked {
    ensure(path.starts_with('/'), || {
        let error = wrong(field, quoted(path), "a full hierarchy path that starts with /");
        error.with_hint("e.g. /Canvas/Panel/Button, as the lists of objects show it")
    })
}

pub(crate) fn guid(field: &Field<'_>, guid: &str) -> Checked {
    let is_guid = guid.len() == 32 && guid.bytes().all(|digit| digit.is_ascii_hexdigit());
    ensure(is_guid, || wrong(field, quoted(guid), "32 hexadecimal digits"))
}

pub(crate) fn component_type(field: &Field<'_>, name: &str) -> Checked {
    let hint = "e.g. UnityEngine.Light, as the lists show it";
    text(TEXT, "a component's type name", hint)(field, name)
}

pub(crate) fn asset_text(right: &'static str) -> impl Fn(&Field<'_>, &str) -> Checked {
    text(TEXT, right, "e.g. Assets/Materials/Red.mat, as the lists show it")
}

pub(crate) fn hook_type(field: &Field<'_>, name: &str) -> Checked {
    text(TEXT, "a type's full name", "e.g. UnityEngine.GameObject")(field, name)
}

pub(crate) fn script_text(field: &Field<'_>, script: &str) -> Checked {
    let hint = "e.g. Game.Door, Door or Assets/Scripts/Door.cs";
    text(NAME, "a type's name or the asset path of its source", hint)(field, script)
}

pub(crate) fn source_path(field: &Field<'_>, path: &str) -> Checked {
    text(NAME, "the asset path of a C# source", "e.g. Assets/Scripts/Door.cs")(field, path)?;
    let is_below = path.starts_with("Assets/") || path.starts_with("Packages/");
    let is_plain = |name: &str| !name.is_empty() && !name.starts_with('.') && !name.ends_with('~');
    let is_source = path.ends_with(".cs") && !path.contains(['\\', '\0']) && path.split('/').all(is_plain);
    ensure(is_below && is_source, || {
        let right = "a path below Assets or Packages that ends in .cs, in folders that Unity does not ignore";
        wrong(field, quoted(path), right).with_hint("e.g. Assets/Scripts/Door.cs")
    })
}

/// Returns a rule for packages to add or remove. `others` is the number of those in the other list of the command.
pub(crate) fn packages(others: usize) -> impl Fn(&Field<'_>, &[String]) -> Checked {
    move |field, names| {
        let count = names.len() + others;
        let error = || wrong_count(field, count, "packages with those of the other list", "1 to 20");
        ensure((1..=20).contains(&count), error)?;
        let name = text(
            NAME,
            "a package",
            "e.g. com.unity.cinemachine or com.unity.cinemachine@2.9.7",
        );
        names.iter().try_for_each(|one| name(field, one))
    }
}

/// Checks the path of a built player: below `Builds`, of plain names.
pub(crate) fn build_path(field: &Field<'_>, path: &str) -> Checked {
    text(NAME, "the path of the player", "e.g. Builds/Game")(field, path)?;
    let is_plain = |name: &str| !name.is_empty() && !name.starts_with('.') && !name.ends_with(['.', ' ']);
    let is_known = !path.contains(|letter: char| letter.is_control() || "\\:*?\"<>|".contains(letter));
    let is_below = path.starts_with("Builds/") && path.split('/').all(is_plain);
    ensure(is_below && is_known, || {
        wrong(
            field,
            quoted(path),
            "a path below Builds, relative to the project folder",
        )
        .with_hint("e.g. Builds/Game")
    })
}

pub(crate) fn source_text(field: &Field<'_>, text: &str) -> Checked {
    at_most(VALUE)(field, text)?;
    ensure(!text.starts_with('\u{feff}') && !text.contains('\0'), || {
        wrong(
            field,
            quoted(text),
            "C# text without a byte order mark and without zero bytes",
        )
    })
}

pub(crate) fn sha256(field: &Field<'_>, digest: &str) -> Checked {
    let is_hex = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    ensure(digest.len() == 64 && digest.bytes().all(is_hex), || {
        wrong(field, quoted(digest), "a SHA-256 as 64 lower-case hexadecimal digits")
            .with_hint("read the source again; the answer has the digest of its text")
    })
}

pub(crate) fn component_selector(field: &Field<'_>, component: &str) -> Checked {
    let right = "a component's position or type name";
    text(TEXT, right, "list the object's components")(field, component)
}

pub(crate) fn member_name(field: &Field<'_>, member: &str) -> Checked {
    text(TEXT, "a member's name", "list the component's members")(field, member)
}

pub(crate) fn method_name(field: &Field<'_>, method: &str) -> Checked {
    text(TEXT, "a method's name", "without its arguments, e.g. SetActive")(field, method)
}

pub(crate) fn method_signature(field: &Field<'_>, signature: &str) -> Checked {
    let hint = "as the lists of hooks show it, e.g. System.Void UnityEngine.GameObject::SetActive(System.Boolean)";
    text(TEXT, "a method's signature", hint)(field, signature)
}

pub(crate) fn any_json(field: &Field<'_>, text: &str) -> Checked {
    json(field, text, "one JSON value", |_| true)
}

pub(crate) fn json_array(field: &Field<'_>, text: &str) -> Checked {
    json(field, text, "a JSON array", Value::is_array)
}

pub(crate) fn json_object(field: &Field<'_>, text: &str) -> Checked {
    json(field, text, "a JSON object", Value::is_object)
}

fn json(field: &Field<'_>, text: &str, right: &str, fits: fn(&Value) -> bool) -> Checked {
    at_most(VALUE)(field, text)?;
    match Tree::read(text) {
        Ok(value) if fits(&value) => Ok(()),
        Ok(_) => Err(wrong(field, quoted(text), right)),
        Err(error) => Err(wrong(field, quoted(text), format!("{right}: {error}"))),
    }
}

pub(crate) fn value_text(field: &Field<'_>, value: &ValueText) -> Checked {
    at_most(VALUE)(field, value.get())
}

pub(crate) fn new_name(field: &Field<'_>, name: &str) -> Checked {
    at_most(NAME)(field, name)?;
    ensure(!name.chars().any(char::is_control), || {
        let error = wrong(field, quoted(name), "a name without a control character");
        error.with_hint("/ is allowed and stays part of the name")
    })
}

pub(crate) fn new_components(field: &Field<'_>, names: &[String]) -> Checked {
    list(COMPONENTS, "types", |_, _| Ok(()))(field, names)
        .map_err(|error| error.with_hint("create the object with fewer components and add the others later"))?;
    names.iter().try_for_each(|name| {
        text(TEXT, "a component's full type name", "leave it out")(field, name)?;
        ensure(name != "UnityEngine.Transform", || {
            wrong(field, name, "a component type other than Transform").with_hint("leave it out")
        })
    })
}

pub(crate) fn local_position(field: &Field<'_>, position: &Vector3) -> Checked {
    let Vector3 { x, y, z } = *position;
    [("x", x), ("y", y), ("z", z)]
        .into_iter()
        .try_for_each(|(axis, value)| {
            let is_single = value.is_finite() && value.abs() <= f64::from(f32::MAX);
            let right = "a finite 32-bit number, in world units";
            ensure(is_single, || wrong(&field.part(axis), value, right))
        })
}

pub(crate) fn vector(field: &Field<'_>, vector: &Vector3) -> Checked {
    for value in [vector.x, vector.y, vector.z] {
        finite("three finite numbers")(field, &value)?;
        let error = || wrong(field, format!("{value:?}"), "three 32-bit numbers");
        ensure((value as f32).is_finite(), error)?;
    }
    Ok(())
}

pub(crate) fn ray_direction(field: &Field<'_>, direction: &Vector3) -> Checked {
    vector(field, direction)?;
    let Vector3 { x, y, z } = *direction;
    // Compared as `f32`, as Unity does; in it 1e-320 is 0.
    let has_length = [x, y, z].iter().any(|along| (*along as f32) != 0.0);
    let right = "a direction whose length is not 0 as 32-bit numbers";
    ensure(has_length, || wrong(field, format!("{x:?}, {y:?}, {z:?}"), right))
}

pub(crate) fn other_than<T: PartialEq + std::fmt::Display>(first: &T) -> impl Fn(&Field<'_>, &T) -> Checked {
    move |field, second| {
        ensure(first != second, || {
            let error = wrong(field, second, "another object than the first");
            error.with_hint("to compare an object with its prefab, list its overrides")
        })
    }
}
