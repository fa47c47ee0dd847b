//! Finds the project path in lines of the editor's log, and compares it with the paths of the served project.

use std::path::{Path, PathBuf};

const CHANGED_TO: &str = "Successfully changed project path to:";
const ARGUMENT: &str = "-projectpath";

/// True if file names on this operating system are case-insensitive.
const FOLDS: bool = cfg!(any(windows, target_os = "macos"));

/// All known paths of the served project, for comparison with the paths in the log.
#[derive(Debug)]
pub(super) struct Project {
    known: Vec<String>,
    real: Option<PathBuf>,
}

impl Project {
    pub(super) fn new(paths: &[&Path]) -> Self {
        let real = paths.iter().find_map(|path| path.canonicalize().ok());
        let absolute = paths.iter().filter_map(|path| std::path::absolute(path).ok());
        let known = absolute
            .chain(real.clone())
            .filter_map(|path| path.to_str().map(plain))
            .collect();
        Self { known, real }
    }

    /// Returns true if the text is a path of the served project; `None` if the text is not an absolute path.
    fn is(&self, text: &str) -> Option<bool> {
        let text = text.trim().trim_matches('"');
        let drive = matches!(text.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
        if !drive && !text.starts_with(['/', '\\']) {
            return None;
        }
        if self.known.contains(&plain(text)) {
            return Some(true);
        }
        // The path may be another name of the same folder. A network path is not resolved, since that could take long.
        let far = text.starts_with("//") || text.starts_with(r"\\");
        let real = (!far && Path::new(text).is_absolute()).then(|| Path::new(text).canonicalize().ok());
        Some(real.flatten().is_some_and(|real| Some(real) == self.real))
    }
}

/// The search for project paths in the lines of one editor log, which tells to which project its messages belong.
#[derive(Debug, Default)]
pub(super) struct Naming {
    /// True if the last project path in the log is that of the served project; `None` if no path was found yet.
    pub(super) ours: Option<bool>,
    /// True if the previous line was `-projectPath`, so that the next line is the path.
    value_follows: bool,
}

impl Naming {
    /// Searches the next line of the log for a project path. Returns true if the line contains one.
    pub(super) fn take(&mut self, line: &str, project: &Project) -> bool {
        let value_follows = std::mem::replace(&mut self.value_follows, false);
        let line = line.trim();
        let named = if value_follows {
            project.is(line)
        } else if let Some(path) = line.strip_prefix(CHANGED_TO) {
            project.is(path)
        } else if line.eq_ignore_ascii_case(ARGUMENT) {
            self.value_follows = true;
            None
        } else if self.ours.is_none() {
            // A command line in one line. Later ones may belong to any program.
            argument(line).and_then(|path| project.is(path))
        } else {
            None
        };
        self.ours = named.or(self.ours);
        named.is_some()
    }

    /// Resets the state after a gap in the log, so that the next line is not treated as the value of an argument.
    pub(super) fn skip(&mut self) {
        self.value_follows = false;
    }
}

/// Returns the value of `-projectPath` in a command line: the quoted text, or the text up to the next argument.
fn argument(line: &str) -> Option<&str> {
    let lower = line.to_ascii_lowercase();
    let at = lower.find(ARGUMENT)?;
    let begins = at == 0 || lower.as_bytes().get(at - 1).is_some_and(u8::is_ascii_whitespace);
    let value = line.get(at + ARGUMENT.len()..)?;
    if !begins || !value.starts_with([' ', '\t', '=']) {
        return None;
    }
    let value = value.trim_start_matches([' ', '\t', '=']);
    match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => value.split(" -").next(),
    }
}

/// Returns the path for comparison: with `/`, without one at the end, in lower case if names are case-insensitive.
fn plain(path: &str) -> String {
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    };
    let path = path.strip_prefix("//?/").unwrap_or(&path).trim_end_matches('/');
    if FOLDS { path.to_lowercase() } else { path.to_owned() }
}
