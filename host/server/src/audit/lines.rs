//! Writes single audit lines, and lines about the file itself: that it was recreated, or that lines were lost.
//!
//! This module decides the order of lines. `files` handles the file; `line` defines the fields of other lines.

use super::files::Files;
use super::line::FileLine;
use serde::Serialize;
use std::io;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Lines {
    files: Files,
    /// Id of this run of the host; call ids are unique within a run.
    run: Arc<str>,
    /// Number of audit lines that could not be written since the last successful line.
    lost: u64,
}

impl Lines {
    pub(super) fn new(files: Files, run: String) -> Self {
        Self {
            files,
            run: run.into(),
            lost: 0,
        }
    }

    pub(super) fn run(&self) -> Arc<str> {
        Arc::clone(&self.run)
    }

    /// Appends a line. If the write fails, the line is lost, and the next line reports the number of lost lines.
    pub(super) fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.append_kept(line).inspect_err(|_| self.lost += 1)
    }

    /// Appends a line. If the write fails, the caller keeps the line and retries, so the line does not count as lost.
    pub(super) fn append_kept(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.recover()?;
        self.files.append(&text(line)?)
    }

    pub(super) fn is_failing(&self) -> bool {
        self.lost > 0
    }

    /// Reopens the file if it was removed or moved, and tests that it accepts lines. Before that, writes a line about a
    /// recreated file or about lost lines.
    pub(super) fn recover(&mut self) -> io::Result<()> {
        if self.files.find_again()? {
            tracing::error!(
                file = %self.files.path().display(),
                "the audit file was removed or moved while the host ran; created a new one, with a line about it"
            );
            self.say("new file: the one before was removed or moved while the host ran")?;
        }
        if self.lost > 0 {
            // The file may end with a part of the line that failed.
            self.files.end_line()?;
            let lost = self.lost;
            self.say(&format!("written again: {lost} lines before this one were lost"))?;
            tracing::info!(file = %self.files.path().display(), lost, "the audit file can be written again");
            self.lost = 0;
        }
        Ok(())
    }

    /// Simulates a disk that gets full in the middle of a line. For tests.
    #[cfg(test)]
    pub(super) fn lose_half_of(&mut self, line: &[u8]) -> io::Result<()> {
        self.lost += 1;
        self.files.append(line)
    }

    fn say(&mut self, outcome: &str) -> io::Result<()> {
        let line = text(&FileLine::new(&self.run, outcome))?;
        self.files.append(&line)
    }
}

fn text(line: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(text)
}
