//! Reads one file and collects the uses in it.

use super::files::{self, Found, Kind, Stamp};
use super::uses::Uses;
use super::{objects, texts};
use crate::expand::Library;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use unity_files::text_assets::{is_text_asset, may_be_text};
use unity_files::{AssetProblem, Project, has_extension};
use unity_yaml::{FileProblem, Guid};

/// Maximum size in bytes of a C# source or another text file; a larger file is not searched for references.
pub(super) const MAX_TEXT_BYTES: u64 = 16 * 1024 * 1024;

/// Cache of size and modification time of prefabs, from which changes of expanded files are detected.
#[derive(Debug, Default)]
pub(super) struct Stamps(HashMap<Guid, Option<Stamp>>);

impl Stamps {
    /// Returns size and modification time of the asset at its first request; `None` if its file does not exist.
    pub(super) fn stamp_of(&mut self, guid: Guid, project: &Project) -> Option<Stamp> {
        let stamp = || files::stamp(project, project.index.path(guid)?);
        *self.0.entry(guid).or_insert_with(stamp)
    }

    /// Returns true if no prefab in the expanded file has changed since `uses`, the references in that file, were read.
    pub(super) fn are_the_same(&mut self, uses: &Uses, project: &Project) -> bool {
        uses.needs
            .iter()
            .all(|(guid, stamp)| self.stamp_of(*guid, project) == *stamp)
    }
}

/// Reads a file and returns the references in it; if the parser panics, the file counts as unreadable.
pub(super) fn read(library: &mut Library, found: &Found, stamps: &mut Stamps) -> Uses {
    let read = catch_unwind(AssertUnwindSafe(|| match Kind::from_path(&found.path) {
        Kind::Scene | Kind::Prefab => read_objects(library, &found.path, stamps),
        _ => read_other(library, &found.path),
    }));
    let read = read.unwrap_or_else(|why| {
        library.begin_anew();
        Err(AssetProblem::from_panic(&*why))
    });
    let mut uses = match read {
        Ok(uses) => uses,
        // The file was deleted after it was listed.
        Err(AssetProblem::Missing) => Uses::default(),
        Err(problem) => Uses {
            problem: Some(problem.to_string().into()),
            ..Uses::default()
        },
    };
    uses.stamp = found.stamp;
    uses.is_sure = found.stamp.is_sure();
    uses
}

fn read_objects(library: &mut Library, path: &str, stamps: &mut Stamps) -> Result<Uses, AssetProblem> {
    let flat = match library.scene(path) {
        Ok(flat) => flat,
        // The uses are known even without the hierarchy.
        Err(AssetProblem::OverBudget { .. } | AssetProblem::TooNested { .. } | AssetProblem::LongPaths { .. }) => {
            return read_other(library, path);
        }
        Err(problem) => return Err(problem),
    };
    let Some(source) = &flat.file else {
        return Ok(Uses::default());
    };
    let mut uses = objects::collect_uses(source, Some(&flat));
    let project = library.project();
    uses.needs = flat
        .needs
        .iter()
        .map(|guid| (*guid, stamps.stamp_of(*guid, project)))
        .collect();
    Ok(uses)
}

pub(super) fn read_other(library: &mut Library, path: &str) -> Result<Uses, AssetProblem> {
    let file = files::locate(library.project(), path).ok_or(AssetProblem::Missing)?;
    if path.starts_with("ProjectSettings/") || (is_text_asset(path) && !has_extension(path, "meta")) {
        if !may_be_text(&file, path)? {
            return Ok(Uses::default());
        }
        match library.look_at_file(path, &file, |_, source| objects::collect_uses(source, None)) {
            // Some packages store their settings as JSON with the same extension.
            Err(AssetProblem::Text(FileProblem::Json)) => {}
            read => return read,
        }
    }
    library.look_at_bytes(&file, MAX_TEXT_BYTES, |library, bytes| {
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        if has_extension(path, "meta") {
            texts::meta_uses(text)
        } else {
            texts::text_uses(library.project(), path, text)
        }
    })
}
