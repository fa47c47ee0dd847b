//! The data types of `hooks`, `console-scripts` and `console-eval`.

use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// One hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Hook {
    /// `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    pub signature: String,
    pub enabled: bool,
    /// The reason why the hook does not fire; `None` if it fires.
    pub not_firing: Option<String>,
}

/// One method that may be hooked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct HookMethod {
    pub name: String,
    /// In the form of `Hook::signature`.
    pub signature: String,
    /// `source`, `assembly` or `table`.
    pub origin: String,
    /// Whether every type in it is known.
    pub resolved: bool,
}

/// One script file of the console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Script {
    /// File name.
    pub name: String,
    /// A path that the caller may pass back.
    pub path: String,
}

/// A script's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptFile {
    pub name: String,
    pub path: String,
    /// At most 256 KiB, without BOM.
    pub content: String,
    /// Size of the whole file, with BOM.
    #[serde(with = "whole_numbers")]
    pub size_bytes: u64,
    /// RFC 3339, UTC.
    #[weight(0)]
    pub last_modified: String,
    /// Whether `content` was cut.
    pub truncated: bool,
}

/// The startup script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct StartupScript {
    pub enabled: bool,
    /// The path of the file, also if the file does not exist.
    pub path: String,
    /// `None` if the file does not exist.
    pub content: Option<String>,
}

/// The result of running C# code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Evaluated {
    /// The value as text.
    pub output: String,
    /// Log lines that were written while it ran.
    pub logs: Vec<String>,
    /// The value as JSON, if it has a JSON form.
    pub value: Option<String>,
}
