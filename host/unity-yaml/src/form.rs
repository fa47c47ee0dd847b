//! How a value is laid out in a file: on the line of its key, or as a block below it.

use super::fields::{Field, Item};
use super::node::Node;

/// The layout of one value, which its content does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    /// `{…}` or `[…]` with something in it.
    Flow,
    /// `{}` or `[]`.
    Empty,
    Map(Vec<Self>),
    List(Vec<Self>),
}

impl Form {
    /// Of the field's value, which was read as `node`.
    pub(super) fn of(field: &Field<'_>, node: &Node<'_>) -> Self {
        match node {
            Node::Map(_) if !field.raw().starts_with('{') => Self::Map(below(field.fields())),
            Node::List(_) if !field.raw().starts_with('[') => {
                Self::List(field.items().map(|item| Self::of_item(&item)).collect())
            }
            node => Self::of_line(node),
        }
    }

    pub(super) fn of_item(item: &Item<'_>) -> Self {
        match item.node() {
            Ok(Node::Map(_)) if !item.raw().starts_with('{') => Self::Map(below(item.fields())),
            Ok(node) => Self::of_line(&node),
            Err(_) => Self::Text,
        }
    }

    fn of_line(node: &Node<'_>) -> Self {
        match node {
            Node::Text(_) => Self::Text,
            Node::List(items) if items.is_empty() => Self::Empty,
            Node::Map(entries) if entries.is_empty() => Self::Empty,
            _ => Self::Flow,
        }
    }
}

fn below(fields: super::Fields<'_>) -> Vec<Form> {
    fields
        .map(|field| field.node().map_or(Form::Text, |node| Form::of(&field, &node)))
        .collect()
}
