//! Writes the output of this program, and ends the process if the reader closes the output.
//!
//! This module writes to stdout and stderr, and handles a closed reader (`| head`). `telemetry` formats log lines.

use crate::telemetry::escape_line;
use anyhow::{Context, Result};
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code that shells report for a program ended by SIGPIPE. The process ignores that signal, because a write to
/// a closed socket raises it as well.
const UNREAD: i32 = 141;

static ENDS_UNREAD: AtomicBool = AtomicBool::new(false);

/// Sets that the process ends as soon as its output is closed. For commands only; a server continues.
pub(crate) fn ends_unread() {
    ENDS_UNREAD.store(true, Ordering::Relaxed);
}

/// Handles the result of writing to stdout or stderr. If its reader is gone, a command ends and a server continues.
pub(crate) fn read_or_over(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            if ENDS_UNREAD.load(Ordering::Relaxed) {
                exit_unread();
            }
            Ok(())
        }
        other => other,
    }
}

#[expect(clippy::exit, reason = "the reader is gone, so no thread has anything left to do")]
fn exit_unread() -> ! {
    std::process::exit(UNREAD)
}

/// Writes lines to stderr, with control characters escaped, so that quoted texts cannot move the cursor of a terminal.
pub(crate) fn complain(text: &str) {
    let lines: Vec<_> = text.split('\n').map(|line| escape_line(line, false)).collect();
    // If stderr cannot be written, there is no other place for the text.
    let _ = read_or_over(writeln!(io::stderr(), "{}", lines.join("\n")));
}

pub(crate) fn print(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    read_or_over(written).context("cannot write to stdout")
}
