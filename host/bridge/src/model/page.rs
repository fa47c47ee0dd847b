//! Pages of long lists.

use crate::error::{BridgeError, BridgeErrorKind};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Selects a part of a long list by offset, or by the cursor of a scan.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PageRequest {
    /// Number of matches to skip before the page.
    pub offset: u32,
    /// Maximum number of items on the page, 1 to 500.
    #[bounds(within(1..=500))]
    pub limit: u32,
    /// Maximum JSON bytes of the items. The page ends before the item that would exceed them, but has at least one.
    #[serde(with = "whole_numbers")]
    pub max_bytes: usize,
    /// Opaque cursor at which a scan continues that stopped at its time limit; `None` for the first page.
    #[bounds(page_cursor("next-cursor of the last page"))]
    pub cursor: Option<String>,
}

impl PageRequest {
    /// Checks that the request has no cursor, for a list that is paged only by offset.
    ///
    /// # Errors
    /// `InvalidArgument` for a cursor: otherwise its caller would mistake the first page for the next one.
    pub fn by_offset(&self) -> Result<(), BridgeError> {
        let Some(cursor) = &self.cursor else { return Ok(()) };
        let shown: String = cursor.chars().take(80).collect();
        let message =
            format!("`page.cursor` is {shown:?}; it must be left out: this list has no cursors and uses `page.offset`");
        Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
            .with_hint("pass next-offset of the last page as offset")
            .with_data(&json!({"argument": "page.cursor", "given": shown})))
    }
}

/// One page of a list. `total` is the number of all matches; `next_offset` is `None` on the last page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Page<T> {
    #[serde(with = "whole_numbers")]
    pub total: u64,
    #[listed]
    pub items: Vec<T>,
    pub next_offset: Option<u32>,
    #[weight(0)]
    pub next_cursor: Option<String>,
    /// Number of scanned items and of all items, in this order; `None` if the list does not come from a scan.
    #[serde(default, with = "whole_numbers::pair")]
    pub scanned: Option<(u64, u64)>,
}

impl<T> Page<T> {
    /// Builds one page of a list with `total` items, starting at the offset of the request, which has no cursor
    /// (`PageRequest::by_offset`). `item` returns the item at a position, and `size` its JSON bytes.
    pub fn cut(
        request: &PageRequest,
        total: usize,
        mut item: impl FnMut(usize) -> Option<T>,
        size: impl Fn(&T) -> usize,
    ) -> Self {
        let offset = request.offset as usize;
        let mut items = Vec::new();
        let mut bytes = 0;
        let mut at = offset;
        while at < total && items.len() < request.limit as usize {
            let Some(next) = item(at) else { break };
            bytes += size(&next);
            if bytes > request.max_bytes && !items.is_empty() {
                break;
            }
            items.push(next);
            at += 1;
        }
        Self {
            total: total as u64,
            items,
            next_offset: (at < total).then(|| u32::try_from(at).unwrap_or(u32::MAX)),
            next_cursor: None,
            scanned: None,
        }
    }
}
