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
    /// The terminal was closed. `None` where whoever started the host wants it to outlive that (`nohup`).
    #[cfg(unix)]
    hangup: Option<tokio::signal::unix::Signal>,
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
            hangup: match outlives_its_terminal() {
                true => None,
                false => Some(signal(SignalKind::hangup())?),
            },
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
    #[cfg(unix)]
    pub async fn next(&mut self) -> &'static str {
        let Self {
            interrupt,
            terminate,
            hangup,
        } = self;
        tokio::select! {
            _ = interrupt.recv() => "interrupt",
            _ = terminate.recv() => "terminate",
            () = hung_up(hangup) => "hangup",
        }
    }

    /// Waits for the next one and names it.
    #[cfg(windows)]
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "interrupt",
            _ = self.terminate.recv() => "terminate",
        }
    }
}

#[cfg(unix)]
async fn hung_up(hangup: &mut Option<tokio::signal::unix::Signal>) {
    match hangup {
        Some(hangup) => _ = hangup.recv().await,
        None => std::future::pending().await,
    }
}

/// Whether the signal is ignored already, as `nohup` has it; taking it over would undo that.
#[cfg(target_os = "linux")]
fn outlives_its_terminal() -> bool {
    const HANGUP: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & HANGUP != 0)
}

/// Nothing tells that without unsafe code here; `nohup` takes the terminal away from stderr.
#[cfg(all(unix, not(target_os = "linux")))]
fn outlives_its_terminal() -> bool {
    use std::io::IsTerminal;
    !std::io::stderr().is_terminal()
}

/// Ends the process at the next signal, whatever its other tasks and threads hang on.
pub(crate) fn leave_at_the_next(mut signals: Signals) {
    tokio::spawn(async move {
        signals.next().await;
        leave_at_once()
    });
}

/// Leaves without waiting for anything: the person asked twice.
#[expect(clippy::exit, reason = "a second signal must end the process whatever still runs")]
fn leave_at_once() -> ! {
    std::process::exit(130)
}
