//! With what a test starts the host.
//!
//! Belongs here: the command line that a test builds. Does not: running it (`host.rs`).

use crate::host::TestHost;
use anyhow::Result;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How the host is started. Nothing given: the bundled tools on the embedded sample project, read-only.
#[derive(Clone, Debug, Default)]
pub struct HostOptions {
    pub(crate) project: Option<PathBuf>,
    pub(crate) tools: Vec<PathBuf>,
    pub(crate) no_bundled: bool,
    pub(crate) sets: Vec<String>,
    pub(crate) config: Option<String>,
    pub(crate) cache: Option<PathBuf>,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) working_directory: Option<PathBuf>,
    pub(crate) wait_until_ready: bool,
}

impl HostOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self {
            wait_until_ready: true,
            ..Self::default()
        }
    }

    /// Serves the Unity project in `folder`.
    #[must_use]
    pub fn project(mut self, folder: &Path) -> Self {
        self.project = Some(folder.to_path_buf());
        self
    }

    /// Adds one bundle, or a folder of bundles.
    #[must_use]
    pub fn tools(mut self, folder: &Path) -> Self {
        self.tools.push(folder.to_path_buf());
        self
    }

    /// Leaves the bundled tools out.
    #[must_use]
    pub fn no_bundled(mut self) -> Self {
        self.no_bundled = true;
        self
    }

    /// `--set KEY=VALUE`, in TOML form.
    #[must_use]
    pub fn set(mut self, key: &str, value: &str) -> Self {
        self.sets.push(format!("{key}={value}"));
        self
    }

    /// Writes are allowed, and need no confirmation; the allowlists stay empty.
    #[must_use]
    pub fn writing(self) -> Self {
        self.set("policy.allow-writes", "true")
            .set("policy.require-confirm", "false")
    }

    /// A configuration file with this text; `TestHost::rewrite_config` changes it later.
    #[must_use]
    pub fn config(mut self, text: &str) -> Self {
        self.config = Some(text.to_owned());
        self
    }

    /// A compile cache of its own. By default all test hosts share one below the target folder, so that a component is
    /// compiled once and not once per test.
    #[must_use]
    pub fn cache(mut self, folder: &Path) -> Self {
        self.cache = Some(folder.to_path_buf());
        self
    }

    /// Any further argument, as it is.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Starts the host in `folder`.
    #[must_use]
    pub fn working_directory(mut self, folder: &Path) -> Self {
        self.working_directory = Some(folder.to_path_buf());
        self
    }

    /// Does not wait for `/ready`.
    #[must_use]
    pub fn without_ready(mut self) -> Self {
        self.wait_until_ready = false;
        self
    }

    /// Starts it.
    pub async fn start(self) -> Result<TestHost> {
        TestHost::start(self).await
    }
}
