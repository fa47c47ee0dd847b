//! What is kept of a scan for its pages and the next question.

use super::notes::Notes;
use super::one_file::Looked;
use host_bridge::{ReferenceFinding, json_len};
use std::collections::VecDeque;
use unity_project::beside::BesideFiles;
use unity_project::expand::Stamp;
use unity_project::missing;

/// JSON bytes of a finding beside its texts.
pub(in crate::session) const FINDING_BYTES: usize = 130;

/// The scan of the files as they are now.
#[derive(Debug, Default)]
pub(in crate::session) struct Scan {
    /// Which state of the files it is about; a cursor of an earlier one is refused.
    pub(in crate::session) making: u64,
    /// The files to be looked through, once it has begun.
    pub(in crate::session) files: Option<Vec<String>>,
    /// Those that were.
    pub(in crate::session) done: usize,
    /// Findings that are not kept any more, before those that are.
    pub(in crate::session) gone: u64,
    pub(in crate::session) kept: VecDeque<ReferenceFinding>,
    pub(in crate::session) bytes: usize,
    /// What was told of all files so far.
    pub(in crate::session) notes: Notes,
    pub(in crate::session::references_scan) holdings: missing::Holdings,
}

/// Large files that are looked through beside the session, by what tells that the look is still good: the file, whether C# was
/// known, and the making of the scan.
pub(in crate::session) type Scanned = BesideFiles<(Stamp, bool, u64), (Looked, Notes)>;

impl Scan {
    /// Files changed: all is looked through anew.
    pub(in crate::session) fn files_changed(&mut self) {
        *self = Self {
            making: self.making + 1,
            ..Self::default()
        };
    }

    /// Gives its memory back; cursors stay good.
    pub(in crate::session) fn forget(&mut self) {
        *self = Self {
            making: self.making,
            ..Self::default()
        };
    }

    /// Bytes that it holds, about.
    pub(in crate::session) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Findings so far.
    pub(in crate::session) fn total(&self) -> u64 {
        self.gone + self.kept.len() as u64
    }

    pub(in crate::session) fn is_complete(&self) -> bool {
        self.files.as_ref().is_some_and(|files| self.done >= files.len())
    }

    /// The finding of that number, counted from the start of the scan.
    pub(in crate::session) fn get(&self, number: u64) -> Option<&ReferenceFinding> {
        let at = number.checked_sub(self.gone)?;
        self.kept.get(usize::try_from(at).ok()?)
    }

    pub(in crate::session) fn add(&mut self, findings: Vec<ReferenceFinding>) {
        self.bytes += findings.iter().map(bytes_of).sum::<usize>();
        self.kept.extend(findings);
    }

    /// Lets the first ones go until the rest takes at most so many bytes, those from `number` on excepted.
    pub(in crate::session) fn shrink(&mut self, most: usize, number: u64) {
        while self.bytes > most && self.gone < number {
            let Some(first) = self.kept.pop_front() else { return };
            self.bytes = self.bytes.saturating_sub(bytes_of(&first));
            self.gone += 1;
        }
    }
}

pub(in crate::session) fn bytes_of(finding: &ReferenceFinding) -> usize {
    let texts = [&finding.object_path, &finding.member].into_iter().flatten();
    FINDING_BYTES
        + json_len(&finding.path)
        + json_len(&finding.context)
        + texts.map(|text| json_len(text)).sum::<usize>()
}
