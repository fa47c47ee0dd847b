//! The scan for missing references over all text assets on disk: in steps of about a second, findings named by object, component
//! and field. What was found is kept, so that the pages that follow and the next question scan nothing twice.
//!
//! Belongs here: how a scan goes on, its pages. Does not: what is wrong with a reference (`unity_project::missing`), which
//! overrides apply (`applying`), names (`naming`), what is told beside the findings (`notes`).

mod applying;
mod naming;
mod notes;
pub(super) mod scan;

use super::Session;
use super::assets::STEP;
use super::lookup::Lookup;
use super::unimported::not_read;
use host_bridge::{
    BridgeError, BridgeErrorKind, Cursors, Page, PageRequest, ReferenceFinding, ReferenceProblem, Replied, Reply,
    Skipped,
};
use notes::Notes;
use scan::{Scan, bytes_of};
use std::time::Instant;
use unity_project::AssetProblem;
use unity_project::csharp_index::Gathered;
use unity_project::missing::{self, LostAddress};
use unity_project::project::Project;
use unity_project::text_assets::{is_own, may_be_text, text_assets};
use unity_project::ui_files::{self, Address};

/// Longer UI files are not read.
const MAX_UI_BYTES: u64 = 16 * 1024 * 1024;

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

impl Session {
    /// Scans; its caller waits while the project's C# is read, if a file needs that.
    ///
    /// # Errors
    /// Those of the scan, and `NotReady` while the sources are being read.
    pub(super) fn missing_references(&mut self, page: &PageRequest) -> Result<Replied, BridgeError> {
        if let Some(replied) = self.lookup().missing_references(page, None)? {
            return Ok(replied);
        }
        let csharp = self.gathered_csharp()?;
        let replied = self.lookup().missing_references(page, Some(&csharp))?;
        replied.ok_or_else(|| BridgeError::new(BridgeErrorKind::Internal, "the scan waits for C# that was read"))
    }
}

impl Lookup<'_> {
    /// `None` where the scan needs `csharp` to go on: ask again with it, and what was scanned so far is kept.
    ///
    /// # Errors
    /// `InvalidArgument` for an offset, or for a cursor that no page handed out; `Conflict` for one of files that changed.
    pub(super) fn missing_references(
        &mut self,
        page: &PageRequest,
        csharp: Option<&Gathered>,
    ) -> Result<Option<Replied>, BridgeError> {
        let started = Instant::now();
        let step = self.kept.step(STEP);
        let mut is_cut = false;
        let replied = self.missing_references_within(page, csharp, &mut || {
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
        csharp: Option<&Gathered>,
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
        // Also where this is cut short.
        self.kept.scan.making = scan.making;
        let files = scan.files.take().unwrap_or_else(|| {
            scan.add(parts_not_read(self.library.project()));
            files_of(self.library.project())
        });
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
            let Some(findings) = self.findings_of(path, &mut scan.holdings, csharp, &mut of_file) else {
                scan.files = Some(files);
                self.kept.scan = scan;
                return Ok(None);
            };
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
        Ok(Some(Replied {
            reply: Reply::References(Page {
                total,
                items: filling.items,
                next_offset: None,
                next_cursor: (!is_end).then(|| cursors.at(filling.next)),
                scanned: Some(scanned),
            }),
            diagnostics,
        }))
    }

    fn findings_of(
        &mut self,
        path: &str,
        holdings: &mut missing::Holdings,
        csharp: Option<&Gathered>,
        notes: &mut Notes,
    ) -> Option<Vec<ReferenceFinding>> {
        let project = std::sync::Arc::clone(self.library.project());
        if ui_files::is_ui_file(path) {
            return Some(self.findings_of_ui_file(path));
        }
        let mut waits = false;
        let text = project.roots().locate(path).and_then(|file| may_be_text(&file, path));
        let found = match text {
            Ok(true) => self.library.look_at(path, |library, source| {
                if csharp.is_none() && missing::needs_csharp(source) {
                    waits = true;
                    return Vec::new();
                }
                let lost = missing::of_source(source, library, holdings, csharp);
                notes.add_counted(path, &lost);
                notes.add_editor_only(path, &lost);
                let more = lost.left_out;
                let mut findings = naming::named(library, source, lost.found);
                findings.extend((more > 0).then(|| not_scanned(path, format!("{more} more findings are not listed"))));
                findings
            }),
            Ok(false) => return Some(Vec::new()),
            Err(problem) => Err(problem),
        };
        if waits {
            return None;
        }
        Some(match found {
            Ok(findings) => findings,
            // A `.meta` whose asset is not there has nothing to scan.
            Err(AssetProblem::Missing) => Vec::new(),
            Err(problem) => vec![not_scanned(path, problem.with_remedy())],
        })
    }

    fn findings_of_ui_file(&mut self, path: &str) -> Vec<ReferenceFinding> {
        let project = std::sync::Arc::clone(self.library.project());
        let read = project.roots().locate(path).and_then(|file| {
            self.library.look_at_bytes(&file, MAX_UI_BYTES, |library, bytes| {
                missing::of_ui_file(library.project(), path, &String::from_utf8_lossy(&bytes))
            })
        });
        let (lost, more) = match read {
            Ok(read) => read,
            Err(AssetProblem::Missing) => return Vec::new(),
            Err(problem) => return vec![not_scanned(path, problem.with_remedy())],
        };
        let more = (more > 0).then(|| not_scanned(path, format!("{more} more findings are not listed")));
        let lost = lost.into_iter().map(|lost| ui_finding(&project, path, lost));
        lost.chain(more).collect()
    }

    /// What holds for the whole scan.
    fn scan_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let absent = &self.library.project().absent;
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
        if self.edits.writes > 0 {
            notes.push("the files on disk are scanned; this session's edits are not looked at".to_owned());
        }
        notes
    }
}

/// All files that are scanned, by path.
fn files_of(project: &Project) -> Vec<String> {
    let mut files = text_assets(project);
    let own = project.index.assets().map(|(path, _)| path);
    let of_ui = own.filter(|path| is_own(path) && ui_files::is_ui_file(path));
    files.extend(of_ui.map(str::to_owned));
    files.sort_unstable();
    files.dedup();
    files
}

fn ui_finding(project: &Project, path: &str, lost: LostAddress) -> ReferenceFinding {
    let (line, form, to) = (lost.line, lost.form, lost.to.text());
    let (problem, context) = match lost.may_be_elsewhere {
        true => (
            ReferenceProblem::Unverifiable,
            format!(
                "an asset that a UI file names may belong to {}",
                project.absent.phrase()
            ),
        ),
        false => (
            ReferenceProblem::BrokenReference,
            format!("{form} in line {line} refers to {to}, which no asset of the project has"),
        ),
    };
    ReferenceFinding {
        problem,
        path: path.to_owned(),
        object_path: None,
        component_index: None,
        member: Some(format!("line:{line} {form}")),
        guid: match lost.to {
            Address::Guid { guid, .. } => Some(guid.to_string()),
            _ => None,
        },
        context,
    }
}

/// The parts of the asset folders that the scan does not see, so that the caller knows that the findings are not all.
fn parts_not_read(project: &Project) -> Vec<ReferenceFinding> {
    let parts = not_read(project).into_iter();
    parts.map(|Skipped { file, why }| not_scanned(&file, why)).collect()
}

/// No reference: the file or folder was not scanned, or not all of it.
fn not_scanned(path: &str, why: String) -> ReferenceFinding {
    ReferenceFinding {
        problem: ReferenceProblem::NotSearched,
        path: path.to_owned(),
        object_path: None,
        component_index: None,
        member: None,
        guid: None,
        context: why,
    }
}

#[cfg(test)]
pub(in crate::session) mod tests;
