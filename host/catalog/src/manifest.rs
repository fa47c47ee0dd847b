//! `bundle.toml`: the declaration of a bundle, read before its component.
//!
//! | key | type | default | meaning |
//! |---|---|---|---|
//! | `id` | text `[a-z0-9-]{1,64}` | required | the bundle's name in configuration, log and audit; in `_meta` of results, the member with the data of its tools, so none of the host's own members there (`diagnostics`, `kind`, `hint`, `detail`, `details`); unique among loaded bundles |
//! | `component` | text | required | file name of the component in the same folder, ending in `.wasm` |
//! | `version` | text `N.N.N`, with suffix, at most 64 bytes | none | the bundle's own version, for users |
//! | `title` | text, one line, at most 200 bytes | none | a short name for users |
//! | `description` | text, at most 4,096 bytes | none | one sentence about the bundle |
//! | `license` | text, one line, at most 200 bytes | none | its licence, e.g. an SPDX expression |
//! | `homepage` | text, one line, at most 200 bytes | none | address of its website or source |
//! | `guide` | text, one line, at most 480 bytes | none | how an agent works with it; part of MCP's `instructions` if the bundle is listed and the instructions fit into 1 KiB |
//! | `groups` | list of texts `[a-z0-9-]{1,64}`, at most 16 | none | the groups by which `policy.profile` selects the bundle; a bundle without groups is in every profile |
//! | `[tools.<name>] groups` | as `groups` | none | further groups of one tool, in addition to those of its bundle |
//! | `[tools.<name>] running-unity` | `write-unconfirmed`, `write`, `destructive` | none | the effect on a running Unity instance of a tool that only reads a project folder |
//! | `[tools.<name>] effect` | `read`, `write-unconfirmed`, `write` | the effect that its imports allow | a weaker effect for a function of a plain component, which cannot declare one itself; the host enforces it |
//! | `[tools.<name>] task` | `optional`, `required` | none | a call that takes long becomes a task of MCP 2026-07-28 if the client supports tasks; `required` rejects other clients of that version |
//! | `min-host` | text `N.N.N` | none | the oldest host version that serves it; an older host rejects the bundle with an error |
//!
//! Any other key is an error: a misspelt key would otherwise have no effect without a message.

mod values;

use host_api::similar_names::{did_you_mean, nearest};
use host_api::{Effect, TaskSupport};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use toml::Table;
use values::{COMPONENT, GUIDE, ID, LINE, TEXT, VERSION, groups, optional, release, take_required, tools};

/// The name of the manifest file in a bundle's folder.
pub const FILE_NAME: &str = "bundle.toml";

/// Maximum size of `bundle.toml` in bytes. The host rejects a longer file.
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

/// Member names that the host itself writes into `_meta` of a tool result. No bundle may use one of them as its id.
const HOSTS_MEMBERS: [&str; 5] = ["diagnostics", "kind", "hint", "detail", "details"];

/// A parsed and checked `bundle.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    pub id: String,
    /// The file name of the WebAssembly component, without any folder.
    pub component: String,
    pub version: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    pub license: Option<String>,
    pub homepage: Option<String>,
    /// A guide for agents that use the bundle, which is part of MCP's `instructions`; `None` if the bundle has none.
    pub guide: Option<String>,
    /// The groups by which a profile selects the bundle; empty if the bundle is in every profile.
    pub groups: Vec<String>,
    /// The tables `[tools.<name>]` with settings for single tools, by the name of the tool.
    pub tools: BTreeMap<String, ToolEntry>,
    /// The minimum version of the host, which is already compared with this host; `None` if every version fits.
    pub min_host: Option<String>,
}

/// The entries of one `[tools.<name>]` table in `bundle.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolEntry {
    /// Groups of the tool in addition to those of its bundle.
    pub groups: Vec<String>,
    /// The effect on a running Unity instance, for a tool that only reads a project folder but may change a running
    /// game; `None` if the effect is the same.
    pub running_unity: Option<Effect>,
    /// A weaker effect for an exported function (tool) than its imports allow; `None` to keep the allowed effect.
    pub effect: Option<Effect>,
    /// Whether a long call of the tool becomes a task.
    pub task: TaskSupport,
}

/// A problem of a `bundle.toml`: the file, and a text with key, value and accepted values.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct ManifestError {
    pub file: PathBuf,
    pub problem: Problem,
}

/// A problem of a `bundle.toml`, without the file.
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
    #[error("unknown key `{key}`; {}", known_keys_hint(key))]
    UnknownKey { key: String },
    #[error("`{key}` is missing; it is {expected}")]
    Missing { key: &'static str, expected: &'static str },
    #[error("unknown key `{key}`; a tool has `groups`, `running-unity`, `effect` or `task`")]
    UnknownKeyOfTool { key: String },
    #[error("`{key}` is {value}, expected {expected}")]
    Wrong {
        key: String,
        /// The wrong value as text, followed by its type unless the value is a text.
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
        "`id` is \"{id}\", which is reserved: the host itself writes a member of this name in `_meta` of results; use \
         another id, e.g. \"my-{id}\""
    )]
    HostsMember { id: String },
    #[error(
        "`min-host` is \"{wanted}\", but this host is {have}: update the host, or use an older version of the bundle"
    )]
    HostTooOld { wanted: String, have: &'static str },
}

fn known_keys_hint(key: &str) -> String {
    let meant = nearest(key, KEYS).map(|meant| format!("`{meant}`"));
    did_you_mean(meant).unwrap_or_else(|| format!("known keys are {}", KEYS.join(", ")))
}

/// True if `folder` contains an entry named [`FILE_NAME`], of any type. Blocks the thread.
#[must_use]
pub fn is_in(folder: &Path) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    // If this is uncertain, the folder counts as a bundle: reading the file then reports the problem.
    let found = std::fs::symlink_metadata(folder.join(FILE_NAME));
    found.map_or_else(|error| !matches!(error.kind(), NotFound | NotADirectory), |_| true)
}

/// Reads the text of the manifest. Blocks the thread, but never waits for a pipe or device that replaced the file.
///
/// # Errors
/// The file cannot be read, is not a regular file, is longer than [`MAX_BYTES`], or is not UTF-8.
pub fn text(file: &Path) -> Result<String, ManifestError> {
    let failed = |problem| ManifestError {
        file: file.to_owned(),
        problem,
    };
    let mut bytes = Vec::new();
    let read = host_regular_file::open(file).and_then(|(open, about)| {
        // Without this, the file is read in pieces of 32 bytes.
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

/// Returns the kind of file at `path`; `None` for a regular file, a link to one, or an unreadable path.
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
    /// Reads and checks a `bundle.toml`. Blocks the thread.
    ///
    /// # Errors
    /// The first problem of the file.
    pub fn read(file: &Path) -> Result<Self, ManifestError> {
        Self::parse(&text(file)?).map_err(|problem| ManifestError {
            file: file.to_owned(),
            problem,
        })
    }

    /// Parses and checks the text of a `bundle.toml`. Skips a byte order mark.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut table: Table = text.parse().map_err(|error: toml::de::Error| Problem::NotToml {
            reason: place(text, &error),
        })?;
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(Problem::UnknownKey { key: key.clone() });
        }
        let manifest = Self {
            id: take_required(&mut table, "id", ID)?,
            component: take_required(&mut table, "component", COMPONENT)?,
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
