//! The script files of the console: what the commands answer. The files themselves are `host_scripts_folder`'s.

use super::Session;
use super::pages::{cut, json_len};
use host_api::near::{did_you_mean, near_paths};
use host_bridge::{BridgeError, BridgeErrorKind, PageRequest, Replied, Reply, Script, ScriptFile, StartupScript};
use host_scripts_folder::{MAX_BYTES, ScriptPath, ScriptProblem, ScriptsFolder};
use std::time::SystemTime;

/// Every successful write of a script says this: unlike other writes it outlives the session.
const ON_DISK: &str =
    "the host's scripts folder was changed on disk; no project file and no running editor was changed";

impl Session {
    pub(super) fn list_scripts(&self, page: &PageRequest) -> Result<Replied, BridgeError> {
        let folder = self.scripts()?;
        let listing = folder.list().map_err(refused)?;
        let script = |at: usize| {
            let name = listing.names.get(at)?;
            let path = ScriptPath::parse(name, &[]).ok()?;
            Some(Script {
                name: name.clone(),
                path: folder.shown(&path),
            })
        };
        let size = |script: &Script| json_len(&script.name) + json_len(&script.path) + 24;
        let page = cut(page, listing.names.len(), script, size);
        Ok(Replied {
            reply: Reply::Scripts(page),
            diagnostics: listing.notes,
        })
    }

    pub(super) fn read_script(&self, path: &str) -> Result<Replied, BridgeError> {
        let folder = self.scripts()?;
        let path = folder.path(path).map_err(refused)?;
        let script = folder
            .read(&path)
            .map_err(|problem| not_there(&folder, &path, problem))?;
        let mut diagnostics = script.notes;
        if script.truncated {
            let note = format!("the file has {} bytes; its text was cut at {MAX_BYTES}", script.size);
            diagnostics.push(note);
        }
        let file = ScriptFile {
            name: path.name().to_owned(),
            path: folder.shown(&path),
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

    pub(super) fn startup_script(&self) -> Result<Replied, BridgeError> {
        let folder = self.scripts()?;
        let startup = folder.startup().map_err(refused)?;
        let reply = StartupScript {
            enabled: startup.enabled,
            path: folder.shown(&startup.path),
            content: startup.script.map(|script| script.text),
        };
        Ok(Replied {
            reply: Reply::Startup(reply),
            diagnostics: startup.notes,
        })
    }

    pub(super) fn write_script(&mut self, path: &str, content: &str) -> Result<Replied, BridgeError> {
        let folder = self.scripts()?;
        let path = folder.path(path).map_err(refused)?;
        folder.write(&path, content).map_err(refused)?;
        Ok(self.changed_scripts())
    }

    pub(super) fn delete_script(&mut self, path: &str) -> Result<Replied, BridgeError> {
        let folder = self.scripts()?;
        let path = folder.path(path).map_err(refused)?;
        folder
            .delete(&path)
            .map_err(|problem| not_there(&folder, &path, problem))?;
        Ok(self.changed_scripts())
    }

    pub(super) fn set_startup_enabled(&mut self, enabled: bool) -> Result<Replied, BridgeError> {
        if self.scripts()?.enable_startup(enabled).map_err(refused)? {
            return Ok(self.changed_scripts());
        }
        let state = if enabled { "enabled" } else { "disabled" };
        Ok(Replied {
            reply: Reply::Done,
            diagnostics: vec![format!("the startup script was {state} already; nothing was changed")],
        })
    }

    pub(super) fn write_startup(&mut self, content: &str) -> Result<Replied, BridgeError> {
        let enabled = self.scripts()?.write_startup(content).map_err(refused)?;
        let mut replied = self.changed_scripts();
        if !enabled {
            let note = "the startup script is disabled; SetStartupScriptEnabled lets Unity run it at start";
            replied.diagnostics.push(note.to_owned());
        }
        Ok(replied)
    }

    /// # Errors
    /// Always: what is wrong with the path, `NotFound`, else `NotReady`.
    pub(super) fn run_script(&self, path: &str) -> Result<Replied, BridgeError> {
        let folder = self.scripts()?;
        let path = folder.path(path).map_err(refused)?;
        folder
            .exists(&path)
            .map_err(|problem| not_there(&folder, &path, problem))?;
        Err(super::running::needed("Running C#"))
    }

    /// # Errors
    /// Always: `NotFound` where there is none, else `NotReady`.
    pub(super) fn run_startup(&self) -> Result<Replied, BridgeError> {
        self.scripts()?.startup_exists().map_err(refused)?;
        Err(super::running::needed("Running C#"))
    }

    fn scripts(&self) -> Result<ScriptsFolder, BridgeError> {
        let folder = self.options.scripts_folder.as_deref().ok_or_else(|| {
            BridgeError::new(BridgeErrorKind::NotReady, "this host has no scripts folder")
                .with_hint("set `project.scripts-folder` in the host's configuration and restart it")
        })?;
        Ok(ScriptsFolder::new(folder, self.library.project().root()))
    }

    fn changed_scripts(&mut self) -> Replied {
        self.edits.writes += 1;
        Replied {
            reply: Reply::Done,
            diagnostics: vec![ON_DISK.to_owned()],
        }
    }
}

/// The same as `refused`, with the scripts that may have been meant.
fn not_there(folder: &ScriptsFolder, path: &ScriptPath, problem: ScriptProblem) -> BridgeError {
    let is_missing = matches!(problem, ScriptProblem::Missing { .. });
    let error = refused(problem);
    // A folder that cannot be listed tells no names; what is wrong with the path is said all the same.
    let Some(listing) = is_missing.then(|| folder.list().ok()).flatten() else {
        return error;
    };
    match did_you_mean(near_paths(&path.text(), listing.names.iter().map(String::as_str))) {
        Some(meant) => error.with_hint(meant),
        None => error,
    }
}

fn refused(problem: ScriptProblem) -> BridgeError {
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

/// RFC 3339, UTC, whole seconds. A time out of range (only a broken disk has one) is the epoch.
fn utc_seconds(time: SystemTime) -> String {
    let seconds = jiff::Timestamp::try_from(time).map_or(0, jiff::Timestamp::as_second);
    jiff::Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests;
