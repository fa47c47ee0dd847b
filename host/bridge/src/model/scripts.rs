//! The data types of `scripts`: C# types of the project, read from sources and assemblies.

use super::values::{ValueText, optional};
use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// The description of one C# type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(128)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptType {
    /// Full name of the type.
    pub type_name: String,
    /// Asset path of the source; `None` if the type exists only in an assembly or in Unity itself.
    pub path: Option<String>,
    pub assembly: Option<String>,
    /// Base types of the type, from the direct one to the last known one, followed by the interfaces.
    pub bases: Vec<String>,
    /// Attributes of the type with their arguments, without brackets.
    pub attributes: Vec<String>,
    /// Serialized fields of the type, in the order in which Unity serializes them.
    pub fields: Vec<ScriptField>,
    /// The enumerations that the sources of the type declare. If the type is an enumeration, it is first.
    #[serde(default)]
    pub enums: Vec<ScriptEnum>,
    /// Unity messages that the type implements, such as `Awake`.
    pub messages: Vec<String>,
    /// Public methods that the type itself declares, as written in C#.
    pub methods: Vec<String>,
    /// Facts about the type that could not be determined, one sentence each.
    pub not_known: Vec<String>,
}

/// One field that Unity serializes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptField {
    pub name: String,
    /// Type of the field, as written in C#.
    pub type_name: String,
    /// The default value of the field, if its initializer is a plain value.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub default: Option<ValueText>,
    /// Attributes of the field with their arguments, without brackets.
    pub attributes: Vec<String>,
    /// True if the inspector shows the field, that is, without the attribute `HideInInspector`.
    pub shown: bool,
    /// Full name of the base type that declares the field; `None` if the described type declares it.
    pub declared_in: Option<String>,
}

/// One C# enumeration with its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptEnum {
    /// Full name of the enumeration.
    pub type_name: String,
    /// True if the enumeration has `[Flags]`.
    pub is_flags: bool,
    /// Names and values of the members; `None` if the value is not a plain number.
    #[serde(with = "whole_numbers::named")]
    pub members: Vec<(String, Option<i64>)>,
}
