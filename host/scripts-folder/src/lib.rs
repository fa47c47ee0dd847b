//! The scripts folder: the script files of the console in one folder of the host, behind a directory handle that
//! rejects every path outside.
//!
//! This crate checks no permissions and runs no C# (a running Unity instance does that).

mod answers;
mod folder;
mod path;
mod replace;
mod startup;
mod text;

pub use answers::{Answered, FUNCTIONS};
pub use folder::{Listing, ScriptText, ScriptsFolder};
pub use path::{ScriptPath, check_name};
pub use startup::Startup;

use std::io;

/// Maximum size in bytes of a script's text without BOM. A longer one is cut when read, and rejected when written.
pub const MAX_BYTES: usize = 262_144;

/// Maximum number of characters of a caller's text that an error message quotes.
const QUOTED: usize = 120;

/// The reason why a script was not read, written or deleted.
#[derive(Debug, thiserror::Error)]
pub enum ScriptProblem {
    #[error("path is required")]
    NoPath,
    #[error("Only .cs files are allowed")]
    NotCs { given: String },
    #[error("path must stay inside the Scripts folder")]
    Outside { given: String, why: String },
    #[error("path is too long: {why}")]
    TooLong { why: String },
    #[error("path names {what}, not a script file: {path:?}")]
    NotAFile { path: String, what: &'static str },
    #[error("no script {path:?} in the Scripts folder")]
    Missing { path: String },
    #[error("content has {bytes} bytes, at most {MAX_BYTES} are allowed")]
    TooLarge { bytes: usize },
    #[error("both startup.cs and startup.disabled.cs exist")]
    TwoStartups,
    #[error("there is no startup script")]
    NoStartup,
    #[error("the Scripts folder overlaps the project's own files, so nothing is written there")]
    OverProject,
    #[error("the Scripts folder could not be used ({doing}): {source}")]
    Disk { doing: &'static str, source: io::Error },
}

impl ScriptProblem {
    /// Returns the hint of the error: what the caller can do next.
    pub fn hint(&self) -> String {
        const EXAMPLE: &str = "give a path such as \"my-script.cs\" or \"folder/my-script.cs\"";
        match self {
            Self::NoPath => EXAMPLE.to_owned(),
            Self::NotCs { given } => format!("path is {given}; {EXAMPLE}"),
            Self::Outside { given, why } => format!("path is {given}: {why}; {EXAMPLE}"),
            Self::TooLong { .. } => "use at most 255 bytes for each name and 1024 for the whole path".to_owned(),
            Self::NotAFile { .. } => "name a regular file that ends in .cs".to_owned(),
            Self::Missing { .. } => "list the scripts (unity://console/scripts) or write this one first".to_owned(),
            Self::TooLarge { .. } => "split the script into several files".to_owned(),
            Self::TwoStartups => "delete one of the two by hand in the host's scripts folder".to_owned(),
            Self::NoStartup => "write one first with WriteStartupScript".to_owned(),
            Self::OverProject => "set `project.scripts-folder` to a separate folder outside the project".to_owned(),
            Self::Disk { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "free disk space, then call again; the old content is untouched".to_owned()
                }
                _ => "make the folder named by `project.scripts-folder` readable and writable for the host".to_owned(),
            },
        }
    }
}

/// Returns a caller's text as error messages quote it: escaped and shortened to `QUOTED` characters.
pub fn quote_shortened(given: &str) -> String {
    if given.chars().nth(QUOTED).is_none() {
        return format!("{given:?}");
    }
    let start: String = given.chars().take(QUOTED).collect();
    format!("{start:?}… ({} bytes)", given.len())
}

#[cfg(test)]
mod tests;
