//! Search for the fields in which two components of one type differ.
//!
//! This module walks both trees in parallel; `pairs` decides which components correspond.

use super::rows::ITEMS;
use crate::query::is_same_value;
use crate::values::field::Fields;
use serde_json::Value;
use std::collections::HashMap;
use unity_fields::property::{PropertyPath, Step};
use unity_fields::reference_walk::PREFAB_LINKS;
use unity_fields::{Kind, class};
use unity_yaml::Node;

/// Fields that are not compared: bookkeeping of Unity, and fields that follow from the hierarchy.
const WIRING: [&str; 10] = [
    "m_ObjectHideFlags",
    "m_EditorHideFlags",
    "m_EditorClassIdentifier",
    "m_GameObject",
    "m_Component",
    "m_Script",
    "serializedVersion",
    "references",
    "m_RootOrder",
    "m_LocalEulerAnglesHint",
];

/// Structures that are reported as one value if any member differs.
const WHOLE: [&str; 5] = ["Rect", "Bounds", "Matrix4x4", "AnimationCurve", "Gradient"];

/// Indexes of pairs of corresponding objects, by the id of the first and by the id of the second object.
pub(super) struct Families {
    pub(crate) one: HashMap<String, usize>,
    pub(crate) two: HashMap<String, usize>,
}

/// Returns the paths of fields with different values, in the order of the fields in the first component.
pub(super) fn differing_paths(one: &Fields<'_>, two: &Fields<'_>, families: &Families) -> Vec<PropertyPath> {
    let mut walk = Walk {
        one,
        two,
        families,
        path: PropertyPath::default(),
        found: Vec::new(),
    };
    walk.entries(one.tree(), two.tree(), true);
    walk.found
}

struct Walk<'w> {
    one: &'w Fields<'w>,
    two: &'w Fields<'w>,
    families: &'w Families,
    path: PropertyPath,
    found: Vec<PropertyPath>,
}

impl Walk<'_> {
    fn entries(&mut self, one: &Node<'_>, two: &Node<'_>, is_top: bool) {
        let names = one.entries().iter().map(|(key, _)| &**key);
        let others = two.entries().iter().map(|(key, _)| &**key);
        let added: Vec<&str> = others.filter(|key| one.get(key).is_none()).collect();
        for key in names.chain(added) {
            if !self.is_compared(key, is_top) {
                continue;
            }
            self.path.0.push(Step::Key(key.to_owned()));
            match (one.get(key), two.get(key)) {
                (Some(one), Some(two)) => self.node(one, two),
                // The default value of the missing field is unknown.
                _ => self.found.push(self.path.clone()),
            }
            self.path.0.pop();
        }
    }

    fn is_compared(&self, key: &str, is_top: bool) -> bool {
        let transform = is_top && class::is_transform(self.one.class()) && matches!(key, "m_Father" | "m_Children");
        let own_name = is_top && key == "m_Name" && self.one.class() == class::MONO_BEHAVIOUR;
        let wiring = is_top && (WIRING.contains(&key) || PREFAB_LINKS.contains(&key));
        !(transform || own_name || wiring || key == "serializedVersion")
    }

    fn node(&mut self, one: &Node<'_>, two: &Node<'_>) {
        if one == two && !holds_reference(one) {
            return;
        }
        let kind = self.one.kind_at(&self.path, one);
        match (one, two) {
            (Node::Text(text), Node::Text(other)) => {
                let number = |text: &str| text.trim().parse::<f64>().ok();
                let equal = text == other || number(text).is_some() && number(text) == number(other);
                self.tell(!equal);
            }
            (Node::Map(_), Node::Map(_)) if is_value(&kind, one) => {
                let value = |fields: &Fields<'_>| fields.value_at_path(&self.path, ITEMS).map(|(value, ..)| value);
                let equal = match (value(self.one), value(self.two)) {
                    (Some(one), Some(two)) => self.equal(&one, &two),
                    (one, two) => one == two,
                };
                self.tell(!equal);
            }
            (Node::Map(_), Node::Map(_)) => {
                let before = self.found.len();
                self.entries(one, two, false);
                if is_whole(&kind) && self.found.len() > before {
                    self.found.truncate(before);
                    self.tell(true);
                }
            }
            (Node::List(items), Node::List(others)) if items.len() == others.len() => {
                for (at, (item, other)) in items.iter().zip(others).enumerate() {
                    self.path.0.push(Step::Index(at));
                    self.node(item, other);
                    self.path.0.pop();
                }
            }
            _ => self.tell(true),
        }
    }

    fn tell(&mut self, differs: bool) {
        if differs {
            self.found.push(self.path.clone());
        }
    }

    /// Returns true if two JSON values are equal. References are also equal if their targets form a pair.
    fn equal(&self, one: &Value, two: &Value) -> bool {
        match (one, two) {
            (Value::Array(items), Value::Array(others)) => {
                items.len() == others.len() && items.iter().zip(others).all(|(item, other)| self.equal(item, other))
            }
            (Value::Object(parts), Value::Object(others)) => {
                let goal = |value: &Value| value.get("ref").and_then(Value::as_str).map(str::to_owned);
                let pair = goal(one).and_then(|goal| self.families.one.get(&goal));
                let other_pair = goal(two).and_then(|goal| self.families.two.get(&goal));
                if pair.is_some() || other_pair.is_some() {
                    return pair == other_pair && one.get("component") == two.get("component");
                }
                parts.len() == others.len()
                    && parts
                        .iter()
                        .all(|(name, part)| others.get(name).is_some_and(|other| self.equal(part, other)))
            }
            _ => is_same_value(one, two),
        }
    }
}

/// Returns true if the node contains a reference, so that equal texts do not mean equal values.
fn holds_reference(node: &Node<'_>) -> bool {
    match node {
        Node::Text(_) => false,
        Node::List(items) => items.iter().any(holds_reference),
        Node::Map(entries) => entries
            .iter()
            .any(|(key, value)| matches!(&**key, "fileID" | "rid") || holds_reference(value)),
    }
}

/// Returns true if a structure is compared by its JSON value instead of member by member.
fn is_value(kind: &Kind, node: &Node<'_>) -> bool {
    let managed = matches!(node.entries(), [(key, _)] if key == "rid" || key == "id");
    let simple = matches!(
        kind,
        Kind::Vector(_)
            | Kind::VectorInt(_)
            | Kind::Quaternion
            | Kind::VectorOrQuaternion
            | Kind::Color
            | Kind::Color32
            | Kind::PackedColor
            | Kind::LayerMask
            | Kind::Reference(_)
    );
    managed || simple
}

fn is_whole(kind: &Kind) -> bool {
    matches!(kind, Kind::Struct(Some(name)) if WHOLE.contains(&&**name))
}
