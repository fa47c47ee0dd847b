//! The data types of `settings`: sections with their values.

use super::ValueText;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// One section of the project's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct SettingsSection {
    #[weight(0)]
    pub name: String,
    /// Names and values, in the order of the file or of Unity's window. The value of a collision matrix lists layers.
    pub values: Vec<(String, ValueText)>,
    /// Values of the section that this answer leaves out, one sentence each.
    pub left_out: Vec<String>,
}
