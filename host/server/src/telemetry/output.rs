//! Writes log lines to stderr. Lines of the access log wait a few milliseconds and are written together, because one
//! write for each call took a quarter of the call's time. Any other line is written at once, after waiting lines.

use super::Lines;
use crate::output::read_or_over;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;
use tracing::Metadata;
use tracing_subscriber::fmt::MakeWriter;

pub(super) const ACCESS: &str = "access";

/// Time for which the access log collects lines, from the first one, before it writes them together.
const LATER: Duration = Duration::from_millis(2);

/// Maximum number of bytes of log lines that wait to be written together. If there are more, the thread that logs
/// writes them itself.
const MOST: usize = 256 * 1024;

static LOG: OnceLock<Log> = OnceLock::new();

#[derive(Default)]
struct Log {
    waiting: Mutex<Vec<u8>>,
    /// The lines that a thread writes at this moment. It is locked during the write, so that other threads can still
    /// add to `waiting`; otherwise it is empty.
    written: Mutex<Vec<u8>>,
    /// Wakes the writing thread when `waiting` gets its first line.
    first: Condvar,
    /// True if the thread that writes waiting lines could be started.
    has_thread: bool,
}

/// A factory that creates the writer for each log event: its log target decides whether lines are written at once.
pub(super) struct Output {
    pub(super) colours: bool,
}

/// A writer for whole lines: `Now` writes a line at once, `Later` adds it to the waiting lines.
#[derive(Clone, Copy)]
pub(super) enum Sink {
    Now,
    Later,
}

impl<'a> MakeWriter<'a> for Output {
    type Writer = Lines<Sink>;

    fn make_writer(&'a self) -> Self::Writer {
        self.lines(Sink::Now)
    }

    fn make_writer_for(&'a self, event: &Metadata<'_>) -> Self::Writer {
        match event.target() == ACCESS {
            true => self.lines(Sink::Later),
            false => self.lines(Sink::Now),
        }
    }
}

impl Output {
    fn lines(&self, to: Sink) -> Lines<Sink> {
        Lines {
            to,
            colours: self.colours,
        }
    }
}

impl Write for Sink {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.write_all(line)?;
        Ok(line.len())
    }

    fn write_all(&mut self, line: &[u8]) -> io::Result<()> {
        let log = LOG.get_or_init(Log::start);
        let mut waiting = log.waiting();
        let is_first = waiting.is_empty();
        waiting.extend_from_slice(line);
        let is_full = waiting.len() >= MOST;
        drop(waiting);
        match self {
            Self::Later if log.has_thread && !is_full => {
                if is_first {
                    log.first.notify_one();
                }
                Ok(())
            }
            _ => log.write_out(&mut io::stderr()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn start() -> Self {
        let thread = thread::Builder::new().name("log".to_owned()).spawn(|| {
            // `start` still runs, so `LOG` is set a moment later.
            let log = LOG.wait();
            loop {
                let waiting = log.first.wait_while(log.waiting(), |waiting| waiting.is_empty());
                let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
                // Another thread may write all of it earlier.
                let is_unwritten = |waiting: &mut Vec<u8>| !waiting.is_empty();
                let waited = log.first.wait_timeout_while(waiting, LATER, is_unwritten);
                drop(waited);
                // If stderr cannot be written, there is no other place for the error.
                let _ = log.write_out(&mut io::stderr());
            }
        });
        Self {
            has_thread: thread.is_ok(),
            ..Self::default()
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<u8>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the waiting log lines, after the lines that another thread writes. Drops lines that cannot be written.
    fn write_out(&self, to: &mut impl Write) -> io::Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut *self.waiting(), &mut *written);
        let outcome = read_or_over(to.write_all(&written));
        written.clear();
        outcome
    }
}

/// Writes all waiting lines. Must be called at the end of the process.
pub(crate) fn flush() {
    if let Some(log) = LOG.get() {
        // If stderr cannot be written, there is no other place for the error.
        let _ = log.write_out(&mut io::stderr());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the order of lines here. The end-to-end tests of the access log check the output of their process.
    #[test]
    fn writes_pending_lines_once_in_order() {
        let (log, mut written) = (Log::default(), Vec::new());
        log.waiting().extend_from_slice(b"first\n");
        log.waiting().extend_from_slice(b"second\n");
        log.write_out(&mut written).expect("written");
        log.write_out(&mut written).expect("nothing to write");
        assert_eq!(written, b"first\nsecond\n");
    }

    #[test]
    fn discards_pending_lines_if_stderr_fails() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::PermissionDenied.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let log = Log::default();
        log.waiting().extend_from_slice(b"line\n");
        log.write_out(&mut Broken).expect_err("it is rejected");
        let mut written = Vec::new();
        log.write_out(&mut written).expect("nothing to write");
        assert_eq!(written, b"");
    }
}
