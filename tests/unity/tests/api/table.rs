//! The table `sdk/unity/api/members.tsv`: one row for each type or member of Unity that the package uses, with its state
//! in each supported version.

use crate::versions::VERSIONS;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::path::PathBuf;

/// The path of the table from the root of the repository.
pub(crate) const PATH: &str = "sdk/unity/api/members.tsv";

/// The member name of the row of a type.
pub(crate) const WHOLE_TYPE: &str = "-";

/// The signature of a member of an enumeration.
pub(crate) const ENUM_VALUE: &str = "enum value";

/// The identity of a row. The row of a type has the member name [`WHOLE_TYPE`] and an empty signature.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    /// The full name as Mono.Cecil prints it, such as `` UnityEngine.Events.UnityAction`1 ``.
    pub(crate) declaring: String,
    /// The name in the metadata, such as `get_position`.
    pub(crate) member: String,
    pub(crate) signature: String,
}

impl Display for Key {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member.as_str() {
            WHOLE_TYPE => write!(to, "type {}", self.declaring),
            member => write!(to, "{}::{member}, signature `{}`", self.declaring, self.signature),
        }
    }
}

/// The state of a type or member in one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Same,
    /// The version has the attribute `[Obsolete]` on the member or its type. The compiler reports a warning.
    Obsolete,
    /// The version has `[Obsolete]` with `error: true`.
    ObsoleteError,
    /// The member exists only if `UNITY_EDITOR` is defined.
    EditorOnly,
    /// The version has members with this name, but other signatures: these.
    Different(String),
    Absent,
    /// The source of the package that declares the type was not available.
    Unchecked,
}

impl Display for State {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Same => "same",
            Self::Obsolete => "obsolete",
            Self::ObsoleteError => "obsolete-error",
            Self::EditorOnly => "editor-only",
            Self::Absent => "absent",
            Self::Unchecked => "unchecked",
            Self::Different(there) => return write!(to, "different: {there}"),
        })
    }
}

impl State {
    fn parse(text: &str) -> Result<Self> {
        Ok(match text {
            "same" => Self::Same,
            "obsolete" => Self::Obsolete,
            "obsolete-error" => Self::ObsoleteError,
            "editor-only" => Self::EditorOnly,
            "absent" => Self::Absent,
            "unchecked" => Self::Unchecked,
            _ => match text.strip_prefix("different: ") {
                Some(there) => Self::Different(there.to_owned()),
                None => bail!(
                    "unknown state `{text}` (same, obsolete, obsolete-error, editor-only, different: SIGNATURE, absent, unchecked)"
                ),
            },
        })
    }
}

/// The state of one row in each version, in the order of [`VERSIONS`].
pub(crate) type States = [State; VERSIONS.len()];

/// The content of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    /// The lines before the table, without `# `.
    pub(crate) header: Vec<String>,
    pub(crate) rows: BTreeMap<Key, States>,
}

impl Table {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut table = Self::default();
        let mut titles = None;
        for (line, number) in text.lines().zip(1..) {
            if let Some(comment) = line.strip_prefix('#') {
                table.header.push(comment.trim_start().to_owned());
            } else if titles.is_none() {
                ensure!(
                    line == Self::titles(),
                    "{PATH}:{number}: the titles must be `{}`",
                    Self::titles()
                );
                titles = Some(line);
            } else {
                table.add_row(line).with_context(|| format!("{PATH}:{number}"))?;
            }
        }
        Ok(table)
    }

    fn titles() -> String {
        let lines = VERSIONS.map(|version| version.line);
        ["type", "member", "signature"]
            .into_iter()
            .chain(lines)
            .collect::<Vec<_>>()
            .join("\t")
    }

    fn add_row(&mut self, line: &str) -> Result<()> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [declaring, member, signature, states @ ..] = cells.as_slice() else {
            bail!("a row has a type, a member, a signature and {} states", VERSIONS.len());
        };
        let states: Vec<State> = states.iter().map(|text| State::parse(text)).collect::<Result<_>>()?;
        let key = Key {
            declaring: (*declaring).to_owned(),
            member: (*member).to_owned(),
            signature: (*signature).to_owned(),
        };
        let count = states.len();
        let states = States::try_from(states).ok();
        let states = states.with_context(|| format!("a row has {} states, this one has {count}", VERSIONS.len()))?;
        ensure!(!self.rows.contains_key(&key), "a second row for {key}");
        self.rows.insert(key, states);
        Ok(())
    }
}

impl Display for Table {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.header {
            writeln!(to, "{}", format!("# {line}").trim_end())?;
        }
        writeln!(to, "{}", Self::titles())?;
        for (key, states) in &self.rows {
            let states = states.iter().map(State::to_string).collect::<Vec<_>>().join("\t");
            writeln!(to, "{}\t{}\t{}\t{states}", key.declaring, key.member, key.signature)?;
        }
        Ok(())
    }
}

/// Returns the path of the table in this repository.
pub(crate) fn file() -> PathBuf {
    tests_support::paths::root().join(PATH)
}
