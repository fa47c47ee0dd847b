//! The list of the project's assets, scanned once in steps of about a second and cached until files change on disk.

pub(crate) mod table;
use crate::query_lookup::QueryLookup;
use host_api::similar_names::{did_you_mean, near_paths};
use host_bridge::{AssetFilter, BridgeError, BridgeErrorKind, Page, PageRequest, Replied, Reply, json_len};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use table::Row;
use unity_files::text_assets::is_own;

/// Maximum time that one command spends on scanning asset files; the next command continues the scan.
pub(crate) const STEP: Duration = Duration::from_secs(1);

/// Folders that exist in every project, even if they are empty.
const ROOTS: [&str; 2] = ["Assets", "Packages"];

/// Maximum number of characters of a folder name that an error repeats.
const SHOWN: usize = 200;

/// Estimated JSON bytes of one listed asset without its texts; used to limit the page size.
const ASSET_BYTES: usize = 110;

fn parent_folder(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(above, _)| above)
}

impl QueryLookup<'_> {
    /// Returns one page of assets sorted by path; empty if no asset has the kind. While files remain to be scanned,
    /// `scanned` has the progress, `total` grows, and every page has a next page.
    ///
    /// # Errors
    /// `NotFound` for a folder that does not exist, with similar folders.
    pub fn list_assets(&mut self, filter: &AssetFilter, page: &PageRequest) -> Result<Replied, BridgeError> {
        let started = Instant::now();
        let step = self.kept.step(STEP);
        let replied = self.list_assets_within(filter, page, &mut || started.elapsed() >= step);
        if !self.kept.assets.is_complete() {
            self.kept.note_stopped(STEP);
        }
        match filter.folder.as_deref().filter(|folder| !folder.is_empty()) {
            Some(folder) => self.folder_is_there(folder).map(|()| replied),
            None => Ok(replied),
        }
    }

    pub(crate) fn folder_is_there(&self, folder: &str) -> Result<(), BridgeError> {
        let paths = self.kept.assets.paths.as_deref().unwrap_or_default();
        let folder = folder.trim_end_matches('/');
        let roots = self.lookup.library.project().roots();
        let is_there = |folder: &str| {
            let below = format!("{folder}/");
            let at = paths.partition_point(|(path, _)| **path < *below);
            paths.get(at).is_some_and(|(path, _)| path.starts_with(&below))
                || ROOTS.contains(&folder)
                || is_own(&below) && roots.locate(folder).is_ok_and(|folder| folder.is_dir())
        };
        if is_there(folder) {
            return Ok(());
        }
        let shown: String = folder.chars().take(SHOWN).collect();
        let message = format!("there is no folder {shown:?} in the project");
        let folders: BTreeSet<&str> = paths
            .iter()
            .flat_map(|(path, _)| std::iter::successors(parent_folder(path), |folder| parent_folder(folder)))
            .collect();
        let hint = did_you_mean(near_paths(folder, folders)).unwrap_or_else(|| {
            let mut nearest = std::iter::successors(parent_folder(folder), |folder| parent_folder(folder));
            match nearest.find(|folder| is_there(folder)) {
                Some(nearest) => format!("of its path, {nearest} exists"),
                None => "folders begin with Assets or Packages, e.g. Assets/Scenes".to_owned(),
            }
        });
        Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
    }

    /// Returns one page of assets; stops scanning once `enough` returns true.
    pub fn list_assets_within(
        &mut self,
        filter: &AssetFilter,
        page: &PageRequest,
        enough: &mut dyn FnMut() -> bool,
    ) -> Replied {
        self.kept.assets.go_on(self.lookup.library, enough);
        let table = &self.kept.assets;
        let given = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(str::to_owned);
        let folder = given(&filter.folder).map(|folder| format!("{}/", folder.trim_end_matches('/')));
        let needle = given(&filter.path).map(|path| path.to_lowercase());
        let kind = given(&filter.kind);
        let fits = |row: &&Row| {
            folder
                .as_ref()
                .is_none_or(|folder| row.path.starts_with(folder.as_str()))
                && kind
                    .as_deref()
                    .is_none_or(|kind| *row.kind == *kind || row.type_name.as_deref() == Some(kind))
                && needle
                    .as_ref()
                    .is_none_or(|needle| row.path.to_lowercase().contains(needle))
        };
        let matching: Vec<&Row> = table.rows.iter().filter(fits).collect();
        let mut cut = Page::cut(
            page,
            matching.len(),
            |at| matching.get(at).map(|row| row.card()),
            |asset| {
                ASSET_BYTES + json_len(&asset.path) + asset.kind.len() + asset.type_name.as_ref().map_or(0, String::len)
            },
        );
        let (looked_at, total) = (table.looked_at, table.total());
        cut.scanned = Some((looked_at as u64, total as u64));
        let mut diagnostics = Vec::new();
        if looked_at < total {
            // The scanned files are the start of the list, so the next page begins where this one ends.
            let next = page
                .offset
                .saturating_add(u32::try_from(cut.items.len()).unwrap_or(u32::MAX));
            cut.next_offset = cut.next_offset.or(Some(next));
        } else {
            if table.without_file > 0 {
                diagnostics.push(format!(
                    "{} .meta files have no asset beside them and are left out",
                    table.without_file
                ));
            }
            if table.out_of_reach > 0 {
                diagnostics.push(format!(
                    "{} assets are links that lead out of the project and are left out",
                    table.out_of_reach
                ));
            }
        }
        Replied {
            reply: Reply::Assets(cut),
            diagnostics,
        }
    }
}
