//! The filter and the columns of a query, made ready once and asked of each object.

use super::compare::{Item, passes};
use super::facts::Fact;
use super::labels::{TagUse, layer};
use super::uses::{FieldUse, TypeUse};
use super::wanted::Wanted;
use crate::session::view::WorldView;
use crate::session::world::NodeAt;
use host_bridge::{
    BridgeError, BridgeErrorKind, Column, ComponentTest, FieldPath, FilterNode, ObjectId, Op, Per, QueryRequest, Test,
};
use serde_json::Value;
use std::collections::HashSet;
use unity_project::fields::Kind;
use unity_project::values::number;

/// Items of an array that a column shows.
const SHOWN: usize = 50;

#[derive(Debug)]
pub(super) struct Plan {
    pub(super) nodes: Vec<Node>,
    pub(super) per: Option<TypeUse>,
    pub(super) select: Vec<Shown>,
    pub(super) order: Vec<(Shown, bool)>,
}

#[derive(Debug)]
pub(super) enum Node {
    All(Vec<u32>),
    Any(Vec<u32>),
    Not(u32),
    Component(TypeUse, Vec<(FieldUse, Op, Wanted)>),
    Fact(Fact, Op, Value),
    Tag(TagUse, Op, Value),
    Under(ObjectId),
}

/// A column.
#[derive(Debug)]
pub(super) enum Shown {
    Fact(Fact),
    Field(TypeUse, Box<FieldUse>),
}

impl Plan {
    /// # Errors
    /// Facts that there are not, values that are none.
    pub(super) fn of(view: WorldView<'_>, request: &QueryRequest) -> Result<Self, BridgeError> {
        let nodes = request.filter.iter().map(|node| Node::of(view, node));
        let columns = request.select.iter().map(|column| Shown::of(view, "select", column));
        let order = request.order.iter();
        Ok(Self {
            nodes: nodes.collect::<Result<_, _>>()?,
            per: match &request.per {
                Per::Component(name) => Some(TypeUse::new(name)),
                _ => None,
            },
            select: columns.collect::<Result<_, _>>()?,
            order: order
                .map(|key| Ok((Shown::of(view, "order", &key.column)?, key.descending)))
                .collect::<Result<_, BridgeError>>()?,
        })
    }

    /// The objects below which it looks.
    pub(super) fn under(&self) -> Vec<ObjectId> {
        let under = self.nodes.iter().filter_map(|node| match node {
            Node::Under(object) => Some(*object),
            _ => None,
        });
        under.collect()
    }

    /// The rows that the object gives: itself, or positions of its components.
    pub(super) fn rows(&self, view: WorldView<'_>, at: NodeAt) -> Vec<Option<u32>> {
        let types = view.library.types();
        let Some(per) = &self.per else {
            return if self.holds(view, at, None) {
                vec![None]
            } else {
                Vec::new()
            };
        };
        let components = view.world.components(at).iter().enumerate();
        let of_type = components.filter(|(_, component)| per.is(types, component.kind));
        let passing = of_type.filter(|(position, _)| self.holds(view, at, Some(*position)));
        passing
            .filter_map(|(position, _)| u32::try_from(position).ok().map(Some))
            .collect()
    }

    fn holds(&self, view: WorldView<'_>, at: NodeAt, row: Option<usize>) -> bool {
        match self.nodes.len().checked_sub(1) {
            Some(root) => self.node(root, view, at, row),
            None => true,
        }
    }

    fn node(&self, node: usize, view: WorldView<'_>, at: NodeAt, row: Option<usize>) -> bool {
        let below = |node: &u32| self.node(*node as usize, view, at, row);
        match self.nodes.get(node) {
            None => false,
            Some(Node::All(nodes)) => nodes.iter().all(below),
            Some(Node::Any(nodes)) => nodes.iter().any(below),
            Some(Node::Not(node)) => !below(node),
            Some(Node::Fact(fact, op, wanted)) => fact_holds(*fact, op, wanted, view, at),
            Some(Node::Tag(tag, op, wanted)) => {
                let item = Fact::Tag.of(view, at);
                item.is_some_and(|item| {
                    tag.meets(&item.value);
                    passes(&item, op, wanted)
                })
            }
            Some(Node::Under(object)) => {
                let root = view.world.find(*object);
                root.is_some_and(|root| root != at && view.world.is_below(at, root))
            }
            Some(Node::Component(kind, tests)) => {
                let types = view.library.types();
                let per = self.per.as_ref().filter(|per| per.name == kind.name);
                let components = view.world.components(at).iter().enumerate();
                components
                    .filter(|(position, _)| per.is_none() || row == Some(*position))
                    .any(|(position, component)| {
                        kind.is(types, component.kind)
                            && tests.iter().all(|(field, op, wanted)| {
                                let item = field.read(view, at, position);
                                item.is_some_and(|item| wanted.holds(view, component.kind, item, op))
                            })
                    })
            }
        }
    }

    /// What of a query that looked at everything nobody can tell to be right.
    ///
    /// # Errors
    /// The first type, field or tag that is none.
    pub(super) fn check(&self, view: WorldView<'_>) -> Result<Vec<String>, BridgeError> {
        let types = view.library.types();
        let is_type = |argument: &str, kind: &TypeUse| {
            if kind.met.get() || types.knows(&kind.name) {
                return Ok(kind.left_open());
            }
            Err(view.no_type(argument, &kind.name))
        };
        let mut remarks = Vec::new();
        if let Some(per) = &self.per {
            remarks.extend(is_type("type", per)?);
        }
        for node in &self.nodes {
            match node {
                Node::Component(kind, tests) => {
                    remarks.extend(is_type(if tests.is_empty() { "type" } else { "where" }, kind)?);
                    for (field, _, wanted) in tests {
                        remarks.extend(field.check(view, "where", &kind.name)?);
                        wanted.check(&format!("{}.{}", kind.name, field.path))?;
                    }
                }
                Node::Tag(tag, ..) => tag.check(view)?,
                _ => {}
            }
        }
        let keys = self.order.iter().map(|(shown, _)| ("order", shown));
        for (argument, shown) in self.select.iter().map(|shown| ("select", shown)).chain(keys) {
            if let Shown::Field(kind, field) = shown {
                remarks.extend(is_type(argument, kind)?);
                remarks.extend(field.check(view, argument, &kind.name)?);
            }
        }
        let mut told = HashSet::new();
        remarks.retain(|remark| told.insert(remark.clone()));
        Ok(remarks)
    }
}

impl Node {
    fn of(view: WorldView<'_>, node: &FilterNode) -> Result<Self, BridgeError> {
        let value = |test: &Test| match &test.value {
            Some(value) => value.to_value().map_err(|error| {
                BridgeError::new(BridgeErrorKind::InvalidArgument, format!("`value` is no JSON: {error}"))
            }),
            None => Ok(Value::Null),
        };
        Ok(match node {
            FilterNode::All(nodes) => Self::All(nodes.clone()),
            FilterNode::Any(nodes) => Self::Any(nodes.clone()),
            FilterNode::Not(node) => Self::Not(*node),
            FilterNode::Component(ComponentTest { type_name, tests }) => {
                let tests = tests
                    .iter()
                    .map(|test| Ok((FieldUse::new(&test.path), test.op.clone(), Wanted::new(value(test)?))));
                let tests: Vec<_> = tests.collect::<Result<_, BridgeError>>()?;
                shortened(view, type_name, tests)
            }
            FilterNode::Fact(test) => match (Fact::named("where", &test.path)?, &test.op) {
                (Fact::Tag, Op::Equal | Op::Unequal) => {
                    Self::Tag(TagUse::of(value(test)?.as_str()), test.op.clone(), value(test)?)
                }
                (Fact::Layer, Op::Equal | Op::Unequal) => {
                    Self::Fact(Fact::Layer, test.op.clone(), layer(view, value(test)?)?)
                }
                (Fact::Components, Op::Contains) => match value(test)? {
                    // As `type` asks: a base type means all that derive from it.
                    Value::String(name) if view.library.types().knows(&name) => {
                        Self::Component(TypeUse::new(&name), Vec::new())
                    }
                    value => Self::Fact(Fact::Components, Op::Contains, value),
                },
                (fact, op) => Self::Fact(fact, op.clone(), value(test)?),
            },
            FilterNode::Under(object) => Self::Under(*object),
            FilterNode::Other(name, _) => {
                let message = format!("the filter node {name} is not known here");
                return Err(BridgeError::new(BridgeErrorKind::Unsupported, message));
            }
        })
    }
}

/// Types and paths both have dots: what was taken for a type may be a shorter one and the start of the path.
fn shortened(view: WorldView<'_>, type_name: &str, tests: Vec<(FieldUse, Op, Wanted)>) -> Node {
    let (kind, rest) = split(view, type_name);
    let tests = tests
        .into_iter()
        .map(|(field, op, value)| (field.below(rest), op, value));
    Node::Component(TypeUse::new(kind), tests.collect())
}

/// The longest type that the text begins with, and what follows it.
fn split<'t>(view: WorldView<'_>, text: &'t str) -> (&'t str, &'t str) {
    let types = view.library.types();
    let mut kind = text;
    loop {
        if types.knows(kind) {
            let rest = text.get(kind.len()..).unwrap_or_default();
            return (kind, rest.trim_start_matches('.'));
        }
        match kind.rfind('.') {
            Some(dot) => kind = kind.get(..dot).unwrap_or_default(),
            // Nobody knows any: it may be met in a file.
            None => return (text, ""),
        }
    }
}

impl FieldUse {
    fn below(self, start: &str) -> Self {
        match start {
            "" => self,
            start => Self::new(&format!("{start}.{}", self.path)),
        }
    }
}

impl Shown {
    fn of(view: WorldView<'_>, argument: &str, column: &Column) -> Result<Self, BridgeError> {
        match column {
            Column::Fact(name) => Fact::named(argument, name).map(Self::Fact),
            Column::Field(FieldPath { component, path }) => {
                let (kind, rest) = split(view, component);
                Ok(Self::Field(
                    TypeUse::new(kind),
                    Box::new(FieldUse::new(path).below(rest)),
                ))
            }
            Column::Other(name) => {
                let message = format!("the column {name} is not known here");
                Err(BridgeError::new(BridgeErrorKind::Unsupported, message))
            }
        }
    }

    /// What stands in the column; of several components an array in their order, null where one lacks the field; of a row's own
    /// component its value alone.
    pub(super) fn of_row(&self, view: WorldView<'_>, at: NodeAt, row: Option<u32>) -> Option<Value> {
        self.read(view, at, row, short)
    }

    /// The same to sort by: numbers in order also where no source declares that they are numbers.
    pub(super) fn sort_key(&self, view: WorldView<'_>, at: NodeAt, row: Option<u32>) -> Option<Value> {
        let key = |item: Item| match (&item.kind, item.value.as_str().and_then(number)) {
            (Some(Kind::Untyped), Some(number)) => number,
            _ => short(item),
        };
        self.read(view, at, row, key)
    }

    fn read(&self, view: WorldView<'_>, at: NodeAt, row: Option<u32>, value: impl Fn(Item) -> Value) -> Option<Value> {
        let (kind, field) = match self {
            Self::Fact(fact) => return fact.of(view, at).map(|item| item.value),
            Self::Field(kind, field) => (kind, field),
        };
        let types = view.library.types();
        let components = view.world.components(at).iter().enumerate();
        let of_type = components
            .filter(|(_, component)| kind.is(types, component.kind))
            .map(|(position, _)| position);
        let of_type: Vec<usize> = of_type.collect();
        let own = row.map(|row| row as usize).filter(|row| of_type.contains(row));
        let places = own.map_or(of_type, |own| vec![own]);
        let of_each = places
            .iter()
            .map(|position| field.read(view, at, *position).map(&value));
        let mut found: Vec<Option<Value>> = of_each.collect();
        match found.len() {
            0 | 1 => found.pop().flatten(),
            _ if found.iter().all(Option::is_none) => None,
            // Items of one place are of one component, whichever column they stand in.
            _ => Some(found.into_iter().map(Option::unwrap_or_default).collect()),
        }
    }

    /// The type that no row read so far has a component of.
    pub(super) fn unmet(&self) -> Option<&str> {
        match self {
            Self::Field(kind, _) if !kind.met.get() => Some(&kind.name),
            _ => None,
        }
    }

    /// Whether it may still turn out to be no field.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Field(_, field) if field.is_open())
    }
}

fn short(item: Item) -> Value {
    match item.value {
        Value::Array(items) if items.len() > SHOWN => {
            let count = items.len();
            serde_json::json!({"count": count, "first": items.into_iter().take(SHOWN).collect::<Vec<_>>()})
        }
        value => value,
    }
}

fn fact_holds(fact: Fact, op: &Op, wanted: &Value, view: WorldView<'_>, at: NodeAt) -> bool {
    match (fact, wanted.as_str()) {
        // The path without numbers of siblings is at hand, and what most ask for.
        (Fact::Path, Some(text)) if !text.contains('[') => {
            let Some(node) = view.world.node(at) else { return false };
            let plain = view.world.paths().get(node.place);
            let quick = Item::from(Value::from(plain));
            let holds = passes(&quick, op, wanted);
            // The first of several of one path is meant, as its unique path says.
            match op {
                Op::Equal => holds && view.path(at) == text,
                _ => holds,
            }
        }
        // Whether any flag is set, as `GameObject.isStatic` tells it.
        (Fact::Static, None) if wanted.is_boolean() => {
            let is_static = |item: Item| Value::from(item.number.is_some_and(|flags| flags != 0));
            let item = fact.of(view, at).map(is_static);
            item.is_some_and(|item| passes(&item.into(), op, wanted))
        }
        // What has none is missing it; nothing else of an object leads anywhere.
        (Fact::Prefab | Fact::Parent, None) if *op == Op::Missing => fact
            .of(view, at)
            .is_some_and(|item| item.value.is_null() || item.value.get("missing").is_some()),
        // An object by its path, as everywhere.
        (Fact::Parent, Some(path)) if path.starts_with('/') && matches!(op, Op::Equal | Op::Unequal) => {
            let parent = view.world.node(at).and_then(|node| node.parent);
            (parent.is_some_and(|parent| view.path(parent) == path)) == (*op == Op::Equal)
        }
        // By short or full name, as `type` takes them.
        (Fact::Components, Some(name)) if *op == Op::Contains => {
            let short = |full: &str| full.rsplit('.').next() == Some(name);
            fact.of(view, at).is_some_and(|item| {
                let mut names = item.value.as_array().into_iter().flatten().filter_map(Value::as_str);
                names.any(|full| full == name || short(full))
            })
        }
        (Fact::Name, _) => passes(&Item::from(Value::from(view.name(at))), op, wanted),
        _ => fact.of(view, at).is_some_and(|item| passes(&item, op, wanted)),
    }
}
