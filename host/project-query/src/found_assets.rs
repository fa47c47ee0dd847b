//! List of assets for agents: by kind, folder and name, in the requested order, with their total bytes.

use crate::assets::table::Row;
use crate::query::{has_class, matches};
use crate::query_lookup::QueryLookup;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::paging::{Cursors, cut, json_len};
use host_bridge::{AssetOrder, AssetsAnswer, AssetsRequest, BridgeError, BridgeErrorKind, Replied, Reply};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use unity_project::asset_kind;

/// Maximum number of asset kinds that a note about assets without a file names; further kinds are omitted.
const MAX_KINDS: usize = 5;

/// Estimated JSON bytes of one found asset without its texts; used to limit the page size.
const ASSET_BYTES: usize = 110;

impl QueryLookup<'_> {
    /// Returns one page of the assets that match the request, with their number and total bytes.
    ///
    /// # Errors
    /// `NotFound` for a folder or kind that does not exist, with similar ones.
    pub fn find_assets(&mut self, request: &AssetsRequest) -> Result<Replied, BridgeError> {
        let (started, patience) = (Instant::now(), self.kept.patience.assets);
        let step = self.kept.step(patience);
        let library = &mut *self.lookup.library;
        self.kept.assets.go_on(library, &mut || started.elapsed() >= step);
        if !self.kept.assets.is_complete() {
            self.kept.note_stopped(patience);
        }
        let given = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(str::to_owned);
        let folder = given(&request.folder);
        if let Some(folder) = &folder {
            self.folder_is_there(folder)?;
        }
        let kind = given(&request.kind);
        if let Some(kind) = &kind {
            self.kind_is_known(kind)?;
        }
        let below = folder
            .as_ref()
            .map(|folder| format!("{}/", folder.trim_end_matches('/')));
        let glob = given(&request.name);
        known_signs(glob.as_deref())?;
        let fits = |row: &&Row| {
            below.as_ref().is_none_or(|below| row.path.starts_with(below.as_str()))
                && kind.as_deref().is_none_or(|kind| is_kind(row, kind))
                && glob.as_ref().is_none_or(|glob| {
                    let name = row.path.rsplit('/').next().unwrap_or_default();
                    matches(glob, name)
                })
        };
        let mut rows: Vec<&Row> = self.kept.assets.rows().iter().filter(fits).collect();
        if request.order == AssetOrder::Bytes {
            rows.sort_by(|a, b| b.size.cmp(&a.size).then_with(|| a.path.cmp(&b.path)));
        }
        let bytes = rows.iter().fold(0_u64, |sum, row| sum.saturating_add(row.size));
        let (looked_at, all) = self.kept.assets.looked_at();
        // In path order, the known rows are the start of the whole list, so pages continue during the scan.
        let is_start = request.order == AssetOrder::Path;
        let stamp = (self.lookup.kept.revision, if is_start { 0 } else { looked_at });
        let mut wanted = request.clone();
        wanted.page.cursor = None;
        wanted.page.limit = 0;
        wanted.page.max_bytes = 0;
        let cursors = Cursors::new(&wanted, &stamp);
        let begin = cursors.place(request.page.cursor.as_deref())?;
        let card = |at: u64| {
            let row = usize::try_from(at).ok().and_then(|at| rows.get(at));
            row.map(|row| row.card())
                .ok_or_else(|| BridgeError::new(BridgeErrorKind::Internal, "an asset that was counted is gone"))
        };
        let page = cut(&request.page, &cursors, rows.len() as u64, card, |asset| {
            ASSET_BYTES + json_len(&asset.path) + asset.kind.len() + asset.type_name.as_ref().map_or(0, String::len)
        })?;
        let further = cursors.encode(begin.saturating_add(page.rows.len() as u64));
        let mut diagnostics = Vec::new();
        if looked_at < all {
            diagnostics.push(format!(
                "{looked_at} of {all} files were scanned so far; the others are not counted yet, ask again"
            ));
        }
        if let Some((kind, holder)) = kind
            .as_deref()
            .and_then(|kind| Some((kind, asset_kind::holders(kind)?)))
            && request.page.cursor.is_none()
        {
            diagnostics.push(format!(
                "a {kind} inside a file of another kind is not among them: see kind {holder}"
            ));
        }
        if request.page.cursor.is_none() {
            let asked_for = |path: &str| {
                let name = path.rsplit('/').next().unwrap_or_default();
                kind.as_deref()
                    .is_none_or(|kind| asset_kind::kind_by_path(path) == Some(kind))
                    && below.as_ref().is_none_or(|below| path.starts_with(below.as_str()))
                    && glob.as_ref().is_none_or(|glob| matches(glob, name))
            };
            diagnostics.extend(self.bare_note(&asked_for));
            diagnostics.extend(self.unimported_note(&asked_for));
        }
        let unread = kind
            .as_ref()
            .and_then(|_| self.unread_note(below.as_deref(), glob.as_deref()));
        let is_all_known = unread.is_none();
        diagnostics.extend(unread.filter(|_| request.page.cursor.is_none()));
        let not_read = self.lookup.library.project().absent.hidden().note(folder.as_deref());
        let is_all_read = not_read.is_none();
        diagnostics.extend(not_read.filter(|_| request.page.cursor.is_none()));
        Ok(Replied {
            reply: Reply::AssetRows(AssetsAnswer {
                total: page.total,
                complete: looked_at >= all && is_all_read && is_all_known,
                bytes,
                rows: page.rows,
                next: page.next.or_else(|| (looked_at < all && is_start).then_some(further)),
            }),
            diagnostics,
        })
    }

    /// Returns a note about assets of which the folder contains only the `.meta`, by kind.
    fn bare_note(&self, asked_for: &dyn Fn(&str) -> bool) -> Option<String> {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for path in self.kept.assets.bare.iter().filter(|path| asked_for(path)) {
            *kinds
                .entry(asset_kind::kind_by_path(path).unwrap_or("other"))
                .or_default() += 1;
        }
        let all: usize = kinds.values().sum();
        let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let more = if kinds.len() > MAX_KINDS { ", …" } else { "" };
        kinds.truncate(MAX_KINDS);
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        (all > 0).then(|| {
            format!(
                "{all} assets are not among them: only their .meta files lie in the folder ({}{more})",
                kinds.join(", ")
            )
        })
    }

    /// Returns a note about files whose kind is unknown because their content cannot be read.
    fn unread_note(&self, below: Option<&str>, glob: Option<&str>) -> Option<String> {
        let asked_for = |path: &&str| {
            let name = path.rsplit('/').next().unwrap_or_default();
            below.is_none_or(|below| path.starts_with(below)) && glob.is_none_or(|glob| matches(glob, name))
        };
        let mut unread = self.kept.assets.unread.iter().map(AsRef::as_ref).filter(asked_for);
        let first = unread.next()?;
        Some(format!(
            "the kind of {} files is not known, because they cannot be read or are pointers of Git LFS (first: {first}); give this user the \
             right to read them, or run `git lfs pull` in the project",
            unread.count() + 1
        ))
    }

    /// Returns a note about scripts that Unity has not imported.
    fn unimported_note(&self, asked_for: &dyn Fn(&str) -> bool) -> Option<String> {
        let index = &self.lookup.library.project().index;
        let paths: Vec<&str> = index.unimported().filter(|path| asked_for(path)).collect();
        let first = paths.first()?;
        let count = paths.len();
        Some(format!(
            "{count} scripts are not among them: they have no .meta file yet, Unity has not imported them (first: {first}); open the project in Unity once"
        ))
    }

    fn kind_is_known(&self, kind: &str) -> Result<(), BridgeError> {
        let rows = self.kept.assets.rows();
        if asset_kind::kinds().any(|known| known == kind) || rows.iter().any(|row| is_kind(row, kind)) {
            return Ok(());
        }
        let (looked_at, all) = self.kept.assets.looked_at();
        if looked_at < all {
            return Ok(());
        }
        if let Some(holder) = asset_kind::holders(kind) {
            let message = format!("no file is a {kind} by itself: such assets are inside files of kind {holder}");
            let more = match kind {
                "Sprite" => "; its importer setting textureType is Sprite if it contains any, as asset_info shows",
                _ => "",
            };
            return Err(BridgeError::new(BridgeErrorKind::NotFound, message)
                .with_hint(format!("call list_assets with kind {holder}{more}"))
                .with_data(&json!({"argument": "kind", "given": kind, "nearest": [holder], "next": "list_assets"})));
        }
        let mut known: BTreeSet<&str> = asset_kind::kinds().collect();
        known.extend(rows.iter().map(|row| &*row.kind));
        known.extend(rows.iter().filter_map(|row| row.type_name.as_deref()));
        let shown: String = kind.chars().take(80).collect();
        let message = format!("no asset has the kind {shown:?}, and no ScriptableObject that type");
        let message = match self.unread_note(None, None) {
            Some(unread) => format!("{message}; {unread}"),
            None => message,
        };
        let hint = did_you_mean(near_names(kind, known.iter().copied()));
        let hint = hint.unwrap_or_else(|| {
            "kinds are e.g. Scene, Prefab, Material, Texture, MonoScript, ScriptableObject".to_owned()
        });
        Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
    }
}

/// Rejects character classes such as `[Bb]`: only `*` and `?` are wildcards.
fn known_signs(glob: Option<&str>) -> Result<(), BridgeError> {
    let Some(glob) = glob.filter(|glob| has_class(glob)) else {
        return Ok(());
    };
    let message = format!("name is {glob:?}: character classes such as [Bb] are not known, and case is ignored");
    Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
        .with_hint("write ? for one character, also for a bracket")
        .with_data(&json!({"argument": "name", "given": glob})))
}

fn is_kind(row: &Row, kind: &str) -> bool {
    let of_type = |name: &str| name == kind || name.rsplit('.').next() == Some(kind);
    *row.kind == *kind || row.type_name.as_deref().is_some_and(of_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        let table = [
            ("*", "", true),
            ("*.mat", "red.mat", true),
            ("*.mat", "red.material", false),
            ("r?d*", "red.mat", true),
            ("red", "red.mat", false),
            ("*a*a*", "banana", true),
            ("?", "", false),
        ];
        for (glob, text, expected) in table {
            assert_eq!(matches(glob, text), expected, "{glob} {text}");
        }
        // Without repeated backtracking.
        let many = "a".repeat(5_000);
        let glob = "*a".repeat(500) + "b";
        assert!(!matches(&glob, &many));
    }
}
