//! Merges file, environment and flags key by key, and records the source of each value.
//!
//! This module reads these layers, and rejects unknown keys and values of the wrong kind. `settings.rs` applies values.

use super::keys::{self, Found, KEYS, Key};
use super::{ConfigError, PREFIX, Problem, Sources, Written};
use host_api::similar_names::{did_you_mean, nearest};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The source of an active value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Default,
    File,
    Environment(String),
    /// The flag as the user wrote it, e.g. `--listen`.
    Flag(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File => f.write_str("configuration file"),
            Self::Environment(name) => write!(f, "environment {name}"),
            Self::Flag(flag) => write!(f, "flag {flag}"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Set {
    pub(crate) value: Value,
    pub(crate) origin: Origin,
    /// The base folder for a relative path in this configuration value.
    pub(crate) base: PathBuf,
}

/// All values that are set or have a default, by the full name of the key (with the bundle's id in place of `<id>`).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Values {
    pub(crate) set: BTreeMap<String, Set>,
    /// SHA-256 of the file that was read; `None` if no file was read.
    pub(crate) file: Option<[u8; 32]>,
    /// Number of keys in the file, including those that a later layer overrides.
    pub(crate) keys_of_file: usize,
    /// Ids of all `[bundles.<id>]` tables of the file, including those without a key.
    pub(crate) bundles_of_file: BTreeSet<String>,
}

impl Values {
    /// Merges the configuration file, the environment and the flags over the defaults. Collects all errors, so that one
    /// start reports them all.
    pub(crate) fn read(sources: &Sources) -> Result<Self, ConfigError> {
        let mut values = Self::defaults(&sources.working_dir);
        let mut problems = Vec::new();
        if let Some(file) = &sources.file {
            values.lay_file(file, &mut problems);
        }
        values.lay_shared_variables(sources, &mut problems);
        values.lay_environment(sources, &mut problems);
        values.lay_flags(sources, &mut problems);
        if problems.is_empty() {
            Ok(values)
        } else {
            Err(ConfigError(problems))
        }
    }

    fn defaults(base: &Path) -> Self {
        let set = KEYS
            .iter()
            .filter(|key| !key.default.is_empty() && !key.name.contains('<'))
            .map(|key| {
                let set = Set {
                    value: key.kind.read(key.default),
                    origin: Origin::Default,
                    base: base.to_path_buf(),
                };
                (key.name.to_owned(), set)
            })
            .collect();
        Self { set, ..Self::default() }
    }

    fn lay_file(&mut self, file: &Path, problems: &mut Vec<Problem>) {
        let place = file.display().to_string();
        let bytes = match super::read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                problems.push(Problem::new(&place, format!("cannot be read: {error}")));
                return;
            }
        };
        self.file = Some(super::digest(&bytes));
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                problems.push(Problem::new(
                    &place,
                    format!("is not UTF-8 from byte {} on", error.utf8_error().valid_up_to()),
                ));
                return;
            }
        };
        // Some Windows editors start a file with a byte order mark.
        let table: Table = match text.strip_prefix('\u{feff}').unwrap_or(&text).parse() {
            Ok(table) => table,
            Err(error) => {
                problems.push(Problem::new(
                    &place,
                    format!("is not TOML: {}", error.to_string().trim_end()),
                ));
                return;
            }
        };
        let base = std::path::absolute(file)
            .ok()
            .and_then(|file| file.parent().map(Path::to_path_buf))
            .unwrap_or_default();
        self.lay_table(&table, &mut Vec::new(), &place, &base, problems);
        self.keys_of_file = self.set.values().filter(|set| set.origin == Origin::File).count();
    }

    fn lay_table<'a>(
        &mut self,
        table: &'a Table,
        path: &mut Vec<&'a str>,
        place: &str,
        base: &Path,
        problems: &mut Vec<Problem>,
    ) {
        for (name, value) in table {
            path.push(name);
            match keys::find(path) {
                Found::Leaf(key) => self.put(key, &path.join("."), value.clone(), Origin::File, base, place, problems),
                Found::Section => match value.as_table() {
                    Some(inner) => {
                        if let ["bundles", id] = path.as_slice() {
                            self.bundles_of_file.insert((*id).to_owned());
                        }
                        self.lay_table(inner, path, place, base, problems);
                    }
                    None => problems.push(Problem::new(
                        place,
                        format!(
                            "`{}` is {}, expected a table [{0}]",
                            path.join("."),
                            shorten_value(value)
                        ),
                    )),
                },
                Found::Nothing => problems.push(Problem::new(place, unknown(path, value))),
            }
            path.pop();
        }
    }

    /// Applies the variables that other programs also use. This function runs first, so that the key's own variable
    /// takes precedence. An empty variable counts as unset, as in other programs.
    fn lay_shared_variables(&mut self, sources: &Sources, problems: &mut Vec<Problem>) {
        for (name, text) in &sources.environment {
            let shared = keys::SHARED_VARIABLES.iter().find(|(known, _)| known == name);
            let Some((_, key)) = shared.filter(|_| !text.is_empty()) else {
                continue;
            };
            if let Found::Leaf(key) = keys::find(&key.split('.').collect::<Vec<_>>()) {
                let place = format!("environment variable {name}");
                let origin = Origin::Environment(name.clone());
                // Not TOML: other programs expect a bare path in this variable.
                let value = Value::String(text.clone());
                self.put(key, key.name, value, origin, &sources.working_dir, &place, problems);
            }
        }
    }

    fn lay_environment(&mut self, sources: &Sources, problems: &mut Vec<Problem>) {
        let known: Vec<(String, &'static Key)> = KEYS
            .iter()
            .filter_map(|key| keys::variable(key).map(|name| (name, key)))
            .collect();
        for (name, text) in &sources.environment {
            if super::OWN_VARIABLES.contains(&name.as_str()) || keys::is_shared(name) {
                continue;
            }
            let place = format!("environment variable {name}");
            match known.iter().find(|(variable, _)| variable == name) {
                Some((_, key)) => {
                    let origin = Origin::Environment(name.clone());
                    self.put(
                        key,
                        key.name,
                        key.kind.read(text),
                        origin,
                        &sources.working_dir,
                        &place,
                        problems,
                    );
                }
                None => {
                    let names = known
                        .iter()
                        .map(|(name, _)| name.as_str())
                        .chain(super::OWN_VARIABLES.iter().copied());
                    let meant = did_you_mean(nearest(name, names)).map(|hint| format!("; {hint}"));
                    problems.push(Problem::new(
                        &place,
                        format!(
                            "sets nothing: {PREFIX} must be followed by a key in capitals with `_` for `.` and `-`{}",
                            meant.unwrap_or_default()
                        ),
                    ));
                }
            }
        }
    }

    fn lay_flags(&mut self, sources: &Sources, problems: &mut Vec<Problem>) {
        for flag in &sources.flags {
            let path: Vec<&str> = flag.key.split('.').collect();
            let place = flag.shown.clone();
            match keys::find(&path) {
                Found::Leaf(key) => {
                    let value = match &flag.written {
                        Written::Value(value) => value.clone(),
                        Written::Text(text) => key.kind.read(text),
                    };
                    let origin = Origin::Flag(flag.shown.clone());
                    self.put(key, &flag.key, value, origin, &sources.working_dir, &place, problems);
                }
                Found::Section => problems.push(Problem::new(
                    &place,
                    format!(
                        "`{}` is a section; use one of its keys, e.g. {}",
                        flag.key,
                        example_below(&flag.key)
                    ),
                )),
                Found::Nothing => problems.push(Problem::new(&place, unknown_name(&path))),
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one call for the three layers, each with its own origin and place"
    )]
    fn put(
        &mut self,
        key: &Key,
        name: &str,
        value: Value,
        origin: Origin,
        base: &Path,
        place: &str,
        problems: &mut Vec<Problem>,
    ) {
        if key.kind.accepts(&value) {
            let base = base.to_path_buf();
            self.set.insert(name.to_owned(), Set { value, origin, base });
        } else {
            problems.push(Problem::new(
                place,
                format!(
                    "`{name}` is {}, expected {}",
                    shorten_value(&value),
                    key.kind.expected()
                ),
            ));
        }
    }
}

pub(crate) fn shorten_value(value: &Value) -> String {
    let text = match value {
        Value::Table(table) => format!("a table with {} keys", table.len()),
        other => other.to_string(),
    };
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn unknown(path: &[&str], value: &Value) -> String {
    format!("{} (its value is {})", unknown_name(path), shorten_value(value))
}

fn unknown_name(path: &[&str]) -> String {
    // The first part without a match is the wrong one; the parts after it cannot be checked.
    let wrong = (1..=path.len())
        .find(|end| matches!(keys::find(&path[..*end]), Found::Nothing))
        .unwrap_or(path.len());
    let (known, meant) = keys::known_beside(&path[..wrong]);
    let before = path[..wrong - 1].join(".");
    let full = |name: &str| {
        if before.is_empty() {
            name.to_owned()
        } else {
            format!("{before}.{name}")
        }
    };
    let advice = match did_you_mean(meant.map(|name| format!("`{}`", full(name)))) {
        Some(hint) => hint,
        None if known.is_empty() => format!("`{before}` takes a value and has no keys"),
        None => format!("known here: {}", known.join(", ")),
    };
    format!("unknown key `{}`; {advice}", path.join("."))
}

fn example_below(section: &str) -> String {
    KEYS.iter()
        .map(|key| key.name)
        .find(|name| name.starts_with(section) && !name.contains('<'))
        .unwrap_or("bundles.objects.enabled")
        .to_owned()
}
