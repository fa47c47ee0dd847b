//! From a member's name as a caller writes it to the way down a component's tree.

use crate::expand::{FieldPath, Step};
use crate::fields::{by_rule, csharp_name};
use crate::yaml::Node;

/// Steps beyond this are refused; Unity stops at ten levels of classes.
const MAX_STEPS: usize = 64;

/// Why there is no such place.
#[derive(Debug)]
pub(super) struct NoSuchPath {
    /// Reads behind the type's name.
    pub(super) what: String,
    /// The name that was not found.
    pub(super) step: String,
    /// The names that are there.
    pub(super) known: Vec<String>,
}

/// The serialized name of the member that the text begins with, and what follows it.
pub(super) fn top<'t, 'w>(
    tree: &'t Node<'_>,
    type_name: &str,
    text: &'w str,
) -> Result<(&'t str, &'w str), NoSuchPath> {
    // A name may hold anything, `near clip plane` for one.
    if let Some((key, _)) = tree.entries().iter().find(|(key, _)| key == text) {
        return Ok((key, ""));
    }
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let key = key(tree, type_name, name)?;
    Ok((key, rest))
}

/// The whole way.
pub(super) fn parse(tree: &Node<'_>, type_name: &str, text: &str) -> Result<FieldPath, NoSuchPath> {
    let (top, rest) = top(tree, type_name, text)?;
    below(tree, type_name, top, rest)
}

/// The way from the member with that serialized name: `.x`, `[2]`, or Unity's own `.Array.data[2]`.
pub(super) fn below(tree: &Node<'_>, type_name: &str, top: &str, rest: &str) -> Result<FieldPath, NoSuchPath> {
    let mut path = FieldPath(vec![Step::Key(top.to_owned())]);
    let mut node = tree.get(top).ok_or_else(|| unknown(tree, type_name, top))?;
    let mut rest = rest;
    while !rest.is_empty() {
        if path.0.len() >= MAX_STEPS {
            return Err(broken(format!("has no {path}{rest}: more than {MAX_STEPS} steps")));
        }
        if let Some(index) = rest.strip_prefix(".Array.data[").or_else(|| rest.strip_prefix('[')) {
            let (index, after) = index
                .split_once(']')
                .ok_or_else(|| broken(format!("has no {path}{rest}: expected a ] behind the position")))?;
            let Node::List(items) = node else {
                return Err(broken(format!(
                    "has no {path}[{index}]: {path} is no array, or a packed one, which is read and set as a whole"
                )));
            };
            let at: usize = index
                .parse()
                .map_err(|_| broken(format!("has no {path}[{index}]: expected a position from 0")))?;
            node = items.get(at).ok_or_else(|| {
                let count = items.len();
                broken(format!("has no {path}[{at}]: the array has {count} elements"))
            })?;
            path.0.push(Step::Index(at));
            rest = after;
            continue;
        }
        let Some(text) = rest.strip_prefix('.') else {
            return Err(broken(format!("has no {path}{rest}: expected . or [ behind {path}")));
        };
        let Node::Map(_) = node else {
            return Err(broken(format!("has no {path}{rest}: {path} has no parts with names")));
        };
        let end = text.find(['.', '[']).unwrap_or(text.len());
        let (name, after) = text.split_at(end);
        let key = key(node, "", name).map_err(|mut problem| {
            problem.what = format!("has no {path}.{name}");
            problem
        })?;
        node = node.get(key).unwrap_or(&Node::EMPTY);
        path.0.push(Step::Key(key.to_owned()));
        rest = after;
    }
    Ok(path)
}

/// The serialized name for one that may be the C# one. The exact serialized name goes first; a C# name that two fields
/// would have stands for neither.
fn key<'t>(node: &'t Node<'_>, type_name: &str, name: &str) -> Result<&'t str, NoSuchPath> {
    let keys = || node.entries().iter().map(|(key, _)| &**key);
    if let Some(exact) = keys().find(|key| *key == name) {
        return Ok(exact);
    }
    let is_named = |csharp: Option<String>| csharp.is_some_and(|csharp| csharp == name);
    let mut named = keys().filter(|key| is_named(csharp_name(type_name, key)) || is_named(by_rule(key)));
    match (named.next(), named.next()) {
        (Some(key), None) => Ok(key),
        (Some(one), Some(other)) => Err(NoSuchPath {
            what: format!("has two members that {name} could mean: {one} and {other}"),
            step: name.to_owned(),
            known: vec![one.to_owned(), other.to_owned()],
        }),
        _ => Err(unknown(node, type_name, name)),
    }
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
    }
}

fn broken(what: String) -> NoSuchPath {
    NoSuchPath {
        what,
        step: String::new(),
        known: Vec::new(),
    }
}
