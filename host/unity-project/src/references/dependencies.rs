//! The assets to which one asset refers.

use super::files::{self, Kind};
use super::reading::{MAX_TEXT_BYTES, read_other};
use super::uses::{Key, Use, Uses};
use crate::expand::Library;
use crate::ui_files::{self, Resolved};
use std::collections::BTreeSet;
use unity_files::AssetProblem;
use unity_files::text_assets::is_text_asset;
use unity_yaml::Guid;

/// The assets to which one asset refers.
#[derive(Debug, Default)]
pub struct Dependencies {
    /// Guids in the asset's file and in its `.meta`, without duplicates.
    pub guids: BTreeSet<Guid>,
    /// Addresses in a UI file to which no asset belongs, formatted for messages.
    pub unresolved: Vec<String>,
}

/// Returns the assets to which the file of an asset and its `.meta` refer. Blocks the thread.
///
/// # Errors
/// The reason why the file is not readable.
pub fn used_by(library: &mut Library, path: &str) -> Result<Dependencies, AssetProblem> {
    if ui_files::is_ui_file(path) {
        let mut all = read_ui_file(library, path)?;
        let importer = read_other(library, &format!("{path}.meta")).unwrap_or_default();
        all.guids.extend(importer.rows.iter().filter_map(guid_of));
        return Ok(all);
    }
    let own = if Kind::from_path(path) == Kind::Asset && !is_text_asset(path) && !files::is_other(path) {
        Uses::default()
    } else {
        read_other(library, path)?
    };
    // Without a `.meta` there is no importer.
    let importer = read_other(library, &format!("{path}.meta")).unwrap_or_default();
    let rows = own.rows.iter().chain(&importer.rows);
    Ok(Dependencies {
        guids: rows.filter_map(guid_of).collect(),
        unresolved: Vec::new(),
    })
}

fn guid_of(row: &Use) -> Option<Guid> {
    match row.key {
        Key::Asset(guid) => Some(guid),
        _ => None,
    }
}

fn read_ui_file(library: &mut Library, path: &str) -> Result<Dependencies, AssetProblem> {
    let file = files::locate(library.project(), path).ok_or(AssetProblem::Missing)?;
    library.look_at_bytes(&file, MAX_TEXT_BYTES, |library, bytes| {
        let text = String::from_utf8_lossy(&bytes);
        let mut all = Dependencies::default();
        let (references, _) = ui_files::references(path, text.trim_start_matches('\u{feff}'));
        let paths = ui_files::Paths::new(library.project());
        for reference in references {
            match paths.resolve(&reference.to) {
                Resolved::Asset(guid) => drop(all.guids.insert(guid)),
                Resolved::BuiltIn => {}
                Resolved::Nowhere if reference.is_sure => all.unresolved.push(reference.to.text()),
                Resolved::Nowhere => {}
            }
        }
        all
    })
}
