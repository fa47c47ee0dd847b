//! Running the programs of a language.
//!
//! Belongs here: starting one, and telling one that is not there from one that failed. Does not: which ones.

use crate::Problem;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program with the command that installs it.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) install: &'static str,
}

impl Program {
    /// Whether it is there, and starts when it is asked for its version by `word`.
    pub(crate) fn is_there(&self, word: &str) -> bool {
        self.succeeds(Path::new("."), &[word])
    }

    /// Whether it does what it is asked, silently.
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

    /// Runs it in `folder`; what it says goes to stderr, so that stdout is this program's.
    pub(crate) fn run(&self, folder: &Path, words: &[&str]) -> Result<(), Problem> {
        self.run_as(Path::new(self.name), folder, words)
    }

    /// Runs the file `program`, which is this one.
    pub(crate) fn run_as(&self, program: &Path, folder: &Path, words: &[&str]) -> Result<(), Problem> {
        self.run_with(program, folder, words, &[])
    }

    /// With variables in its environment.
    pub(crate) fn run_with(
        &self,
        program: &Path,
        folder: &Path,
        words: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<(), Problem> {
        let mut command = Command::new(program);
        command.envs(variables.iter().copied());
        command
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(std::io::stderr());
        let status = command.status().map_err(|error| self.not_started(error))?;
        self.ended(status.success(), words)
    }

    /// Runs the file `program`, which is this one, and hands over what it says once it has ended: whether well, and its words.
    pub(crate) fn heard(&self, program: &Path, folder: &Path, words: &[&str]) -> Result<(bool, String), Problem> {
        let mut command = Command::new(program);
        command.args(words).current_dir(folder).stdin(Stdio::null());
        let output = command.output().map_err(|error| self.not_started(error))?;
        let said = [output.stdout, output.stderr].concat();
        Ok((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
    }

    /// That it failed at `words`.
    pub(crate) fn failed(&self, words: &[&str]) -> Problem {
        Problem::Failed {
            command: format!("{} {}", self.name, words.join(" ")),
        }
    }

    /// Runs it in `folder` and gives back what it writes to stdout.
    pub(crate) fn output(&self, folder: &Path, words: &[&str]) -> Result<String, Problem> {
        let mut command = Command::new(self.name);
        command
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit());
        let output = command.output().map_err(|error| self.not_started(error))?;
        self.ended(output.status.success(), words)?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    pub(crate) fn missing(&self) -> Problem {
        Problem::Missing {
            what: self.what.to_owned(),
            command: self.install,
        }
    }

    fn not_started(&self, error: std::io::Error) -> Problem {
        match error.kind() {
            ErrorKind::NotFound => self.missing(),
            _ => Problem::File {
                path: self.name.into(),
                source: error,
            },
        }
    }

    fn ended(&self, well: bool, words: &[&str]) -> Result<(), Problem> {
        match well {
            true => Ok(()),
            false => Err(self.failed(words)),
        }
    }
}
