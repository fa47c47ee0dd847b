//! The folder of the repository, and the environment variables of the tasks.
//!
//! Belongs here: every path and every environment variable that a task reads. Does not: running programs.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// How cargo compiles the workspace's own crates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// As they are used.
    Release,
    /// For tests: with the options of `.config/tests.toml`. If `linted` is true, clippy compiles them, and a warning is an
    /// error.
    Tests { linted: bool },
}

impl Build {
    /// The environment variable with which tests that start `cargo xtask` compile nothing again.
    pub(crate) const VARIABLE: &str = "UTH_BUILD";
    const NAMES: [(Self, &str); 3] = [
        (Self::Release, "release"),
        (Self::Tests { linted: false }, "tests"),
        (Self::Tests { linted: true }, "linted-tests"),
    ];

    /// Returns the value of `VARIABLE` for this build.
    pub(crate) fn name(self) -> &'static str {
        let named = Self::NAMES.into_iter().find(|(build, _)| *build == self);
        named.expect("every build has a name").1
    }

    fn from_environment() -> Result<Self> {
        let Some(wanted) = env_text(Self::VARIABLE) else {
            return Ok(Self::Release);
        };
        let named = Self::NAMES.into_iter().find(|(_, name)| *name == wanted);
        let names = Self::NAMES.map(|(_, name)| name).join(", ");
        let named = named.with_context(|| format!("{} is {wanted:?}, and can be {names}", Self::VARIABLE))?;
        Ok(named.0)
    }
}

#[derive(Clone)]
pub(crate) struct Workspace {
    /// The root folder of the workspace, which contains the root `Cargo.toml`.
    pub(crate) root: PathBuf,
    /// True in continuous integration, where a missing tool is an error instead of a reason to skip a step.
    pub(crate) ci: bool,
    pub(crate) build: Build,
}

impl Workspace {
    /// Finds the workspace that contains this crate or the working directory. Fails outside of a workspace.
    pub(crate) fn find() -> Result<Self> {
        let start = match env_text("CARGO_MANIFEST_DIR") {
            Some(folder) => PathBuf::from(folder),
            None => std::env::current_dir().context("no working directory")?,
        };
        for folder in start.ancestors() {
            let manifest = folder.join("Cargo.toml");
            if std::fs::read_to_string(&manifest)
                .is_ok_and(|text| text.lines().any(|line| line.trim() == "[workspace]"))
            {
                return Ok(Self {
                    build: Build::from_environment()?,
                    ..Self::from_root(folder)
                });
            }
        }
        bail!(
            "no Cargo.toml with [workspace] in {} or above it: run this inside the repository",
            start.display()
        )
    }

    pub(crate) fn from_root(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            ci: env_text("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0"),
            build: Build::Release,
        }
    }

    /// Returns this workspace, compiled for tests.
    pub(crate) fn for_tests(&self, linted: bool) -> Self {
        Self {
            build: Build::Tests { linted },
            ..self.clone()
        }
    }

    /// Returns the folder for build output with a fixed location, which `CARGO_TARGET_DIR` does not change.
    pub(crate) fn target(&self) -> PathBuf {
        self.root.join("target")
    }

    /// Returns the folder in which cargo builds the host: `CARGO_TARGET_DIR` or `target`.
    pub(crate) fn cargo_target(&self) -> PathBuf {
        match env_text("CARGO_TARGET_DIR") {
            Some(folder) if !folder.is_empty() => self.root.join(folder),
            _ => self.target(),
        }
    }

    pub(crate) fn components(&self) -> PathBuf {
        self.target().join("components")
    }

    pub(crate) fn tools(&self) -> PathBuf {
        self.target().join("tools")
    }

    /// Returns the path at which cargo puts the release build of the workspace's program `name`.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.cargo_target()
            .join("release")
            .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }

    /// Returns `path` for messages: relative to the root, with `/`.
    pub(crate) fn display_path(&self, path: &Path) -> String {
        path.strip_prefix(&self.root)
            .unwrap_or(path)
            .to_string_lossy()
            .replace('\\', "/")
    }

    /// Returns the path of the program `name` in the search path; `None` if the search path does not contain it.
    pub(crate) fn on_path(&self, name: &str) -> Option<PathBuf> {
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        let folders = env_text("PATH")?;
        std::env::split_paths(&folders)
            .map(|folder| folder.join(&name))
            .find(|file| file.is_file())
    }

    /// Returns the path of the cargo that runs this task, so that child processes use the same toolchain.
    pub(crate) fn cargo(&self) -> String {
        env_text("CARGO").unwrap_or_else(|| "cargo".to_owned())
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a build task reads the build environment; this is the one place"
)]
fn env_text(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
