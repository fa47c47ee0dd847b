//! Resolution of a member's name, as the caller spells it, to a path in the fields of a component.

use unity_fields::property::{Kinds, MANAGED, PropertyPath, Step, Stop, Why};
use unity_fields::{by_rule, csharp_name, nested_path, property_name};
use unity_yaml::Node;

/// The reason why a path does not exist.
#[derive(Debug)]
pub(crate) struct NoSuchPath {
    /// The reason, as the end of a sentence that begins with the name of the type.
    pub(crate) what: String,
    /// Name of the path step that was not found.
    pub(crate) step: String,
    /// Names that exist instead at the step that was not found.
    pub(crate) known: Vec<String>,
    /// True if the path is valid but leads beyond the existing values, such as an element after the end of an array.
    pub(crate) is_absent: bool,
}

/// Splits the path of a member: returns the serialized name of its first step, and the rest of the path.
pub(super) fn top<'t, 'w>(
    tree: &'t Node<'_>,
    type_name: &str,
    text: &'w str,
) -> Result<(&'t str, &'w str), NoSuchPath> {
    // A name can contain any character, for example `near clip plane`.
    if let Some((key, _)) = tree.entries().iter().find(|(key, _)| key == text) {
        return Ok((key, ""));
    }
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name == MANAGED && tree.get("references").is_some() {
        return Ok((MANAGED, rest));
    }
    let key = key(tree, type_name, name)?;
    Ok((key, rest))
}

/// Returns the serialized path of a C# property whose value is inside another field; `None` for other names.
pub(super) fn find_nested(tree: &Node<'_>, type_name: &str, text: &str) -> Option<String> {
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let path = nested_path(type_name, name)?;
    let outer = path.split('.').next()?;
    tree.get(outer).map(|_| format!("{path}{rest}"))
}

pub(crate) fn parse(
    tree: &Node<'_>,
    type_name: &str,
    kinds: &Kinds<'_>,
    text: &str,
) -> Result<PropertyPath, NoSuchPath> {
    match top(tree, type_name, text) {
        Ok((top, rest)) => parse_below(tree, type_name, kinds, top, rest),
        Err(problem) => match find_nested(tree, type_name, text) {
            Some(path) => parse(tree, type_name, kinds, &path),
            None => Err(problem),
        },
    }
}

/// Resolves the part `rest` of a path below the member with the serialized name `top`: `.x`, `[2]`, or Unity's
/// `.Array.data[2]`.
pub(super) fn parse_below(
    tree: &Node<'_>,
    type_name: &str,
    kinds: &Kinds<'_>,
    top: &str,
    rest: &str,
) -> Result<PropertyPath, NoSuchPath> {
    let path = PropertyPath::from_parts(top, rest).map_err(invalid_path)?;
    let entry = |node: &Node<'_>, name: &str| {
        let key = key(node, "", name).ok()?;
        node.entries().iter().position(|(known, _)| known == key)
    };
    match path.resolve_by(tree, kinds, &entry) {
        Ok(place) => Ok(place.path),
        Err(stop) => Err(explain_stop(&stop, tree, type_name, &path)),
    }
}

fn explain_stop(stop: &Stop, tree: &Node<'_>, type_name: &str, path: &PropertyPath) -> NoSuchPath {
    let known = &stop.place.path;
    let whole = format!("has no {path}");
    let node = stop.place.get(tree).unwrap_or(&Node::EMPTY);
    match (stop.why, path.0.get(stop.step)) {
        (Why::NoKey, Some(Step::Key(name))) if known.0.is_empty() => unknown(tree, type_name, name),
        (Why::NoKey, Some(Step::Key(name))) => {
            let mut problem = key(node, "", name).err().unwrap_or_else(|| unknown(node, "", name));
            problem.what = format!("has no {known}.{name}");
            problem
        }
        (Why::Beyond(count), Some(Step::Index(at))) => {
            absent(format!("has no {known}[{at}]: the array has {count} elements"))
        }
        (Why::NoArray, _) => invalid_path(format!("{whole}: {known} is no array")),
        (Why::UnknownWidth, _) => invalid_path(format!(
            "{whole}: {known} is no array, or a packed one and it is not known how wide its elements are; read and set it as a whole"
        )),
        (Why::NoManaged, _) => absent(format!("{whole}: no managed object has this id")),
        _ => invalid_path(format!("{whole}: {known} has no parts with names")),
    }
}

/// Returns the serialized name for a serialized or C# name. An exact serialized name comes first; a C# name that two
/// fields share is an error.
fn key<'t>(node: &'t Node<'_>, type_name: &str, name: &str) -> Result<&'t str, NoSuchPath> {
    let keys = || node.entries().iter().map(|(key, _)| &**key);
    if let Some(exact) = keys().find(|key| *key == name) {
        return Ok(exact);
    }
    let is_named = |csharp: Option<String>| csharp.is_some_and(|csharp| csharp == name);
    let mut named = keys().filter(|key| is_named(csharp_name(type_name, key)) || is_named(by_rule(key)));
    let (mut one, mut other) = (named.next(), named.next());
    if one.is_none() {
        // Field names begin with a lower-case letter, property names with an upper-case letter.
        let of_property = |key: &&str| property_name(key).and_then(small_first).as_deref() == Some(name);
        let mut named = keys().filter(of_property);
        (one, other) = (named.next(), named.next());
    }
    match (one, other) {
        (Some(key), None) => Ok(key),
        (Some(one), Some(other)) => Err(NoSuchPath {
            what: format!("has two members that {name} could mean: {one} and {other}"),
            step: name.to_owned(),
            known: vec![one.to_owned(), other.to_owned()],
            is_absent: false,
        }),
        _ => Err(unknown(node, type_name, name)),
    }
}

/// Converts the first letter to lower case: `hp` from `Hp`. `None` for an empty name.
fn small_first(name: &str) -> Option<String> {
    let mut letters = name.chars();
    let first = letters.next()?;
    Some(first.to_lowercase().chain(letters).collect())
}

fn unknown(node: &Node<'_>, type_name: &str, name: &str) -> NoSuchPath {
    let known = node.entries().iter().map(|(key, _)| match csharp_name(type_name, key) {
        Some(csharp) => format!("{key} ({csharp})"),
        None => key.to_string(),
    });
    NoSuchPath {
        what: format!("has no member {name}"),
        step: name.to_owned(),
        known: known.take(1_000).collect(),
        is_absent: false,
    }
}

fn invalid_path(what: String) -> NoSuchPath {
    NoSuchPath {
        what,
        step: String::new(),
        known: Vec::new(),
        is_absent: false,
    }
}

/// Returns the error for a valid path that does not exist now in this component, but can exist in another one.
fn absent(what: String) -> NoSuchPath {
    NoSuchPath {
        is_absent: true,
        ..invalid_path(what)
    }
}
