//! Parser for the addresses of references in UI files.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use unity_yaml::Guid;

/// Maximum number of characters of an address in a message; the rest of a longer address is cut off.
const MAX_SHOWN: usize = 300;

/// Folders with which every asset path starts.
const ROOTS: [&str; 2] = ["Assets/", "Packages/"];

/// Address with which a UI file refers to an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An asset with this guid, or with this path if no asset has the guid.
    Guid {
        guid: Guid,
        file_id: i64,
        path: Option<String>,
    },
    /// An asset with this path.
    Path(String),
    /// An asset in any `Resources` folder, by its path in that folder.
    Resource(String),
    /// One of Unity's own themes.
    BuiltIn,
    /// A text that Unity cannot parse as an address.
    Unreadable(String),
}

impl Address {
    /// Parses the address `written` in the UI file `file` (an asset path); `None` for an empty one.
    pub(super) fn read(written: &str, file: &str) -> Option<Self> {
        let written = written.trim();
        if written.is_empty() {
            return None;
        }
        if let Some(rest) = strip_scheme(written, "unity-theme") {
            let is_named = !rest.trim_start_matches('/').is_empty();
            return Some(if is_named { Self::BuiltIn } else { unreadable(written) });
        }
        let (place, query) = match written.split_once('?') {
            Some((place, rest)) => (place, rest.split('#').next().unwrap_or_default()),
            None => (written.split('#').next().unwrap_or_default(), ""),
        };
        let path = path_of(place, file);
        if let Some(guid) = value_in(query, "guid")
            .and_then(Guid::parse)
            .filter(|guid| !guid.is_none())
        {
            let file_id = value_in(query, "fileID").and_then(|id| id.parse().ok());
            return Some(Self::Guid {
                guid,
                file_id: file_id.unwrap_or_default(),
                path,
            });
        }
        Some(path.map_or_else(|| unreadable(written), Self::Path))
    }

    /// Parses the argument of `resource(…)` or the value of the attribute `path`; `None` if it is empty.
    pub(super) fn resource(written: &str) -> Option<Self> {
        let written = written.trim();
        (!written.is_empty()).then(|| Self::Resource(written.to_owned()))
    }

    /// Formats the address for use in a message.
    pub fn text(&self) -> String {
        let text = match self {
            Self::Guid { guid, path: None, .. } => format!("guid {guid}"),
            Self::Guid {
                guid, path: Some(path), ..
            } => format!("{path} (guid {guid})"),
            Self::Path(path) | Self::Unreadable(path) => path.clone(),
            Self::Resource(name) => format!("Resources/{name}"),
            Self::BuiltIn => "one of Unity's own themes".to_owned(),
        };
        text.chars().take(MAX_SHOWN).collect()
    }
}

fn unreadable(written: &str) -> Address {
    Address::Unreadable(written.chars().take(MAX_SHOWN).collect())
}

/// Returns the asset path in an address without its query; `None` if it has none. `file` is the UI file's asset path.
fn path_of(place: &str, file: &str) -> Option<String> {
    let place = decoded(place);
    let rooted = match strip_scheme(&place, "project") {
        // `project://database/Assets/x`, `project:///Assets/x`, `project:/Assets/x`.
        Some(rest) => {
            let rest = rest
                .strip_prefix("//")
                .map_or(rest, |host| host.find('/').map_or("", |at| &host[at..]));
            return normal(rest.strip_prefix('/')?, "").filter(|path| is_rooted(path));
        }
        None if has_scheme(&place) => return None,
        None => place.strip_prefix('/'),
    };
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    match rooted {
        Some(rest) => normal(rest, "").filter(|path| is_rooted(path)),
        None => normal(&place, folder),
    }
}

fn is_rooted(path: &str) -> bool {
    ROOTS.iter().any(|root| path.starts_with(root))
}

/// Resolves `.` and `..` in a path relative to `folder`; `None` if the path leads out of the project.
fn normal(path: &str, folder: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn strip_scheme<'a>(address: &'a str, scheme: &str) -> Option<&'a str> {
    let start = address.get(..scheme.len())?;
    let rest = address.get(scheme.len()..)?;
    start.eq_ignore_ascii_case(scheme).then_some(rest)?.strip_prefix(':')
}

/// Returns true if the address begins with a scheme such as `http:` or `file:`; a drive letter is no scheme.
fn has_scheme(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else {
        return false;
    };
    scheme.len() > 1
        && scheme
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "+.-".contains(letter))
}

fn value_in<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Decodes percent-encoded characters such as `%20`; a text with invalid codes stays unchanged.
fn decoded(text: &str) -> String {
    let plain = percent_decode_str(text).decode_utf8();
    plain.map_or_else(|_| text.to_owned(), Cow::into_owned)
}
