//! The scan for missing references over all text assets on disk: in steps of about a second, each going on where the last
//! one stopped, findings named by object, component and field.

mod naming;

use super::Session;
use super::assets::STEP;
use super::pages::json_len;
use host_bridge::{BridgeError, BridgeErrorKind, Page, PageRequest, ReferenceFinding, Replied, Reply};
use std::time::Instant;
use unity_project::missing;
use unity_project::text_assets::{may_be_text, text_assets};
use unity_yaml::FileProblem;

/// Files that an answer names because they cannot be read; the rest is counted.
const MAX_NOTES: usize = 5;

/// JSON bytes of a finding beside its texts.
const FINDING_BYTES: usize = 130;

/// Findings of the file at which a page ended, so that the next page need not read it again.
#[derive(Debug)]
pub(super) struct Scanned {
    path: String,
    findings: Vec<ReferenceFinding>,
}

/// Where a scan goes on: findings given so far, findings of the next file to skip, the next file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Cursor<'a> {
    given: u64,
    skip: usize,
    path: &'a str,
}

impl<'a> Cursor<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.splitn(3, ':');
        let (given, skip) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let path = parts.next().filter(|path| !path.is_empty())?;
        Some(Self { given, skip, path })
    }
}

/// One page being filled.
struct Filling<'a> {
    request: &'a PageRequest,
    items: Vec<ReferenceFinding>,
    bytes: usize,
}

impl Filling<'_> {
    /// Takes findings while they fit; says how many it took.
    fn take(&mut self, findings: &[ReferenceFinding]) -> usize {
        for (taken, finding) in findings.iter().enumerate() {
            let bytes = bytes_of(finding);
            let full = self.items.len() >= self.request.limit as usize;
            if full || (self.bytes + bytes > self.request.max_bytes && !self.items.is_empty()) {
                return taken;
            }
            self.bytes += bytes;
            self.items.push(finding.clone());
        }
        findings.len()
    }
}

impl Session {
    /// # Errors
    /// `InvalidArgument` for an offset, or for a cursor that no page handed out.
    pub(super) fn missing_references(&mut self, page: &PageRequest) -> Result<Replied, BridgeError> {
        let started = Instant::now();
        self.missing_references_within(page, &mut || started.elapsed() >= STEP)
    }

    /// Scans file by file until the page is full or `enough` says so; at least one file.
    pub(super) fn missing_references_within(
        &mut self,
        page: &PageRequest,
        enough: &mut dyn FnMut() -> bool,
    ) -> Result<Replied, BridgeError> {
        let invalid = |message: String| BridgeError::new(BridgeErrorKind::InvalidArgument, message);
        if page.offset != 0 {
            let message = format!(
                "page.offset is {}, expected 0: a scan goes on by its cursor",
                page.offset
            );
            return Err(invalid(message).with_hint("give next-cursor of the last page as cursor"));
        }
        let cursor = match page.cursor.as_deref() {
            None => Cursor::default(),
            Some(text) => Cursor::parse(text).ok_or_else(|| {
                let shown: String = text.chars().take(80).collect();
                invalid(format!(
                    "page.cursor is {shown:?}, expected next-cursor of the last page"
                ))
                .with_hint("leave it out to scan from the start")
            })?,
        };
        if page.cursor.is_none() {
            self.holdings = missing::Holdings::default();
        }
        let files = text_assets(self.library.project());
        let mut at = files.partition_point(|path| path.as_str() < cursor.path);
        let mut skip = if files.get(at).is_some_and(|path| path == cursor.path) {
            cursor.skip
        } else {
            0
        };
        let mut filling = Filling {
            request: page,
            items: Vec::new(),
            bytes: 0,
        };
        let mut notes = Notes::default();
        let mut next = None;
        while let Some(path) = files.get(at) {
            let findings = match self.scanned.take() {
                Some(known) if skip > 0 && known.path == *path => known.findings,
                _ => self.findings_of(path, &mut notes),
            };
            let rest = findings.get(skip..).unwrap_or_default();
            let taken = filling.take(rest);
            if taken < rest.len() {
                next = Some((skip + taken, path));
                let path = path.clone();
                self.scanned = Some(Scanned { path, findings });
                break;
            }
            skip = 0;
            at += 1;
            if enough() {
                next = files.get(at).map(|path| (0, path));
                break;
            }
        }
        let total = cursor.given.saturating_add(filling.items.len() as u64);
        let mut diagnostics = notes.told();
        if page.cursor.is_none() {
            diagnostics.extend(self.scan_notes());
        }
        Ok(Replied {
            reply: Reply::References(Page {
                total,
                items: filling.items,
                next_offset: None,
                next_cursor: next.map(|(skip, path)| format!("{total}:{skip}:{path}")),
                scanned: Some((at as u64, files.len() as u64)),
            }),
            diagnostics,
        })
    }

    fn findings_of(&mut self, path: &str, notes: &mut Notes) -> Vec<ReferenceFinding> {
        let project = std::sync::Arc::clone(self.library.project());
        let text = project.roots().locate(path).and_then(|file| may_be_text(&file, path));
        let holdings = &mut self.holdings;
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
            Err(FileProblem::Missing) => Vec::new(),
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
                "what the folder does not have may lie in {}: such scripts are unverifiable, other references show as broken; open the project once in Unity so that Library/PackageCache exists",
                absent.phrase()
            ));
        }
        if self.edits.writes > 0 {
            notes.push("the files on disk are scanned; this session's edits are not looked at".to_owned());
        }
        notes
    }
}

#[derive(Default)]
struct Notes {
    first: Vec<String>,
    more: usize,
    /// References that only Unity can follow.
    untold: Counted,
    /// References into assets of which only the `.meta` is there.
    only_meta: Counted,
    /// Components whose scripts no player has, and the first: where, and which script.
    editor_only: u64,
    first_editor_only: Option<(String, String)>,
}

/// How many references, in how many files, and the first: from and to.
#[derive(Default)]
struct Counted {
    references: u64,
    files: u64,
    first: Option<(String, String)>,
}

impl Counted {
    fn add(&mut self, path: &str, references: u64, first: Option<&String>) {
        let Some(asset) = first else { return };
        self.references += references;
        self.files += 1;
        self.first.get_or_insert_with(|| (path.to_owned(), asset.clone()));
    }
}

impl Notes {
    fn add(&mut self, note: String) {
        if self.first.len() < MAX_NOTES {
            self.first.push(note);
        } else {
            self.more += 1;
        }
    }

    fn add_counted(&mut self, path: &str, lost: &missing::LostReferences) {
        self.untold.add(path, lost.untold, lost.first_untold.as_ref());
        self.only_meta.add(path, lost.only_meta, lost.first_only_meta.as_ref());
    }

    fn add_editor_only(&mut self, path: &str, lost: &missing::LostReferences) {
        let Some(script) = &lost.first_editor_only else { return };
        self.editor_only += lost.editor_only;
        self.first_editor_only.get_or_insert((path.to_owned(), script.clone()));
    }

    fn told(self) -> Vec<String> {
        let mut told = self.first;
        if let Some((path, script)) = self.first_editor_only {
            told.push(format!(
                "{} components have scripts that only the editor compiles; a built player is without them; first {script} in {path}",
                self.editor_only
            ));
        }
        if let Some((from, to)) = self.only_meta.first {
            let (references, files) = (self.only_meta.references, self.only_meta.files);
            told.push(format!(
                "{references} references of {files} files lead to assets of which only the .meta is in this folder (first: {from} to {to}): missing for Unity, or left out of this copy; they are not among the findings"
            ));
        }
        if let Some((from, to)) = self.untold.first {
            let (references, files) = (self.untold.references, self.untold.files);
            told.push(format!(
                "{references} references of {files} files lead to objects within imported assets or assets that can't be read here; the asset is known, whether it holds the object only Unity can tell; first {from} to {to}"
            ));
        }
        if self.more > 0 {
            told.push(format!("and {} more notes on files of this step", self.more));
        }
        told
    }
}

fn bytes_of(finding: &ReferenceFinding) -> usize {
    let texts = [&finding.object_path, &finding.member].into_iter().flatten();
    FINDING_BYTES
        + json_len(&finding.path)
        + json_len(&finding.context)
        + texts.map(|text| json_len(text)).sum::<usize>()
}

#[cfg(test)]
mod tests;
