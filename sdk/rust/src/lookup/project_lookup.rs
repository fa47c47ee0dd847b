//! Finds an object anywhere in the project: in loaded scenes, in scenes that are not loaded, or in a named file.
//!
//! Belongs here: finding one object by one text, with queries that load no scene. Does not: objects of loaded scenes by
//! name only (`lookup`).

use crate::ToolError;
use crate::similar_paths::Near;
use crate::unity::query::{self, Node, Op, Per, Request, Scope, Test};
use crate::unity::values::Page;
use serde_json::{Value, json};

/// Maximum number of matching objects that an error lists.
const SHOWN: usize = 10;

/// Maximum number of matching objects that a search by name or path requests from the host at once.
const LOOKED_AT: u32 = 200;

/// The Unity object that an argument of the caller (an id, a path or a name) identified.
pub struct Meant {
    /// The object's id, `obj:…`.
    pub id: String,
    /// A note for the caller if the object is in a scene that is not loaded; otherwise `None`.
    pub note: Option<String>,
}

/// Creates a query for all objects in `scope` (loaded scenes or files). Callers can then set a filter, columns and
/// order.
pub fn request(scope: Scope, page: Page) -> Request {
    Request {
        scope,
        filter: Vec::new(),
        per: Per::Object,
        select: Vec::new(),
        order: Vec::new(),
        page,
    }
}

/// Finds the object that `given` identifies. Accepted are `obj:…`, which is returned unchanged, a path in the loaded
/// scenes, a name that is unique there, a path in a scene that is not loaded, and a file path followed by a path in
/// this file. Paths of siblings with equal names have a number: `/Spawn[1]`, `/Spawn[2]`. The lookup loads no scene.
///
/// # Errors
/// `NotFound` with similar objects; `InvalidArgument` with the candidates if several objects have the path or name.
pub fn object(argument: &str, given: &str) -> Result<Meant, ToolError> {
    if let Some((file, path)) = split_file(given) {
        return object_in(argument, path, &Scope::Files(vec![file.to_owned()]));
    }
    if let Some(meant) = one_in(argument, given, &Scope::Loaded)? {
        return Ok(meant);
    }
    if let Some(meant) = find_named(argument, given, &Scope::Loaded)? {
        return Ok(meant);
    }
    match find_unloaded(argument, given)? {
        Some(meant) => Ok(meant),
        None => Err(no_object(argument, given, &Scope::Loaded)?),
    }
}

/// Returns the id of an object by its file path and its path in this file; `None` if the text contains no file path.
///
/// # Errors
/// The same errors as [`object`].
pub fn one_of_file(argument: &str, given: &str) -> Result<Option<String>, ToolError> {
    let Some((file, path)) = split_file(given) else {
        return Ok(None);
    };
    let scope = Scope::Files(vec![file.to_owned()]);
    object_in(argument, path, &scope).map(|meant| Some(meant.id))
}

/// Splits `Assets/A.unity/Lamp` into `Assets/A.unity` and `/Lamp`; `None` if the text contains no file path.
pub fn split_file(given: &str) -> Option<(&str, &str)> {
    let ends = [".unity/", ".prefab/"].into_iter();
    let mut at = ends.filter_map(|end| given.find(end).map(|at| at + end.len() - 1));
    at.next().map(|at| given.split_at(at))
}

fn find_unloaded(argument: &str, given: &str) -> Result<Option<Meant>, ToolError> {
    let path = absolute(given);
    let found = numbered(&Scope::Scenes, &path)?;
    Ok(match found.as_slice() {
        [] => None,
        [one] => Some(Meant {
            id: one.object.clone(),
            note: Some(format!("{path} is {} in {}, which is not loaded", one.object, one.file)),
        }),
        _ => return Err(ambiguous_error(argument, given, &found, found.len())),
    })
}

/// Finds the object with this name at any depth. `None` if there is none, or if the text is empty or a path.
fn find_named(argument: &str, given: &str, scope: &Scope) -> Result<Option<Meant>, ToolError> {
    if given.is_empty() || given.contains('/') {
        return Ok(None);
    }
    let found = query_node(scope, fact("name", Op::Equal, &Value::from(given)))?;
    match found.rows.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(Meant {
            id: one.object.clone(),
            note: None,
        })),
        rows => Err(ambiguous_error(argument, given, rows, found.total as usize)),
    }
}

fn absolute(given: &str) -> String {
    match given.starts_with('/') {
        true => given.to_owned(),
        false => format!("/{given}"),
    }
}

/// Creates the error for a text that matches several objects: `count` in total, of which `found` are known.
#[cold]
fn ambiguous_error(argument: &str, given: &str, found: &[query::Row], count: usize) -> ToolError {
    let ids: Vec<String> = found.iter().take(SHOWN).map(display_row).collect();
    let more = if count > ids.len() { ", …" } else { "" };
    ToolError::invalid_argument(format!("{argument} is {given:?}, which {count} objects are called"))
        .hint(format!("give an id: {}{more}", ids.join(", ")))
        .details(json!({"argument": argument, "given": given, "nearest": ids}))
}

/// Finds the object that `given` identifies, like [`object`], but only in the files of `scope`.
///
/// # Errors
/// The same errors as [`object`].
pub fn object_in(argument: &str, given: &str, scope: &Scope) -> Result<Meant, ToolError> {
    if let Some(meant) = one_in(argument, given, scope)? {
        return Ok(meant);
    }
    match find_named(argument, given, scope)? {
        Some(meant) => Ok(meant),
        None => Err(no_object(argument, given, scope)?),
    }
}

fn one_in(argument: &str, given: &str, scope: &Scope) -> Result<Option<Meant>, ToolError> {
    if given.starts_with("obj:") {
        return Ok(Some(Meant {
            id: given.to_owned(),
            note: None,
        }));
    }
    let path = absolute(given);
    let found = numbered(scope, &path)?;
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(Meant {
            id: one.object.clone(),
            note: None,
        })),
        _ => Err(ambiguous_error(argument, given, &found, found.len())),
    }
}

/// Returns the query rows of the objects with this path; if there are none, of the same path without each `[1]`.
fn numbered(scope: &Scope, path: &str) -> Result<Vec<query::Row>, ToolError> {
    let found = find_by_path(scope, path)?;
    match found.is_empty() && path.contains("[1]") {
        true => equal(scope, &path.replace("[1]", "")),
        false => Ok(found),
    }
}

/// Returns the query rows of the objects with this hierarchy path, or with a path that differs only in sibling numbers.
fn find_by_path(scope: &Scope, path: &str) -> Result<Vec<query::Row>, ToolError> {
    // A glob without stars compares paths without sibling numbers.
    if path.contains(['[', '*', '?']) {
        return equal(scope, path);
    }
    let mut rows = query_node(scope, fact("path", Op::Matches, &Value::from(path)))?.rows;
    rows.retain(|row| row.path == path || number(&row.path, path).is_some());
    Ok(rows)
}

fn equal(scope: &Scope, path: &str) -> Result<Vec<query::Row>, ToolError> {
    Ok(query_node(scope, fact("path", Op::Equal, &Value::from(path)))?.rows)
}

/// Returns the first sibling number of the path `unique`, such as `[2]` of `/Spawn[2]`. `None` if there is no number,
/// or if `unique` without its numbers is not the path `plain`.
fn number<'r>(unique: &'r str, plain: &str) -> Option<&'r str> {
    let mut wanted = plain.chars().peekable();
    let mut rest = unique;
    let mut first = None;
    while let Some(letter) = rest.chars().next() {
        if wanted.peek() == Some(&letter) {
            wanted.next();
            rest = &rest[letter.len_utf8()..];
            continue;
        }
        let end = rest.strip_prefix('[').and_then(|digits| {
            let end = digits.find(']')?;
            let all = end > 0 && digits[..end].bytes().all(|digit| digit.is_ascii_digit());
            all.then_some(end + 2)
        })?;
        first = first.or(Some(&rest[..end]));
        rest = &rest[end..];
    }
    first.filter(|_| wanted.peek().is_none())
}

fn query_node(scope: &Scope, node: Node) -> Result<query::Answer, ToolError> {
    let page = Page {
        limit: LOOKED_AT,
        cursor: None,
        max_bytes: 16 * 1024,
    };
    Ok(query::find(&Request {
        filter: vec![node],
        ..request(scope.clone(), page)
    })?)
}

fn display_row(row: &query::Row) -> String {
    format!("{} ({}{})", row.object, row.file, row.path)
}

/// Creates the error for a text that matches no object. It suggests objects with a similar last name, else similarly
/// spelled siblings or objects with the same first letter.
#[cold]
fn no_object(argument: &str, given: &str, scope: &Scope) -> Result<ToolError, ToolError> {
    let last = given.trim_end_matches('/').rsplit('/').next().unwrap_or(given);
    let last = last.split('[').next().unwrap_or(last);
    let start: String = last.chars().take(last.chars().count().div_ceil(2)).collect();
    let mut nearest = Vec::new();
    for (op, text) in [
        (Op::Contains, last.to_owned()),
        (Op::Matches, format!("{}*", start.replace(['[', ']'], "?"))),
    ] {
        if nearest.is_empty() && !start.is_empty() {
            let found = query_node(scope, fact("name", op, &Value::from(text)))?;
            nearest = found.rows.iter().take(3).map(display_row).collect();
        }
    }
    if nearest.is_empty() {
        let (mut near, mut seen) = (Near::new(last), Vec::new());
        let parent = given.strip_suffix(last).unwrap_or_default();
        let letter: String = last.chars().take(1).collect();
        for (name, glob) in [("path", format!("{parent}*")), ("name", format!("{letter}*"))] {
            // An opening bracket has no special meaning in a glob.
            let glob = glob.replace(['[', ']'], "?");
            let found = query_node(scope, fact(name, Op::Matches, &Value::from(glob)))?;
            for row in found.rows {
                near.see(&row.path);
                seen.push(row);
            }
        }
        let rows = near
            .into_paths()
            .into_iter()
            .filter_map(|path| seen.iter().find(|row| row.path == path));
        nearest = rows.map(display_row).collect();
    }
    let (files, how) = match scope {
        Scope::Loaded => (
            "the loaded scenes",
            "; an id such as obj:12 works for objects that are not loaded too",
        ),
        _ => ("the files that are searched", ""),
    };
    let hint = match nearest.as_slice() {
        [] => format!("call find_objects with part of its name, or outline{how}"),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    let message = format!("{argument} is {given:?}, which is no object of {files}");
    let details = json!({"argument": argument, "given": given, "nearest": nearest, "next": "find_objects"});
    Ok(ToolError::not_found(message).hint(hint).details(details))
}

/// Creates a query condition on a property of the object itself (not of a component), such as its name, path or tag.
pub fn fact(name: &str, op: Op, value: &Value) -> Node {
    Node::Fact(Test {
        path: name.to_owned(),
        op,
        value: Some(value.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::{ambiguous_error, query, split_file};

    /// Four objects with one path in each of two files: unique paths number all but the first.
    #[test]
    fn ambiguity_error_counts_all_matching_objects() {
        let row = |at: usize| query::Row {
            object: format!("obj:{at}"),
            file: format!("Assets/{}.unity", at / 4),
            path: match at % 4 {
                0 => "/Spawn".to_owned(),
                number => format!("/Spawn[{}]", number + 1),
            },
            component: None,
            cells: Vec::new(),
        };
        let rows: Vec<query::Row> = (0..8).map(row).collect();
        let error = ambiguous_error("object", "/Spawn", &rows, rows.len());
        assert!(error.message.contains("which 8 objects are called"), "{error}");
        let hint = error.hint.clone().unwrap();
        assert!(hint.contains("obj:7 (Assets/1.unity/Spawn[4])"), "{hint}");
    }

    #[test]
    fn splits_file_path_from_object_path() {
        assert_eq!(
            split_file("Assets/A b.unity/Lamp/Bulb"),
            Some(("Assets/A b.unity", "/Lamp/Bulb"))
        );
        assert_eq!(
            split_file("Assets/Lamp.prefab/Lamp"),
            Some(("Assets/Lamp.prefab", "/Lamp"))
        );
        assert!(split_file("/Lamp/Bulb").is_none() && split_file("Assets/A.unity").is_none());
    }
}
