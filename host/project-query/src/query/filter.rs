//! The filter and the columns of a query. They are prepared once and applied to each object.

use super::compare::Item;
use super::fact_test::FactTest;
use super::facts::Fact;
use super::instances::InstanceTest;
use super::misnamed::misnamed;
use super::uses::{FieldUse, LeftOpen, TypeUse};
use super::wanted_value::Wanted;
use crate::query_view::QueryView;
use crate::values::Elsewhere;
use host_bridge::{
    BridgeError, BridgeErrorKind, Column, ComponentTest, FieldPath, FilterNode, ObjectId, Op, Per, QueryRequest, Test,
};
use host_project_world::world::NodeAt;
use serde_json::Value;
use std::collections::HashSet;
use unity_fields::Kind;
use unity_project::values::number;

/// Maximum number of array elements that a cell of an answer shows; further elements are counted.
const SHOWN: usize = 50;

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) nodes: Vec<Node>,
    pub(crate) per: Option<TypeUse>,
    pub(crate) select: Vec<Shown>,
    pub(crate) order: Vec<(Shown, bool)>,
}

#[derive(Debug)]
pub(crate) enum Node {
    All(Vec<u32>),
    Any(Vec<u32>),
    Not(u32),
    Component(TypeUse, Vec<(FieldUse, Op, Wanted)>),
    Fact(Box<FactTest>),
    Under(ObjectId),
}

/// The fact or field that a column of the answer shows, or by which rows are sorted.
#[derive(Debug)]
pub(crate) enum Shown {
    Fact(Fact),
    Field(TypeUse, Box<FieldUse>),
}

impl Plan {
    pub(crate) fn from_request(view: QueryView<'_>, request: &QueryRequest) -> Result<Self, BridgeError> {
        let nodes = request.filter.iter().map(|node| Node::from_filter(view, node));
        let columns = request
            .select
            .iter()
            .map(|column| Shown::from_column(view, "select", column));
        let order = request.order.iter();
        let plan = Self {
            nodes: nodes.collect::<Result<_, _>>()?,
            per: match &request.per {
                Per::Component(name) => Some(TypeUse::new(name)),
                _ => None,
            },
            select: columns.collect::<Result<_, _>>()?,
            order: order
                .map(|key| Ok((Shown::from_column(view, "order", &key.column)?, key.descending)))
                .collect::<Result<_, BridgeError>>()?,
        };
        plan.check_paths()?;
        Ok(plan)
    }

    /// Checks the `path` tests of the filter: an error if one can match no object. A filter of a single test is not
    /// checked, because its caller suggests names.
    fn check_paths(&self) -> Result<(), BridgeError> {
        match self.nodes.last() {
            Some(Node::All(_)) => self.fact_tests().try_for_each(FactTest::check_path),
            _ => Ok(()),
        }
    }

    /// Returns the objects to whose descendants the `under` nodes of the filter limit the search.
    pub(super) fn scope_objects(&self) -> Vec<ObjectId> {
        let under = self.nodes.iter().filter_map(|node| match node {
            Node::Under(object) => Some(*object),
            _ => None,
        });
        under.collect()
    }

    /// Returns the values in the filter that are object ids, compared with references or parents.
    pub(super) fn compared_with_objects(&self) -> Vec<&Wanted> {
        let wanted = self.nodes.iter().flat_map(|node| match node {
            Node::Component(_, tests) => tests.iter().map(|(.., wanted)| wanted).collect(),
            Node::Fact(test) if test.fact == Fact::Parent => vec![&test.wanted],
            _ => Vec::new(),
        });
        wanted.filter(|wanted| wanted.object().is_some()).collect()
    }

    pub(super) fn instance_tests(&self) -> impl Iterator<Item = &InstanceTest> {
        self.fact_tests().filter_map(FactTest::instance)
    }

    fn fact_tests(&self) -> impl Iterator<Item = &FactTest> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Fact(test) => Some(&**test),
            _ => None,
        })
    }

    /// Returns notes for a completed query: tests that no object passed, and paths that several objects share. A filter
    /// of a single test gets no notes, because its caller suggests names.
    pub(super) fn remarks(&self, found_none: bool) -> Vec<String> {
        if !matches!(self.nodes.last(), Some(Node::All(_))) {
            return Vec::new();
        }
        let mut remarks: Vec<String> = self.fact_tests().filter_map(FactTest::twins_note).collect();
        for node in self.nodes.iter().filter(|_| found_none) {
            match node {
                Node::Fact(test) => remarks.extend(test.mistake_hint()),
                Node::Component(kind, tests) => remarks.extend(tests.iter().filter_map(|(field, op, wanted)| {
                    wanted.mistake_hint(&format!("{}.{}", kind.name, field.path), op)
                })),
                _ => {}
            }
        }
        remarks
    }

    /// Returns an object's rows in the query's answer: `None` for the object itself, or the indexes of its components.
    pub(crate) fn rows(&self, view: QueryView<'_>, at: NodeAt) -> Vec<Option<u32>> {
        let types = view.library.types();
        let Some(per) = &self.per else {
            return if self.passes(view, at, None) {
                vec![None]
            } else {
                Vec::new()
            };
        };
        let components = view.world.components(at).iter().enumerate();
        let of_type = components.filter(|(_, component)| per.is(types, component.kind));
        let passing = of_type.filter(|(position, _)| self.passes(view, at, Some(*position)));
        passing
            .filter_map(|(position, _)| u32::try_from(position).ok().map(Some))
            .collect()
    }

    fn passes(&self, view: QueryView<'_>, at: NodeAt, row: Option<usize>) -> bool {
        match self.nodes.len().checked_sub(1) {
            Some(root) => self.node(root, view, at, row),
            None => true,
        }
    }

    fn node(&self, node: usize, view: QueryView<'_>, at: NodeAt, row: Option<usize>) -> bool {
        let below = |node: &u32| self.node(*node as usize, view, at, row);
        match self.nodes.get(node) {
            None => false,
            Some(Node::All(nodes)) => nodes.iter().all(below),
            Some(Node::Any(nodes)) => nodes.iter().any(below),
            Some(Node::Not(node)) => !below(node),
            Some(Node::Fact(test)) => test.passes(view, at),
            Some(Node::Under(object)) => {
                let root = view.world.find(*object);
                root.is_some_and(|root| view.world.is_placed_below(at, root))
            }
            Some(Node::Component(kind, tests)) => {
                let types = view.library.types();
                let per = self.per.as_ref().filter(|per| per.name == kind.name);
                let components = view.world.components(at);
                let (first, last) = match (per, row) {
                    (None, _) => (0, components.len()),
                    (Some(_), Some(row)) => (row, row + 1),
                    (Some(_), None) => (0, 0),
                };
                let components = components.iter().enumerate().take(last).skip(first);
                components.into_iter().any(|(position, component)| {
                    kind.is(types, component.kind)
                        && tests.iter().all(|(field, op, wanted)| {
                            let mut items = field.read(view, at, position).into_iter();
                            items.any(|item| wanted.passes(view, Some(component.kind), &item, op))
                        })
                })
            }
        }
    }

    /// Checks the names in a completed query: an error for the first type, field or tag that does not exist. Returns
    /// notes about names whose existence is unknown. `elsewhere` has unsearched files, which can name other types.
    pub(crate) fn check(&self, view: QueryView<'_>, elsewhere: Option<&Elsewhere>) -> Result<Vec<String>, BridgeError> {
        let types = view.library.types();
        let mut open = LeftOpen::default();
        let mut is_type = |argument: &str, kind: &TypeUse| {
            if kind.met.get() || types.is_known(&kind.name) {
                open.add(kind);
                return Ok(());
            }
            let misnamed = misnamed(view, argument, &kind.name, None);
            Err(misnamed.unwrap_or_else(|| view.no_type(argument, &kind.name, elsewhere)))
        };
        let mut remarks = Vec::new();
        if let Some(per) = &self.per {
            is_type("type", per)?;
        }
        for node in &self.nodes {
            match node {
                Node::Component(kind, tests) => {
                    is_type(if tests.is_empty() { "type" } else { "where" }, kind)?;
                    for (field, _, wanted) in tests {
                        remarks.extend(field.check(view, "where", &kind.name)?);
                        wanted.check(&format!("{}.{}", kind.name, field.path))?;
                    }
                }
                Node::Fact(test) => test.check(view)?,
                _ => {}
            }
        }
        let keys = self.order.iter().map(|(shown, _)| ("order", shown));
        for (argument, shown) in self.select.iter().map(|shown| ("select", shown)).chain(keys) {
            if let Shown::Field(kind, field) = shown {
                is_type(argument, kind)?;
                remarks.extend(field.check(view, argument, &kind.name)?);
            }
        }
        remarks.splice(0..0, open.remarks());
        let mut told = HashSet::new();
        remarks.retain(|remark| told.insert(remark.clone()));
        Ok(remarks)
    }
}

impl Node {
    fn from_filter(view: QueryView<'_>, node: &FilterNode) -> Result<Self, BridgeError> {
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
                let argument = if tests.is_empty() { "type" } else { "where" };
                if let Some(error) = misnamed(view, argument, type_name, tests.first().map(|test| test.path.as_str())) {
                    return Err(error);
                }
                let tests = tests
                    .iter()
                    .map(|test| Ok((FieldUse::new(&test.path), test.op.clone(), Wanted::new(value(test)?))));
                let tests: Vec<_> = tests.collect::<Result<_, BridgeError>>()?;
                with_shorter_types(view, type_name, tests)
            }
            FilterNode::Fact(test) => {
                let (fact, value) = (Fact::from_name(view, "where", &test.path)?, value(test)?);
                match (fact, &test.op, value.as_str()) {
                    // As in `type`, a base type includes its derived types. `<missing script>` is not a type.
                    (Fact::Components, Op::Contains, Some(name)) if !name.starts_with('<') => {
                        Self::Component(TypeUse::new(name), Vec::new())
                    }
                    _ => Self::Fact(Box::new(FactTest::from_value(view, fact, &test.op, value)?)),
                }
            }
            FilterNode::Under(object) => Self::Under(*object),
            FilterNode::Other(name, _) => {
                let message = format!("the filter node {name} is not known here");
                return Err(BridgeError::new(BridgeErrorKind::Unsupported, message));
            }
        })
    }
}

/// Corrects a component test whose type name contains the start of the field path, because both contain dots.
fn with_shorter_types(view: QueryView<'_>, type_name: &str, tests: Vec<(FieldUse, Op, Wanted)>) -> Node {
    let (kind, rest) = split(view, type_name);
    let tests = tests
        .into_iter()
        .map(|(field, op, value)| (field.with_prefix(rest), op, value));
    Node::Component(TypeUse::new(kind), tests.collect())
}

/// Returns the longest known type at the start of the text, and the text after the type and its dot.
fn split<'t>(view: QueryView<'_>, text: &'t str) -> (&'t str, &'t str) {
    let types = view.library.types();
    let mut kind = text;
    loop {
        if types.is_known(kind) {
            let rest = text.get(kind.len()..).unwrap_or_default();
            return (kind, rest.trim_start_matches('.'));
        }
        match kind.rfind('.') {
            Some(dot) => kind = kind.get(..dot).unwrap_or_default(),
            // If no such type is known, a file can still contain it.
            None => return (text, ""),
        }
    }
}

impl Shown {
    fn from_column(view: QueryView<'_>, argument: &str, column: &Column) -> Result<Self, BridgeError> {
        match column {
            Column::Fact(name) => match Fact::from_name(view, argument, name)? {
                Fact::PrefabRoot => {
                    let message = format!("{argument}: prefab_root is for conditions alone");
                    Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(
                        "select prefab for the outermost prefab; prefab_overrides lists all levels of one object",
                    ))
                }
                fact => Ok(Self::Fact(fact)),
            },
            Column::Field(FieldPath { component, path }) => {
                if let Some(error) = misnamed(view, argument, component, Some(path)) {
                    return Err(error);
                }
                let (kind, rest) = split(view, component);
                Ok(Self::Field(
                    TypeUse::new(kind),
                    Box::new(FieldUse::new(path).with_prefix(rest)),
                ))
            }
            Column::Other(name) => {
                let message = format!("the column {name} is not known here");
                Err(BridgeError::new(BridgeErrorKind::Unsupported, message))
            }
        }
    }

    /// Returns the value of the column. For an object with several components it is an array in their order, with null
    /// for a component without the field. For a row about one component it is the value of that component.
    pub(crate) fn value_of_row(&self, view: QueryView<'_>, at: NodeAt, row: Option<u32>) -> Option<Value> {
        self.read(view, at, row, short)
    }

    /// Returns the sort key of the column. Texts of unknown type that are numbers are sorted as numbers.
    pub(super) fn sort_key(&self, view: QueryView<'_>, at: NodeAt, row: Option<u32>) -> Option<Value> {
        let key = |item: Item| match (&item.kind, item.value.as_str().and_then(number)) {
            (Some(Kind::Untyped), Some(number)) => number,
            _ => short(item),
        };
        self.read(view, at, row, key)
    }

    fn read(&self, view: QueryView<'_>, at: NodeAt, row: Option<u32>, value: impl Fn(Item) -> Value) -> Option<Value> {
        let (kind, field) = match self {
            Self::Fact(fact) => return fact.value_at(view, at).map(|item| item.value),
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
            .map(|position| field.cell(view, at, *position).map(&value));
        let mut found: Vec<Option<Value>> = of_each.collect();
        match found.len() {
            0 | 1 => found.pop().flatten(),
            _ if found.iter().all(Option::is_none) => None,
            // The elements at one index belong to the same component, in every column.
            _ => Some(found.into_iter().map(Option::unwrap_or_default).collect()),
        }
    }

    /// Returns the type name of the column if no searched object has a component of that type; `None` otherwise.
    pub(super) fn unmet(&self) -> Option<&str> {
        match self {
            Self::Field(kind, _) if !kind.met.get() => Some(&kind.name),
            _ => None,
        }
    }

    /// Returns true if components were read but none has the column's field, so it is unknown whether it exists.
    pub(crate) fn is_open(&self) -> bool {
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
