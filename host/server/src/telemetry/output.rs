//! Where log lines go: stderr. Lines of the access log are written a few milliseconds later, many at once: one write for each call took
//! a quarter of what a call takes. Any other line is written at once, behind those that came before it.

use super::Lines;
use crate::printed::read_or_over;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;
use tracing::Metadata;
use tracing_subscriber::fmt::MakeWriter;

/// The target of the access log.
pub(super) const ACCESS: &str = "access";

/// How long a line of the access log waits for others.
const LATER: Duration = Duration::from_millis(2);

/// Bytes that wait at most: where the thread does not keep up, the caller writes.
const MOST: usize = 256 * 1024;

/// The log of this process.
static LOG: OnceLock<Log> = OnceLock::new();

/// Lines that are not written yet.
#[derive(Default)]
struct Log {
    waiting: Mutex<Vec<u8>>,
    /// Held while lines are written, so that others can come meanwhile; empty between.
    written: Mutex<Vec<u8>>,
    /// A line waits and none did before.
    first: Condvar,
    /// False where there is no thread to write what waits.
    has_thread: bool,
}

/// Makes the writer for each event.
pub(super) struct Output {
    /// Whether the formatter colours.
    pub(super) colours: bool,
}

/// Takes one whole line.
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
            // Whoever starts it is about to store it.
            let log = LOG.wait();
            loop {
                let waiting = log.first.wait_while(log.waiting(), |waiting| waiting.is_empty());
                let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
                // Another line may write all of it before.
                let is_unwritten = |waiting: &mut Vec<u8>| !waiting.is_empty();
                let waited = log.first.wait_timeout_while(waiting, LATER, is_unwritten);
                drop(waited);
                // There is no other place to say that stderr cannot be written.
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

    /// Writes what waits, behind what is being written. What could not be written does not wait on.
    fn write_out(&self, to: &mut impl Write) -> io::Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut *self.waiting(), &mut *written);
        let outcome = read_or_over(to.write_all(&written));
        written.clear();
        outcome
    }
}

/// Writes the lines that still wait. To be called at the end of the process.
pub(crate) fn flush() {
    if let Some(log) = LOG.get() {
        // As above.
        let _ = log.write_out(&mut io::stderr());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What its own process writes is looked at by the end-to-end tests of the access log.
    #[test]
    fn what_waits_is_written_once_and_before_what_follows() {
        let (log, mut written) = (Log::default(), Vec::new());
        log.waiting().extend_from_slice(b"first\n");
        log.waiting().extend_from_slice(b"second\n");
        log.write_out(&mut written).expect("written");
        log.write_out(&mut written).expect("nothing to write");
        assert_eq!(written, b"first\nsecond\n");
    }

    #[test]
    fn a_stderr_that_cannot_be_written_leaves_nothing_to_wait() {
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
        log.write_out(&mut Broken).expect_err("it is refused");
        let mut written = Vec::new();
        log.write_out(&mut written).expect("nothing to write");
        assert_eq!(written, b"");
    }
}
