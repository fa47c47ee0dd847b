//! The nouns of `query`: where to look, what has to hold, what is told.

use super::values::optional;
use super::{CursorPage, FieldPath, ObjectId, Skipped, ValueText};
use crate::json::whole;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Where to look. What is not loaded is read beside the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The loaded scenes.
    Loaded,
    /// All scenes and prefabs.
    Project,
    Scenes,
    Prefabs,
    /// These asset paths.
    Files(Vec<String>),
    /// One that this version does not name.
    Other(String),
}

/// How a value is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Op {
    Equal,
    Unequal,
    /// This and the next three: numbers only.
    Greater,
    AtLeast,
    Less,
    AtMost,
    /// A text has the part, case ignored; a list has the item.
    Contains,
    /// `*` and `?`, case ignored.
    Matches,
    /// There is one and it is not null; takes no value.
    Exists,
    /// A reference to something that is not there; takes no value.
    Missing,
    /// One that this version does not name.
    Other(String),
}

/// One comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Test {
    /// A fact, or a field's path.
    pub path: String,
    pub op: Op,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub value: Option<ValueText>,
}

/// True where one component of the type passes all tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ComponentTest {
    pub type_name: String,
    /// Empty = that there is such a component.
    pub tests: Vec<Test>,
}

/// One node of the filter. Numbers are positions of earlier nodes; each node stands below one other at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FilterNode {
    All(Vec<u32>),
    Any(Vec<u32>),
    Not(u32),
    Component(ComponentTest),
    /// About the object itself.
    Fact(Test),
    /// It is a descendant of this object.
    Under(ObjectId),
    /// One that this version does not name.
    Other(String, ValueText),
}

/// One column of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Column {
    Fact(String),
    /// Several components of the type give an array.
    Field(FieldPath),
    /// One that this version does not name.
    Other(String),
}

/// What a row is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    Object,
    /// A component of that type.
    Component(String),
    /// One that this version does not name.
    Other(String),
}

/// One key of the order; what is equal in all keys stands in hierarchy order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OrderKey {
    pub column: Column,
    /// Largest first.
    pub descending: bool,
}

/// A query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct QueryRequest {
    pub scope: Scope,
    /// The last node is the root; empty = everything; at most 64.
    pub filter: Vec<FilterNode>,
    pub per: Per,
    /// At most 32.
    pub select: Vec<Column>,
    /// At most 4.
    pub order: Vec<OrderKey>,
    pub page: CursorPage,
}

/// What stands in one column of a row; none where there is no such field on it, which is not a field that holds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell(pub Option<ValueText>);

/// As a list of one or none: `null` is a value.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(&self.0)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let values = Vec::<ValueText>::deserialize(from)?;
        Ok(Self(values.into_iter().next()))
    }
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct QueryRow {
    pub object: ObjectId,
    /// Asset path of its scene or prefab.
    pub file: String,
    /// Hierarchy path, made unique: `/Spawn[2]`.
    pub path: String,
    /// Position of the component, where a row is one.
    pub component: Option<u32>,
    /// In the order of `select`.
    pub cells: Vec<Cell>,
}

/// One page of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct QueryAnswer {
    /// Rows in all, or so far where `complete` is false.
    #[serde(with = "whole")]
    pub total: u64,
    /// False where a time guard ended the search.
    pub complete: bool,
    pub rows: Vec<QueryRow>,
    pub next: Option<String>,
    /// At most 20 of them.
    pub not_searched: Vec<Skipped>,
    #[serde(with = "whole")]
    pub not_searched_total: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_this_version_does_not_name_travels_with_its_name() {
        for sent in [
            r#"{"other":"nearby"}"#,
            r#"{"files":["Assets/A.unity"]}"#,
            r#""project""#,
        ] {
            let read: Scope = serde_json::from_str(sent).expect("readable");
            assert_eq!(serde_json::to_string(&read).expect("writable"), sent);
        }
        let sent =
            r#"[{"other":["touching",{"of":[1.50,null]}]},{"not":0},{"fact":{"path":"tag","op":{"other":"sounds"}}}]"#;
        let read: Vec<FilterNode> = serde_json::from_str(sent).expect("readable");
        assert_eq!(serde_json::to_string(&read).expect("writable"), sent);
    }
}
