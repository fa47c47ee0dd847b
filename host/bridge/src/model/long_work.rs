//! The data types of long work in an editor: builds and changes of packages.
//!
//! Belongs here: the types of `build-run` and `packages-edit`. Does not: compilations (`compilation`), jobs over a link.

use super::Severity;
use crate::json::{number, whole_numbers};
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// One message of a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct BuildMessage {
    pub severity: Severity,
    pub text: String,
}

/// The result of a build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct BuildReport {
    /// False if the build failed.
    pub succeeded: bool,
    pub path: String,
    /// The build target.
    pub target: String,
    /// Size of the player in bytes; 0 for a failed build.
    #[serde(with = "whole_numbers")]
    pub bytes: u64,
    /// Duration of the build in seconds.
    #[serde(with = "number")]
    pub seconds: f64,
    /// Number of all errors. `warnings` likewise.
    pub errors: u32,
    pub warnings: u32,
    /// Errors first; at most 100.
    pub messages: Vec<BuildMessage>,
}

/// A package on which the project depends directly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ProjectPackage {
    pub name: String,
    /// The resolved version.
    pub version: String,
    /// Where it comes from, such as `registry` or `git`.
    pub source: String,
}
