//! Cuts a page out of a list by count and by JSON bytes.

pub(super) use host_bridge::json_len;
use host_bridge::{Page, PageRequest};

/// The page of `total` matches that starts at the request's offset; `item` gives the match at a position and `size` its
/// JSON bytes. A cursor, where given, is an offset that an earlier page handed out.
pub(super) fn cut<T>(
    request: &PageRequest,
    total: usize,
    mut item: impl FnMut(usize) -> Option<T>,
    size: impl Fn(&T) -> usize,
) -> Page<T> {
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
    Page {
        total: total as u64,
        items,
        next_offset: (at < total).then(|| u32::try_from(at).unwrap_or(u32::MAX)),
        next_cursor: None,
        scanned: None,
    }
}
