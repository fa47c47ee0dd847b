//! The audit file: one JSON line for each write attempt, written before the attempt is answered. Many refusals of one
//! caller share a line. Each change of the active configuration also gets a line.
//!
//! This module contains the sink and its thread. The gates and the bridge wrapper decide what is recorded and when.

mod change_line;
mod files;
mod line;
mod lines;
mod refusals;

use crate::config::AuditSettings;
use data_encoding::HEXLOWER;
use files::Files;
use host_api::{AuditRecord, AuditSink, AuditWriteError, PolicyRecord};
use host_wire::Problems;
use lines::Lines;
use refusals::Refusals;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Interval at which the audit thread writes the counts of rejected calls that are due, and retries a file that failed.
const LOOK: Duration = Duration::from_secs(5);
/// The key under which `/health` lists problems of the audit file.
const PART: &str = "audit";

/// The audit file, to which the host appends audit lines. Several hosts of one user may append to the same file.
#[derive(Debug)]
pub struct AuditFile {
    open: Arc<Mutex<Open>>,
    /// The thread that writes the counts of rejected calls at intervals. It ends when the sender is dropped.
    flusher: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug)]
struct Open {
    lines: Lines,
    refusals: Refusals,
    problems: Problems,
}

impl AuditFile {
    /// Opens or creates the audit file and its folder, accessible only to the owner. Blocks the thread.
    pub fn open(settings: &AuditSettings) -> io::Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let open = Arc::new(Mutex::new(Open {
            lines: Lines::new(Files::open(settings)?, HEXLOWER.encode(&random)),
            refusals: Refusals::default(),
            problems: Problems::default(),
        }));
        let (end, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&open);
        let look_after = move || {
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                lock_open(&shared).look_after();
            }
        };
        let thread = std::thread::Builder::new().name("audit".to_owned()).spawn(look_after)?;
        Ok(Self {
            open,
            flusher: Some((end, thread)),
        })
    }

    pub(crate) fn with_problems(self, problems: Problems) -> Self {
        lock_open(&self.open).problems = problems;
        self
    }
}

impl Open {
    fn write(&mut self, record: &AuditRecord<'_>) -> io::Result<()> {
        if self.refusals.needs_full_line(record, Instant::now()) {
            let run = self.lines.run();
            self.lines.append(&line::line(record, &run))
        } else if self.refusals.is_full() {
            self.flush(false)
        } else {
            Ok(())
        }
    }

    fn policy_changed(&mut self, record: &PolicyRecord<'_>) -> io::Result<()> {
        let run = self.lines.run();
        self.lines.append(&change_line::line(record, &run))
    }

    fn flush(&mut self, all: bool) -> io::Result<()> {
        let run = self.lines.run();
        let lines = &mut self.lines;
        self.refusals
            .flush(Instant::now(), all, &run, |line| lines.append_kept(line))
    }

    /// Writes the counts of rejected calls that are due, and retries a file that failed. While the file fails, the
    /// policy rejects all writes, so no other code would try the file again.
    fn look_after(&mut self) {
        if self.lines.is_failing() && self.lines.recover().is_ok() {
            self.problems.set(PART, None);
        }
        say(self.flush(false));
    }

    fn report_write(&self, written: io::Result<()>) -> Result<(), AuditWriteError> {
        let refused =
            |error: &io::Error| format!("writes are rejected because the audit file accepts no line: {error}");
        self.problems.set(PART, written.as_ref().err().map(refused));
        written.map_err(AuditWriteError)
    }
}

fn lock_open(open: &Mutex<Open>) -> std::sync::MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say(flushed: io::Result<()>) {
    if let Err(error) = flushed {
        tracing::error!(%error, "cannot write counted refusals to the audit file; they are kept in memory");
    }
}

impl AuditSink for AuditFile {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        let mut open = lock_open(&self.open);
        let written = open.write(record);
        open.report_write(written)
    }

    fn policy_changed(&self, record: &PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        let mut open = lock_open(&self.open);
        let written = open.policy_changed(record);
        open.report_write(written)
    }

    fn flush(&self) {
        say(lock_open(&self.open).flush(true));
    }
}

impl Drop for AuditFile {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.flusher.take() {
            drop(end);
            let _ = thread.join();
        }
        self.flush();
    }
}

#[cfg(test)]
mod tests;
