//! The audit file: one JSON line per write attempt, with the kernel before the attempt is answered; many refusals of one
//! caller share a line. And one line for what comes into force of the operator's word.
//!
//! Belongs here: the sink and what it owns. Does not: what is recorded and when (the gates and the bridge wrapper).

mod change_line;
mod files;
mod line;
mod refusals;

use crate::config::AuditSettings;
use files::Files;
use host_api::{AuditRecord, AuditSink, AuditWriteError, PolicyRecord};
use host_wire::Problems;
use line::FileLine;
use refusals::Refusals;
use serde::Serialize;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

/// Appends to one file, which several hosts of one user may share.
#[derive(Debug)]
pub struct AuditFile {
    open: Arc<Mutex<Open>>,
    problems: Problems,
    /// Writes counts that are due. It ends when this is dropped.
    flusher: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug)]
struct Open {
    files: Files,
    refusals: Refusals,
    /// One run of the host: call ids are unique within it.
    run: String,
}

impl AuditFile {
    /// Opens or creates the file and the folder it lies in, for the owner only. Blocking.
    pub fn open(settings: &AuditSettings) -> io::Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let open = Arc::new(Mutex::new(Open {
            files: Files::open(settings)?,
            refusals: Refusals::default(),
            run: hex(&random),
        }));
        let (end, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&open);
        let flush = move || {
            while ended.recv_timeout(refusals::INTERVAL / 4) == Err(RecvTimeoutError::Timeout) {
                say(locked(&shared).flush(false));
            }
        };
        let thread = std::thread::Builder::new().name("audit".to_owned()).spawn(flush)?;
        Ok(Self {
            open,
            problems: Problems::default(),
            flusher: Some((end, thread)),
        })
    }

    /// Tells there, too, that lines cannot be written.
    pub(crate) fn telling(mut self, problems: Problems) -> Self {
        self.problems = problems;
        self
    }

    fn told(&self, written: io::Result<()>) -> Result<(), AuditWriteError> {
        let refused = |error: &io::Error| format!("writes are refused, because the audit file takes no line: {error}");
        self.problems.set("audit", written.as_ref().err().map(refused));
        written.map_err(AuditWriteError)
    }
}

impl Open {
    fn write(&mut self, record: &AuditRecord<'_>) -> io::Result<()> {
        if self.refusals.in_full(record, Instant::now()) {
            append(&mut self.files, &self.run, &line::line(record, &self.run))
        } else if self.refusals.is_full() {
            self.flush(false)
        } else {
            Ok(())
        }
    }

    fn policy_changed(&mut self, record: &PolicyRecord<'_>) -> io::Result<()> {
        append(&mut self.files, &self.run, &change_line::line(record, &self.run))
    }

    fn flush(&mut self, all: bool) -> io::Result<()> {
        let (files, run) = (&mut self.files, &self.run);
        self.refusals
            .flush(Instant::now(), all, run, |line| append(files, run, line))
    }
}

fn append(files: &mut Files, run: &str, line: &impl Serialize) -> io::Result<()> {
    // Lines in a file that nobody finds any more would be no record.
    if files.find_again()? {
        tracing::error!(
            file = %files.path().display(),
            "the audit file was removed or moved while the host ran; it is begun anew, with a line that says so"
        );
        files.append(&text(&FileLine {
            time: jiff::Timestamp::now().to_string(),
            run,
            pid: std::process::id(),
            stage: "file",
            outcome: "begun anew: what was written before was removed or moved while the host ran",
        })?)?;
    }
    files.append(&text(line)?)
}

fn text(line: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(text)
}

fn locked(open: &Mutex<Open>) -> std::sync::MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say(flushed: io::Result<()>) {
    if let Err(error) = flushed {
        tracing::error!(%error, "counted refusals could not be written to the audit file; they are kept");
    }
}

impl AuditSink for AuditFile {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        self.told(locked(&self.open).write(record))
    }

    fn policy_changed(&self, record: &PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        self.told(locked(&self.open).policy_changed(record))
    }

    fn flush(&self) {
        say(locked(&self.open).flush(true));
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

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a String cannot fail");
            text
        })
}

#[cfg(test)]
mod tests;
