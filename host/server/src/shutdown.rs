//! Handles signals: the first signal to end starts the drain, the second exits at once; a hangup reloads the
//! configuration.
//!
//! This module defines the signals of each system. `start` drains calls; `operator` reads the configuration.

use crate::operator::Operator;
use host_catalog::Catalog;
use std::io;
use std::sync::Arc;

/// The signals that this process handles. They are installed before the first line on stdout, so that none is lost.
pub struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    hangup: tokio::signal::unix::Signal,
    /// True if a hangup ends this process when its terminal was closed.
    #[cfg(unix)]
    ends_with_terminal: bool,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
    #[cfg(windows)]
    terminate: tokio::signal::windows::CtrlBreak,
    /// The Windows signal that the console window is closed. The system ends the process five seconds later.
    #[cfg(windows)]
    close: tokio::signal::windows::CtrlClose,
    #[cfg(windows)]
    shutdown: tokio::signal::windows::CtrlShutdown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    /// End the host. The text is the name of the signal.
    End(&'static str),
    Reload,
}

impl Signals {
    /// Replaces the system's default handling of the signals, which would end the process.
    #[cfg(unix)]
    pub fn install() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let ends_with_terminal = has_terminal() && !outlives_its_terminal();
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            ends_with_terminal,
        })
    }

    /// Replaces the system's default handling of the signals, which would end the process.
    #[cfg(windows)]
    pub fn install() -> io::Result<Self> {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
        Ok(Self {
            interrupt: ctrl_c()?,
            terminate: ctrl_break()?,
            close: ctrl_close()?,
            shutdown: ctrl_shutdown()?,
        })
    }

    /// Waits for a signal to end, and returns its name. A hangup only makes `operator` read the configuration again.
    pub(crate) async fn end(&mut self, operator: &Arc<Operator>) -> &'static str {
        loop {
            match self.next().await {
                Request::End(name) => return name,
                Request::Reload => {
                    let operator = Arc::clone(operator);
                    if let Err(error) = tokio::task::spawn_blocking(move || operator.reload()).await {
                        tracing::error!(%error, "reading the configuration again was interrupted");
                    }
                }
            }
        }
    }

    #[cfg(unix)]
    async fn next(&mut self) -> Request {
        tokio::select! {
            _ = self.interrupt.recv() => Request::End("interrupt"),
            _ = self.terminate.recv() => Request::End("terminate"),
            _ = self.hangup.recv() => match self.ends_with_terminal && !has_terminal() {
                true => Request::End("hangup"),
                false => Request::Reload,
            },
        }
    }

    #[cfg(windows)]
    async fn next(&mut self) -> Request {
        Request::End(tokio::select! {
            _ = self.interrupt.recv() => "interrupt",
            _ = self.terminate.recv() => "terminate",
            _ = self.close.recv() => "close",
            _ = self.shutdown.recv() => "shutdown",
        })
    }
}

/// Handles the signal for writes beyond the file size limit (`ulimit -f`, `LimitFSIZE=`), which would end the process.
/// The handler remains installed, and such a write fails like a write on a full disk.
#[cfg(unix)]
pub(crate) fn survive_the_file_size_limit() -> io::Result<()> {
    use rustix::process::Signal;
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).map(drop)
}

/// Does nothing: this system has no file size limit for processes.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature on all systems")]
pub(crate) fn survive_the_file_size_limit() -> io::Result<()> {
    Ok(())
}

/// True if this process has a controlling terminal. When a terminal is closed, the system removes it before it sends
/// the hangup signal.
#[cfg(unix)]
fn has_terminal() -> bool {
    std::fs::File::open("/dev/tty").is_ok()
}

/// True if the hangup was ignored when this process started, as with `nohup`.
#[cfg(target_os = "linux")]
fn outlives_its_terminal() -> bool {
    const HANGUP: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & HANGUP != 0)
}

/// True if stderr is no terminal. The signal mask cannot be read without unsafe code on this system, but `nohup`
/// redirects stderr away from the terminal.
#[cfg(all(unix, not(target_os = "linux")))]
fn outlives_its_terminal() -> bool {
    use std::io::IsTerminal;
    !std::io::stderr().is_terminal()
}

/// Starts a task that exits the process at the next signal to end, even if other tasks and threads hang. The access log
/// lists each call that this exit interrupts.
pub(crate) fn leave_at_the_next(mut signals: Signals, catalog: Arc<Catalog>) {
    tokio::spawn(async move {
        while signals.next().await == Request::Reload {
            tracing::info!("the configuration is not read again: this host is ending");
        }
        let calls = catalog.cut_calls();
        tracing::warn!(
            calls,
            "a second signal: the host ends at once; running calls are interrupted"
        );
        leave_at_once()
    });
}

#[expect(clippy::exit, reason = "a second signal must end the process in any state")]
fn leave_at_once() -> ! {
    std::process::exit(130)
}
