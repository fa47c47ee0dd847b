//! Conditions on objects.
//!
//! Belongs here: conditions, and their nodes in the form of the host. Does not: the scope of the search (`query.rs`).

use crate::unity::query::{ComponentTest, Node, Op, Test};
use serde_json::Value;

/// Conditions that must all be true. The host accepts 64 nodes: each fact, each `with` and each list is one.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Filter {
    /// The nodes, each after the nodes that it consists of.
    nodes: Vec<Node>,
    /// The nodes that must be true.
    all: Vec<u32>,
    /// The node that `where_` refers to.
    component: Option<usize>,
}

/// The object has a component of that type.
pub fn with(type_name: &str) -> Filter {
    Filter::default().with(type_name)
}

/// A fact of the object, such as `name` or `tag`.
pub fn fact(name: &str, op: Op, value: impl Into<Value>) -> Filter {
    Filter::default().fact(name, op, value)
}

/// The object is a descendant of the object with that id.
pub fn under(object: &str) -> Filter {
    Filter::default().under(object)
}

/// Like the methods of [`Query`](super::Query) with the same names.
impl Filter {
    /// The object has a component of that type, by full or short name; base types and interfaces count.
    pub fn with(mut self, type_name: &str) -> Self {
        self.component = Some(self.nodes.len());
        self.and(Node::Component(ComponentTest {
            type_name: type_name.to_owned(),
            tests: Vec::new(),
        }))
    }

    /// A condition on a field of the component that `with` named last; without a `with`, on a fact.
    pub fn where_(self, path: &str, op: Op, value: impl Into<Value>) -> Self {
        self.test(path, op, Some(value.into()))
    }

    /// A condition on a fact of the object.
    pub fn fact(self, name: &str, op: Op, value: impl Into<Value>) -> Self {
        self.and(Node::Fact(test(name, op, Some(value.into()))))
    }

    /// The field or fact exists and is not null.
    pub fn exists(self, path: &str) -> Self {
        self.test(path, Op::Exists, None)
    }

    /// The field refers to something that does not exist.
    pub fn missing(self, path: &str) -> Self {
        self.test(path, Op::Missing, None)
    }

    /// The object is a descendant of the object with that id.
    pub fn under(self, object: &str) -> Self {
        self.and(Node::Under(object.to_owned()))
    }

    /// At least one of these is true.
    pub fn any(mut self, filters: impl IntoIterator<Item = Self>) -> Self {
        let mut these = Vec::new();
        for filter in filters {
            these.push(self.absorb(filter));
        }
        self.and(Node::Any(these))
    }

    /// The condition is false.
    pub fn not(mut self, filter: Self) -> Self {
        let of = self.absorb(filter);
        self.and(Node::Not(of))
    }

    /// The nodes in the form of the import: the last one is the root; empty if every object matches.
    pub fn nodes(mut self) -> Vec<Node> {
        // A single condition is the last node already.
        if self.all.len() > 1 {
            let all = std::mem::take(&mut self.all);
            self.add(Node::All(all));
        }
        self.nodes
    }

    fn test(mut self, path: &str, op: Op, value: Option<Value>) -> Self {
        let test = test(path, op, value);
        match self.component.and_then(|at| self.nodes.get_mut(at)) {
            Some(Node::Component(component)) => {
                component.tests.push(test);
                self
            }
            _ => self.and(Node::Fact(test)),
        }
    }

    /// Any other condition, in the form of the import, if it refers to no other node.
    pub fn and(mut self, node: Node) -> Self {
        let at = self.add(node);
        self.all.push(at);
        self
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    /// The root of another filter, whose nodes are added to these. A filter without conditions is `all` of nothing,
    /// which is true.
    fn absorb(&mut self, mut filter: Self) -> u32 {
        if filter.all.is_empty() {
            return self.add(Node::All(Vec::new()));
        }
        let before = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let mut root = before;
        for mut node in std::mem::take(&mut filter.nodes) {
            match &mut node {
                Node::All(these) | Node::Any(these) => these.iter_mut().for_each(|one| *one += before),
                Node::Not(one) => *one += before,
                _ => {}
            }
            root = self.add(node);
        }
        match filter.all.len() {
            1 => root,
            _ => self.add(Node::All(filter.all.iter().map(|one| one + before).collect())),
        }
    }
}

fn test(path: &str, op: Op, value: Option<Value>) -> Test {
    Test {
        path: path.to_owned(),
        op,
        value: value.map(|value| value.to_string()),
    }
}
