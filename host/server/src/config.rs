//! The configuration, read completely and strictly. Its types use no `Option` for keys that have a default.
//!
//! This module contains the sources of values and their precedence. Only it reads environment variables.

mod allowlists;
mod fit;
mod keys;
mod kind;
mod layers;
mod report;
mod room;
mod settings;
#[cfg(test)]
mod tests;
mod units;
mod usual_file;

pub use layers::Origin;
pub use settings::{
    AuditSettings, ExplorerSettings, LogFormat, LogSettings, ProjectSettings, ServerSettings, Settings, TrafficSettings,
};

pub(crate) use room::largest_body;
pub use usual_file::LeftOut;

use host_api::KeyChange;
pub(crate) use keys::{Applies, KEYS, Key, variable};
use layers::Values;
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

pub(crate) fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Maximum size of a configuration file in bytes; no configuration needs more.
const MOST_BYTES: u64 = 4 << 20;

/// Reads a configuration file, which must be a regular file of at most `MOST_BYTES`. Blocks the thread.
pub(crate) fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Opening a pipe would wait for a writer, and block the work after it.
    let (file, _) = host_regular_file::open(file)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let why = format!("is larger than {} MiB, which no configuration needs", MOST_BYTES >> 20);
        return Err(std::io::Error::other(why));
    }
    Ok(bytes)
}

/// The prefix of every environment variable of this program.
pub(crate) const PREFIX: &str = "UNITY_TOOL_HOST_";

/// Environment variables that set a flag of the command line instead of a configuration key.
pub(crate) const OWN_VARIABLES: &[&str] = &[CONFIG_VARIABLE];
const CONFIG_VARIABLE: &str = "UNITY_TOOL_HOST_CONFIG";

/// A configuration value that the command line sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// The value of a separate flag, such as `--listen`, which is already parsed.
    Value(toml::Value),
    /// The unparsed text of a value in `--set`: TOML, in which a bare word is a string.
    Text(String),
}

/// A configuration key that a command line flag sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// Full name of the key, e.g. `server.listen`.
    pub key: String,
    /// The flag as the user wrote it, e.g. `--listen` or `--set server.listen`.
    pub shown: String,
    pub written: Written,
}

/// All sources of configuration values. Flags override the environment, and the environment overrides the file.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The active configuration file; `None` if there is none.
    pub file: Option<PathBuf>,
    /// A configuration file in the working directory that is ignored for safety; `None` if there is none.
    pub left_out: Option<LeftOut>,
    /// True if neither `--config` nor a variable names the configuration file. Then the host uses the file in the
    /// working directory as soon as it exists.
    pub is_usual: bool,
    /// The environment variables of the process that begin with `UNITY_TOOL_HOST_`, and `UE_MCP_DISCOVERY`.
    pub environment: Vec<(String, String)>,
    pub flags: Vec<Flag>,
    /// The base folder for relative paths from environment and flags.
    pub working_dir: PathBuf,
}

impl Sources {
    /// Collects the configuration sources: environment, flags, and the file of `--config` or the working directory.
    pub fn from_process(config: Option<PathBuf>, flags: Vec<Flag>) -> std::io::Result<Self> {
        let working_dir = std::env::current_dir()?;
        let environment: Vec<(String, String)> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())))
            .filter(|(name, _)| name.starts_with(PREFIX) || keys::is_shared(name))
            .collect();
        let named = config.or_else(|| {
            let (_, value) = environment.iter().find(|(name, _)| name == CONFIG_VARIABLE)?;
            Some(PathBuf::from(value))
        });
        let mut sources = Self {
            is_usual: named.is_none(),
            file: named,
            left_out: None,
            environment,
            flags,
            working_dir,
        };
        if sources.is_usual {
            (sources.file, sources.left_out) = sources.find_usual();
        }
        Ok(sources)
    }

    /// Searches the working directory for a configuration file. Returns the file to read, or the file that must be
    /// ignored. Blocks the thread.
    pub(crate) fn find_usual(&self) -> (Option<PathBuf>, Option<LeftOut>) {
        usual_file::find(self)
    }

    /// Returns the path of the configuration file, which may not exist yet; `None` if there is no such path.
    pub(crate) fn place(&self) -> Option<PathBuf> {
        let usual = || self.is_usual.then(|| usual_file::place(self));
        self.file.clone().or_else(usual)
    }

    /// Returns the absolute path of the active configuration file for the log and `--check`, or `none`.
    pub(crate) fn shown_file(&self) -> String {
        match &self.file {
            Some(file) => std::path::absolute(file)
                .unwrap_or_else(|_| file.clone())
                .display()
                .to_string(),
            None => "none".to_owned(),
        }
    }

    /// Creates sources with only flags, given as pairs of key and value. For hosts in tests.
    pub fn from_flags<'a>(working_dir: &Path, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let flags = pairs
            .into_iter()
            .map(|(key, value)| Flag {
                key: key.to_owned(),
                shown: format!("--set {key}"),
                written: Written::Text(value.to_owned()),
            })
            .collect();
        Self {
            flags,
            working_dir: working_dir.to_path_buf(),
            ..Self::default()
        }
    }
}

/// One error of the configuration: its source, and a text with the key, the value and the accepted values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    place: String,
    text: String,
}

impl Problem {
    pub(crate) fn new(place: &str, text: String) -> Self {
        Self {
            place: place.to_owned(),
            text,
        }
    }
}

/// All errors that were found in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub(crate) Vec<Problem>);

impl std::error::Error for ConfigError {}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}: {}", problem.place, problem.text)?;
        }
        Ok(())
    }
}

/// A configuration that was read and checked, with the source of each value.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub settings: Settings,
    values: Values,
}

impl Configuration {
    /// Reads and checks all sources of the configuration; opens only the configuration file. Blocks the thread.
    pub fn read(sources: &Sources) -> Result<Self, ConfigError> {
        let values = Values::read(sources)?;
        let settings = Settings::from_values(&values)?;
        Ok(Self { settings, values })
    }

    /// Returns the output of `--check`: one line for each active value, with its source.
    pub fn report(&self) -> String {
        report::lines(&self.values, &self.settings)
    }

    /// Returns the report as a JSON object: each key has `value` and `origin`. `value` is `null` if the value is known
    /// only after the start.
    pub fn report_json(&self) -> serde_json::Value {
        report::json(&self.values, &self.settings)
    }

    /// Returns one warning for each ineffective limit, and for each allowlist entry that matches nothing.
    pub fn warnings(&self) -> Vec<String> {
        let mut found = fit::warnings(&self.settings);
        found.extend(allowlists::warnings(&self.settings));
        found
    }

    /// True if a source sets the value of `key`, even to the default.
    pub(crate) fn was_set(&self, key: &str) -> bool {
        let set = self.values.set.get(key);
        set.is_some_and(|set| set.origin != Origin::Default)
    }

    /// Returns the SHA-256 of the file that was read; `None` if no file was read.
    pub(crate) fn file_digest(&self) -> Option<[u8; 32]> {
        self.values.file
    }

    /// Returns the number of keys in the file, including those that a flag or a variable overrides.
    pub(crate) fn keys_of_file(&self) -> usize {
        self.values.keys_of_file
    }

    /// Returns the configuration keys whose values differ from `before` and take effect without a restart.
    pub(crate) fn changes(&self, before: &Self) -> Vec<KeyChange> {
        let (old, new) = (&before.values.set, &self.values.set);
        let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let value = |of: Option<&toml::Value>| of.map_or_else(|| "(not set)".to_owned(), toml::Value::to_string);
        names
            .into_iter()
            .filter(|name| !at_restart(name))
            .map(|name| {
                (
                    name,
                    old.get(name).map(|set| &set.value),
                    new.get(name).map(|set| &set.value),
                )
            })
            .filter(|(_, old, new)| old != new)
            .map(|(name, old, new)| KeyChange {
                key: name.clone(),
                before: value(old),
                after: value(new),
            })
            .collect()
    }

    /// Returns the keys that are set and take effect at once, with their values in TOML syntax.
    pub(crate) fn live_values(&self) -> impl Iterator<Item = (String, String)> {
        let set = self.values.set.iter().filter(|(name, _)| !at_restart(name));
        set.map(|(name, set)| (name.clone(), set.value.to_string()))
    }

    /// Returns the keys whose values differ from `before` and take effect only at the next start.
    pub fn needing_restart(&self, before: &Self) -> Vec<&'static str> {
        // Switching it off takes effect at once.
        let is_at_once = |name: &str| name == "project.allow-save" && !self.settings.project.allow_save;
        KEYS.iter()
            .filter(|key| key.applies == Applies::Restart)
            .map(|key| key.name)
            .filter(|name| !is_at_once(name))
            .filter(|name| {
                let value = |of: &Self| of.values.set.get(*name).map(|set| set.value.clone());
                value(self) != value(before)
            })
            .collect()
    }
}

fn at_restart(name: &str) -> bool {
    KEYS.iter()
        .any(|key| key.applies == Applies::Restart && key.name == name)
}
