//! The data types of `hooks`, `console-scripts` and `console-eval`.

use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// A hook on one method of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Hook {
    /// Full signature of the hooked method, e.g. `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
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
    /// Full signature of the method, in the format of `Hook::signature`.
    pub signature: String,
    /// Where the host found the method: `source`, `assembly` or `table`.
    pub origin: String,
    /// True if every type in the signature is known.
    pub resolved: bool,
}

/// One C# script file that the console can run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Script {
    /// Name of the file, without its folder.
    pub name: String,
    /// Path of the file, which the caller may pass to other functions.
    pub path: String,
}

/// A C# script file of the console, with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptFile {
    pub name: String,
    pub path: String,
    /// The text of the file, at most 256 KiB, without BOM.
    pub content: String,
    /// Size of the whole script file in bytes, with BOM.
    #[serde(with = "whole_numbers")]
    pub size_bytes: u64,
    /// Time of the last change of the script file: RFC 3339, UTC.
    #[weight(0)]
    pub last_modified: String,
    /// True if `content` is shorter than the file.
    pub truncated: bool,
}

/// The startup script: C# code that the console runs at its start, if enabled. Its file may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct StartupScript {
    pub enabled: bool,
    /// The path of the startup script, also if the file does not exist.
    pub path: String,
    /// The text of the script; `None` if the file does not exist.
    pub content: Option<String>,
}

/// The result of running C# code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Evaluated {
    /// The value of the evaluated code, as text.
    pub output: String,
    /// Log lines that were written while the code ran.
    pub logs: Vec<String>,
    /// The value as JSON text; `None` if it cannot be represented as JSON.
    pub value: Option<String>,
}
