//! Search for the missing references in one file, on the session's thread or in the background.

use super::naming;
use super::notes::Notes;
use host_bridge::{ReferenceFinding, ReferenceProblem};
use unity_files::text_assets::may_be_text;
use unity_files::{AssetProblem, Project};
use unity_project::expand::Library;
use unity_project::missing::{self, Holdings, LostAddress};
use unity_project::ui_files::{self, Address};
use unity_scripts::csharp_index::Gathered;

/// Maximum size in bytes of a UI file (UXML, USS, TSS) that is scanned; a larger file is reported as not scanned.
const MAX_UI_BYTES: u64 = 16 * 1024 * 1024;

/// The result of scanning one file for missing references.
pub(crate) enum Looked {
    At(Vec<ReferenceFinding>),
    /// The scan needs the project's C#; the caller must repeat it with `csharp`.
    NeedsCsharp,
    /// The file is being scanned in the background.
    UnderWay,
}

/// Scans one file for missing references. Blocks while it reads files; never returns `UnderWay`.
pub(super) fn findings(
    library: &mut Library,
    path: &str,
    holdings: &mut Holdings,
    csharp: Option<&Gathered>,
    notes: &mut Notes,
) -> Looked {
    if ui_files::is_ui_file(path) {
        return Looked::At(scan_ui_file(library, path));
    }
    let text = library.project().roots().locate(path);
    let found = match text.and_then(|file| may_be_text(&file, path)) {
        Ok(true) => library.look_at(path, |library, source| {
            if csharp.is_none() && missing::needs_csharp(source) {
                return None;
            }
            let lost = missing::check_source(source, library, holdings, csharp);
            notes.add_counted(path, &lost);
            notes.add_editor_only(path, &lost);
            let more = lost.left_out;
            let mut findings = naming::name_findings(library, source, lost.found);
            findings.extend((more > 0).then(|| not_scanned(path, format!("{more} more findings are not listed"))));
            Some(findings)
        }),
        Ok(false) => Ok(Some(Vec::new())),
        Err(problem) => Err(problem),
    };
    match found {
        Ok(Some(findings)) => Looked::At(findings),
        Ok(None) => Looked::NeedsCsharp,
        // An asset of which only the `.meta` exists has nothing to scan.
        Err(AssetProblem::Missing) => Looked::At(Vec::new()),
        Err(problem) => Looked::At(vec![not_readable(path, &problem)]),
    }
}

fn scan_ui_file(library: &mut Library, path: &str) -> Vec<ReferenceFinding> {
    let read = library.project().roots().locate(path).and_then(|file| {
        library.look_at_bytes(&file, MAX_UI_BYTES, |library, bytes| {
            missing::check_ui_file(library.project(), path, &String::from_utf8_lossy(&bytes))
        })
    });
    let (lost, more) = match read {
        Ok(read) => read,
        Err(AssetProblem::Missing) => return Vec::new(),
        Err(problem) => return vec![not_readable(path, &problem)],
    };
    let more = (more > 0).then(|| not_scanned(path, format!("{more} more findings are not listed")));
    let project = library.project();
    let lost = lost.into_iter().map(|lost| ui_finding(project, path, lost));
    lost.chain(more).collect()
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

pub(super) fn not_readable(path: &str, problem: &AssetProblem) -> ReferenceFinding {
    not_scanned(path, problem.with_remedy())
}

/// Returns a finding that the file or folder was not scanned, or not completely.
pub(super) fn not_scanned(path: &str, why: String) -> ReferenceFinding {
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
