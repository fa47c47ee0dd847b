//! The data types for functions of running instances: pictures, test runs, announced commands.

use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Picture {
    /// PNG. It is not part of the JSON, but is sent as bytes (`Reply::split`).
    #[serde(skip)]
    pub png: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The path of the file, if it was written.
    pub file_path: Option<String>,
    /// Parts that were not drawn, one phrase each; empty for a real screenshot.
    pub not_drawn: Vec<String>,
}

/// The kind of tests.
#[derive(Bounds, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestMode {
    Edit,
    Play,
}

/// The result of a test run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct TestRun {
    pub passed: u32,
    pub failed: u32,
    pub skipped: u32,
    pub failures: Vec<TestFailure>,
}

/// One failed test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct TestFailure {
    /// Full name.
    pub name: String,
    pub message: String,
    pub stack_trace: Option<String>,
}

/// A command that a running instance announces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct AnnouncedCommand {
    pub name: String,
    /// One sentence.
    pub description: String,
    /// JSON Schema.
    pub input_schema: String,
}
