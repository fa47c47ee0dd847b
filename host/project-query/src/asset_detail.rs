//! Details of one asset: its importer settings, its references and its contents, within a byte limit.
//!
//! `asset_detail/contents` reads the values.

mod contents;

use crate::assets::table::kind_of;
use crate::query_lookup::QueryLookup;
use crate::settings::Room;
use host_api::similar_names::{did_you_mean, near_paths};
use host_bridge::paging::json_len;
use host_bridge::{Asset, AssetDetail, BridgeError, BridgeErrorKind, Replied, Reply};
use host_project_world::unimported_assets::no_asset_yet;
use std::sync::Arc;
use unity_files::text_assets::{is_text_asset, may_be_text};
use unity_files::{AssetProblem, Project, has_extension};
use unity_project::references::{Dependencies, used_by};
use unity_yaml::Guid;

impl QueryLookup<'_> {
    /// Returns the details of the asset with that path or guid, in at most about `max_bytes` bytes of JSON.
    ///
    /// # Errors
    /// `NotFound` if no asset has the path or guid, with similar paths.
    pub fn asset_detail(&mut self, asset: &str, max_bytes: usize) -> Result<Replied, BridgeError> {
        let project = Arc::clone(self.lookup.library.project());
        let (path, guid) = find_asset(&project, asset)?;
        let library = &mut *self.lookup.library;
        let mut left_out = Vec::new();
        let file = project.roots().locate(&path);
        let size = file.as_ref().ok().and_then(|file| std::fs::metadata(file).ok());
        let is_folder = size.as_ref().is_some_and(std::fs::Metadata::is_dir);
        let bytes = size.map_or(0, |facts| facts.len());
        let (kind, type_name) = match &file {
            Ok(_) if is_folder => ("Folder".into(), None),
            Ok(file) => kind_of(library, &path, file, bytes).unwrap_or(("DefaultAsset".into(), None)),
            Err(_) => ("DefaultAsset".into(), None),
        };
        let mut room = Room::new(max_bytes.saturating_sub(json_len(&path) + 200));
        let importer = room.take_all(contents::importer(library, &project, &path, &mut left_out));
        let mut dependencies = Vec::new();
        let (mut unknown, mut beyond) = (0_u32, 0_u32);
        match used_by(library, &path) {
            Ok(Dependencies { guids, unresolved }) => {
                if let Some(first) = unresolved.first() {
                    left_out.push(format!(
                        "{} addresses in it lead to no asset, first {first}: see missing_references",
                        unresolved.len()
                    ));
                }
                for used in guids.into_iter().filter(|used| *used != guid) {
                    match project.index.path(used) {
                        Some(path) if room.take(json_len(path) + 1) => dependencies.push(path.to_owned()),
                        Some(_) => beyond += 1,
                        None => unknown += 1,
                    }
                }
            }
            Err(_) if is_folder => {}
            Err(problem) => left_out.push(format!("what it refers to: {}", why_not(&problem, &path))),
        }
        dependencies.sort_unstable();
        if unknown > 0 {
            let verdict = project.absent.verdict();
            left_out.push(format!(
                "{unknown} referenced guids belong to no asset of the folder; each is {verdict}"
            ));
        }
        if beyond > 0 {
            left_out.push(format!("{beyond} more dependencies do not fit; ask for more bytes"));
        }
        let is_read = is_text_asset(&path) && !has_extension(&path, "unity") && !has_extension(&path, "prefab");
        let is_text = is_read && file.is_ok_and(|file| may_be_text(&file, &path).unwrap_or(false));
        let contents = if is_text {
            contents::contents(self.lookup.library, &project, &path, &mut room, &mut left_out)
        } else if is_folder || has_extension(&path, "unity") {
            Vec::new()
        } else {
            let objects = self.asset_objects(&path);
            contents::list_contents(&path, &objects, &mut room, &mut left_out)
        };
        left_out.extend(room.left_out_note("values"));
        let asset = Asset {
            path,
            guid: guid.to_string(),
            kind: kind.to_string(),
            type_name: type_name.map(|name| name.to_string()),
            size_bytes: if is_folder { 0 } else { bytes },
        };
        Ok(Reply::AssetDetail(Box::new(AssetDetail {
            asset,
            importer,
            dependencies,
            contents,
            left_out,
        }))
        .into())
    }
}

/// Returns why an asset cannot be read, and the remedy. A missing file that is not a scene must be restored.
fn why_not(problem: &AssetProblem, path: &str) -> String {
    match problem {
        AssetProblem::Missing if !has_extension(path, "unity") => format!("{problem}; restore the file"),
        _ => problem.with_remedy(),
    }
}

fn find_asset(project: &Project, asset: &str) -> Result<(String, Guid), BridgeError> {
    let asset = asset.trim();
    if let Some(guid) = project.index.guid(asset) {
        return Ok((asset.to_owned(), guid));
    }
    if let Some(guid) = Guid::parse(asset)
        && let Some(path) = project.index.path(guid)
    {
        return Ok((path.to_owned(), guid));
    }
    if let Some(error) = no_asset_yet(project, asset) {
        return Err(error);
    }
    let shown: String = asset.chars().take(200).collect();
    let message = format!("there is no asset {shown:?} in the project");
    let known = project.index.assets().map(|(path, _)| path);
    let hint = did_you_mean(near_paths(asset, known));
    let hint = hint.unwrap_or_else(|| "give a path as the lists show it, or a guid of 32 digits".to_owned());
    Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
}
