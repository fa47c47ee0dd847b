//! The nouns of `members`.

use serde::{Deserialize, Serialize};

/// One field of a component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Member {
    /// Serialized name, e.g. `m_Intensity`; with dots where it was asked for so.
    pub name: String,
    /// C# name, e.g. `intensity`, where it is known and another.
    pub csharp_name: Option<String>,
    /// What kind of value, e.g. `float`, `Vector3`, `PPtr<Material>`.
    pub type_name: String,
    /// The value as JSON text.
    #[serde(with = "crate::naming::json_text")]
    pub value: String,
}

/// What a component and a member name stand for: the words that allowlists know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ResolvedMember {
    /// The component's position on its object.
    pub component: u32,
    /// The component's full type name.
    pub type_name: String,
    /// Serialized name of the member that the path begins with, e.g. `m_LocalPosition`.
    pub member: String,
    /// Its C# name, where it is known and another, e.g. `localPosition`.
    pub csharp_name: Option<String>,
    /// What follows the member, e.g. `.x` or `[2]`; empty for the member itself.
    pub rest: String,
}
