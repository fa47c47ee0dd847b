//! `bundle.toml`: what a bundle says of itself before its component is looked at.
//!
//! | key | type | default | meaning |
//! |---|---|---|---|
//! | `id` | text `[a-z0-9-]{1,64}` | required | the bundle's name in configuration, log and audit, and over what its tools' results have in `_meta`, so none of the host's own members there (`diagnostics`, `kind`, `hint`, `detail`, `details`); unique among loaded bundles |
//! | `component` | text | required | file name of the component, beside this file, ending in `.wasm` |
//! | `version` | text `N.N.N`, with suffix | none | the bundle's own version, for people |
//! | `title` | text | none | a short name for people |
//! | `description` | text | none | one sentence |
//! | `license` | text | none | its licence, e.g. an SPDX expression |
//! | `homepage` | text | none | where it comes from |
//! | `guide` | text, one line, at most 480 bytes | none | how an agent works with it; part of MCP's `instructions` where the bundle is listed, as long as all of that stays within 1 KiB |
//! | `groups` | list of texts `[a-z0-9-]{1,64}`, at most 16 | none | what `policy.profile` selects it by; a bundle without groups is in every profile |
//! | `[tools.<name>] groups` | as `groups` | none | further groups of one tool, which has its bundle's as well |
//! | `[tools.<name>] running-unity` | `write-unconfirmed`, `write`, `destructive` | none | the effect of a tool that only reads elsewhere, where a running Unity does it |
//! | `[tools.<name>] effect` | `read`, `write-unconfirmed`, `write` | what its imports let it do | of a function of a plain component, which cannot say it itself: that it does less than its imports would let it; it is held to that |
//! | `min-host` | text `N.N.N` | none | the oldest host that serves it; an older one refuses the bundle and says so |
//!
//! Any other key is an error: a misspelt one would otherwise be silently without effect.

use host_api::Effect;
use host_api::near::{did_you_mean, nearest};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The file's name in a bundle's folder.
pub const FILE_NAME: &str = "bundle.toml";

/// The largest `bundle.toml`, in bytes.
pub const MAX_BYTES: usize = 64 << 10;

const KEYS: [&str; 11] = [
    "id",
    "component",
    "version",
    "title",
    "description",
    "license",
    "homepage",
    "guide",
    "groups",
    "tools",
    "min-host",
];

/// What the host itself says in `_meta` of a result: a bundle of that id would be taken for it.
const HOSTS_MEMBERS: [&str; 5] = ["diagnostics", "kind", "hint", "detail", "details"];

/// A checked `bundle.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    pub id: String,
    /// A file name, without any folder.
    pub component: String,
    pub version: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    pub license: Option<String>,
    pub homepage: Option<String>,
    /// How an agent works with it.
    pub guide: Option<String>,
    /// What a profile selects it by; empty = it is in every profile.
    pub groups: Vec<String>,
    /// What is said of single tools, by name.
    pub tools: BTreeMap<String, ToolEntry>,
    /// Already compared with this host.
    pub min_host: Option<String>,
}

/// A `[tools.<name>]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolEntry {
    /// Groups besides those of the bundle.
    pub groups: Vec<String>,
    /// Its effect where a running Unity does it, if that is more than the tool declares: what only looks at a folder may change
    /// a game.
    pub running_unity: Option<Effect>,
    /// What a function of a plain component does, if that is less than its imports let it do.
    pub effect: Option<Effect>,
}

/// What is wrong with a `bundle.toml`: file, key, value, and what would be right.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct ManifestError {
    pub file: PathBuf,
    pub problem: Problem,
}

/// The problem without the file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("cannot be read: {reason}")]
    Unreadable { reason: String },
    #[error("is longer than the {MAX_BYTES} bytes that are allowed")]
    TooLong,
    #[error("is not TOML: {reason}")]
    NotToml { reason: String },
    #[error("unknown key `{key}`; {}", known(key))]
    UnknownKey { key: String },
    #[error("`{key}` is missing; it is {expected}")]
    Missing { key: &'static str, expected: &'static str },
    #[error("`{key}` is {value}, expected {expected}")]
    Wrong {
        key: &'static str,
        value: String,
        expected: &'static str,
    },
    #[error(
        "`id` is \"{id}\", which is a member of the host's own in `_meta` of results, where a bundle's members stand under \
         its id: take another, e.g. \"my-{id}\""
    )]
    HostsMember { id: String },
    #[error(
        "`min-host` is \"{wanted}\", but this host is {have}: update the host, or use an older version of the bundle"
    )]
    HostTooOld { wanted: String, have: &'static str },
}

fn known(key: &str) -> String {
    let meant = nearest(key, KEYS).map(|meant| format!("`{meant}`"));
    did_you_mean(meant).unwrap_or_else(|| format!("known keys are {}", KEYS.join(", ")))
}

impl Manifest {
    /// Reads and checks the file. Blocking.
    pub fn read(file: &Path) -> Result<Self, ManifestError> {
        let failed = |problem| ManifestError {
            file: file.to_owned(),
            problem,
        };
        let mut bytes = Vec::new();
        let read = host_regular_file::open(file).and_then(|(open, about)| {
            // Otherwise it is read in pieces of 32 bytes.
            bytes.reserve(about.len().min(MAX_BYTES as u64) as usize + 1);
            open.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)
        });
        read.map_err(|error| {
            failed(Problem::Unreadable {
                reason: error.to_string(),
            })
        })?;
        if bytes.len() > MAX_BYTES {
            return Err(failed(Problem::TooLong));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            failed(Problem::NotToml {
                reason: format!("byte {} is not UTF-8", error.valid_up_to()),
            })
        })?;
        Self::parse(text).map_err(failed)
    }

    /// Checks the text of a `bundle.toml`. A byte order mark is skipped.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut table: Table = text.parse().map_err(|error: toml::de::Error| Problem::NotToml {
            reason: place(text, &error),
        })?;
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(Problem::UnknownKey { key: key.clone() });
        }
        let manifest = Self {
            id: required(&mut table, "id", ID)?,
            component: required(&mut table, "component", COMPONENT)?,
            version: optional(&mut table, "version", VERSION)?,
            title: optional(&mut table, "title", LINE)?,
            description: optional(&mut table, "description", TEXT)?,
            license: optional(&mut table, "license", LINE)?,
            homepage: optional(&mut table, "homepage", LINE)?,
            guide: optional(&mut table, "guide", GUIDE)?,
            groups: groups(&mut table, "groups")?,
            tools: tools(&mut table)?,
            min_host: optional(&mut table, "min-host", VERSION)?,
        };
        if HOSTS_MEMBERS.contains(&manifest.id.as_str()) {
            return Err(Problem::HostsMember { id: manifest.id });
        }
        match &manifest.min_host {
            Some(wanted) if release(wanted) > release(env!("CARGO_PKG_VERSION")) => Err(Problem::HostTooOld {
                wanted: wanted.clone(),
                have: env!("CARGO_PKG_VERSION"),
            }),
            _ => Ok(manifest),
        }
    }
}

/// A kind of text: what it must be, in words and as a check.
#[derive(Clone, Copy)]
struct Kind {
    expected: &'static str,
    fits: fn(&str) -> bool,
}

const ID: Kind = Kind {
    expected: "a text of 1 to 64 characters a-z, 0-9 and -, e.g. \"my-tools\"",
    fits: |text| {
        (1..=crate::names::MAX_NAME).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    },
};
const COMPONENT: Kind = Kind {
    expected: "the name of a .wasm file beside bundle.toml, without any folder, e.g. \"my-tools.wasm\"",
    fits: |text| {
        let plain = !text.contains(['/', '\\', ':', '\0']) && !text.starts_with('.');
        plain && text.len() > ".wasm".len() && text.len() <= 255 && text.ends_with(".wasm")
    },
};
const VERSION: Kind = Kind {
    expected: "a version as text, e.g. \"1.2.0\"",
    fits: |text| release(text).is_some(),
};
const LINE: Kind = Kind {
    expected: "a text of one line, at most 200 bytes",
    fits: |text| text.len() <= 200 && !text.contains(['\n', '\r']),
};
const GUIDE: Kind = Kind {
    expected: "a text of one line, at most 480 bytes, without control characters",
    fits: |text| text.len() <= 480 && !text.chars().any(host_api::deceives),
};
const TEXT: Kind = Kind {
    expected: "a text of at most 4096 bytes",
    fits: |text| text.len() <= 4096,
};

fn required(table: &mut Table, key: &'static str, kind: Kind) -> Result<String, Problem> {
    optional(table, key, kind)?.ok_or(Problem::Missing {
        key,
        expected: kind.expected,
    })
}

fn optional(table: &mut Table, key: &'static str, kind: Kind) -> Result<Option<String>, Problem> {
    match table.remove(key) {
        None => Ok(None),
        Some(Value::String(text)) if (kind.fits)(&text) => Ok(Some(text)),
        Some(value) => Err(Problem::Wrong {
            key,
            value: shown(&value),
            expected: kind.expected,
        }),
    }
}

fn groups(table: &mut Table, named: &'static str) -> Result<Vec<String>, Problem> {
    const MOST: usize = 16;
    let wrong = |value: &Value| Problem::Wrong {
        key: named,
        value: shown(value),
        expected: "a list of at most 16 texts of 1 to 64 characters a-z, 0-9 and -, e.g. [\"editor\"]",
    };
    let Some(value) = table.remove("groups") else {
        return Ok(Vec::new());
    };
    let names = value.as_array().filter(|names| names.len() <= MOST);
    let texts = names.map(|names| names.iter().map(|name| name.as_str().filter(|text| (ID.fits)(text))));
    texts
        .and_then(|texts| texts.map(|text| text.map(str::to_owned)).collect())
        .ok_or_else(|| wrong(&value))
}

fn tools(table: &mut Table) -> Result<BTreeMap<String, ToolEntry>, Problem> {
    let wrong = |value: &Value| Problem::Wrong {
        key: "tools",
        value: shown(value),
        expected: "a table for each tool that holds `groups`, `running-unity` or `effect`, e.g. [tools.GetStatus] groups = [\"standard\"]",
    };
    let tools = match table.remove("tools") {
        None => return Ok(BTreeMap::new()),
        Some(Value::Table(tools)) => tools,
        Some(other) => return Err(wrong(&other)),
    };
    let of_tool = |(name, value): (String, Value)| match value {
        Value::Table(mut tool) if !tool.is_empty() => {
            let whole = Value::Table(tool.clone());
            let entry = ToolEntry {
                groups: groups(&mut tool, "tools.<name>.groups")?,
                running_unity: effect(
                    &mut tool,
                    "running-unity",
                    "tools.<name>.running-unity",
                    [Effect::WriteUnconfirmed, Effect::Write, Effect::Destructive],
                )?,
                effect: effect(
                    &mut tool,
                    "effect",
                    "tools.<name>.effect",
                    [Effect::Read, Effect::WriteUnconfirmed, Effect::Write],
                )?,
            };
            match tool.is_empty() {
                true => Ok((name, entry)),
                false => Err(wrong(&whole)),
            }
        }
        other => Err(wrong(&other)),
    };
    tools.into_iter().map(of_tool).collect()
}

fn effect(tool: &mut Table, key: &str, named: &'static str, known: [Effect; 3]) -> Result<Option<Effect>, Problem> {
    let Some(value) = tool.remove(key) else {
        return Ok(None);
    };
    let effect = known.into_iter().find(|effect| value.as_str() == Some(effect.as_str()));
    effect.map(Some).ok_or_else(|| Problem::Wrong {
        key: named,
        value: shown(&value),
        expected: match known[0] {
            Effect::Read => "\"read\", \"write-unconfirmed\" or \"write\"",
            _ => "\"write-unconfirmed\", \"write\" or \"destructive\"",
        },
    })
}

/// The value as the file has it, cut where it is long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// `1.2.3-rc.1` → (1, 2, 3); what follows the numbers plays no part in the comparison.
fn release(text: &str) -> Option<(u32, u32, u32)> {
    let numbers = text.split(['-', '+']).next()?;
    let mut parts = numbers.split('.').map(|part| part.parse().ok());
    let version = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(version)
}

fn place(text: &str, error: &toml::de::Error) -> String {
    let line = error
        .span()
        .map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    format!("line {line}: {}", error.message())
}

#[cfg(test)]
mod tests;
