//! Tests of facts about objects. Each test is validated when the query begins, then applied to each object.
//!
//! This module has the tests that need more than a comparison of values; `facts` defines the facts.

use super::compare::{Item, matches, passes};
use super::facts::Fact;
use super::forms::has_class;
use super::instances::InstanceTest;
use super::labels::{TagUse, layer};
use super::wanted_value::{Wanted, cut};
use crate::query_view::QueryView;
use host_bridge::{BridgeError, BridgeErrorKind, Op};
use host_project_world::world::NodeAt;
use serde_json::{Value, json};
use std::cell::Cell;
use unity_fields::Kind;

/// One test of a fact of an object, such as its tag.
#[derive(Debug)]
pub(crate) struct FactTest {
    pub(super) fact: Fact,
    pub(crate) op: Op,
    pub(crate) given: Value,
    kind: Kind,
    pub(crate) wanted: Wanted,
    /// An additional condition, for facts that need more than a comparison of values, such as the path.
    special: Special,
    /// Number of objects that failed only because their path has a sibling number (`/Spawn[2]`), unlike the given path.
    pub(super) twins: Cell<u32>,
}

#[derive(Debug)]
enum Special {
    None,
    Tag(TagUse),
    /// Hierarchy path that the parent must have.
    ParentPath(String),
    /// A text or glob that is compared with the path without sibling numbers.
    PlainPath,
    /// A glob with sibling numbers, which is compared with the path with sibling numbers.
    NumberedPath(String),
    Instance(InstanceTest),
}

impl FactTest {
    pub(crate) fn from_value(view: QueryView<'_>, fact: Fact, op: &Op, given: Value) -> Result<Self, BridgeError> {
        let kind = fact.kind(view);
        let is_equality = matches!(op, Op::Equal | Op::Unequal);
        let (mut op, mut wanted_value) = (op.clone(), given.clone());
        let mut special = Special::None;
        match (fact, &given) {
            (Fact::Tag, Value::String(tag)) if is_equality => special = Special::Tag(TagUse::new(Some(tag))),
            (Fact::Layer, _) if is_equality => wanted_value = layer(view, given.clone())?,
            // Whether any static flag is set, as `GameObject.isStatic` returns.
            (Fact::Static, Value::Bool(on)) if is_equality => {
                wanted_value = json!(0);
                op = match (op == Op::Equal) == *on {
                    true => Op::Unequal,
                    false => Op::Equal,
                };
            }
            (Fact::Parent, Value::String(path)) if is_equality && path.starts_with('/') => {
                special = Special::ParentPath(path.clone());
                wanted_value = Value::Null;
            }
            (Fact::Parent | Fact::Prefab | Fact::PrefabRoot, _) if op == Op::Missing => {
                let message = format!(
                    "where: {0} is not a field that can be broken; for objects without one compare {0} by = with null",
                    fact.name()
                );
                return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                    .with_hint("missing_references lists instances whose prefab is gone")
                    .with_data(&json!({"argument": "where", "given": fact.name(), "nearest": ["="]})));
            }
            (Fact::Prefab | Fact::PrefabRoot, _) if is_equality && !given.is_null() => {
                special = Special::Instance(InstanceTest::new(view, fact, &given)?);
                wanted_value = json!("");
            }
            (Fact::Prefab | Fact::PrefabRoot, Value::Null) if is_equality => {
                // Null is not a text.
                return Ok(Self::new(
                    fact,
                    op,
                    given,
                    kind,
                    Wanted::new(Value::Null),
                    Special::None,
                ));
            }
            (Fact::Id, Value::String(id)) if is_equality => is_id(id)?,
            (Fact::Path, Value::String(text)) => {
                if matches!(op, Op::Contains | Op::Matches) {
                    if op == Op::Matches && has_numbers_alone(text) {
                        let special = Special::NumberedPath(text.clone());
                        return Ok(Self::new(fact, op, given, kind, Wanted::new(Value::Null), special));
                    }
                    if !text.contains('[') {
                        special = Special::PlainPath;
                    }
                }
            }
            _ => {}
        }
        let wanted = Wanted::for_kind(view, fact.name(), &kind, &op, wanted_value)?;
        Ok(Self::new(fact, op, given, kind, wanted, special))
    }

    fn new(fact: Fact, op: Op, given: Value, kind: Kind, wanted: Wanted, special: Special) -> Self {
        Self {
            fact,
            op,
            given,
            kind,
            wanted,
            special,
            twins: Cell::new(0),
        }
    }

    pub(super) fn passes(&self, view: QueryView<'_>, at: NodeAt) -> bool {
        let is_unequal = self.op == Op::Unequal;
        let text = |text: &str| Item {
            kind: Some(self.kind.clone()),
            ..Item::from(Value::from(text))
        };
        match &self.special {
            Special::Instance(instance) => return instance.has(at) != is_unequal,
            Special::ParentPath(path) => {
                let parent = view.world.node(at).and_then(|node| node.parent);
                return parent.is_some_and(|parent| view.path(parent) == *path) != is_unequal;
            }
            Special::PlainPath => {
                let place = view.world.node(at).map(|node| node.place);
                let plain = place.map_or("", |place| view.world.paths().get(place));
                return self.wanted.passes(view, None, &text(plain), &self.op);
            }
            Special::NumberedPath(glob) => return matches(glob, &view.path(at)),
            Special::None | Special::Tag(_) => {}
        }
        if self.fact == Fact::Path
            && matches!(self.op, Op::Equal | Op::Unequal)
            && let Some(path) = self.given.as_str().filter(|path| !path.contains('['))
        {
            return self.is_path(view, at, path) != is_unequal;
        }
        let item = match self.fact {
            Fact::Name => Some(text(view.name(at))),
            fact => fact.value_at(view, at).map(|item| Item {
                kind: Some(self.kind.clone()),
                ..item
            }),
        };
        let Some(item) = item else { return false };
        if let Special::Tag(tag) = &self.special {
            tag.note_tag(&item.value);
        }
        // `exists` and null need no prepared value.
        if item.value.is_null() || self.given.is_null() {
            return match self.op {
                Op::Exists => !item.value.is_null(),
                Op::Equal | Op::Unequal => (item.value == self.given) != is_unequal,
                _ => false,
            };
        }
        self.wanted.passes(view, None, &item, &self.op)
    }

    /// Returns true if the object has exactly this path. The path without sibling numbers is compared first, because it
    /// is available without computation.
    fn is_path(&self, view: QueryView<'_>, at: NodeAt, path: &str) -> bool {
        let place = view.world.node(at).map(|node| node.place);
        let plain = place.map_or("", |place| view.world.paths().get(place));
        if plain != path {
            return false;
        }
        let is_first = view.path(at) == path;
        if !is_first {
            self.twins.set(self.twins.get() + 1);
        }
        is_first
    }

    /// Returns `InvalidArgument` if a test of `path` can match no object, because its value does not begin with `/`.
    pub(super) fn check_path(&self) -> Result<(), BridgeError> {
        let first = match self.op {
            Op::Matches => &['/', '*', '?'][..],
            Op::Equal | Op::Unequal => &['/'][..],
            _ => return Ok(()),
        };
        let Some(given) = self.given.as_str().filter(|_| self.fact == Fact::Path) else {
            return Ok(());
        };
        if given.starts_with(first) {
            return Ok(());
        }
        let message = format!(
            "where: path is compared with {}: a hierarchy path begins with /",
            cut(&self.given)
        );
        let given: String = given.chars().take(200).collect();
        Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
            .with_hint(format!(
                "write \"/{given}\"; the glob \"*/{given}\" finds it at any depth"
            ))
            .with_data(&json!({"argument": "path", "given": given, "nearest": [format!("/{given}")]})))
    }

    /// Checks the test after a complete search: an error if the fact cannot have the value, such as an unknown tag.
    pub(crate) fn check(&self, view: QueryView<'_>) -> Result<(), BridgeError> {
        match &self.special {
            Special::Tag(tag) => tag.check(view),
            _ => self.wanted.check(self.fact.name()),
        }
    }

    /// Returns a note about objects that were not found only because their path has a sibling number.
    pub(super) fn twins_note(&self) -> Option<String> {
        let (path, twins) = (cut(&self.given), self.twins.get());
        (twins > 0 && self.op == Op::Equal).then(|| {
            format!(
                "where: path = {path} is the first of {} objects with that path (the others are numbered, [2] is the second); path matches {path} finds all",
                twins + 1
            )
        })
    }

    /// Returns a note about a likely mistake in a test that no object passed; `None` if none is known.
    pub(super) fn mistake_hint(&self) -> Option<String> {
        match self.fact {
            // `near_names` reports mistakes in names.
            Fact::Name => None,
            fact => self.wanted.mistake_hint(fact.name(), &self.op),
        }
    }

    pub(crate) fn instance(&self) -> Option<&InstanceTest> {
        match &self.special {
            Special::Instance(instance) => Some(instance),
            _ => None,
        }
    }

    /// Returns true if a name passes this test, which is a test of names.
    pub(super) fn fits_name(&self, name: &str) -> bool {
        match (&self.op, self.given.as_str()) {
            (Op::Matches, Some(glob)) => matches(glob, name),
            _ => passes(&Value::from(name).into(), &self.op, &self.given),
        }
    }
}

/// Returns true if every pair of brackets in a glob contains a sibling number.
fn has_numbers_alone(glob: &str) -> bool {
    let mut brackets = glob.split('[').skip(1).peekable();
    has_class(glob)
        && brackets.all(|rest| {
            let number = rest.split_once(']').map_or("", |(number, _)| number);
            !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
        })
}

fn is_id(given: &str) -> Result<(), BridgeError> {
    let digits = given.strip_prefix("obj:").unwrap_or_default();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Ok(());
    }
    let message = format!("where: id is compared with {given:?}: expected obj:<n>");
    Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
        .with_data(&json!({"argument": "where", "given": given, "nearest": []})))
}
