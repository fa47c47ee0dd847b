//! The replies to the script commands. They are the same for each bridge, because the files belong to the host.

use crate::{MAX_BYTES, ScriptPath, ScriptProblem, ScriptsFolder};
use host_api::similar_names::{did_you_mean, near_paths};
use host_bridge::{
    BridgeError, BridgeErrorKind, Command, Function, Page, PageRequest, Replied, Reply, Script, ScriptFile,
    StartupScript, json_len,
};
use std::time::SystemTime;

/// The diagnostic of every successful write of a script. Unlike other changes, this write remains after the session.
const ON_DISK: &str =
    "the host's scripts folder was changed on disk; no project file and no running editor was changed";

/// The commands to the bridge that the scripts folder can execute. Running a script is not one of them.
pub const FUNCTIONS: [Function; 7] = [
    Function::ListScripts,
    Function::ReadScript,
    Function::GetStartupScript,
    Function::WriteScript,
    Function::DeleteScript,
    Function::SetStartupEnabled,
    Function::WriteStartupScript,
];

/// The reply to a command about console scripts, and whether the command changed a file.
#[derive(Debug)]
pub struct Answered {
    pub replied: Replied,
    /// True if the command changed a file of the scripts folder.
    pub is_changed: bool,
}

impl ScriptsFolder {
    /// Executes a command that lists, reads, writes, deletes or enables scripts (see `FUNCTIONS`). Blocks the thread.
    ///
    /// # Errors
    /// The path, the text, the file or the folder is rejected. No file was changed then.
    pub fn answer(&self, command: &Command) -> Result<Answered, BridgeError> {
        let replied = match command {
            Command::ListScripts { page } => self.page(page)?,
            Command::ReadScript { path } => self.file(path)?,
            Command::GetStartupScript => self.startup_file()?,
            Command::WriteScript { path, content } => {
                let path = self.path(path).map_err(problem_error)?;
                self.write(&path, content).map_err(problem_error)?;
                return Ok(changed_answer(None));
            }
            Command::DeleteScript { path } => {
                let path = self.path(path).map_err(problem_error)?;
                self.delete(&path)
                    .map_err(|problem| self.missing_script_error(&path, problem))?;
                return Ok(changed_answer(None));
            }
            Command::SetStartupEnabled { enabled } => {
                if self.enable_startup(*enabled).map_err(problem_error)? {
                    return Ok(changed_answer(None));
                }
                let state = if *enabled { "enabled" } else { "disabled" };
                Replied {
                    reply: Reply::Done,
                    diagnostics: vec![format!("the startup script is already {state}; nothing was changed")],
                }
            }
            Command::WriteStartupScript { content } => {
                let is_enabled = self.write_startup(content).map_err(problem_error)?;
                let note = "the startup script is disabled; SetStartupScriptEnabled lets Unity run it at start";
                return Ok(changed_answer((!is_enabled).then_some(note)));
            }
            _ => {
                let message = "the scripts folder received a command that concerns no script file";
                return Err(BridgeError::new(BridgeErrorKind::Internal, message));
            }
        };
        Ok(Answered {
            replied,
            is_changed: false,
        })
    }

    /// Returns the C# code of the script at `path`. If `path` is `None`, returns the code of the startup script, even a
    /// disabled one. Blocks the thread.
    ///
    /// # Errors
    /// The path is invalid, the script is missing, or the script is too long: a part of a script is never run.
    pub fn code(&self, path: Option<&str>) -> Result<String, BridgeError> {
        let script = match path {
            Some(path) => {
                let path = self.path(path).map_err(problem_error)?;
                self.read(&path)
                    .map_err(|problem| self.missing_script_error(&path, problem))?
            }
            None => {
                let startup = self.startup().map_err(problem_error)?;
                startup.script.ok_or_else(|| problem_error(ScriptProblem::NoStartup))?
            }
        };
        if script.truncated {
            let message = format!("the script has {} bytes, at most {MAX_BYTES} can be run", script.size);
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("split the script into several files"));
        }
        Ok(script.text)
    }

    fn page(&self, page: &PageRequest) -> Result<Replied, BridgeError> {
        page.by_offset()?;
        let listing = self.list().map_err(problem_error)?;
        let script = |at: usize| {
            let name = listing.names.get(at)?;
            let path = ScriptPath::parse(name, &[]).ok()?;
            Some(Script {
                name: name.clone(),
                path: self.display_path(&path),
            })
        };
        let size = |script: &Script| json_len(&script.name) + json_len(&script.path) + 24;
        let page = Page::cut(page, listing.names.len(), script, size);
        Ok(Replied {
            reply: Reply::Scripts(page),
            diagnostics: listing.notes,
        })
    }

    fn file(&self, path: &str) -> Result<Replied, BridgeError> {
        let path = self.path(path).map_err(problem_error)?;
        let script = self
            .read(&path)
            .map_err(|problem| self.missing_script_error(&path, problem))?;
        let mut diagnostics = script.notes;
        if script.truncated {
            let note = format!("the file has {} bytes; its text was cut at {MAX_BYTES}", script.size);
            diagnostics.push(note);
        }
        let file = ScriptFile {
            name: path.name().to_owned(),
            path: self.display_path(&path),
            content: script.text,
            size_bytes: script.size,
            last_modified: utc_seconds(script.modified),
            truncated: script.truncated,
        };
        Ok(Replied {
            reply: Reply::Script(file),
            diagnostics,
        })
    }

    fn startup_file(&self) -> Result<Replied, BridgeError> {
        let startup = self.startup().map_err(problem_error)?;
        let reply = StartupScript {
            enabled: startup.enabled,
            path: self.display_path(&startup.path),
            content: startup.script.map(|script| script.text),
        };
        Ok(Replied {
            reply: Reply::Startup(reply),
            diagnostics: startup.notes,
        })
    }

    /// Converts a script problem to an error for the caller. Adds the names of similar scripts to a missing one.
    fn missing_script_error(&self, path: &ScriptPath, problem: ScriptProblem) -> BridgeError {
        let is_missing = matches!(problem, ScriptProblem::Missing { .. });
        let error = problem_error(problem);
        if !is_missing {
            return error;
        }
        // If the folder cannot be listed, the error has no suggestions.
        let Ok(listing) = self.list() else {
            return error;
        };
        match did_you_mean(near_paths(&path.text(), listing.names.iter().map(String::as_str))) {
            Some(meant) => error.with_hint(meant),
            None => error,
        }
    }
}

fn changed_answer(note: Option<&str>) -> Answered {
    let diagnostics = [ON_DISK].into_iter().chain(note).map(str::to_owned).collect();
    Answered {
        replied: Replied {
            reply: Reply::Done,
            diagnostics,
        },
        is_changed: true,
    }
}

fn problem_error(problem: ScriptProblem) -> BridgeError {
    let kind = match &problem {
        ScriptProblem::Missing { .. } | ScriptProblem::NoStartup => BridgeErrorKind::NotFound,
        ScriptProblem::TwoStartups => BridgeErrorKind::Conflict,
        ScriptProblem::OverProject | ScriptProblem::Disk { .. } => BridgeErrorKind::NotReady,
        ScriptProblem::NoPath
        | ScriptProblem::NotCs { .. }
        | ScriptProblem::Outside { .. }
        | ScriptProblem::TooLong { .. }
        | ScriptProblem::NotAFile { .. }
        | ScriptProblem::TooLarge { .. } => BridgeErrorKind::InvalidArgument,
    };
    let hint = problem.hint();
    BridgeError::new(kind, problem.to_string()).with_hint(hint)
}

/// Formats a time as RFC 3339, in UTC and whole seconds. A time out of range becomes the epoch.
fn utc_seconds(time: SystemTime) -> String {
    let seconds = jiff::Timestamp::try_from(time).map_or(0, jiff::Timestamp::as_second);
    jiff::Timestamp::from_second(seconds).unwrap_or_default().to_string()
}
