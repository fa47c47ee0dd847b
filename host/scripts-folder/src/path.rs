//! The paths of scripts: the same rules on every system, checked before any file is opened.
//!
//! This module does not resolve links; the directory handle checks them.

use super::{ScriptProblem, quote_shortened};
use std::path::PathBuf;

/// Maximum length of one file or folder name, in bytes and in UTF-16 units; a path with a longer name is rejected.
const MAX_NAME: usize = 255;

/// Maximum length in bytes of a script's path below the scripts folder; a longer path is rejected.
const MAX_PATH: usize = 1_024;

/// Maximum length in bytes of a script path from a caller, which may contain the scripts folder's path; else rejected.
const MAX_GIVEN: usize = 8_192;

/// Maximum number of folders between the scripts folder and a script; a deeper path is rejected.
const MAX_DEPTH: usize = 16;

/// The checked path of a script below the scripts folder: file and folder names only; the last one ends in `.cs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptPath {
    names: Vec<String>,
}

impl ScriptPath {
    /// Parses and checks a path from a caller: relative, or absolute below one of `roots`; `/` and `\` both separate
    /// names. Nothing is decoded or expanded: `%2e` and `~` are plain characters.
    pub fn parse(given: &str, roots: &[String]) -> Result<Self, ScriptProblem> {
        if given.trim().is_empty() {
            return Err(ScriptProblem::NoPath);
        }
        if given.len() > MAX_GIVEN {
            let why = format!("{} bytes", given.len());
            return Err(ScriptProblem::TooLong { why });
        }
        if !is_cs(given) {
            return Err(ScriptProblem::NotCs {
                given: quote_shortened(given),
            });
        }
        let outside = |why: &str| ScriptProblem::Outside {
            given: quote_shortened(given),
            why: why.to_owned(),
        };
        let names = if is_absolute(given) {
            let names = absolute_names(given);
            let below = roots.iter().find_map(|root| strip_root(&names, &absolute_names(root)));
            let below = below.ok_or_else(|| outside("it is outside the scripts folder"))?;
            for name in below {
                check_name(name).map_err(|why| outside(&why))?;
            }
            below.to_vec()
        } else {
            let mut names: Vec<&str> = Vec::new();
            for name in split(given) {
                if name == ".." {
                    names.pop().ok_or_else(|| outside("`..` leads out of it"))?;
                } else {
                    check_name(name).map_err(|why| outside(&why))?;
                    names.push(name);
                }
            }
            names
        };
        if !names.last().is_some_and(|name| is_cs(name)) {
            return Err(ScriptProblem::NotCs {
                given: quote_shortened(given),
            });
        }
        check_size(&names)?;
        Ok(Self {
            names: names.into_iter().map(str::to_owned).collect(),
        })
    }

    /// Creates the path of a script with this fixed file name directly in the scripts folder.
    pub fn fixed(name: &'static str) -> Self {
        Self {
            names: vec![name.to_owned()],
        }
    }

    /// Returns the file name of the script.
    pub fn name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// Returns the path of the script below the scripts folder, with the separator of the system.
    pub fn relative(&self) -> PathBuf {
        self.names.iter().collect()
    }

    /// Returns the folders above the script, outermost first, each as a path below the scripts folder.
    pub fn folders(&self) -> Vec<PathBuf> {
        (1..self.names.len())
            .map(|depth| self.names.iter().take(depth).collect())
            .collect()
    }

    /// Returns the path of the script below the scripts folder, with `/` as separator.
    pub fn text(&self) -> String {
        self.names.join("/")
    }
}

/// True if the text ends in `.cs` (case ignored) after at least one other character of the file name.
pub(super) fn is_cs(name: &str) -> bool {
    let stem = name.len().checked_sub(3).and_then(|at| name.split_at_checked(at));
    stem.is_some_and(|(stem, end)| end.eq_ignore_ascii_case(".cs") && !stem.is_empty() && !stem.ends_with(['/', '\\']))
}

/// Checks one file or folder name. The rules are the same on every system, because a name that is harmless on one
/// system can have a special meaning on another.
///
/// # Errors
/// The reason why the name is rejected.
pub fn check_name(name: &str) -> Result<(), String> {
    for character in name.chars() {
        let why = match character {
            ':' => "`:` names a drive or an alternate stream",
            '<' | '>' | '"' | '|' | '?' | '*' => "a name must not contain < > \" | ? *",
            _ if character.is_control() => "a name must not contain NUL or other control characters",
            _ if looks_alike(character) => {
                "a name must not contain invisible characters or characters that look like a separator or a dot"
            }
            _ => continue,
        };
        return Err(format!("{why} (U+{:04X})", u32::from(character)));
    }
    if name.ends_with(['.', ' ']) {
        return Err("a name must not end in a dot or a blank".to_owned());
    }
    if is_device(name) {
        return Err("this name is the name of a device on some systems".to_owned());
    }
    Ok(())
}

fn check_size(names: &[&str]) -> Result<(), ScriptProblem> {
    let long = |why: String| Err(ScriptProblem::TooLong { why });
    if names.len() > MAX_DEPTH + 1 {
        return long(format!("{} folders deep, at most {MAX_DEPTH}", names.len() - 1));
    }
    if let Some(name) = names.iter().find(|name| name.len() > MAX_NAME) {
        return long(format!("a name has {} bytes, at most {MAX_NAME}", name.len()));
    }
    let bytes: usize = names.iter().map(|name| name.len() + 1).sum();
    if bytes > MAX_PATH {
        return long(format!("{bytes} bytes below the folder, at most {MAX_PATH}"));
    }
    Ok(())
}

fn split(path: &str) -> impl Iterator<Item = &str> {
    path.split(['/', '\\']).filter(|name| !name.is_empty() && *name != ".")
}

fn is_absolute(path: &str) -> bool {
    let drive = matches!(path.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    drive || path.starts_with(['/', '\\'])
}

/// Splits an absolute path into its names. Resolves `..`, keeps a drive as the first name, and omits `\\?\`.
fn absolute_names(path: &str) -> Vec<&str> {
    let path = path.strip_prefix(r"\\?\").unwrap_or(path);
    let mut names = Vec::new();
    for name in split(path) {
        if name == ".." {
            names.pop();
        } else {
            names.push(name);
        }
    }
    names
}

/// Returns the names of a path below `root`; `None` if the path is not below it. The comparison ignores case on systems
/// that ignore it in file names.
fn strip_root<'a, 'b>(names: &'b [&'a str], root: &[&str]) -> Option<&'b [&'a str]> {
    let (start, rest) = names.split_at_checked(root.len())?;
    let fold = cfg!(any(windows, target_os = "macos"));
    let same = |(one, other): (&&str, &&str)| one == other || (fold && one.to_lowercase() == other.to_lowercase());
    (!rest.is_empty() && start.iter().zip(root).all(same)).then_some(rest)
}

/// True if Windows reserves the name for a device, also with an extension and with blanks before the extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end_matches(' ');
    let stem = stem.to_uppercase();
    if matches!(
        stem.as_str(),
        "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$"
    ) {
        return true;
    }
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    let mut number = number.unwrap_or_default().chars();
    matches!(
        (number.next(), number.next()),
        (Some('0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}'), None)
    )
}

/// True for a character that looks like one of `/ \ . :`, and for an invisible one, which some file systems ignore.
fn looks_alike(character: char) -> bool {
    matches!(
        character,
        '\u{2044}' | '\u{2215}' | '\u{2571}' | '\u{29f8}' | '\u{ff0f}' // slashes
        | '\u{2216}' | '\u{2572}' | '\u{29f5}' | '\u{29f9}' | '\u{fe68}' | '\u{ff3c}' // backslashes
        | '\u{2024}'..='\u{2026}' | '\u{fe52}' | '\u{ff0e}' // dots
        | '\u{2236}' | '\u{a789}' | '\u{fe13}' | '\u{fe55}' | '\u{ff1a}' // colons
        | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}' // invisible
    )
}
