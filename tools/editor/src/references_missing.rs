//! The tool `project.references.missing`, which finds references with missing targets in the whole project.

use crate::guard::Guard;
use crate::without_slash;
use std::collections::BTreeMap;
use std::time::Duration;
use unity_tools::prelude::*;
use unity_tools::unity::editor::{self, ReferenceFinding, ReferenceProblem};

const TIME: Duration = Duration::from_secs(15);

/// Maximum size in JSON bytes of the missing references that an answer lists. Further ones are only counted.
const RESULT_BYTES: usize = 300 * 1024;

/// Maximum number of reasons that the answer lists separately for references that cannot be checked.
const CAUSES: usize = 300;

/// The missing scripts and broken references, which the tool `project.references.missing` returns.
#[output]
#[derive(Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    missing_scripts: Vec<MissingScript>,
    broken_references: Vec<BrokenReference>,
    /// References that need a package that is not on disk, or Unity itself, to be checked. One entry for each cause.
    unverifiable: Vec<Unverifiable>,
}

/// A component without a script.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct MissingScript {
    /// Asset path of the file with the component.
    path: String,
    game_object_path: Option<String>,
    /// Position of the component; the Transform is 0.
    component_index: Option<u32>,
    context: String,
}

/// A reference to something that does not exist.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrokenReference {
    /// Asset path of the file with the reference.
    path: String,
    game_object_path: Option<String>,
    component_index: Option<u32>,
    /// Field that contains the reference.
    property: Option<String>,
    context: String,
}

/// References that cannot be checked for one cause.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Unverifiable {
    context: String,
    count: u64,
    /// Asset path of the first file with such a reference.
    path: String,
    game_object_path: Option<String>,
}

/// A collector that sorts missing scripts and broken references by kind as they arrive.
#[derive(Default)]
pub(crate) struct Sorter {
    report: Report,
    bytes: usize,
    left_out: u64,
    /// For each reason why references cannot be checked, its position in `report.unverifiable`.
    causes: BTreeMap<String, usize>,
}

impl Sorter {
    pub(crate) fn take(&mut self, finding: ReferenceFinding) {
        let game_object_path = finding
            .object_path
            .as_deref()
            .map(|path| without_slash(path).to_owned());
        let bytes = 120 + finding.path.len() + finding.context.len() + game_object_path.as_ref().map_or(0, String::len);
        // A reference to a file that may only be missing in this copy of the project is not broken either.
        let is_unverifiable = match &finding.problem {
            ReferenceProblem::Unverifiable => true,
            ReferenceProblem::Other(name) => matches!(name.as_str(), "only-meta" | "not-searched"),
            _ => false,
        };
        if is_unverifiable {
            if let Some(known) = self.causes.get(&finding.context) {
                if let Some(cause) = self.report.unverifiable.get_mut(*known) {
                    cause.count += 1;
                }
                return;
            }
            if self.causes.len() >= CAUSES {
                self.left_out += 1;
                return;
            }
            self.causes
                .insert(finding.context.clone(), self.report.unverifiable.len());
            self.report.unverifiable.push(Unverifiable {
                context: finding.context,
                count: 1,
                path: finding.path,
                game_object_path,
            });
            return;
        }
        if self.bytes + bytes > RESULT_BYTES {
            self.left_out += 1;
            return;
        }
        self.bytes += bytes;
        match finding.problem {
            ReferenceProblem::MissingScript => self.report.missing_scripts.push(MissingScript {
                path: finding.path,
                game_object_path,
                component_index: finding.component_index,
                context: finding.context,
            }),
            problem => self.report.broken_references.push(BrokenReference {
                path: finding.path,
                game_object_path,
                component_index: finding.component_index,
                property: finding.member,
                context: match problem {
                    // Listed where clients look for it, under the name that the host has for it.
                    ReferenceProblem::Other(name) => format!("{name}: {}", finding.context),
                    _ => finding.context,
                },
            }),
        }
    }

    pub(crate) fn into_reply(mut self) -> Reply<Report> {
        self.report
            .unverifiable
            .sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.context.cmp(&b.context)));
        let reply = Reply::new(self.report);
        match self.left_out {
            0 => reply,
            more => reply.note(format!(
                "{more} more findings do not fit into one answer; fix those listed and scan again"
            )),
        }
    }
}

/// Finds missing scripts and broken references in all scenes, prefabs and assets on disk.
#[tool(
    name = "project.references.missing",
    title = "Missing references",
    category = "project",
    needs = Scene,
    notes = "Stops after 15 s with what was found so far."
)]
pub(crate) fn references_missing(cx: &Cx) -> Result<Reply<Report>> {
    let guard = Guard::new(cx, TIME);
    let mut sorter = Sorter::default();
    let mut page = Limit::<500>::default().page(0);
    loop {
        let (findings, info) = editor::missing_references(&page)?;
        findings.into_iter().for_each(|finding| sorter.take(finding));
        let (done, all) = info.scanned.unwrap_or_default();
        page.cursor = info.next_cursor;
        if page.cursor.is_none() {
            return Ok(sorter.into_reply());
        }
        if guard.strikes(cx)? {
            return Ok(sorter.into_reply().note(guard.note("Scan", done, all)));
        }
    }
}
