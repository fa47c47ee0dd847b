//! One field of a component set in this session: its path and its new value.

use super::mods::Change;
use crate::yaml::Node;
use std::borrow::Cow;
use std::fmt::{self, Write};

/// One step down from a component's fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Key(String),
    Index(usize),
}

/// A way down from a component's fields; the first step is a key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FieldPath(pub Vec<Step>);

/// A field and the value that this session gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldEdit {
    pub path: FieldPath,
    pub value: Node<'static>,
}

impl FieldPath {
    /// True where this is `other` or lies below it.
    pub(crate) fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The value at the end of the path; `None` where the tree has no such place.
    pub(crate) fn find<'t, 'a>(&self, tree: &'t Node<'a>) -> Option<&'t Node<'a>> {
        self.0.iter().try_fold(tree, |node, step| match (node, step) {
            (Node::Map(_), Step::Key(key)) => node.get(key),
            (Node::List(items), Step::Index(at)) => items.get(*at),
            _ => None,
        })
    }

    fn find_mut<'t, 'a>(&self, tree: &'t mut Node<'a>) -> Option<&'t mut Node<'a>> {
        self.0.iter().try_fold(tree, |node, step| match (node, step) {
            (Node::Map(entries), Step::Key(key)) => {
                let found = entries.iter_mut().find(|(known, _)| known == key);
                found.map(|(_, value)| value)
            }
            (Node::List(items), Step::Index(at)) => items.get_mut(*at),
            _ => None,
        })
    }
}

/// `m_Shadows.m_Type`, `m_Materials[0]`.
impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if at == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl FieldEdit {
    /// Puts the value into a component's tree; false where the tree has no such place.
    pub(crate) fn lay_over(&self, body: &mut Node<'_>) -> bool {
        match self.path.find_mut(body) {
            Some(node) => {
                *node = self.value.clone();
                true
            }
            None => false,
        }
    }

    /// The text, where this sets the top field `key` to a plain value.
    pub(super) fn plain(&self, key: &str) -> Option<&str> {
        match (self.path.0.as_slice(), &self.value) {
            ([Step::Key(known)], Node::Text(text)) if known == key => Some(text),
            _ => None,
        }
    }

    /// In the form of an instance's rows; a list or structure has none.
    pub(super) fn as_change(&self) -> Option<Change> {
        let mut path = String::new();
        for step in &self.path.0 {
            match step {
                Step::Key(key) if path.is_empty() => path.push_str(key),
                Step::Key(key) => path.extend([".", key]),
                // Writing into a text cannot fail.
                Step::Index(at) => write!(path, ".Array.data[{at}]").ok()?,
            }
        }
        let reference = self.value.file_ref();
        let value = match &self.value {
            Node::Text(text) => Cow::into_owned(text.clone()),
            Node::Map(_) if self.value.get("fileID").is_some() => String::new(),
            _ => return None,
        };
        Some(Change { path, value, reference })
    }
}
