//! The data types for functions of running instances: pictures, test runs, announced commands.

use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// One picture of a game or a scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Picture {
    /// The image as PNG. It is not part of the JSON, but is sent as bytes (`Reply::split`).
    #[serde(skip)]
    pub png: Vec<u8>,
    /// Width of the picture in pixels.
    pub width: u32,
    /// Height of the picture in pixels.
    pub height: u32,
    /// The path of the picture file, if one was written.
    pub file_path: Option<String>,
    /// Parts of the scene that were not drawn, one phrase each; empty for a real screenshot.
    pub not_drawn: Vec<String>,
}

/// The kind of tests to run: edit mode or play mode.
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

/// One failed test with its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct TestFailure {
    /// Full name of the test.
    pub name: String,
    pub message: String,
    pub stack_trace: Option<String>,
}

/// A command that a running instance announces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct AnnouncedCommand {
    pub name: String,
    /// One sentence that describes the command for users and agents.
    pub description: String,
    /// JSON Schema of the command's parameters, as text.
    pub input_schema: String,
}
