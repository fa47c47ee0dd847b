//! The nouns of what a running Unity does: pictures, test runs, commands that it announces.

use serde::{Deserialize, Serialize};

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Picture {
    /// PNG. Not in the JSON: it travels as bytes (`Reply::split`).
    #[serde(skip)]
    pub png: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Where it was written, if it was.
    pub file_path: Option<String>,
    /// What is not drawn, one phrase each; empty for a real screenshot.
    pub not_drawn: Vec<String>,
}

/// Which tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestMode {
    Edit,
    Play,
}

/// What a test run came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TestRun {
    pub passed: u32,
    pub failed: u32,
    pub skipped: u32,
    pub failures: Vec<TestFailure>,
}

/// One failed test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TestFailure {
    /// Full name.
    pub name: String,
    pub message: String,
    pub stack_trace: Option<String>,
}

/// A command that a running Unity announces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AnnouncedCommand {
    pub name: String,
    /// One sentence.
    pub description: String,
    /// JSON Schema.
    pub input_schema: String,
}
