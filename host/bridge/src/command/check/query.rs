//! Bounds of `values` and `query`.

use super::{TEXT, check_length, check_range, has_at_most, has_within, invalid_value, not_blank, quote_shortened};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::model::{Column, ComponentTest, FilterNode, Op, Per, QueryRequest, Scope, Test, ValuesRequest};
use std::ops::RangeInclusive;

/// Objects of one request for values.
const OBJECTS: RangeInclusive<usize> = 1..=50;
/// Types and fields of one request for values.
const NAMES: usize = 200;
/// Items of an array.
const ITEMS: RangeInclusive<u32> = 1..=500;
/// Nodes of a filter.
const NODES: usize = 64;
/// Tests on one component.
const TESTS: usize = 64;
const COLUMNS: usize = 32;
const KEYS: usize = 4;
/// Files of a scope.
const FILES: usize = 500;

pub(super) fn check_values(request: &ValuesRequest) -> Result<(), BridgeError> {
    has_within("objects", request.objects.len(), &OBJECTS, "ids")?;
    has_at_most("types", request.types.len(), NAMES, "types")?;
    has_at_most("paths", request.paths.len(), NAMES, "fields")?;
    names("types", &request.types)?;
    names("paths", &request.paths)?;
    check_range("items", request.items, &ITEMS, "")
}

pub(super) fn check(request: &QueryRequest) -> Result<(), BridgeError> {
    match &request.scope {
        Scope::Files(files) => {
            has_at_most("scope.files", files.len(), FILES, "files")?;
            names("scope.files", files)?;
            if files.is_empty() {
                return Err(invalid_value("scope.files", "empty", "at least one asset path"));
            }
        }
        Scope::Other(scope) => return Err(unknown_value("scope", scope)),
        Scope::Loaded | Scope::Project | Scope::Scenes | Scope::Prefabs => {}
    }
    has_at_most("filter", request.filter.len(), NODES, "nodes")?;
    let mut used = vec![false; request.filter.len()];
    for (at, node) in request.filter.iter().enumerate() {
        match node {
            FilterNode::All(nodes) | FilterNode::Any(nodes) => {
                nodes.iter().try_for_each(|node| earlier(at, *node, &mut used))?;
            }
            FilterNode::Not(node) => earlier(at, *node, &mut used)?,
            FilterNode::Component(ComponentTest { type_name, tests }) => {
                name("filter.type-name", type_name)?;
                has_at_most("filter.tests", tests.len(), TESTS, "tests")?;
                tests.iter().try_for_each(check_test)?;
            }
            FilterNode::Fact(test) => check_test(test)?,
            FilterNode::Under(_) => {}
            FilterNode::Other(node, _) => return Err(unknown_value("filter", node)),
        }
    }
    match &request.per {
        Per::Object => {}
        Per::Component(type_name) => name("per.component", type_name)?,
        Per::Other(per) => return Err(unknown_value("per", per)),
    }
    has_at_most("select", request.select.len(), COLUMNS, "columns")?;
    request
        .select
        .iter()
        .try_for_each(|column| check_column("select", column))?;
    has_at_most("order", request.order.len(), KEYS, "keys")?;
    request
        .order
        .iter()
        .try_for_each(|key| check_column("order", &key.column))
}

/// A node may have only one parent, or else a filter of 64 nodes could take 2^64 steps.
fn earlier(at: usize, node: u32, used: &mut [bool]) -> Result<(), BridgeError> {
    let position = node as usize;
    let right = "the position of an earlier node that no other node refers to";
    match used.get_mut(position).filter(|_| position < at) {
        Some(used) if !*used => {
            *used = true;
            Ok(())
        }
        _ => Err(invalid_value(&format!("filter[{at}]"), node, right)),
    }
}

pub(super) fn check_test(test: &Test) -> Result<(), BridgeError> {
    name("filter.path", &test.path)?;
    let field = format!("where {}", quote_shortened(&test.path));
    let takes_none = matches!(test.op, Op::Exists | Op::Missing);
    let value = match (&test.value, takes_none) {
        (None, true) => return Ok(()),
        (Some(value), true) => {
            return Err(invalid_value(
                &field,
                value,
                "without a value: exists and missing take none",
            ));
        }
        (None, false) => return Err(invalid_value(&field, "without a value", "compared with one")),
        (Some(value), false) => value,
    };
    check_length("filter.value", value.get().len(), TEXT)?;
    let parsed = value.to_value();
    let parsed = parsed.map_err(|error| {
        invalid_value(
            "filter.value",
            quote_shortened(value.get()),
            format!("one JSON value: {error}"),
        )
    })?;
    match &test.op {
        Op::Greater | Op::AtLeast | Op::Less | Op::AtMost if !parsed.is_number() => Err(invalid_value(
            &field,
            quote_shortened(value.get()),
            "a number: > >= < <= compare numbers only",
        )),
        Op::Matches if !parsed.is_string() => Err(invalid_value(
            &field,
            quote_shortened(value.get()),
            "a text with * and ?",
        )),
        Op::Other(op) => Err(unknown_value("op", op)),
        _ => Ok(()),
    }
}

fn check_column(field: &str, column: &Column) -> Result<(), BridgeError> {
    match column {
        Column::Fact(fact) => name(field, fact),
        Column::Field(path) => {
            name(field, &path.component)?;
            name(field, &path.path)
        }
        Column::Other(column) => Err(unknown_value(field, column)),
    }
}

fn names(field: &str, names: &[String]) -> Result<(), BridgeError> {
    names.iter().try_for_each(|one| name(field, one))
}

pub(super) fn name(field: &str, name: &str) -> Result<(), BridgeError> {
    not_blank(field, name, "a name", "leave it out")?;
    check_length(field, name.len(), TEXT)
}

fn unknown_value(field: &str, given: &str) -> BridgeError {
    let message = format!("`{field}` is {}, which this host does not know", quote_shortened(given));
    BridgeError::new(BridgeErrorKind::Unsupported, message)
}
