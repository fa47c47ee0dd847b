//! The data types of `members`: fields of components and their resolved names.

use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// One field of a component with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Member {
    /// Serialized name of the field, e.g. `m_Intensity`; a path with dots if the request contained one.
    pub name: String,
    /// C# name of the field, e.g. `intensity`, if it is known and differs.
    pub csharp_name: Option<String>,
    /// The type of the field's value, e.g. `float`, `Vector3`, `PPtr<Material>`.
    pub type_name: String,
    /// The value of the field as JSON text.
    #[serde(with = "crate::naming::json_text")]
    pub value: String,
}

/// A resolved component and member, with the names that allowlists contain.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ResolvedMember {
    /// Position of the component on its object, from 0; the Transform is first.
    pub component: u32,
    /// Full type name of the component.
    #[bounds(component_type)]
    pub type_name: String,
    /// Serialized name of the member that the path begins with, e.g. `m_LocalPosition`.
    #[bounds(member_name)]
    pub member: String,
    /// C# name of the member, if it is known and differs, e.g. `localPosition`.
    #[bounds(any)]
    pub csharp_name: Option<String>,
    /// The part of the requested path after the member, e.g. `.x` or `[2]`; empty for the member itself.
    #[bounds(at_most(TEXT))]
    pub rest: String,
}
