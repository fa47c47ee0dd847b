//! The end: the first signal drains, the second exits at once.
//!
//! Belongs here: which signals count on which system. Does not: what draining is (`start`).

use std::io;

/// Signals that ask this process to end. Installed before the first line on stdout, so that none is lost.
pub struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
    #[cfg(windows)]
    terminate: tokio::signal::windows::CtrlBreak,
}

impl Signals {
    /// Takes the signals over from the system's default, which would end the process.
    #[cfg(unix)]
    pub fn install() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Takes the signals over from the system's default, which would end the process.
    #[cfg(windows)]
    pub fn install() -> io::Result<Self> {
        Ok(Self {
            interrupt: tokio::signal::windows::ctrl_c()?,
            terminate: tokio::signal::windows::ctrl_break()?,
        })
    }

    /// Waits for the next one and names it.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "interrupt",
            _ = self.terminate.recv() => "terminate",
        }
    }
}

/// Leaves without waiting for anything: the person asked twice.
#[expect(clippy::exit, reason = "a second signal must end the process whatever still runs")]
pub(crate) fn leave_at_once() -> ! {
    std::process::exit(130)
}
