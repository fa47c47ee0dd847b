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
    /// Full name.
    pub type_name: String,
    /// Asset path; `None` if the type exists only in an assembly or in Unity itself.
    pub path: Option<String>,
    pub assembly: Option<String>,
    /// From its direct base type to the last known one, then its interfaces.
    pub bases: Vec<String>,
    /// With arguments, without brackets.
    pub attributes: Vec<String>,
    /// In the order in which Unity serializes them.
    pub fields: Vec<ScriptField>,
    /// The enumerations that its own sources declare; first the type itself if it is one.
    #[serde(default)]
    pub enums: Vec<ScriptEnum>,
    /// Unity messages that it implements, such as `Awake`.
    pub messages: Vec<String>,
    /// Its own public methods, as written in C#.
    pub methods: Vec<String>,
    /// Facts that could not be determined, one sentence each.
    pub not_known: Vec<String>,
}

/// One serialized field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptField {
    pub name: String,
    /// As written in C#.
    pub type_name: String,
    /// The default value, if the initializer is a plain value.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub default: Option<ValueText>,
    /// With arguments, without brackets.
    pub attributes: Vec<String>,
    /// False if it has `HideInInspector`.
    pub shown: bool,
    /// The base type that declares it.
    pub declared_in: Option<String>,
}

/// One enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptEnum {
    /// Full name.
    pub type_name: String,
    /// It has `[Flags]`.
    pub is_flags: bool,
    /// Name and value; `None` if the value is not a plain value.
    #[serde(with = "whole_numbers::named")]
    pub members: Vec<(String, Option<i64>)>,
}
