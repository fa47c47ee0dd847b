//! The data types of `query`: scope, filter, columns and results.

use super::values::optional;
use super::{CursorPage, FieldPath, ObjectId, Skipped, ValueText};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The files that a query searches. Scenes that are not loaded are read without loading them.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// All scenes that are loaded at present.
    Loaded,
    /// All scenes and prefabs of the project.
    Project,
    Scenes,
    Prefabs,
    /// The files with these asset paths.
    Files(#[bounds(scope_files)] Vec<String>),
    /// All scenes except those with these asset paths. No guest can request it: the host excludes the scenes that an
    /// editor has loaded and searches itself.
    ScenesExcept(#[bounds(scope_files)] Vec<String>),
    /// All scenes except those with these asset paths, and all prefabs. No guest can request it either.
    ProjectExcept(#[bounds(scope_files)] Vec<String>),
    /// A scope that this version does not know.
    Other(#[bounds(later)] String),
}

/// A comparison operator of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Op {
    Equal,
    Unequal,
    /// The number is greater than the value. `Greater`, `AtLeast`, `Less` and `AtMost` compare numbers only.
    Greater,
    AtLeast,
    Less,
    AtMost,
    /// The text contains the value as substring, case ignored, or the list contains the value as item.
    Contains,
    /// The text matches the glob pattern that the value contains, with `*` and `?`, case ignored.
    Matches,
    /// The field exists and is not null; takes no value.
    Exists,
    /// The field is a reference whose target does not exist; takes no value.
    Missing,
    /// An operator that this version does not know.
    Other(String),
}

/// One comparison of a query: a fact or field, an operator, and a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Test {
    /// The fact of the object that is compared, such as `tag`, or the path of the compared field.
    pub path: String,
    pub op: Op,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub value: Option<ValueText>,
}

/// A filter for components: true if one component of the type passes all tests.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bounds(at = "filter")]
#[serde(rename_all = "kebab-case")]
pub struct ComponentTest {
    #[bounds(listed_name)]
    pub type_name: String,
    /// The tests that one component must pass; an empty list only requires that such a component exists.
    #[bounds(list(64, "tests", by_type))]
    pub tests: Vec<Test>,
}

/// One node of the filter of a query: a condition, or a combination of earlier nodes, given by position from 0. Each
/// node has at most one parent.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FilterNode {
    All(#[bounds(any)] Vec<u32>),
    Any(#[bounds(any)] Vec<u32>),
    Not(u32),
    Component(ComponentTest),
    /// Tests a fact of the object itself, such as its tag.
    Fact(Test),
    /// True if the tested object is a descendant of the object with this id.
    Under(ObjectId),
    /// A kind of filter node that this version does not know: its name and its JSON.
    Other(#[bounds(later)] String, #[bounds(any)] ValueText),
}

/// One requested column of the answer to a query: a fact about the object, or a field of a component.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Column {
    Fact(#[bounds(name = "", listed_name)] String),
    /// The value of a field; the cell is an array if the object has several components of the type.
    Field(#[bounds(name = "", column_field)] FieldPath),
    /// A kind of column that this version does not know.
    Other(#[bounds(later)] String),
}

/// What one row of the answer to a query represents: an object, or a component.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    Object,
    /// One row for each component of that type.
    Component(#[bounds(listed_name)] String),
    /// A kind of row that this version does not know.
    Other(#[bounds(later)] String),
}

/// One sort key of a query; rows that are equal in all keys are in hierarchy order.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OrderKey {
    #[bounds(name = "")]
    pub column: Column,
    /// True sorts the largest value first.
    pub descending: bool,
}

/// A request for the objects or components that match a filter.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct QueryRequest {
    pub scope: Scope,
    /// The nodes of the filter, at most 64. The last node is the root; an empty list matches everything.
    #[bounds(filter_nodes)]
    pub filter: Vec<FilterNode>,
    pub per: Per,
    /// The columns of the answer, at most 32.
    #[bounds(list(32, "columns", by_type))]
    pub select: Vec<Column>,
    /// The sort keys, most significant first, at most 4.
    #[bounds(list(4, "keys", by_type))]
    pub order: Vec<OrderKey>,
    pub page: CursorPage,
}

/// The content of one column of a row. `None` means that the field does not exist, in contrast to an empty field.
#[derive(Clone, Debug, PartialEq, Eq, Weight)]
#[weight(16)]
pub struct Cell(pub Option<ValueText>);

/// Serializes the cell as a list of at most one item: an empty list means no value, because `null` is a value.
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

/// One row of the answer to a query: an object or component, with the values of the requested columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct QueryRow {
    pub object: ObjectId,
    /// Asset path of the scene or prefab that contains the object.
    pub file: String,
    /// Hierarchy path that is unique in its file, e.g. `/Spawn[2]`.
    pub path: String,
    /// Position of the component on its object, if the row represents a component.
    pub component: Option<u32>,
    /// The values of the columns, in the order of `select`.
    pub cells: Vec<Cell>,
}

/// One page of the rows that match a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct QueryAnswer {
    /// The total number of rows, or the number so far if `complete` is false.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// False if a time limit ended the search before all files were searched.
    pub complete: bool,
    #[listed]
    pub rows: Vec<QueryRow>,
    pub next: Option<String>,
    /// Files that were not searched, at most 20.
    pub not_searched: Vec<Skipped>,
    #[serde(with = "whole_numbers")]
    pub not_searched_total: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_variants_round_trip_with_their_names() {
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
