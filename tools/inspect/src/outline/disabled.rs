//! Finds the disabled components of the objects in one page of an outline.
//!
//! Belongs here: the queries for these components. Does not: how a line shows them (`outline`).

use super::request;
use std::collections::HashSet;
use unity_tools::unity::query::{self, ComponentTest, Node, Op, Per, Request, Row, Scope, Test};
use unity_tools::unity::values::Page;
use unity_tools::{ErrorKind, ToolError};

/// The name of the base type of all components. A test for this type is true for every component.
const ANY: &str = "Component";

/// Maximum number of rows of one query for disabled components. `QUESTIONS` is the maximum of such queries for one
/// outline; further disabled components are not marked.
const ROWS: u32 = 500;
const QUESTIONS: usize = 20;

/// The disabled components in an outline: object id and component position. `is_cut` is true if there may be more.
#[derive(Default)]
pub(super) struct Disabled {
    found: HashSet<(String, u32)>,
    pub(super) is_cut: bool,
}

impl Disabled {
    /// Finds the disabled components of the objects in `rows`, which `filter` found in `scope`. Both are in hierarchy
    /// order, so the first component after the page ends the search.
    pub(super) fn find(filter: &[Node], scope: &Scope, rows: &[Row]) -> Result<Self, ToolError> {
        let shown: HashSet<&str> = rows.iter().map(|row| row.object.as_str()).collect();
        let mut disabled = Self::default();
        if shown.is_empty() {
            return Ok(disabled);
        }
        let filter = with_disabled(filter);
        let mut next = None;
        for _ in 0..QUESTIONS {
            let page = Page {
                limit: ROWS,
                cursor: next.take(),
                max_bytes: 32 * 1024,
            };
            let asked = query::find(&Request {
                filter: filter.clone(),
                per: Per::Component(ANY.to_owned()),
                ..request(scope.clone(), page)
            });
            let found = match asked.map_err(ToolError::from) {
                // None of the checked objects can be disabled.
                Err(error) if error.kind == ErrorKind::NotFound => return Ok(disabled),
                found => found?,
            };
            for row in found.rows {
                match row.component.filter(|_| shown.contains(row.object.as_str())) {
                    Some(component) => {
                        disabled.found.insert((row.object, component));
                    }
                    None if disabled.found.is_empty() => {}
                    None => return Ok(disabled),
                }
            }
            next = found.next;
            if next.is_none() {
                return Ok(disabled);
            }
        }
        disabled.is_cut = true;
        Ok(disabled)
    }

    pub(super) fn has(&self, object: &str, component: usize) -> bool {
        u32::try_from(component).is_ok_and(|at| self.found.contains(&(object.to_owned(), at)))
    }
}

/// Returns the filter with an added test for disabled components. Nodes refer to earlier ones; the last is the root.
fn with_disabled(filter: &[Node]) -> Vec<Node> {
    let mut nodes = filter.to_vec();
    let root = nodes.len().checked_sub(1).and_then(|root| u32::try_from(root).ok());
    let test = Test {
        path: "enabled".to_owned(),
        op: Op::Equal,
        value: Some("false".to_owned()),
    };
    nodes.push(Node::Component(ComponentTest {
        type_name: ANY.to_owned(),
        tests: vec![test],
    }));
    if let Some(root) = root {
        nodes.push(Node::All(vec![root, root + 1]));
    }
    nodes
}
