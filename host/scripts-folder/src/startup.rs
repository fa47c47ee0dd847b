//! The startup script: `startup.cs` runs when Unity starts, `startup.disabled.cs` does not. A rename enables or
//! disables it, so the state is one file name: it survives a restart and is never half changed.

use super::{ScriptPath, ScriptProblem, ScriptText, ScriptsFolder};

const ENABLED: &str = "startup.cs";
const DISABLED: &str = "startup.disabled.cs";

/// The startup script and whether it is enabled. If an enabled and a disabled file exist, Unity runs the enabled one.
#[derive(Debug)]
pub struct Startup {
    pub enabled: bool,
    /// The path of the script, or the path for a new one.
    pub path: ScriptPath,
    /// The script on disk; `None` if no startup script exists.
    pub script: Option<ScriptText>,
    pub notes: Vec<String>,
}

impl ScriptsFolder {
    pub fn startup(&self) -> Result<Startup, ScriptProblem> {
        let (enabled, disabled) = (self.has(ENABLED)?, self.has(DISABLED)?);
        let name = if disabled && !enabled { DISABLED } else { ENABLED };
        let path = ScriptPath::fixed(name);
        let mut script = match enabled || disabled {
            true => Some(self.read(&path)?),
            false => None,
        };
        let mut notes = Vec::new();
        if let Some(script) = &mut script {
            notes.append(&mut script.notes);
            if script.truncated {
                notes.push(format!(
                    "the startup script has {} bytes; its text was cut at {}",
                    script.size,
                    super::MAX_BYTES
                ));
            }
        }
        if enabled && disabled {
            notes.push(format!("{DISABLED} also exists; only {ENABLED} is used"));
        }
        Ok(Startup {
            enabled,
            path,
            script,
            notes,
        })
    }

    /// Enables or disables the startup script by a rename. Returns false if the script already had the requested state.
    pub fn enable_startup(&self, enable: bool) -> Result<bool, ScriptProblem> {
        let (enabled, disabled) = (self.has(ENABLED)?, self.has(DISABLED)?);
        match (enabled, disabled) {
            (false, false) => Err(ScriptProblem::NoStartup),
            (true, true) => Err(ScriptProblem::TwoStartups),
            _ if enabled == enable => Ok(false),
            _ => {
                let (from, to) = if enable {
                    (DISABLED, ENABLED)
                } else {
                    (ENABLED, DISABLED)
                };
                self.rename(&ScriptPath::fixed(from), &ScriptPath::fixed(to))?;
                Ok(true)
            }
        }
    }

    /// Writes the text of the startup script, and returns true if the script is enabled. Writing does not enable it: a
    /// new script is disabled.
    pub fn write_startup(&self, content: &str) -> Result<bool, ScriptProblem> {
        let enabled = self.has(ENABLED)?;
        let name = if enabled { ENABLED } else { DISABLED };
        self.write(&ScriptPath::fixed(name), content)?;
        Ok(enabled)
    }

    fn has(&self, name: &'static str) -> Result<bool, ScriptProblem> {
        match self.exists(&ScriptPath::fixed(name)) {
            Ok(()) => Ok(true),
            Err(ScriptProblem::Missing { .. }) => Ok(false),
            Err(problem) => Err(problem),
        }
    }
}
