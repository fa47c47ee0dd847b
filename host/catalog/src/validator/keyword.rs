//! The compiled form of a schema: nodes that contain keywords, which refer to other nodes by index.

use super::pattern::Pattern;
use super::value::Kind;
use serde_json::{Number, Value};
use std::collections::HashMap;
use std::sync::Arc;

pub(super) type NodeId = usize;
pub(super) const ROOT: NodeId = 0;

#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) keywords: Vec<Keyword>,
    /// True if several references lead to this node (compiled subschema) and its check takes more than one step. The
    /// results of such a node are stored.
    pub(super) shared: bool,
}

/// The keyword `type`: the allowed kinds, and their names for messages.
#[derive(Debug)]
pub(super) struct Types {
    pub(super) kinds: Vec<Kind>,
    /// True if `integer` is among the types. Then a number without a fraction fits.
    pub(super) integer: bool,
    pub(super) words: String,
}

#[derive(Debug)]
pub(super) enum Keyword {
    /// The schema `false`: a keyword that no value satisfies.
    Never,
    Type(Types),
    Enum(Vec<Value>),
    Const(Value),
    Minimum(Number),
    Maximum(Number),
    ExclusiveMinimum(Number),
    ExclusiveMaximum(Number),
    MultipleOf(Number),
    MinLength(u64),
    MaxLength(u64),
    Pattern(Arc<Pattern>),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    MinProperties(u64),
    MaxProperties(u64),
    Required(Vec<String>),
    DependentRequired(Vec<(String, Vec<String>)>),
    Members(Members),
    PropertyNames(NodeId),
    Elements(Elements),
    Contains {
        node: NodeId,
        min: u64,
        max: Option<u64>,
    },
    Ref(NodeId),
    AllOf(Vec<NodeId>),
    AnyOf(Vec<NodeId>),
    OneOf(Vec<NodeId>),
    Not(NodeId),
    If {
        condition: NodeId,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    },
    DependentSchemas(Vec<(String, NodeId)>),
    /// The keyword `unevaluatedItems`. `home` is the node that contains it; the other keywords of `home` decide which
    /// items count as evaluated. `node` is its subschema.
    UnevaluatedItems {
        home: NodeId,
        node: NodeId,
    },
    UnevaluatedProperties {
        home: NodeId,
        node: NodeId,
    },
}

/// The keywords `properties`, `patternProperties` and `additionalProperties`, which together cover an object's members.
#[derive(Debug, Default)]
pub(super) struct Members {
    pub(super) named: HashMap<String, NodeId>,
    pub(super) patterns: Vec<(Arc<Pattern>, NodeId)>,
    pub(super) rest: Option<NodeId>,
}

/// The keywords `prefixItems` and `items`, which together cover the items of an array.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub(super) prefix: Vec<NodeId>,
    pub(super) rest: Option<NodeId>,
}

impl Keyword {
    /// Returns the subschemas that the keyword applies to the same value, not to its members or items.
    pub(super) fn in_place_subschemas(&self) -> Vec<NodeId> {
        match self {
            Self::Ref(node) | Self::Not(node) => vec![*node],
            Self::AllOf(nodes) | Self::AnyOf(nodes) | Self::OneOf(nodes) => nodes.clone(),
            Self::If {
                condition,
                then,
                otherwise,
            } => [Some(*condition), *then, *otherwise].into_iter().flatten().collect(),
            Self::DependentSchemas(list) => list.iter().map(|(_, node)| *node).collect(),
            _ => Vec::new(),
        }
    }
}
