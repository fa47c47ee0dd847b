//! Converts pages, ids and vectors between the contract and the bridge.

use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::{BadValue, no_id};
use host_bridge::{ObjectId, Page, PageRequest as BridgePage, SceneId, Vector3};

/// `max_bytes` is the operator's page size.
pub(crate) fn request(page: PageRequest, max_bytes: usize) -> BridgePage {
    BridgePage {
        offset: page.offset,
        limit: page.limit,
        max_bytes,
        cursor: page.cursor,
    }
}

/// The items in the guest's form, and the position of the page.
pub(crate) fn answer<T, W: From<T>>(page: Page<T>) -> (Vec<W>, PageInfo) {
    let info = PageInfo {
        total: count(page.total),
        next_offset: page.next_offset,
        next_cursor: page.next_cursor,
        scanned: page.scanned.map(|(so_far, all)| (count(so_far), count(all))),
    };
    (page.items.into_iter().map(W::from).collect(), info)
}

/// A count as the contract defines it. No list here comes near 2^32: that many ids alone would fill 48 GiB.
pub(crate) fn count(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

pub(crate) fn object(field: &str, text: &str) -> Result<ObjectId, BadValue> {
    ObjectId::parse(text).ok_or_else(|| no_id(field, text, "an object id", "obj:12"))
}

pub(crate) fn scene(field: &str, text: &str) -> Result<SceneId, BadValue> {
    SceneId::parse(text).ok_or_else(|| no_id(field, text, "a scene id", "scn:0"))
}

pub(crate) fn vector(vector: Vector3) -> (f64, f64, f64) {
    (vector.x, vector.y, vector.z)
}

/// A guest's text for a message, truncated.
pub(crate) fn quote(text: &str) -> String {
    let shown: String = text.chars().take(80).collect();
    let cut = if shown.len() < text.len() { "…" } else { "" };
    format!("`{shown}{cut}`")
}
