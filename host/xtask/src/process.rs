//! Runs other programs. Errors contain the command line.
//!
//! Belongs here: starting a child process and checking its exit code. Does not: the choice of programs.

use crate::output;
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// Returns the command line for messages, as a user would type it.
pub(crate) fn display(command: &Command) -> String {
    let mut text = program(command);
    for argument in command.get_args() {
        let argument = argument.to_string_lossy();
        text.push(' ');
        if argument.contains(' ') {
            text.push('"');
            text.push_str(&argument);
            text.push('"');
        } else {
            text.push_str(&argument);
        }
    }
    text
}

fn program(command: &Command) -> String {
    std::path::Path::new(command.get_program())
        .file_stem()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned()
}

/// Runs `command` with output to the terminal, or to this thread's output file. Fails for an exit code other than 0.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    output::line(format_args!("$ {}", display(command)));
    output::take(command)?;
    let status = command
        .status()
        .with_context(|| format!("`{}` could not be started", program(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", display(command));
    }
    Ok(())
}

/// Runs `command` and returns its stdout. Its stderr goes to the terminal, or to the output file of this thread.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    output::take_stderr(command)?;
    let output = command
        .output()
        .with_context(|| format!("`{}` could not be started", program(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", display(command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed something that is no text", display(command)))
}

/// Returns true if `program` can be started with the argument `probe`, such as `--version`, and exits with code 0.
pub(crate) fn exists(program: &str, probe: &str) -> bool {
    Command::new(program)
        .arg(probe)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
