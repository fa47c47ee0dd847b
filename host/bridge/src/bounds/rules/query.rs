//! Rules for the values of queries and conditions.

use super::{TEXT, at_most, by_type, list, text, texts};
use crate::bounds::{Bounds, Checked, Field, ensure, quoted, wrong};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::model::{FieldPath, FilterNode, Op, Test, Until, ValueText};
use std::slice::from_ref;

/// Checks that a name in a request (type, path, fact) is not blank; the error recommends to omit the name.
pub(crate) fn listed_name(field: &Field<'_>, name: &str) -> Checked {
    text(TEXT, "a name", "leave it out")(field, name)
}

/// Rejects a name that this version does not know, such as that of a filter node or column, with `Unsupported`.
pub(crate) fn later(field: &Field<'_>, name: &str) -> Checked {
    let message = format!("`{}` is {}, which this host does not know", field.owner(), quoted(name));
    Err(BridgeError::new(BridgeErrorKind::Unsupported, message))
}

pub(crate) fn scope_files(field: &Field<'_>, files: &[String]) -> Checked {
    ensure(!files.is_empty(), || wrong(field, "empty", "at least one asset path"))?;
    texts(500, "files", listed_name)(field, files)
}

/// Checks the filter nodes of a query: their number, and that each node has only one parent. With several parents, a
/// filter of 64 nodes could take 2^64 steps.
pub(crate) fn filter_nodes(field: &Field<'_>, nodes: &[FilterNode]) -> Checked {
    list(64, "nodes", by_type)(field, nodes)?;
    let mut used = vec![false; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        let children = match node {
            FilterNode::All(children) | FilterNode::Any(children) => children,
            FilterNode::Not(child) => from_ref(child),
            _ => &[],
        };
        for child in children {
            match used.get_mut(*child as usize).filter(|_| (*child as usize) < at) {
                Some(used) if !*used => *used = true,
                _ => {
                    let right = "the position of an earlier node that no other node refers to";
                    return Err(wrong(&field.item(at), child, right));
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn column_field(field: &Field<'_>, column: &FieldPath) -> Checked {
    listed_name(field, &column.component)?;
    listed_name(field, &column.path)
}

pub(crate) fn condition(path: &str) -> impl Fn(&Field<'_>, &Until) -> Checked {
    move |_, until| comparison(path, &until.op, until.value.as_ref())
}

impl Bounds for Test {
    fn check(&self, _: &Field<'_>) -> Checked {
        comparison(&self.path, &self.op, self.value.as_ref())
    }
}

fn comparison(path: &str, op: &Op, value: Option<&ValueText>) -> Checked {
    listed_name(&Field::root("filter.path"), path)?;
    let name = format!("where {}", quoted(path));
    let field = &Field::root(&name);
    let takes_none = matches!(op, Op::Exists | Op::Missing);
    let value = match (value, takes_none) {
        (None, true) => return Ok(()),
        (Some(value), true) => return Err(wrong(field, value, "without a value: exists and missing take none")),
        (None, false) => return Err(wrong(field, "without a value", "compared with one")),
        (Some(value), false) => value,
    };
    let given = &Field::root("filter.value");
    at_most(TEXT)(given, value.get())?;
    let parsed = value.to_value();
    let parsed = parsed.map_err(|error| wrong(given, quoted(value.get()), format!("one JSON value: {error}")))?;
    let right = match op {
        Op::Greater | Op::AtLeast | Op::Less | Op::AtMost if !parsed.is_number() => {
            "a number: > >= < <= compare numbers only"
        }
        Op::Matches if !parsed.is_string() => "a text with * and ?",
        Op::Other(name) => return later(&Field::root("op").part(""), name),
        _ => return Ok(()),
    };
    Err(wrong(field, quoted(value.get()), right))
}
