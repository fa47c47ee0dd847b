//! Reading a request body: bounded in size, in time and by what is left of the budget.

use super::lingering::WAY;
use crate::budget::{Budget, Full, Kept, Reservation, Share};
use crate::http::refusal::Refusal;
use crate::jsonrpc::{Fault, INVALID_REQUEST};
use crate::state::Wire;
use axum_core::body::Body;
use bytes::Bytes;
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use std::sync::Arc;

/// What a body needs besides its bytes.
const ENTRY: usize = 512;
/// Bodies are gathered in pieces of this size. Blocks that grew with each body would leave holes behind that fit nothing:
/// 3,900 bodies that came slowly had 180 MiB in use and 500 MiB resident.
const PIECE: usize = 16 << 10;

/// What fits the buffer that a connection begins with, and which is counted with it, needs no other on its way.
const FIRST: usize = 8 << 10;

/// The whole body, in room of its own.
///
/// # Errors
/// 413 over `options.max_body` bytes, 408 after `options.body_timeout`, 503 where there is no room, 400 where it broke off.
pub(crate) async fn read(body: Body, headers: &HeaderMap, wire: &Wire) -> Result<Kept, Refusal> {
    let options = &wire.options;
    let collected = collect(body, headers, options.max_body, &wire.budget);
    match tokio::time::timeout(options.body_timeout, collected).await {
        Ok(result) => result,
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            INVALID_REQUEST,
            format!(
                "the request body did not arrive within {} s",
                options.body_timeout.as_secs()
            ),
        )),
    }
}

async fn collect(mut body: Body, headers: &HeaderMap, limit: usize, budget: &Arc<Budget>) -> Result<Kept, Refusal> {
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    // Who asks first is told before it sends; reading would ask it to.
    if announced.is_some_and(|all| all > limit) {
        return Err(too_large(limit));
    }
    let way = if announced.is_some_and(|all| all <= FIRST) {
        0
    } else {
        WAY
    };
    let mut on_way = None;
    let mut collected = Collected::new(budget)?;
    while let Some(data) = next(&mut body).await? {
        if on_way.is_none() {
            on_way = Some(budget.reserve(Share::Bodies, way)?);
        }
        if collected.len + data.len() > limit {
            return Err(too_large(limit));
        }
        collected.add(&data, announced.unwrap_or(limit))?;
    }
    Ok(collected.finish()?)
}

async fn next(body: &mut Body) -> Result<Option<Bytes>, Fault> {
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Fault::invalid_request(format!("the request body broke off: {error}")))?;
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
    Ok(None)
}

/// What came of a body so far. Room is taken before the bytes are copied, and they are copied always: a piece shares its
/// memory with all that the connection read with it, so that one byte may hold many thousands that nobody counts.
struct Collected {
    /// All but the last are full.
    pieces: Vec<Vec<u8>>,
    len: usize,
    capacity: usize,
    room: Reservation,
}

impl Collected {
    fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        Ok(Self {
            pieces: Vec::new(),
            len: 0,
            capacity: 0,
            room: budget.reserve(Share::Bodies, ENTRY)?,
        })
    }

    /// `likely`: what the whole body may come to. What was announced and does not come takes no room.
    fn add(&mut self, mut data: &[u8], likely: usize) -> Result<(), Full> {
        while !data.is_empty() {
            let mut piece = self.pieces.pop().unwrap_or_default();
            if piece.len() == PIECE {
                self.pieces.push(std::mem::take(&mut piece));
            }
            let (now, later) = data.split_at(data.len().min(PIECE - piece.len()));
            let grown = self.widen(&mut piece, now.len(), likely);
            if grown.is_ok() {
                piece.extend_from_slice(now);
                self.len += now.len();
            }
            self.pieces.push(piece);
            grown?;
            data = later;
        }
        Ok(())
    }

    fn widen(&mut self, piece: &mut Vec<u8>, more: usize, likely: usize) -> Result<(), Full> {
        let (before, wanted) = (piece.capacity(), piece.len() + more);
        if wanted <= before {
            return Ok(());
        }
        let rest = likely.saturating_sub(self.len - piece.len());
        let target = before.saturating_mul(2).min(rest).min(PIECE).max(wanted);
        // While they move to the larger place, both are held.
        self.room.grow(target)?;
        piece.reserve_exact(target - piece.len());
        self.capacity = self.capacity - before + piece.capacity();
        self.room.shrink_to(ENTRY + self.capacity);
        Ok(())
    }

    /// All bytes in one place.
    fn finish(mut self) -> Result<Kept, Full> {
        let whole = if self.pieces.len() > 1 {
            self.room.grow(self.len)?;
            let mut whole = Vec::with_capacity(self.len);
            self.pieces.drain(..).for_each(|piece| whole.extend_from_slice(&piece));
            self.room.shrink_to(ENTRY + whole.capacity());
            whole
        } else {
            self.pieces.pop().unwrap_or_default()
        };
        Ok(Kept::new(Bytes::from(whole), self.room))
    }
}

fn too_large(limit: usize) -> Refusal {
    let message = format!(
        "the request body is over {limit} bytes, which is room around arguments of `limits.arguments`; raise that for larger ones"
    );
    Fault::too_large(message, limit).with_status(StatusCode::PAYLOAD_TOO_LARGE)
}
