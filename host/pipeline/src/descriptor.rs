//! The descriptor file, in which the editor writes the port and the token of its server.
//!
//! The file is in the project folder, so another program may have written it. This module accepts only a regular file
//! without links, and only values that lead to a port of the allowed range on this machine.

use host_api::Tree;
use host_regular_file::Links;
use http::HeaderValue;
use serde_json::{Map, Value};
use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The folders from the project folder to the descriptor file.
const FOLDERS: [&str; 2] = ["Library", "Pipeline"];

/// The name of the descriptor file.
const NAME: &str = ".unity-pipeline-port";

/// Maximum size of the descriptor file in bytes; a larger file is rejected.
const MOST: u64 = 64 * 1024;

/// Maximum bytes of the project path in the descriptor; a longer path is rejected.
const MOST_PATH: usize = 4_096;

/// Maximum bytes of the token in the descriptor; a longer token is rejected.
const MOST_TOKEN: usize = 1_024;

/// The port of the server of an editor, and the header value that authorizes requests to it.
#[derive(Debug)]
pub(crate) struct Descriptor {
    pub(crate) port: u16,
    /// The value of the header `Authorization`. Its debug output hides the token.
    pub(crate) authorization: HeaderValue,
}

/// The reason why there is no usable descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// There is no file, so no editor with the package has the project open.
    Missing,
    /// The JSON is invalid: the editor may be writing the file.
    Incomplete(String),
    /// The file or a value in it is rejected.
    Rejected(String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("it does not exist"),
            Self::Incomplete(why) => write!(f, "it is no complete JSON: {why}"),
            Self::Rejected(why) => f.write_str(why),
        }
    }
}

/// Returns the path of the descriptor file of the project folder `root`.
pub(crate) fn path(root: &Path) -> PathBuf {
    FOLDERS
        .iter()
        .fold(root.to_path_buf(), |path, folder| path.join(folder))
        .join(NAME)
}

/// Reads the descriptor of the project folder `root`. Accepts only ports in `ports`. Blocks the thread.
///
/// # Errors
/// There is no descriptor, or it is rejected.
pub(crate) fn read(root: &Path, ports: &RangeInclusive<u16>) -> Result<Descriptor, Unusable> {
    let text = text(root)?;
    parse(&text, root, ports)
}

/// Returns the content of the descriptor file, if it is a regular file in the project folder and no link leads to it.
fn text(root: &Path) -> Result<String, Unusable> {
    let path = path(root);
    let mut folder = root.to_path_buf();
    for name in FOLDERS {
        folder.push(name);
        let facts = std::fs::symlink_metadata(&folder).map_err(unreadable)?;
        if facts.is_symlink() {
            return Err(rejected(format!(
                "its folder {name} is a link, and links are not followed here"
            )));
        }
    }
    // Opening with write options creates a missing file, so the options only read.
    let mut options = OpenOptions::new();
    options.read(true);
    let file = host_regular_file::open_with(&path, options, Links::Refused).map_err(unreadable)?;
    let is_inside = match (root.canonicalize(), host_regular_file::place(&file, &path)) {
        (Ok(root), Ok(place)) => place.starts_with(root),
        _ => false,
    };
    if !is_inside {
        return Err(rejected("it is outside of the project folder"));
    }
    let mut text = Vec::new();
    file.take(MOST + 1).read_to_end(&mut text).map_err(unreadable)?;
    if text.len() as u64 > MOST {
        return Err(rejected(format!("it is larger than {MOST} bytes")));
    }
    String::from_utf8(text).map_err(|_| Unusable::Incomplete("it is no UTF-8".to_owned()))
}

fn unreadable(error: io::Error) -> Unusable {
    match error.kind() {
        io::ErrorKind::NotFound => Unusable::Missing,
        _ => Unusable::Rejected(error.to_string()),
    }
}

fn rejected(why: impl Into<String>) -> Unusable {
    Unusable::Rejected(why.into())
}

/// Reads the members that the host uses, and ignores all others.
fn parse(text: &str, root: &Path, ports: &RangeInclusive<u16>) -> Result<Descriptor, Unusable> {
    // The editor may begin the file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value = Tree::read(text).map_err(|error| Unusable::Incomplete(error.to_string()))?;
    let Value::Object(members) = value else {
        return Err(rejected("it is no JSON object"));
    };
    let port = port(&members, ports)?;
    let project = member(&members, "projectPath")?
        .as_str()
        .ok_or_else(|| rejected("`projectPath` is no text"))?;
    if !is_same_folder(project, root) {
        return Err(rejected("`projectPath` is another folder"));
    }
    let token = member(&members, "evalToken")?
        .as_str()
        .ok_or_else(|| rejected("`evalToken` is no text"))?;
    Ok(Descriptor {
        port,
        authorization: authorization(token)?,
    })
}

fn member<'m>(members: &'m Map<String, Value>, name: &str) -> Result<&'m Value, Unusable> {
    members
        .get(name)
        .ok_or_else(|| rejected(format!("the member `{name}` is missing")))
}

fn port(members: &Map<String, Value>, ports: &RangeInclusive<u16>) -> Result<u16, Unusable> {
    let given = member(members, "port")?;
    let number = given.as_u64().ok_or_else(|| rejected("`port` is no port number"))?;
    let port = u16::try_from(number).ok().filter(|port| ports.contains(port));
    port.ok_or_else(|| {
        rejected(format!(
            "`port` is {number}; it must be {} to {}",
            ports.start(),
            ports.end()
        ))
    })
}

fn authorization(token: &str) -> Result<HeaderValue, Unusable> {
    let is_plain = (1..=MOST_TOKEN).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_graphic());
    let value = HeaderValue::from_str(&format!("Bearer {token}")).ok();
    let mut value = value
        .filter(|_| is_plain)
        .ok_or_else(|| rejected(format!("`evalToken` is not 1 to {MOST_TOKEN} visible ASCII characters")))?;
    value.set_sensitive(true);
    Ok(value)
}

/// Returns true if `named`, a path of the descriptor, is the project folder `root`. Symbolic links in it are resolved.
fn is_same_folder(named: &str, root: &Path) -> bool {
    // A network or device path could send the user's credentials to another machine.
    let is_network = named
        .chars()
        .take(2)
        .filter(|letter| matches!(letter, '/' | '\\'))
        .count()
        == 2;
    let is_here = !is_network && named.len() <= MOST_PATH;
    let named = Path::new(named);
    if !is_here || !named.is_absolute() {
        return false;
    }
    matches!((named.canonicalize(), root.canonicalize()), (Ok(named), Ok(root)) if named == root)
}
