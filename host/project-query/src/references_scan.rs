//! The scan of all text assets on disk for missing references, in steps of about a second. Findings name object,
//! component and field. They are cached, so that no page or later request scans a file twice.
//!
//! `unity_project::missing` checks references, `applied_overrides` selects the effective overrides.

mod applied_overrides;
pub(crate) mod file_scan;
mod naming;
pub(crate) mod notes;
pub mod scan;

use crate::assets::STEP;
use crate::query_lookup::QueryLookup;
use file_scan::{Looked, not_scanned};
use host_bridge::{
    BridgeError, BridgeErrorKind, Cursors, Page, PageRequest, ReferenceFinding, Replied, Reply, Skipped, caught,
};
use host_project_world::unimported_assets::unread_parts;
use notes::Notes;
use scan::{Scan, bytes_of};
use std::sync::Arc;
use std::time::Instant;
use unity_files::text_assets::{is_own, text_assets};
use unity_files::{AssetProblem, Project};
use unity_project::missing;
use unity_project::ui_files;
use unity_scripts::csharp_index::Gathered;
use unity_scripts::csharp_sources::turn;

/// Divisor of the setting `project.memory` that gives the memory limit of cached findings. Those returned least
/// recently are evicted, and scanned again.
const SHARE: usize = 32;

/// A page of findings (missing references) that is being filled.
struct Filling<'a> {
    request: &'a PageRequest,
    items: Vec<ReferenceFinding>,
    bytes: usize,
    /// Number of the next finding to add to the page, counted from the start of the scan.
    next: u64,
}

impl Filling<'_> {
    /// Adds cached findings to the page while they fit; returns false once the page is full.
    fn take(&mut self, scan: &Scan) -> bool {
        while let Some(finding) = scan.get(self.next) {
            let bytes = bytes_of(finding);
            let full = self.items.len() >= self.request.limit as usize;
            if full || (self.bytes + bytes > self.request.max_bytes && !self.items.is_empty()) {
                return false;
            }
            self.bytes += bytes;
            self.items.push(finding.clone());
            self.next += 1;
        }
        true
    }
}

impl QueryLookup<'_> {
    /// Returns one page of findings; `None` if the scan needs `csharp` to continue. The caller then calls again with
    /// `csharp`, and the scan continues with the results so far.
    ///
    /// # Errors
    /// `InvalidArgument` for an offset, or for a cursor that no page returned; `Conflict` for a cursor of files that
    /// changed.
    pub fn missing_references(
        &mut self,
        page: &PageRequest,
        csharp: Option<&Arc<Gathered>>,
    ) -> Result<Option<Replied>, BridgeError> {
        let started = Instant::now();
        let step = self.kept.step(STEP);
        let mut is_cut = false;
        let replied = self.missing_references_within(page, csharp, &mut || {
            is_cut = started.elapsed() >= step;
            is_cut
        })?;
        if is_cut && !self.kept.scan.is_complete() {
            self.kept.note_stopped(STEP);
        }
        Ok(replied)
    }

    /// Scans files until the page is full or `enough` returns true; scans at least one file, if the page needs any.
    pub fn missing_references_within(
        &mut self,
        page: &PageRequest,
        csharp: Option<&Arc<Gathered>>,
        enough: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Replied>, BridgeError> {
        if page.offset != 0 {
            let message = format!(
                "`page.offset` is {}, expected 0: a scan goes on by its cursor",
                page.offset
            );
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("give next-cursor of the last page as cursor"));
        }
        let cursors = Cursors::new(&"editor/missing-references", &self.kept.scan.making);
        let begin = cursors.place(page.cursor.as_deref())?;
        if begin < self.kept.scan.gone {
            self.kept.scan.forget();
        }
        let mut scan = std::mem::take(&mut self.kept.scan);
        // The number of the scan is kept even if the scan stops early.
        self.kept.scan.making = scan.making;
        let files = scan.files.take().unwrap_or_else(|| {
            scan.add(parts_not_read(self.lookup.library.project()));
            files_of(self.lookup.library.project())
        });
        let mut filling = Filling {
            request: page,
            items: Vec::new(),
            bytes: 0,
            next: begin,
        };
        // The first page returns the notes of all files that were scanned before.
        let mut notes = match page.cursor {
            None => scan.notes.clone(),
            Some(_) => Notes::default(),
        };
        while filling.take(&scan) {
            let Some(path) = files.get(scan.done) else { break };
            let mut of_file = Notes::default();
            let findings = match self.findings_of(path, &mut scan.holdings, csharp, &mut of_file) {
                Looked::At(findings) => findings,
                Looked::UnderWay => break,
                Looked::NeedsCsharp => {
                    scan.files = Some(files);
                    self.kept.scan = scan;
                    return Ok(None);
                }
            };
            notes.add_all(&of_file);
            scan.notes.add_all(&of_file);
            scan.add(findings);
            scan.done += 1;
            scan.shrink(self.lookup.memory / SHARE, filling.next);
            if enough() {
                filling.take(&scan);
                break;
            }
        }
        let mut diagnostics = notes.into_lines();
        if page.cursor.is_none() {
            diagnostics.extend(self.scan_notes());
        }
        let scanned = (scan.done as u64, files.len() as u64);
        scan.files = Some(files);
        let is_end = scan.is_complete() && filling.next >= scan.total();
        let total = scan.total();
        self.kept.scan = scan;
        Ok(Some(Replied {
            reply: Reply::References(Page {
                total,
                items: filling.items,
                next_offset: None,
                next_cursor: (!is_end).then(|| cursors.encode(filling.next)),
                scanned: Some(scanned),
            }),
            diagnostics,
        }))
    }

    /// Returns the findings of one file; a large file is scanned in the background.
    fn findings_of(
        &mut self,
        path: &str,
        holdings: &mut missing::Holdings,
        csharp: Option<&Arc<Gathered>>,
        notes: &mut Notes,
    ) -> Looked {
        let Some(stamp) = self.lookup.library.large(path) else {
            let looked = file_scan::findings(self.lookup.library, path, holdings, csharp.map(AsRef::as_ref), notes);
            // The expansion of its prefabs is still running, so its objects have no names yet.
            return if turn::is_awaiting() { Looked::UnderWay } else { looked };
        };
        let (mut library, file, with) = (self.lookup.library.separate(), path.to_owned(), csharp.cloned());
        let look = move || {
            let (mut holdings, mut notes) = (missing::Holdings::default(), Notes::default());
            let looked =
                caught(|| file_scan::findings(&mut library, &file, &mut holdings, with.as_deref(), &mut notes));
            let crashed = |reason| Looked::At(vec![file_scan::not_readable(&file, &AssetProblem::Crashed { reason })]);
            (looked.unwrap_or_else(crashed), notes)
        };
        let sources = Arc::clone(self.lookup.library.types().sources());
        let about = (stamp, csharp.is_some(), self.kept.scan.making);
        match self.kept.scanned.get(&sources, path, about, look) {
            Some((looked, told)) => {
                *notes = told;
                looked
            }
            None => Looked::UnderWay,
        }
    }

    fn scan_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let absent = &self.lookup.library.project().absent;
        if absent.may_hold_more() {
            notes.push(format!(
                "a guid that no asset of the folder has may belong to {}: references to it are unverifiable{}",
                absent.phrase(),
                match absent.lacks_packages() {
                    true => "; open the project once in Unity so that Library/PackageCache exists",
                    false => "",
                }
            ));
        }
        if self.lookup.changes.writes() > 0 {
            notes.push("the files on disk are scanned; this session's edits are ignored".to_owned());
        }
        notes
    }
}

/// Returns the paths of all files to scan, sorted.
fn files_of(project: &Project) -> Vec<String> {
    let mut files = text_assets(project);
    let own = project.index.assets().map(|(path, _)| path);
    let of_ui = own.filter(|path| is_own(path) && ui_files::is_ui_file(path));
    files.extend(of_ui.map(str::to_owned));
    files.sort_unstable();
    files.dedup();
    files
}

/// Returns findings about parts that cannot be scanned, so that the caller knows that the answer is incomplete.
fn parts_not_read(project: &Project) -> Vec<ReferenceFinding> {
    let parts = unread_parts(project).into_iter();
    parts.map(|Skipped { file, why }| not_scanned(&file, why)).collect()
}
