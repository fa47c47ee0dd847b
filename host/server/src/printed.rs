//! What this program prints, and its end where nobody reads that any more.
//!
//! Belongs here: writing to stdout and stderr, and a reader that is gone (`| head`). Does not: what is printed, the form of log
//! lines (`telemetry`).

use crate::telemetry::one_line;
use anyhow::{Context, Result};
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// What shells tell of a program that SIGPIPE ended. That signal stays off: a socket that is written in several pieces raises
/// it as well.
const UNREAD: i32 = 141;

/// Whether what is printed is all that is wanted of this process.
static ENDS_UNREAD: AtomicBool = AtomicBool::new(false);

/// From now on the process ends once nobody reads what it prints. For commands; a server serves on.
pub(crate) fn ends_unread() {
    ENDS_UNREAD.store(true, Ordering::Relaxed);
}

/// What became of writing to stdout or stderr; a reader that is gone is no failure.
pub(crate) fn read_or_over(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            if ENDS_UNREAD.load(Ordering::Relaxed) {
                over();
            }
            Ok(())
        }
        other => other,
    }
}

#[expect(clippy::exit, reason = "whichever thread finds out, the rest works for nobody")]
fn over() -> ! {
    std::process::exit(UNREAD)
}

/// Writes lines to stderr. What they quote, names of folders among it, moves no cursor there.
pub(crate) fn complain(text: &str) {
    let lines: Vec<_> = text.split('\n').map(|line| one_line(line, false)).collect();
    // Nothing else is left to do about a stderr that cannot be written.
    let _ = read_or_over(writeln!(io::stderr(), "{}", lines.join("\n")));
}

pub(crate) fn print(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    read_or_over(written).context("stdout cannot be written")
}
