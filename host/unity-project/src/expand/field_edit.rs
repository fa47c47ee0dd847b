//! An edit of one component field that the session has not saved: its path and its new value.

use unity_fields::property::{PropertyPath, Step};
use unity_yaml::Node;

/// An edit of one field of a component, made in the session.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldEdit {
    pub path: PropertyPath,
    pub value: Node<'static>,
}

impl FieldEdit {
    /// Returns the new text if this edit sets the whole top-level field `key` to a scalar, otherwise `None`.
    pub(super) fn plain(&self, key: &str) -> Option<&str> {
        match (self.path.0.as_slice(), &self.value) {
            ([Step::Key(known)], Node::Text(text)) if known == key => Some(text),
            _ => None,
        }
    }
}
