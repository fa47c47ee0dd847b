//! The state of a scan, cached for its pages and for later requests.

use super::file_scan::Looked;
use super::notes::Notes;
use host_bridge::{ReferenceFinding, json_len};
use std::collections::VecDeque;
use unity_project::expand::Stamp;
use unity_project::missing;
use unity_scripts::background_files::BesideFiles;

/// Estimated JSON bytes of one finding (missing reference) without its texts; used to limit the page size.
pub(crate) const FINDING_BYTES: usize = 130;

/// Progress and cached findings of a scan for missing references, valid for the current state of the files on disk.
#[derive(Debug, Default)]
pub struct Scan {
    /// Number of the scan, which increases when files change on disk; a cursor of an earlier scan is rejected.
    pub(crate) making: u64,
    /// Paths of the files to scan; `None` before the scan has begun.
    pub(crate) files: Option<Vec<String>>,
    pub(crate) done: usize,
    /// Number of findings that were evicted from the cache; they precede those in `kept`.
    pub gone: u64,
    pub(crate) kept: VecDeque<ReferenceFinding>,
    pub(crate) bytes: usize,
    pub(crate) notes: Notes,
    pub(crate) holdings: missing::Holdings,
}

/// Results for large files that are scanned in the background. A result is valid for one version of the file, for one
/// availability of C#, and for one `making` of the scan.
pub(crate) type Scanned = BesideFiles<(Stamp, bool, u64), (Looked, Notes)>;

impl Scan {
    /// Restarts the scan after a change of files.
    pub fn files_changed(&mut self) {
        *self = Self {
            making: self.making + 1,
            ..Self::default()
        };
    }

    /// Drops the cached findings and starts the scan again; cursors remain valid.
    pub(crate) fn forget(&mut self) {
        *self = Self {
            making: self.making,
            ..Self::default()
        };
    }

    /// Returns the approximate memory of the cached findings in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of findings, including the evicted ones.
    pub(crate) fn total(&self) -> u64 {
        self.gone + self.kept.len() as u64
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.files.as_ref().is_some_and(|files| self.done >= files.len())
    }

    /// Returns the cached finding with that number in the scan; `None` if it was evicted or not found yet.
    pub(crate) fn get(&self, number: u64) -> Option<&ReferenceFinding> {
        let at = number.checked_sub(self.gone)?;
        self.kept.get(usize::try_from(at).ok()?)
    }

    pub(crate) fn add(&mut self, findings: Vec<ReferenceFinding>) {
        self.bytes += findings.iter().map(bytes_of).sum::<usize>();
        self.kept.extend(findings);
    }

    /// Evicts the first findings until the others take at most `most` bytes, but keeps findings from `number` on.
    pub(crate) fn shrink(&mut self, most: usize, number: u64) {
        while self.bytes > most && self.gone < number {
            let Some(first) = self.kept.pop_front() else { return };
            self.bytes = self.bytes.saturating_sub(bytes_of(&first));
            self.gone += 1;
        }
    }
}

/// Returns the estimated JSON bytes of a finding (missing reference).
pub fn bytes_of(finding: &ReferenceFinding) -> usize {
    let texts = [&finding.object_path, &finding.member].into_iter().flatten();
    FINDING_BYTES
        + json_len(&finding.path)
        + json_len(&finding.context)
        + texts.map(|text| json_len(text)).sum::<usize>()
}
