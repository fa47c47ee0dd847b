//! Conversions of pages and ids between WIT types and bridge types.

use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::{BadValue, no_id};
use crate::imports::convert::Convert;
use host_bridge::{ObjectId, Page, PageRequest as BridgePage, SceneId};

/// Converts a page request of the guest. `max_bytes` is the operator's limit for the size of a page in bytes.
pub(crate) fn request(page: PageRequest, max_bytes: usize) -> BridgePage {
    BridgePage {
        offset: page.offset,
        limit: page.limit,
        max_bytes,
        cursor: page.cursor,
    }
}

/// Converts a page of the bridge to items for the guest and information about the page.
pub(crate) fn answer<T: Convert<W>, W>(page: Page<T>) -> (Vec<W>, PageInfo) {
    let info = PageInfo {
        total: page.total.convert(),
        next_offset: page.next_offset,
        next_cursor: page.next_cursor,
        scanned: page.scanned.convert(),
    };
    (page.items.convert(), info)
}

pub(crate) fn object(field: &str, text: &str) -> Result<ObjectId, BadValue> {
    ObjectId::parse(text).ok_or_else(|| no_id(field, text, "an object id", "obj:12"))
}

pub(crate) fn scene(field: &str, text: &str) -> Result<SceneId, BadValue> {
    SceneId::parse(text).ok_or_else(|| no_id(field, text, "a scene id", "scn:0"))
}

/// Returns a text of the guest for a message, with at most 80 characters.
pub(crate) fn quote(text: &str) -> String {
    let shown: String = text.chars().take(80).collect();
    let cut = if shown.len() < text.len() { "…" } else { "" };
    format!("`{shown}{cut}`")
}
