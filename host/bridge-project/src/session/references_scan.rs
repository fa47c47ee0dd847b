//! The scan for missing references over all text assets on disk: in steps of about a second, findings named by object, component
//! and field. What was found is kept, so that the pages that follow and the next question scan nothing twice.
//!
//! Belongs here: how a scan goes on, its pages. Does not: what is wrong with a reference (`unity_project::missing`), names
//! (`naming`), what is told beside the findings (`notes`).

mod naming;
mod notes;
pub(super) mod scan;

use super::assets::STEP;
use super::lookup::Lookup;
use host_bridge::{BridgeError, BridgeErrorKind, Cursors, Page, PageRequest, ReferenceFinding, Replied, Reply};
use notes::Notes;
use scan::{Scan, bytes_of};
use std::time::Instant;
use unity_project::AssetProblem;
use unity_project::missing;
use unity_project::text_assets::{may_be_text, text_assets};

/// Of `project.memory`, for the findings kept. Those given longest ago go first, and are scanned again where they are asked for.
const SHARE: usize = 32;

/// One page being filled.
struct Filling<'a> {
    request: &'a PageRequest,
    items: Vec<ReferenceFinding>,
    bytes: usize,
    /// The finding that comes next.
    next: u64,
}

impl Filling<'_> {
    /// Takes what is known while it fits; false once it is full.
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

impl Lookup<'_> {
    /// # Errors
    /// `InvalidArgument` for an offset, or for a cursor that no page handed out; `Conflict` for one of files that changed.
    pub(super) fn missing_references(&mut self, page: &PageRequest) -> Result<Replied, BridgeError> {
        let started = Instant::now();
        let step = self.kept.step(STEP);
        let mut is_cut = false;
        let replied = self.missing_references_within(page, &mut || {
            is_cut = started.elapsed() >= step;
            is_cut
        })?;
        if is_cut && !self.kept.scan.is_complete() {
            self.kept.stopped(STEP);
        }
        Ok(replied)
    }

    /// Scans file by file until the page is full or `enough` says so; at least one file, where the page needs any.
    pub(super) fn missing_references_within(
        &mut self,
        page: &PageRequest,
        enough: &mut dyn FnMut() -> bool,
    ) -> Result<Replied, BridgeError> {
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
        // Also where this is cut short.
        self.kept.scan.making = scan.making;
        let files = scan.files.take().unwrap_or_else(|| text_assets(self.library.project()));
        let mut filling = Filling {
            request: page,
            items: Vec::new(),
            bytes: 0,
            next: begin,
        };
        // Whoever begins is told of all files that were looked through before.
        let mut notes = match page.cursor {
            None => scan.notes.clone(),
            Some(_) => Notes::default(),
        };
        while filling.take(&scan) {
            let Some(path) = files.get(scan.done) else { break };
            let mut of_file = Notes::default();
            let findings = self.findings_of(path, &mut scan.holdings, &mut of_file);
            notes.add_all(&of_file);
            scan.notes.add_all(&of_file);
            scan.add(findings);
            scan.done += 1;
            scan.shrink(self.options.memory / SHARE, filling.next);
            if enough() {
                filling.take(&scan);
                break;
            }
        }
        let mut diagnostics = notes.told();
        if page.cursor.is_none() {
            diagnostics.extend(self.scan_notes());
        }
        let scanned = (scan.done as u64, files.len() as u64);
        scan.files = Some(files);
        let is_end = scan.is_complete() && filling.next >= scan.total();
        let total = scan.total();
        self.kept.scan = scan;
        Ok(Replied {
            reply: Reply::References(Page {
                total,
                items: filling.items,
                next_offset: None,
                next_cursor: (!is_end).then(|| cursors.at(filling.next)),
                scanned: Some(scanned),
            }),
            diagnostics,
        })
    }

    fn findings_of(
        &mut self,
        path: &str,
        holdings: &mut missing::Holdings,
        notes: &mut Notes,
    ) -> Vec<ReferenceFinding> {
        let project = std::sync::Arc::clone(self.library.project());
        let text = project.roots().locate(path).and_then(|file| may_be_text(&file, path));
        let found = match text {
            Ok(true) => self.library.look_at(path, |library, source| {
                let lost = missing::of_source(source, library, holdings);
                notes.add_counted(path, &lost);
                notes.add_editor_only(path, &lost);
                if lost.left_out > 0 {
                    notes.add(format!(
                        "{path} has {} more findings, which are not listed",
                        lost.left_out
                    ));
                }
                naming::named(library, source, lost.found)
            }),
            Ok(false) => return Vec::new(),
            Err(problem) => Err(problem),
        };
        match found {
            Ok(findings) => findings,
            // A `.meta` whose asset is not there has nothing to scan.
            Err(AssetProblem::Missing) => Vec::new(),
            Err(problem) => {
                notes.add(format!("{path} was not scanned: {}", problem.with_remedy()));
                Vec::new()
            }
        }
    }

    /// What holds for the whole scan.
    fn scan_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let absent = &self.library.project().absent;
        if absent.may_hold_more() {
            notes.push(format!(
                "what the folder does not have may lie in {}: what refers to it is unverifiable; open the project once in Unity so that Library/PackageCache exists",
                absent.phrase()
            ));
        }
        if self.edits.writes > 0 {
            notes.push("the files on disk are scanned; this session's edits are not looked at".to_owned());
        }
        notes
    }
}

#[cfg(test)]
mod tests;
