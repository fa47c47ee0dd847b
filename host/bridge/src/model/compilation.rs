//! The data types of the package `authoring`: sources that were written, and the messages of the C# compiler.

use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// The severity of a message of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The assembly was not compiled.
    Error,
    Warning,
}

/// One message of the compiler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Diagnostic {
    pub severity: Severity,
    /// Asset path of the source; `None` if the message belongs to no source.
    pub path: Option<String>,
    /// Line of the source, from 1; `None` if it is unknown. `column` likewise.
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// Code of the message, such as `CS0103`; `None` if it has none.
    pub code: Option<String>,
    /// Text of the message, without path and code.
    pub message: String,
}

/// The result of the last compilation of all scripts in an editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Compilation {
    /// True if no assembly has an error.
    pub succeeded: bool,
    /// Errors first, then warnings; at most 200 messages.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of all messages.
    #[serde(with = "whole_numbers")]
    pub total: u64,
}

/// The answer about the last compilation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct LastCompilation {
    /// `None` if the editor compiled nothing since it started.
    pub last: Option<Compilation>,
}

/// The result of writing one C# source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct WrittenSource {
    /// Asset path of the source.
    pub path: String,
    /// Id of the entry in the edit journal; 0 if the source already had this text.
    #[serde(with = "whole_numbers")]
    pub entry: u64,
    /// True if the source is new.
    pub created: bool,
    /// Hexadecimal SHA-256 of the new text in UTF-8, without a byte order mark.
    pub digest: String,
    /// The compilation that followed; `None` in a project folder.
    pub compilation: Option<Compilation>,
}
