//! Decides whether a value fits a schema. Each pair of subschema and value is checked once, within the budget.

use super::budget::{Budget, Exhausted};
use super::keyword::{Elements, Keyword, Members, Node, NodeId, ROOT};
use super::scalar;
use serde_json::{Map, Value};
use smallvec::SmallVec;
use std::collections::HashMap;

/// Maximum nesting depth of schema and value together; a deeper check ends without a result. A worker's stack is large
/// enough for several times this depth.
pub(super) const MAX_DEPTH: u32 = 300;
/// Maximum number of stored results of subschemas. Other results are computed again, which uses more of the budget.
const MOST_KEPT: usize = 200_000;

pub(super) struct Run<'v, 'b> {
    pub(super) nodes: &'v [Node],
    pub(super) budget: &'b mut Budget,
    /// Stored results: whether the value at an address fits a node. Values do not move while they are checked.
    known: HashMap<(NodeId, *const Value), bool>,
    depth: u32,
    /// True while a temporary value is checked. Its address must not be stored in `known`.
    transient: bool,
}

impl<'v, 'b> Run<'v, 'b> {
    pub(super) fn new(nodes: &'v [Node], budget: &'b mut Budget) -> Self {
        Self {
            nodes,
            budget,
            known: HashMap::new(),
            depth: 0,
            transient: false,
        }
    }

    pub(super) fn valid(&mut self, id: NodeId, value: &Value) -> Result<bool, Exhausted> {
        self.budget.take(1)?;
        let node = &self.nodes[id];
        let keep = !self.transient && (node.shared || value.is_object() || value.is_array());
        let key = (id, std::ptr::from_ref(value));
        if keep && let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let fits = self.fits(node, value)?;
        if keep && self.known.len() < MOST_KEPT {
            self.known.insert(key, fits);
        }
        Ok(fits)
    }

    /// Checks a value against the whole schema. The result is stored only if the schema may refer back to its root.
    pub(super) fn whole(&mut self, value: &Value) -> Result<bool, Exhausted> {
        let root = &self.nodes[ROOT];
        if root.shared {
            return self.valid(ROOT, value);
        }
        self.budget.take(1)?;
        self.fits(root, value)
    }

    fn fits(&mut self, node: &Node, value: &Value) -> Result<bool, Exhausted> {
        self.enter()?;
        let mut fits = true;
        for keyword in &node.keywords {
            if !self.check_keyword(keyword, value)? {
                fits = false;
                break;
            }
        }
        self.depth -= 1;
        Ok(fits)
    }

    pub(super) fn enter(&mut self) -> Result<(), Exhausted> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Exhausted::Depth(MAX_DEPTH));
        }
        Ok(())
    }

    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn check_keyword(&mut self, keyword: &Keyword, value: &Value) -> Result<bool, Exhausted> {
        match keyword {
            Keyword::Ref(node) => self.valid(*node, value),
            Keyword::Not(node) => self.valid(*node, value).map(|fits| !fits),
            Keyword::AllOf(nodes) => self.all(nodes, value),
            Keyword::AnyOf(nodes) => self.count(nodes, value, 1).map(|fitting| fitting == 1),
            Keyword::OneOf(nodes) => self.count(nodes, value, 2).map(|fitting| fitting == 1),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if self.valid(*condition, value)? {
                    then
                } else {
                    otherwise
                };
                branch.map_or(Ok(true), |node| self.valid(node, value))
            }
            Keyword::Members(members) => match value {
                Value::Object(object) => self.members(members, object),
                _ => Ok(true),
            },
            Keyword::PropertyNames(node) => match value {
                Value::Object(object) => self.names(*node, object),
                _ => Ok(true),
            },
            Keyword::DependentSchemas(list) => match value {
                Value::Object(object) => {
                    for (name, node) in list {
                        if object.contains_key(name) && !self.valid(*node, value)? {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                }
                _ => Ok(true),
            },
            Keyword::Elements(elements) => match value {
                Value::Array(items) => self.elements(elements, items),
                _ => Ok(true),
            },
            Keyword::Contains { node, min, max } => match value {
                Value::Array(items) => {
                    let enough = max.map_or(*min, |max| max.saturating_add(1));
                    let mut fitting = 0;
                    for item in items {
                        if fitting >= enough {
                            break;
                        }
                        fitting += u64::from(self.valid(*node, item)?);
                    }
                    Ok(fitting >= *min && max.is_none_or(|max| fitting <= max))
                }
                _ => Ok(true),
            },
            Keyword::UnevaluatedItems { home, node } => {
                self.items_left(*home, *node, value).map(|left| left.is_empty())
            }
            Keyword::UnevaluatedProperties { home, node } => {
                self.members_left(*home, *node, value).map(|left| left.is_empty())
            }
            _ => scalar::check_assertion(keyword, value, self.budget),
        }
    }

    fn all(&mut self, nodes: &[NodeId], value: &Value) -> Result<bool, Exhausted> {
        for node in nodes {
            if !self.valid(*node, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns how many of the subschemas (`nodes`) the value fits. Stops counting at `enough`.
    fn count(&mut self, nodes: &[NodeId], value: &Value, enough: usize) -> Result<usize, Exhausted> {
        let mut fitting = 0;
        for node in nodes {
            fitting += usize::from(self.valid(*node, value)?);
            if fitting == enough {
                break;
            }
        }
        Ok(fitting)
    }

    fn members(&mut self, members: &Members, object: &Map<String, Value>) -> Result<bool, Exhausted> {
        for (name, value) in object {
            for node in self.schemas_of(members, name)? {
                if !self.valid(node, value)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    pub(super) fn schemas_of(&mut self, members: &Members, name: &str) -> Result<SmallVec<[NodeId; 2]>, Exhausted> {
        self.budget.take(1)?;
        let mut found: SmallVec<[NodeId; 2]> = members.named.get(name).copied().into_iter().collect();
        for (pattern, node) in &members.patterns {
            if pattern.matches(name, self.budget)? {
                found.push(*node);
            }
        }
        if found.is_empty() {
            found.extend(members.rest);
        }
        Ok(found)
    }

    fn names(&mut self, node: NodeId, object: &Map<String, Value>) -> Result<bool, Exhausted> {
        for name in object.keys() {
            if !self.valid_name(node, name)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn valid_name(&mut self, node: NodeId, name: &str) -> Result<bool, Exhausted> {
        let before = std::mem::replace(&mut self.transient, true);
        let fits = self.valid(node, &Value::from(name));
        self.transient = before;
        fits
    }

    fn elements(&mut self, elements: &Elements, items: &[Value]) -> Result<bool, Exhausted> {
        for (index, item) in items.iter().enumerate() {
            match elements.prefix.get(index).copied().or(elements.rest) {
                Some(node) if !self.valid(node, item)? => return Ok(false),
                Some(_) => {}
                None => break,
            }
        }
        Ok(true)
    }
}
