//! Reading of a request body, limited in size and time, and by the free bytes of the memory budget.

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

/// Bytes that each request body reserves in the memory budget, in addition to its content.
const ENTRY: usize = 512;
/// Size in bytes of the pieces in which bodies are collected. Buffers of varying sizes would fragment the heap: 3,900
/// bodies that arrived slowly used 180 MiB, but 500 MiB stayed resident.
const PIECE: usize = 16 << 10;

/// Maximum bytes of a body that fits into the read buffer of its connection; it needs no further buffer.
const FIRST: usize = 8 << 10;

/// Reads a body. Errors: 413 over `max_body` bytes, 408 after `body_timeout`, 503 without memory, 400 if interrupted.
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
    // A client with `Expect: 100-continue` gets the refusal before it sends the body; reading would make it send.
    if announced.is_some_and(|all| all > limit) {
        return Err(too_large_refusal(limit));
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
            return Err(too_large_refusal(limit));
        }
        collected.add(&data, announced.unwrap_or(limit))?;
    }
    Ok(collected.finish()?)
}

async fn next(body: &mut Body) -> Result<Option<Bytes>, Fault> {
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|error| Fault::invalid_request(format!("the request body was interrupted: {error}")))?;
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
    Ok(None)
}

/// The received part of a body. The bytes are copied, because a chunk shares its buffer with other data. One byte could
/// keep thousands of uncounted bytes alive.
struct Collected {
    /// The received bytes in pieces; all pieces except the last are full.
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

    /// Adds received bytes. `likely` is the expected size of the whole body in bytes.
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
        // While the bytes are copied to the larger buffer, both buffers exist.
        self.room.grow(target)?;
        piece.reserve_exact(target - piece.len());
        self.capacity = self.capacity - before + piece.capacity();
        self.room.shrink_to(ENTRY + self.capacity);
        Ok(())
    }

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

fn too_large_refusal(limit: usize) -> Refusal {
    let message = format!(
        "the request body is over {limit} bytes, the limit that follows from `limits.arguments`; raise that setting for larger ones"
    );
    Fault::message_too_large(message, limit).with_status(StatusCode::PAYLOAD_TOO_LARGE)
}
