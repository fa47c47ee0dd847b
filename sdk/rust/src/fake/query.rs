//! Queries over the objects of a fake scene.
//! Belongs here: a host's answers for objects and fields that the test created. Does not: files and prefabs.

use super::FakeUnity;
use super::objects::{FakeComponent, Placed, World, is_type};
use crate::ToolError;
use crate::unity::query::{self, Answer, Column, Node, Op, Per, Request, Row, Scope, Test};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

pub(super) fn answer(unity: &FakeUnity, world: &Rc<RefCell<World>>) {
    let world = Rc::clone(world);
    unity.on::<query::find>(move |(request,)| find(&world.borrow(), &request));
}

/// A result row of a query on the fake Unity: a matching object or component, before its columns are read.
struct Match<'w> {
    object: &'w Placed,
    component: Option<usize>,
    sort_keys: Vec<Value>,
}

fn find(world: &World, request: &Request) -> Result<Answer, ToolError> {
    let from = match request.page.cursor.as_deref().map(str::parse::<usize>) {
        None => 0,
        Some(Ok(from)) => from,
        Some(Err(_)) => return Err(ToolError::invalid_argument("cursor does not belong to this query")),
    };
    let is_searched = match &request.scope {
        Scope::Files(files) => files.contains(&world.scene().path),
        scope => *scope != Scope::Prefabs,
    };
    let mut found: Vec<Match<'_>> = Vec::new();
    for object in world.objects.iter().filter(|_| is_searched) {
        let rows: Vec<Option<usize>> = match &request.per {
            Per::Component(of) => {
                let all = object.components.iter().enumerate();
                all.filter(|(_, one)| is_type(&one.type_name, of))
                    .map(|(at, _)| Some(at))
                    .collect()
            }
            _ => vec![None],
        };
        for row in rows {
            let root = request.filter.len().checked_sub(1);
            if let Some(root) = root
                && !is_true(world, object, row, request, root)?
            {
                continue;
            }
            let keys = request.order.iter().map(|key| cell(object, row, &key.column));
            let keys: Result<Vec<Option<Value>>, ToolError> = keys.collect();
            found.push(Match {
                object,
                component: row,
                sort_keys: keys?.into_iter().map(Option::unwrap_or_default).collect(),
            });
        }
    }
    found.sort_by(|one, other| {
        let keys = one.sort_keys.iter().zip(&other.sort_keys).zip(&request.order);
        let mut by_key = keys.map(|((one, other), key)| match key.descending {
            true => compare_values(other, one),
            false => compare_values(one, other),
        });
        by_key.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
    let total = found.len();
    let mut rows = Vec::new();
    for Match { object, component, .. } in found.into_iter().skip(from).take(request.page.limit as usize) {
        let cells: Result<Vec<Option<Value>>, ToolError> = request
            .select
            .iter()
            .map(|column| cell(object, component, column))
            .collect();
        rows.push(Row {
            object: object.card.id.clone(),
            file: world.scene().path,
            path: object.card.path.clone(),
            component: component.and_then(|at| u32::try_from(at).ok()),
            cells: cells?
                .into_iter()
                .map(|cell| cell.map(|value| value.to_string()))
                .collect(),
        });
    }
    let next = from + rows.len();
    Ok(Answer {
        total: u32::try_from(total).unwrap_or(u32::MAX),
        complete: true,
        rows,
        next: (next < total).then(|| next.to_string()),
        not_searched: Vec::new(),
        not_searched_total: 0,
    })
}

/// Returns true if `object` matches the filter condition at index `at` of the query. If the query searches components,
/// conditions on their type apply to the component at index `row`.
fn is_true(
    world: &World,
    object: &Placed,
    row: Option<usize>,
    request: &Request,
    at: usize,
) -> Result<bool, ToolError> {
    let Placed { card, components } = object;
    let of = |inner: u32| match (inner as usize) < at {
        true => is_true(world, object, row, request, inner as usize),
        false => Err(ToolError::invalid_argument(format!(
            "filter[{at}] names node {inner}, expected an earlier one"
        ))),
    };
    Ok(match &request.filter[at] {
        Node::All(these) => {
            let mut all = true;
            for one in these {
                all &= of(*one)?;
            }
            all
        }
        Node::Any(these) => {
            let mut any = false;
            for one in these {
                any |= of(*one)?;
            }
            any
        }
        Node::Not(one) => !of(*one)?,
        Node::Component(test) => {
            let is_own = matches!(&request.per, Per::Component(of) if *of == test.type_name);
            components.iter().enumerate().any(|(at, one)| {
                (!is_own || row == Some(at))
                    && is_type(&one.type_name, &test.type_name)
                    && test.tests.iter().all(|test| passes(value_in(one, &test.path), test))
            })
        }
        Node::Fact(test) => passes(Some(&fact(object, &test.path)?), test),
        Node::Under(above) => world.is_below(card, above),
        Node::Other((name, _)) => return Err(unsupported_query(&format!("the condition {name:?}"))),
    })
}

fn value_in<'c>(component: &'c FakeComponent, path: &str) -> Option<&'c Value> {
    let found = component.fields.iter().rev().find(|(known, _)| known == path);
    found.map(|(_, value)| value)
}

fn fact(Placed { card, components }: &Placed, name: &str) -> Result<Value, ToolError> {
    Ok(match name {
        "id" => json!(card.id),
        "name" => json!(card.name),
        "path" => json!(card.path),
        "tag" => json!(card.tag),
        "layer" => json!(card.layer),
        "active" => json!(card.active_in_hierarchy),
        "active-self" => json!(card.active),
        "component-count" => json!(card.component_count),
        "child-count" => json!(card.child_count),
        "depth" => json!(card.path.matches('/').count().saturating_sub(1)),
        "parent" => json!(card.parent),
        "components" => components.iter().map(|one| one.type_name.as_str()).collect(),
        other => return Err(unsupported_query(&format!("the fact {other:?}"))),
    })
}

#[cold]
fn unsupported_query(what: &str) -> ToolError {
    ToolError::unsupported(format!("a FakeUnity's objects do not have {what}")).hint(
        "write `unity.answer::<query::find>(…)`, with `use unity_tools::unity::query`, for what the host would answer",
    )
}

/// Returns the value of a column for one row of a query. It is `None` if the row has no such field, and a list if the
/// object has several components of the type.
fn cell(object: &Placed, component: Option<usize>, column: &Column) -> Result<Option<Value>, ToolError> {
    let field = match column {
        Column::Fact(name) => return fact(object, name).map(Some),
        Column::Field(field) => field,
        Column::Other(name) => return Err(unsupported_query(&format!("the column {name:?}"))),
    };
    let of_type = |one: &&FakeComponent| is_type(&one.type_name, &field.component);
    let own = component.and_then(|at| object.components.get(at)).filter(of_type);
    let these: Vec<Option<&Value>> = match own {
        Some(own) => vec![value_in(own, &field.path)],
        None => object
            .components
            .iter()
            .filter(of_type)
            .map(|one| value_in(one, &field.path))
            .collect(),
    };
    Ok(match these.as_slice() {
        [one] => one.cloned(),
        all if all.iter().all(Option::is_none) => None,
        all => Some(all.iter().map(|one| one.cloned().unwrap_or_default()).collect()),
    })
}

fn passes(value: Option<&Value>, test: &Test) -> bool {
    let Some(value) = value else { return false };
    let wanted: Value = test
        .value
        .as_deref()
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default();
    let by_number = || value.as_f64()?.partial_cmp(&wanted.as_f64()?);
    let lower = |value: &Value| value.as_str().map(str::to_lowercase);
    match &test.op {
        Op::Equal => is_same_value(value, &wanted),
        Op::Unequal => !is_same_value(value, &wanted),
        Op::Greater => by_number().is_some_and(Ordering::is_gt),
        Op::AtLeast => by_number().is_some_and(Ordering::is_ge),
        Op::Less => by_number().is_some_and(Ordering::is_lt),
        Op::AtMost => by_number().is_some_and(Ordering::is_le),
        Op::Contains => match value {
            Value::Array(items) => items.iter().any(|item| is_same_value(item, &wanted)),
            value => lower(value)
                .zip(lower(&wanted))
                .is_some_and(|(text, part)| text.contains(&part)),
        },
        Op::Matches => lower(value).zip(lower(&wanted)).is_some_and(|(text, glob)| {
            let [glob, text] = [glob, text].map(|text| text.chars().collect::<Vec<char>>());
            matches(&glob, &text)
        }),
        Op::Exists => !value.is_null(),
        Op::Missing => value.get("missing").is_some(),
        Op::Other(_) => false,
    }
}

/// Returns true if two values are equal. Numbers are compared by value, references by their target.
fn is_same_value(value: &Value, wanted: &Value) -> bool {
    let goal = value.get("ref");
    match (value.as_f64(), wanted.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => value == wanted || goal.is_some_and(|goal| goal == wanted || wanted.get("ref") == Some(goal)),
    }
}

/// Returns true if a glob with `*` and `?` matches a text. A simple implementation, because globs in tests are short.
fn matches(glob: &[char], text: &[char]) -> bool {
    match (glob, text) {
        ([], []) => true,
        (['*', rest @ ..], text) => matches(rest, text) || (!text.is_empty() && matches(glob, &text[1..])),
        (['?', rest @ ..], [_, text @ ..]) => matches(rest, text),
        ([letter, rest @ ..], [first, text @ ..]) => letter == first && matches(rest, text),
        _ => false,
    }
}

/// Compares two values for sorting. Types are ordered: null, booleans, numbers, texts.
fn compare_values(one: &Value, other: &Value) -> Ordering {
    let rank = |value: &Value| match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(_) => 2,
        Value::String(_) => 3,
        _ => 4,
    };
    rank(one).cmp(&rank(other)).then_with(|| match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one.as_f64().partial_cmp(&other.as_f64()).unwrap_or(Ordering::Equal)
        }
        (Value::String(one), Value::String(other)) => one.to_lowercase().cmp(&other.to_lowercase()),
        _ => one.to_string().cmp(&other.to_string()),
    })
}
