//! The layout of a value in a file: on the line of its key (flow style), or on the lines below it (block style).

use super::fields::{Field, Item};
use super::node::Node;
use std::borrow::Cow;

/// The layout of one value in a file: on one line or as a block. A value's content does not always determine it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    /// A map or list in flow style: `{…}` or `[…]` with content.
    Flow,
    /// An empty map or list: `{}` or `[]`.
    Empty,
    Map(Vec<Self>),
    List(Vec<Self>),
}

/// The layout of a value and its parts in a file: blocks, or on one line. Later values of the field keep this layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout(pub(super) Form);

impl Layout {
    /// Returns the layout for a value of one of Unity's built-in types. Small structures such as vectors are on one
    /// line, all other values are blocks.
    pub fn for_builtin_type(node: &Node<'_>) -> Self {
        match node {
            Node::Map(entries) if !is_flow(entries) => {
                Self::map(entries.iter().map(|(_, value)| Self::for_builtin_type(value)))
            }
            Node::List(items) if !items.is_empty() => Self::list(items.iter().map(Self::for_builtin_type)),
            node => Self(Form::from_single_line(node)),
        }
    }

    /// Returns the layout of a block map: each of its parts begins on a new line.
    pub fn map(parts: impl Iterator<Item = Self>) -> Self {
        Self(Form::Map(parts.map(|part| part.0).collect()))
    }

    /// Returns the layout of a block list: each of its items begins on a new line.
    pub fn list(items: impl Iterator<Item = Self>) -> Self {
        Self(Form::List(items.map(|item| item.0).collect()))
    }

    /// Returns the layout of a value whose layout is unknown. Such a value is written only if its content determines
    /// the layout.
    pub fn unknown() -> Self {
        Self(Form::Empty)
    }

    /// Returns this layout, with each unknown part (`Empty`) replaced by the part of `other` at the same position.
    #[must_use]
    pub fn or_if_empty(self, other: &Self) -> Self {
        Self(self.0.or_previous(Some(&other.0)))
    }

    /// Returns the approximate memory of this layout in bytes.
    pub fn weight(&self) -> usize {
        self.0.weight()
    }
}

impl Field<'_> {
    /// Returns the layout of the field's value in the file; `None` if the value is not valid.
    pub fn layout(&self) -> Option<Layout> {
        Some(Layout(Form::from_field(self, &self.node().ok()?)))
    }
}

impl Form {
    fn weight(&self) -> usize {
        let below = match self {
            Self::Map(forms) | Self::List(forms) => forms.as_slice(),
            _ => &[],
        };
        size_of::<Self>() + below.iter().map(Self::weight).sum::<usize>()
    }

    pub(super) fn or_previous(self, before: Option<&Self>) -> Self {
        match (self, before) {
            (Self::Empty, Some(before)) => before.clone(),
            (Self::Map(forms), Some(Self::Map(before))) if forms.len() == before.len() => {
                let pairs = forms.into_iter().zip(before);
                Self::Map(pairs.map(|(form, before)| form.or_previous(Some(before))).collect())
            }
            (Self::List(forms), Some(Self::List(before))) => {
                let rest = before.iter().skip(forms.len()).cloned();
                let forms = forms.into_iter().enumerate();
                Self::List(
                    forms
                        .map(|(at, form)| form.or_previous(before.get(at)))
                        .chain(rest)
                        .collect(),
                )
            }
            (form, _) => form,
        }
    }

    pub(super) fn from_field(field: &Field<'_>, node: &Node<'_>) -> Self {
        match node {
            Node::Map(_) if !field.raw().starts_with('{') => Self::Map(field_forms(field.fields())),
            Node::List(_) if !field.raw().starts_with('[') => {
                Self::List(field.items().map(|item| Self::from_item(&item)).collect())
            }
            node => Self::from_single_line(node),
        }
    }

    pub(super) fn from_item(item: &Item<'_>) -> Self {
        match item.node() {
            Ok(Node::Map(_)) if !item.raw().starts_with('{') => Self::Map(field_forms(item.fields())),
            Ok(node) => Self::from_single_line(&node),
            Err(_) => Self::Text,
        }
    }

    fn from_single_line(node: &Node<'_>) -> Self {
        match node {
            Node::Text(_) => Self::Text,
            Node::List(items) if items.is_empty() => Self::Empty,
            Node::Map(entries) if entries.is_empty() => Self::Empty,
            _ => Self::Flow,
        }
    }
}

fn field_forms(fields: super::Fields<'_>) -> Vec<Form> {
    fields
        .map(|field| field.node().map_or(Form::Text, |node| Form::from_field(&field, &node)))
        .collect()
}

/// True if Unity writes a map with these keys on one line: references, vectors, quaternions, colors of four numbers.
pub(super) fn is_flow(entries: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    let keys: Vec<&str> = entries.iter().map(|(key, _)| &**key).collect();
    matches!(
        keys.as_slice(),
        [] | ["fileID"]
            | ["fileID", "guid", "type"]
            | ["x", "y"]
            | ["x", "y", "z"]
            | ["x", "y", "z", "w"]
            | ["r", "g", "b", "a"]
    )
}
