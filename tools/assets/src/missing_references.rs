//! The tool `missing_references`, which groups references with missing targets, and lists unverifiable ones separately.

mod cursor;
mod kind;
mod row;

pub(crate) use cursor::Cursor;
pub(crate) use kind::Kind;
pub(crate) use row::Row;

use crate::shared::{NotSearched, Skipped};
use cursor::digest;
use std::collections::BTreeMap;
use std::time::Duration;
use unity_tools::prelude::*;
use unity_tools::unity::editor::{self, ReferenceFinding};

/// The maximum duration of one search for missing references. It then returns the results so far, as it does shortly
/// before the call's deadline.
const TIME: Duration = Duration::from_secs(15);

/// The time before the deadline of the call at which the search stops, so that the answer can still be written.
const TO_ANSWER: Duration = Duration::from_secs(3);

/// Maximum number of missing references that the tool processes. Further ones are only counted.
const MAX_FINDINGS: usize = 50_000;

/// Maximum number of files and folders in the answer's list of those that were not scanned. All are counted.
const MAX_SKIPPED: usize = 20;

/// Maximum number of reasons that the answer lists for references that cannot be checked. The others are counted.
const CAUSES: usize = 10;

/// How findings are grouped.
#[input]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Group {
    #[default]
    Guid,
    File,
    None,
}

/// A reason why references cannot be checked.
#[output]
#[derive(Debug, PartialEq)]
pub(crate) struct Cause {
    count: u32,
    why: String,
    /// Asset path of the first file with such a reference.
    file: String,
}

/// References that cannot be checked: their targets may exist or not.
#[output]
#[derive(Debug, PartialEq)]
pub(crate) struct Unverifiable {
    count: u32,
    causes: Vec<Cause>,
}

/// One page of groups, which the tool `missing_references` returns.
#[output]
#[derive(Debug)]
pub(crate) struct Answer {
    /// Gaps in the result; read them before you trust the rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    caveat: Option<String>,
    /// Number of rows in all pages.
    total: u32,
    /// Number of references in the rows of all pages.
    references: u32,
    /// True if the scan ran out of time or skipped files or folders, so that `total` may be too low.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    total_so_far: bool,
    /// True if no rows follow and the whole project was scanned.
    complete: bool,
    rows: Vec<Row>,
    /// `cursor` of the next page, or null.
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unverifiable: Option<Unverifiable>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// Files and folders that were not scanned completely.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_searched: Option<NotSearched>,
}

/// A collector that groups the missing references of a scan as they arrive.
#[derive(Default)]
pub(crate) struct Sorter {
    folder: Option<String>,
    kind: Option<Kind>,
    group: Group,
    rows: Vec<Row>,
    by_key: BTreeMap<(String, String), (usize, String)>,
    causes: Vec<Cause>,
    by_cause: BTreeMap<String, usize>,
    references: u32,
    unverifiable: u32,
    only_meta: u32,
    not_searched: u32,
    /// The first files and folders that were not scanned, for the answer's list, which has at most `MAX_SKIPPED`.
    skipped: Vec<Skipped>,
    seen: usize,
    beyond: u32,
}

impl Sorter {
    pub(crate) fn new(folder: Option<&str>, kind: Option<Kind>, group: Group) -> Self {
        let folder = folder.map(|folder| format!("{}/", folder.trim_end_matches('/')));
        Self {
            folder,
            kind,
            group,
            ..Self::default()
        }
    }

    pub(crate) fn take(&mut self, finding: ReferenceFinding) {
        let kind = Kind::from_problem(&finding.problem);
        if kind == Kind::NotSearched {
            self.take_skipped(finding);
            return;
        }
        if self
            .folder
            .as_ref()
            .is_some_and(|folder| !finding.path.starts_with(folder.as_str()))
        {
            return;
        }
        match kind {
            Kind::Unverifiable => self.count_unverifiable(&finding),
            Kind::OnlyMeta => self.only_meta += 1,
            _ => {}
        }
        // Unverifiable references become rows only on request.
        let is_wanted = match self.kind {
            Some(wanted) => wanted == kind,
            None => kind.is_sure(),
        };
        if !is_wanted {
            return;
        }
        self.seen += 1;
        if self.seen > MAX_FINDINGS {
            self.beyond += 1;
            return;
        }
        self.references += 1;
        let problem = kind.word();
        let key = match self.group {
            // Without a guid, the text after the object in the message names the missing thing.
            Group::Guid => (
                finding.guid.clone().unwrap_or_else(|| missing_thing(&finding.context)),
                problem.to_owned(),
            ),
            Group::File => (finding.path.clone(), String::new()),
            Group::None => (self.seen.to_string(), String::new()),
        };
        if let Some((at, last)) = self.by_key.get_mut(&key)
            && let Some(row) = self.rows.get_mut(*at)
        {
            row.count += 1;
            if *last != finding.path {
                last.clone_from(&finding.path);
                row.files = row.files.map(|files| files + 1);
            }
            return;
        }
        if self.group != Group::None {
            self.by_key.insert(key, (self.rows.len(), finding.path.clone()));
        }
        let is_grouped = self.group == Group::Guid;
        self.rows.push(Row::from_finding(finding, kind, is_grouped));
    }

    /// Records a file or folder that was not scanned, if it is in the requested folder or contains that folder.
    fn take_skipped(&mut self, finding: ReferenceFinding) {
        let concerns = self.folder.as_ref().is_none_or(|folder| {
            finding.path.starts_with(folder.as_str()) || folder.starts_with(&format!("{}/", finding.path))
        });
        if !concerns {
            return;
        }
        self.not_searched += 1;
        if self.skipped.len() < MAX_SKIPPED {
            self.skipped.push(Skipped {
                file: finding.path,
                why: finding.context,
            });
        }
    }

    fn count_unverifiable(&mut self, finding: &ReferenceFinding) {
        self.unverifiable += 1;
        if let Some(cause) = self
            .by_cause
            .get(&finding.context)
            .and_then(|at| self.causes.get_mut(*at))
        {
            cause.count += 1;
        } else if self.causes.len() < MAX_FINDINGS {
            self.by_cause.insert(finding.context.clone(), self.causes.len());
            self.causes.push(Cause {
                count: 1,
                why: finding.context.clone(),
                file: finding.path.clone(),
            });
        }
    }

    /// Returns the page that begins at the row of the cursor.
    ///
    /// # Errors
    ///
    /// `Conflict` if the rows have changed since the cursor was returned.
    pub(crate) fn page(
        mut self,
        cursor: Option<Cursor>,
        limit: usize,
        max_bytes: usize,
        complete: bool,
    ) -> Result<Answer> {
        if self.group != Group::None {
            self.rows
                .sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.file.cmp(&b.file)));
        }
        self.causes
            .sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.why.cmp(&b.why)));
        let more = self.causes.len().saturating_sub(CAUSES);
        self.causes.truncate(CAUSES);
        let told: u32 = self.causes.iter().map(|cause| cause.count).sum();
        let total = self.rows.len();
        let digest = digest(&self.rows);
        if cursor.is_some_and(|cursor| cursor.digest != digest) {
            return Err(ToolError::new(
                ErrorKind::Conflict,
                "the rows changed since the previous page: files or arguments changed",
            )
            .hint("leave the cursor out to start again"));
        }
        let begin = cursor.map_or(0, |cursor| cursor.row);
        let mut bytes: usize = self
            .causes
            .iter()
            .map(|cause| 60 + cause.why.len() + cause.file.len())
            .sum();
        bytes += self
            .skipped
            .iter()
            .map(|skipped| 30 + skipped.why.len() + skipped.file.len())
            .sum::<usize>();
        let mut rows = Vec::new();
        for row in self.rows.into_iter().skip(begin).take(limit) {
            bytes += row.bytes();
            if bytes > max_bytes && !rows.is_empty() {
                break;
            }
            rows.push(row);
        }
        let end = begin + rows.len();
        let mut caveat = Vec::new();
        if self.unverifiable > 0 {
            caveat.push(match self.kind {
                Some(Kind::Unverifiable) => "these references can't be verified here: their targets may exist, mostly in declared packages that are not in the folder".to_owned(),
                _ => format!(
                    "{} references can't be verified here and are not among the rows, mostly because declared packages are not in the folder: see unverifiable, and kind \"unverifiable\" for their rows",
                    self.unverifiable
                ),
            });
        }
        if self.only_meta > 0 && self.kind != Some(Kind::OnlyMeta) {
            caveat.push(format!(
                "{} references lead to files of which only the .meta is in the folder: kind \"only_meta\" for their rows",
                self.only_meta
            ));
        }
        if more > 0 {
            let references = self.unverifiable - told;
            caveat.push(format!(
                "{more} more causes, of {references} references, are not among unverifiable.causes"
            ));
        }
        if self.beyond > 0 {
            caveat.push(format!("{} more findings are not counted in the rows", self.beyond));
        }
        if !complete {
            caveat.push("the scan ended before all files were looked at".to_owned());
        }
        if let Some(first) = self.skipped.first() {
            caveat.push(match self.not_searched {
                1 => format!("{} was not scanned: {}", first.file, first.why),
                all => format!("{all} files or folders were not scanned, or not completely: see not_searched"),
            });
        }
        let all_scanned = complete && self.not_searched == 0;
        Ok(Answer {
            caveat: (!caveat.is_empty()).then(|| caveat.join("; ")),
            total: total as u32,
            references: self.references,
            total_so_far: !all_scanned,
            complete: all_scanned && end == total,
            next: (end < total).then(|| Cursor { row: end, digest }.to_string()),
            rows,
            unverifiable: (self.unverifiable > 0).then_some(Unverifiable {
                count: self.unverifiable,
                causes: self.causes,
            }),
            notes: Vec::new(),
            not_searched: (self.not_searched > 0).then_some(NotSearched {
                total: self.not_searched,
                files: self.skipped,
            }),
        })
    }
}

/// Returns the name of the missing target from the description of a reference.
fn missing_thing(context: &str) -> String {
    let behind = context.split_once(" refers to ").or_else(|| context.split_once(": "));
    behind.map_or(context, |(_, lost)| lost).to_owned()
}

/// Find missing scripts and classes, broken references and UnityEvent calls of missing methods in all scenes, prefabs
/// and assets. For users of an asset call find_references.
#[tool(category = "project", needs = Scene)]
pub(crate) fn missing_references(
    /// Below this folder, e.g. `Assets/Prefabs`.
    folder: Option<String>,
    /// Default: the first four. `missing_type`: the class of a `[SerializeReference]` is missing; `missing_method`:
    /// a UnityEvent call without target or method; `unverifiable`: can't be checked; `only_meta`: only the `.meta`
    /// exists.
    kind: Option<Kind>,
    /// One row per missing target (`guid`, default), file, or reference (`none`).
    #[default]
    group: Group,
    #[default] limit: Limit<50, 500>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
    cx: &Cx,
) -> Result<Reply<Answer>> {
    let cursor = Cursor::parse(cursor.as_deref())?;
    if let Some(folder) = &folder {
        // A folder that does not exist is an error with similar names.
        let filter = editor::AssetFilter {
            folder: Some(folder.clone()),
            ..editor::AssetFilter::default()
        };
        let one = Limit::<1>::default().page(0);
        editor::list_assets(&filter, &one)?;
    }
    let at_start = cx.remaining();
    let mut sorter = Sorter::new(folder.as_deref(), kind, group);
    let mut page = Limit::<500>::default().page(0);
    let complete = loop {
        let (findings, info) = editor::missing_references(&page)?;
        findings.into_iter().for_each(|finding| sorter.take(finding));
        page.cursor = info.next_cursor;
        if page.cursor.is_none() {
            break true;
        }
        cx.go_on()?;
        let now = cx.remaining();
        if at_start.saturating_sub(now) > TIME || now < TO_ANSWER {
            break false;
        }
    };
    let bytes = crate::shared::bytes(max_bytes) as usize;
    let limit = limit.get() as usize;
    Ok(Reply::new(sorter.page(cursor, limit, bytes, complete)?))
}
