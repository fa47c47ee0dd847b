//! Checks `unevaluatedProperties` and `unevaluatedItems`, which apply to parts that no other keyword has evaluated.

use super::budget::Exhausted;
use super::keyword::{Keyword, NodeId};
use super::run::Run;
use serde_json::Value;
use std::collections::HashSet;

/// The members and items of one object or array that schema keywords already checked (evaluated).
#[derive(Default)]
struct Seen<'i> {
    names: HashSet<&'i str>,
    items: HashSet<usize>,
    /// The subschemas that were already applied, so that none is applied twice.
    asked: HashSet<NodeId>,
}

impl Run<'_, '_> {
    /// Returns the members that no other keyword of the node `home` has evaluated, and that do not fit `node`.
    pub(super) fn members_left<'i>(
        &mut self,
        home: NodeId,
        node: NodeId,
        value: &'i Value,
    ) -> Result<Vec<(&'i str, &'i Value)>, Exhausted> {
        let mut seen = Seen::default();
        self.mark_neighbours(home, value, &mut seen)?;
        let mut left = Vec::new();
        for (name, member) in value.as_object().into_iter().flatten() {
            if !seen.names.contains(name.as_str()) && !self.valid(node, member)? {
                left.push((name.as_str(), member));
            }
        }
        Ok(left)
    }

    /// Returns the items that no other keyword of the node `home` has evaluated, and that do not fit `node`, with their
    /// indices.
    pub(super) fn items_left<'i>(
        &mut self,
        home: NodeId,
        node: NodeId,
        value: &'i Value,
    ) -> Result<Vec<(usize, &'i Value)>, Exhausted> {
        let mut seen = Seen::default();
        self.mark_neighbours(home, value, &mut seen)?;
        let mut left = Vec::new();
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            if !seen.items.contains(&index) && !self.valid(node, item)? {
                left.push((index, item));
            }
        }
        Ok(left)
    }

    fn mark_neighbours<'i>(&mut self, home: NodeId, value: &'i Value, seen: &mut Seen<'i>) -> Result<(), Exhausted> {
        seen.asked.insert(home);
        let nodes = self.nodes;
        for keyword in &nodes[home].keywords {
            if !matches!(
                keyword,
                Keyword::UnevaluatedItems { .. } | Keyword::UnevaluatedProperties { .. }
            ) {
                self.mark(keyword, value, seen)?;
            }
        }
        Ok(())
    }

    /// Marks the parts of the value that a subschema evaluates. Marks none if the value does not fit it.
    fn mark_node<'i>(&mut self, id: NodeId, value: &'i Value, seen: &mut Seen<'i>) -> Result<(), Exhausted> {
        if !seen.asked.insert(id) || !self.valid(id, value)? {
            return Ok(());
        }
        self.enter()?;
        let nodes = self.nodes;
        for keyword in &nodes[id].keywords {
            self.mark(keyword, value, seen)?;
        }
        self.shallower();
        Ok(())
    }

    fn mark<'i>(&mut self, keyword: &Keyword, value: &'i Value, seen: &mut Seen<'i>) -> Result<(), Exhausted> {
        match (keyword, value) {
            (Keyword::Ref(node), _) => self.mark_node(*node, value, seen)?,
            (Keyword::AllOf(nodes) | Keyword::AnyOf(nodes) | Keyword::OneOf(nodes), _) => {
                for node in nodes {
                    self.mark_node(*node, value, seen)?;
                }
            }
            (
                Keyword::If {
                    condition,
                    then,
                    otherwise,
                },
                _,
            ) => {
                let branch = if self.valid(*condition, value)? {
                    then
                } else {
                    otherwise
                };
                self.mark_node(*condition, value, seen)?;
                if let Some(node) = branch {
                    self.mark_node(*node, value, seen)?;
                }
            }
            (Keyword::DependentSchemas(list), Value::Object(object)) => {
                for (_, node) in list.iter().filter(|(name, _)| object.contains_key(name)) {
                    self.mark_node(*node, value, seen)?;
                }
            }
            (Keyword::Members(members), Value::Object(object)) => {
                for name in object.keys() {
                    if !self.schemas_of(members, name)?.is_empty() {
                        seen.names.insert(name);
                    }
                }
            }
            (Keyword::UnevaluatedProperties { .. }, Value::Object(object)) => {
                self.budget.take(object.len() as u64)?;
                seen.names.extend(object.keys().map(String::as_str));
            }
            (Keyword::Elements(elements), Value::Array(items)) => {
                let looked_at = if elements.rest.is_some() {
                    items.len()
                } else {
                    elements.prefix.len().min(items.len())
                };
                self.budget.take(looked_at as u64)?;
                seen.items.extend(0..looked_at);
            }
            (Keyword::UnevaluatedItems { .. }, Value::Array(items)) => {
                self.budget.take(items.len() as u64)?;
                seen.items.extend(0..items.len());
            }
            (Keyword::Contains { node, .. }, Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    if self.valid(*node, item)? {
                        seen.items.insert(index);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}
