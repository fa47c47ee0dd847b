//! `bundle.toml`: what a bundle says of itself before its component is looked at.
//!
//! | key | type | default | meaning |
//! |---|---|---|---|
//! | `id` | text `[a-z0-9-]{1,64}` | required | the bundle's name in configuration, log and audit, and over what its tools' results have in `_meta`, so none of the host's own members there (`diagnostics`, `kind`, `hint`, `detail`, `details`); unique among loaded bundles |
//! | `component` | text | required | file name of the component, beside this file, ending in `.wasm` |
//! | `version` | text `N.N.N`, with suffix, at most 64 bytes | none | the bundle's own version, for people |
//! | `title` | text, one line, at most 200 bytes | none | a short name for people |
//! | `description` | text, at most 4,096 bytes | none | one sentence |
//! | `license` | text, one line, at most 200 bytes | none | its licence, e.g. an SPDX expression |
//! | `homepage` | text, one line, at most 200 bytes | none | where it comes from |
//! | `guide` | text, one line, at most 480 bytes | none | how an agent works with it; part of MCP's `instructions` where the bundle is listed, as long as all of that stays within 1 KiB |
//! | `groups` | list of texts `[a-z0-9-]{1,64}`, at most 16 | none | what `policy.profile` selects it by; a bundle without groups is in every profile |
//! | `[tools.<name>] groups` | as `groups` | none | further groups of one tool, which has its bundle's as well |
//! | `[tools.<name>] running-unity` | `write-unconfirmed`, `write`, `destructive` | none | the effect of a tool that only reads elsewhere, where a running Unity does it |
//! | `[tools.<name>] effect` | `read`, `write-unconfirmed`, `write` | what its imports let it do | of a function of a plain component, which cannot say it itself: that it does less than its imports would let it; it is held to that |
//! | `min-host` | text `N.N.N` | none | the oldest host that serves it; an older one refuses the bundle and says so |
//!
//! Any other key is an error: a misspelt one would otherwise be silently without effect.

mod values;

use host_api::Effect;
use host_api::near::{did_you_mean, nearest};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use toml::Table;
use values::{COMPONENT, GUIDE, ID, LINE, TEXT, VERSION, groups, optional, release, required, tools};

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
    #[error("is {found}, expected a regular file in TOML with the keys `id` and `component`")]
    NotAFile { found: &'static str },
    #[error("is longer than the {MAX_BYTES} bytes that are allowed")]
    TooLong,
    #[error("is not TOML: {reason}")]
    NotToml { reason: String },
    #[error("unknown key `{key}`; {}", known(key))]
    UnknownKey { key: String },
    #[error("`{key}` is missing; it is {expected}")]
    Missing { key: &'static str, expected: &'static str },
    #[error("unknown key `{key}`; a tool has `groups`, `running-unity` or `effect`")]
    UnknownKeyOfTool { key: String },
    #[error("`{key}` is {value}, expected {expected}")]
    Wrong {
        key: String,
        /// With its type, unless it is a text.
        value: String,
        expected: &'static str,
    },
    #[error("`{key}` has {bytes} bytes, at most {most} are allowed; shorten it")]
    TooLongText {
        key: &'static str,
        bytes: usize,
        most: usize,
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

/// Whether `folder` claims to be a bundle: something in it has the name of the file, whatever that is. Blocking.
#[must_use]
pub fn is_in(folder: &Path) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    // Only a folder that surely has none is no bundle: of any other, reading the file says what is wrong.
    let found = std::fs::symlink_metadata(folder.join(FILE_NAME));
    found.map_or_else(|error| !matches!(error.kind(), NotFound | NotADirectory), |_| true)
}

/// Reads the text of the file, which another process may have replaced by anything. Blocking, and never waits.
///
/// # Errors
/// What the system says, or that it is no regular file, too long or not UTF-8.
pub fn text(file: &Path) -> Result<String, ManifestError> {
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
    if let Err(error) = read {
        return Err(failed(match no_file(file) {
            Some(found) => Problem::NotAFile { found },
            None => Problem::Unreadable {
                reason: error.to_string(),
            },
        }));
    }
    if bytes.len() > MAX_BYTES {
        return Err(failed(Problem::TooLong));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        failed(Problem::NotToml {
            reason: format!("byte {at} is not UTF-8"),
        })
    })
}

/// What it is, if it is no regular file and no link to one.
fn no_file(path: &Path) -> Option<&'static str> {
    let kind = std::fs::metadata(path).ok()?.file_type();
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a named pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
    }
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => None,
        (false, true) => Some("a folder"),
        (false, false) => Some("no file"),
    }
}

impl Manifest {
    /// Reads and checks the file. Blocking.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(file: &Path) -> Result<Self, ManifestError> {
        Self::parse(&text(file)?).map_err(|problem| ManifestError {
            file: file.to_owned(),
            problem,
        })
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
            groups: groups(&mut table, "")?,
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

fn place(text: &str, error: &toml::de::Error) -> String {
    let line = error
        .span()
        .map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    format!("line {line}: {}", error.message())
}

#[cfg(test)]
mod tests;
