//! Filters of a query: conditions on objects.
//! Belongs here: conditions, and their conversion to nodes of the import. Does not: the searched scope (`query.rs`).

use crate::unity::query::{ComponentTest, Node, Op, Test};
use serde_json::Value;

/// A filter of a query: a list of conditions that must all be true. The host accepts 64 nodes: each condition on the
/// object, each `with` and each list is one.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Filter {
    /// The conditions of the filter as nodes of a tree. A node refers only to nodes with a lower index.
    nodes: Vec<Node>,
    /// Indices of the nodes that an object must match; it must match all of them.
    all: Vec<u32>,
    /// Index of the node of the last `with`, whose component `where_` tests; `None` if there was no `with`.
    component: Option<usize>,
}

/// Creates a filter for objects that have a component of this type, by full or short name.
pub fn with(type_name: &str) -> Filter {
    Filter::default().with(type_name)
}

/// Creates a filter on a property of the object itself, such as `name` or `tag`.
pub fn fact(name: &str, op: Op, value: impl Into<Value>) -> Filter {
    Filter::default().fact(name, op, value)
}

/// Creates a filter for descendants of the object with this id.
pub fn under(object: &str) -> Filter {
    Filter::default().under(object)
}

/// Methods that add conditions, with the same names as those of [`Query`](super::Query).
impl Filter {
    /// Requires that the object has a component of this type, by full or short name; base types and interfaces count.
    pub fn with(mut self, type_name: &str) -> Self {
        self.component = Some(self.nodes.len());
        self.and(Node::Component(ComponentTest {
            type_name: type_name.to_owned(),
            tests: Vec::new(),
        }))
    }

    /// Adds a condition on a field of the component of the last `with`; without a `with`, on a property of the object.
    pub fn where_(self, path: &str, op: Op, value: impl Into<Value>) -> Self {
        self.test(path, op, Some(value.into()))
    }

    /// Adds a condition on a property of the object itself, such as `name` or `tag`.
    pub fn fact(self, name: &str, op: Op, value: impl Into<Value>) -> Self {
        self.and(Node::Fact(test(name, op, Some(value.into()))))
    }

    /// Requires that a component field (after a `with`) or a property of the object exists and is not null.
    pub fn exists(self, path: &str) -> Self {
        self.test(path, Op::Exists, None)
    }

    /// Requires that a field of the component of the last `with` is a reference whose target does not exist.
    pub fn missing(self, path: &str) -> Self {
        self.test(path, Op::Missing, None)
    }

    /// Requires that the object is a descendant of the object with this id.
    pub fn under(self, object: &str) -> Self {
        self.and(Node::Under(object.to_owned()))
    }

    /// Requires that at least one of these filters is true.
    pub fn any(mut self, filters: impl IntoIterator<Item = Self>) -> Self {
        let mut these = Vec::new();
        for filter in filters {
            these.push(self.absorb(filter));
        }
        self.and(Node::Any(these))
    }

    /// Requires that the filter is false.
    pub fn not(mut self, filter: Self) -> Self {
        let of = self.absorb(filter);
        self.and(Node::Not(of))
    }

    /// Returns the conditions as tree nodes of the generated type `Node`, which the host's query functions accept. The
    /// last node is the root; the list is empty if every object matches.
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

    /// Adds any condition as a node of the generated type `Node`. The node must not refer to other nodes.
    pub fn and(mut self, node: Node) -> Self {
        let at = self.add(node);
        self.all.push(at);
        self
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    /// Copies the nodes of another filter into this filter and returns the index of their root. A filter without
    /// conditions becomes an `all` without children, which is always true.
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
