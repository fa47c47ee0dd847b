//! The nouns of `hooks`, `console-scripts` and `console-eval`.

use crate::json::whole;
use serde::{Deserialize, Serialize};

/// One hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Hook {
    /// `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    pub signature: String,
    pub enabled: bool,
    /// `None` where it fires, else why it does not.
    pub not_firing: Option<String>,
}

/// One method that may be hooked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Script {
    /// File name.
    pub name: String,
    /// Path as the caller may give it back.
    pub path: String,
}

/// A script's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptFile {
    pub name: String,
    pub path: String,
    /// At most 256 KiB, without BOM.
    pub content: String,
    /// Of the whole file, with BOM.
    #[serde(with = "whole")]
    pub size_bytes: u64,
    /// RFC 3339, UTC.
    pub last_modified: String,
    /// Whether `content` was cut.
    pub truncated: bool,
}

/// The startup script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StartupScript {
    pub enabled: bool,
    /// Where it is, or would be.
    pub path: String,
    /// `None` where there is none.
    pub content: Option<String>,
}

/// What running C# came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Evaluated {
    /// The value as text.
    pub output: String,
    /// Log lines written meanwhile.
    pub logs: Vec<String>,
    /// The value as JSON, where it has that form.
    pub value: Option<String>,
}
