//! Runs the programs of a language's toolchain.
//!
//! Belongs here: starting a program, and separate errors for a missing and a failed one. Does not: its selection.

use crate::Problem;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Clone, Copy)]
pub(crate) struct Variable {
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
}

/// A program of a toolchain: its executable, its description for messages, and how to install it.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) install: &'static str,
}

impl Program {
    /// Returns true if the program is installed, so that it runs with the argument `word`, which prints its version.
    pub(crate) fn is_there(&self, word: &str) -> bool {
        self.succeeds(Path::new("."), &[word])
    }

    /// Runs the program in `folder` with these arguments and returns true if it succeeds. Discards its output.
    pub(crate) fn succeeds(&self, folder: &Path, words: &[&str]) -> bool {
        let mut command = Command::new(self.name);
        command
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Runs the program in `folder`. Its output is written to stderr; stdout is reserved for the output of this host.
    pub(crate) fn run(&self, folder: &Path, words: &[&str]) -> Result<(), Problem> {
        self.run_as(Path::new(self.name), folder, words)
    }

    /// Runs the program like `run`, but from the executable file at the path `program`.
    pub(crate) fn run_as(&self, program: &Path, folder: &Path, words: &[&str]) -> Result<(), Problem> {
        self.run_with(program, folder, words, &[])
    }

    pub(crate) fn run_with(
        &self,
        program: &Path,
        folder: &Path,
        words: &[&str],
        variables: &[Variable],
    ) -> Result<(), Problem> {
        let mut command = Command::new(program);
        command.envs(variables.iter().map(|variable| (variable.name, variable.value)));
        command
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(std::io::stderr());
        let status = command.status().map_err(|error| self.not_started(program, error))?;
        self.check_success(status.success(), words)
    }

    /// Runs the executable file `program` and waits. Returns true if it succeeded, and its stdout with its stderr.
    pub(crate) fn run_captured(
        &self,
        program: &Path,
        folder: &Path,
        words: &[&str],
    ) -> Result<(bool, String), Problem> {
        let mut command = Command::new(program);
        command.args(words).current_dir(folder).stdin(Stdio::null());
        let output = command.output().map_err(|error| self.not_started(program, error))?;
        let said = [output.stdout, output.stderr].concat();
        Ok((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
    }

    pub(crate) fn failed(&self, words: &[&str]) -> Problem {
        Problem::Failed {
            command: format!("{} {}", self.name, words.join(" ")),
        }
    }

    /// Runs the program in `folder` and returns its stdout as text.
    pub(crate) fn output(&self, folder: &Path, words: &[&str]) -> Result<String, Problem> {
        let mut command = Command::new(self.name);
        command
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit());
        let output = command.output();
        let output = output.map_err(|error| self.not_started(Path::new(self.name), error))?;
        self.check_success(output.status.success(), words)?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    pub(crate) fn missing(&self) -> Problem {
        Problem::Missing {
            what: self.what.to_owned(),
            command: self.install,
        }
    }

    fn not_started(&self, program: &Path, error: std::io::Error) -> Problem {
        match error.kind() {
            // The system reports the missing interpreter of a script like a missing script.
            ErrorKind::NotFound if program.is_file() => Problem::Interpreter {
                program: program.to_owned(),
            },
            ErrorKind::NotFound => self.missing(),
            _ => Problem::File {
                path: self.name.into(),
                source: error,
            },
        }
    }

    fn check_success(&self, well: bool, words: &[&str]) -> Result<(), Problem> {
        match well {
            true => Ok(()),
            false => Err(self.failed(words)),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn reports_virtual_environment_of_script_with_missing_interpreter() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("tool");
        std::fs::write(&script, "#!/no/such/folder/python\n").expect("a script");
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("an executable script");
        let program = Program {
            name: "tool",
            what: "the tool",
            install: "get it",
        };
        let moved = program
            .run_captured(&script, folder.path(), &[])
            .expect_err("no interpreter");
        assert!(moved.to_string().contains("delete the virtual environment"), "{moved}");
        std::fs::remove_file(&script).expect("removed");
        let missing = program.run_as(&script, folder.path(), &[]).expect_err("no script");
        assert_eq!(missing.to_string(), "the tool is missing; install it: get it");
    }
}
