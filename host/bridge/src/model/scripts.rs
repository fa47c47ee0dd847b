//! The nouns of `scripts`: C# types of the project, as their sources and assemblies tell them.

use super::values::{ValueText, optional};
use crate::json::whole;
use serde::{Deserialize, Serialize};

/// One type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptType {
    /// Full name.
    pub type_name: String,
    /// Asset path; `None` where only an assembly has it, or Unity itself.
    pub path: Option<String>,
    pub assembly: Option<String>,
    /// From its own base type to the last that is known, then its interfaces.
    pub bases: Vec<String>,
    /// With arguments, without brackets.
    pub attributes: Vec<String>,
    /// In the order that Unity serializes.
    pub fields: Vec<ScriptField>,
    /// Those that its own sources declare, itself first where it is one.
    #[serde(default)]
    pub enums: Vec<ScriptEnum>,
    /// Unity's messages that it has, such as `Awake`.
    pub messages: Vec<String>,
    /// Public ones that it declares, as C# writes them.
    pub methods: Vec<String>,
    /// What could not be told, one sentence each.
    pub not_known: Vec<String>,
}

/// One serialized field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptField {
    pub name: String,
    /// As written in C#.
    pub type_name: String,
    /// Where the initializer is a plain value.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub default: Option<ValueText>,
    /// With arguments, without brackets.
    pub attributes: Vec<String>,
    /// False where `HideInInspector` stands on it.
    pub shown: bool,
    /// The base type that declares it.
    pub declared_in: Option<String>,
}

/// One enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptEnum {
    /// Full name.
    pub type_name: String,
    /// It has `[Flags]`.
    pub is_flags: bool,
    /// Name and value; `None` where the value is no plain one.
    #[serde(with = "whole::named")]
    pub members: Vec<(String, Option<i64>)>,
}
