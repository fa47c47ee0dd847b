//! The tool `project.assets.summary` and the resource `unity://project/assets`, which count assets of each kind.

use crate::guard::Guard;
use std::collections::BTreeMap;
use std::time::Duration;
use unity_tools::prelude::*;
use unity_tools::unity::editor::{self, Asset, AssetFilter};
use unity_tools::{Contents, Resource, ResourceInfo};

const TIME: Duration = Duration::from_secs(10);

/// Maximum number of assets that the answer lists as the largest ones.
const LARGEST: usize = 10;

/// The numbers of assets and bytes, which the tool `project.assets.summary` returns.
#[output]
#[derive(Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    total_assets: u64,
    total_bytes: u64,
    /// Kinds of assets, the most frequent first.
    kinds: Vec<Kind>,
    /// The largest assets, largest first.
    largest: Vec<Large>,
}

/// One kind of asset.
#[output]
#[derive(Debug, PartialEq)]
pub(crate) struct Kind {
    kind: String,
    count: u64,
    bytes: u64,
}

/// One large asset.
#[output]
#[derive(Debug, PartialEq)]
pub(crate) struct Large {
    path: String,
    kind: String,
    bytes: u64,
}

/// A collector that counts assets as they arrive.
#[derive(Default)]
pub(crate) struct Counter {
    kinds: BTreeMap<String, (u64, u64)>,
    largest: Vec<Large>,
}

impl Counter {
    pub(crate) fn take(&mut self, asset: Asset) {
        let bytes = asset.size_bytes;
        let counted = self.kinds.entry(asset.kind.clone()).or_default();
        counted.0 += 1;
        counted.1 = counted.1.saturating_add(bytes);
        let at = self.largest.partition_point(|large| large.bytes >= bytes);
        if at < LARGEST {
            self.largest.truncate(LARGEST - 1);
            self.largest.insert(
                at,
                Large {
                    path: asset.path,
                    kind: asset.kind,
                    bytes,
                },
            );
        }
    }

    pub(crate) fn into_summary(self) -> Summary {
        let kinds = self.kinds.into_iter();
        let mut kinds: Vec<Kind> = kinds
            .map(|(kind, (count, bytes))| Kind { kind, count, bytes })
            .collect();
        kinds.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.kind.cmp(&b.kind)));
        Summary {
            total_assets: kinds.iter().map(|kind| kind.count).sum(),
            total_bytes: kinds.iter().fold(0, |sum, kind| sum.saturating_add(kind.bytes)),
            kinds,
            largest: self.largest,
        }
    }
}

/// Count the project's assets and their bytes by kind, and list the largest.
#[tool(
    name = "project.assets.summary",
    title = "Assets summary",
    category = "project",
    needs = Scene,
    notes = "Stops after 10 s with what was counted so far."
)]
pub(crate) fn assets_summary(
    /// Only below this folder, e.g. `Assets/Art`.
    folder: Option<String>,
    cx: &Cx,
) -> Result<Reply<Summary>> {
    let guard = Guard::new(cx, TIME);
    let filter = AssetFilter {
        folder,
        ..AssetFilter::default()
    };
    let mut counter = Counter::default();
    let mut page = Limit::<500>::default().page(0);
    loop {
        let (assets, info) = editor::list_assets(&filter, &page)?;
        let counted = page.offset + assets.len() as u32;
        assets.into_iter().for_each(|asset| counter.take(asset));
        let Some(next) = info.next_offset else {
            return Ok(Reply::new(counter.into_summary()));
        };
        page.offset = next;
        if guard.strikes(cx)? {
            // The larger remainder: files that were not checked, or known assets that were not fetched.
            let looked_at = info.scanned.filter(|(done, all)| done < all);
            let (done, all) = looked_at.unwrap_or((counted, info.total));
            return Ok(Reply::new(counter.into_summary()).note(guard.note("Summary", done, all)));
        }
    }
}

/// The parameters of the resource `unity://project/assets`: a folder to which it is restricted.
#[input]
pub(crate) struct Params {
    folder: Option<String>,
}

/// The MCP resource `unity://project/assets`, which counts the assets of the project by kind.
pub(crate) struct AssetsResource;

impl Resource for AssetsResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://project/assets{?folder}",
            "project assets",
            "The project's assets and their bytes by kind, and the largest.",
        )
        .json::<Summary>()
        .example("unity://project/assets?folder=Assets")
        .listed_without_query()
        .listed_last()
    }

    fn read(params: Params, cx: &Cx) -> Result<Contents> {
        assets_summary(params.folder, cx)?.into_contents()
    }
}
