//! Writing one line, and what is said of the file itself: that it was begun anew, that lines are missing.
//!
//! Belongs here: the order of those lines. Does not: where they go (`files`), what stands in the others (`line`).

use super::files::Files;
use super::line::FileLine;
use serde::Serialize;
use std::io;
use std::sync::Arc;

/// The lines of one run of the host.
#[derive(Debug)]
pub(super) struct Lines {
    files: Files,
    /// Call ids are unique within it.
    run: Arc<str>,
    /// How many could not be written since the last that was.
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

    /// What each of its lines says of the run.
    pub(super) fn run(&self) -> Arc<str> {
        Arc::clone(&self.run)
    }

    /// A line that is lost where it can't be written, and counted.
    pub(super) fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.append_kept(line).inspect_err(|_| self.lost += 1)
    }

    /// A line that its owner keeps where it can't be written.
    pub(super) fn append_kept(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.recover()?;
        self.files.append(&text(line)?)
    }

    /// Whether the last line could not be written.
    pub(super) fn is_failing(&self) -> bool {
        self.lost > 0
    }

    /// Makes sure that a line would go where it is found, and writes first what has to be known of the file: begun anew, lines
    /// missing.
    pub(super) fn recover(&mut self) -> io::Result<()> {
        if self.files.find_again()? {
            tracing::error!(
                file = %self.files.path().display(),
                "the audit file was removed or moved while the host ran; it is begun anew, with a line that says so"
            );
            self.say("begun anew: what was written before was removed or moved while the host ran")?;
        }
        if self.lost > 0 {
            // Half a line may stand there, of the one that did not fit.
            self.files.end_line()?;
            let lost = self.lost;
            self.say(&format!(
                "takes lines again: {lost} before this one could not be written"
            ))?;
            tracing::info!(file = %self.files.path().display(), lost, "the audit file takes lines again");
            self.lost = 0;
        }
        Ok(())
    }

    /// As where the disk is full in the middle of a line.
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
