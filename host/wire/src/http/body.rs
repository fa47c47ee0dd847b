//! Reading a request body: bounded in size, in time and by what is left of the budget.

use crate::budget::{Budget, Full, Kept, Reservation, Share};
use crate::jsonrpc::{Fault, INVALID_REQUEST};
use crate::state::Wire;
use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, EXPECT};
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use http_body_util::BodyExt;
use std::sync::Arc;
use std::time::Duration;

/// How much of a refused body is read and thrown away, so that its sender gets to read the refusal.
const DISCARD: usize = 8 << 20;
/// How long a sender whose body finds no room may take to come to its end before it is refused all the same.
const DISCARD_TIME: Duration = Duration::from_secs(1);
/// What a body needs besides its bytes.
const ENTRY: usize = 512;

/// The whole body, in room of its own.
///
/// # Errors
/// 413 over `largest` bytes, 408 after `options.body_timeout`, 503 where there is no room, 400 where it broke off.
pub(crate) async fn read(body: Body, headers: &HeaderMap, largest: usize, wire: &Wire) -> Result<Kept, Fault> {
    let options = &wire.options;
    match tokio::time::timeout(options.body_timeout, collect(body, headers, largest, &wire.budget)).await {
        Ok(result) => result,
        Err(_) => Err(Fault::new(
            StatusCode::REQUEST_TIMEOUT,
            INVALID_REQUEST,
            format!(
                "the request body did not arrive within {} s",
                options.body_timeout.as_secs()
            ),
        )),
    }
}

async fn collect(mut body: Body, headers: &HeaderMap, limit: usize, budget: &Arc<Budget>) -> Result<Kept, Fault> {
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let most = limit.saturating_add(DISCARD);
    // Who asks first is told before it sends; reading would ask it to.
    if headers.contains_key(EXPECT) && announced.is_some_and(|all| all > limit) {
        return Err(too_large(limit));
    }
    let mut seen = 0_usize;
    let mut collected = match Collected::new(budget) {
        Ok(collected) => collected,
        Err(full) => return refuse(body, full).await,
    };
    while let Some(data) = next(&mut body).await? {
        seen += data.len();
        if seen > limit {
            if seen > most || announced.is_some_and(|all| all > most) {
                return Err(too_large(limit));
            }
            collected.forget();
        } else if let Err(full) = collected.add(&data, announced.unwrap_or(limit).min(limit)) {
            drop(collected);
            return refuse(body, full).await;
        }
    }
    if seen > limit {
        return Err(too_large(limit));
    }
    Ok(collected.finish())
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

async fn refuse(mut body: Body, full: Full) -> Result<Kept, Fault> {
    let discard = async {
        let mut seen = 0;
        while let Ok(Some(data)) = next(&mut body).await {
            seen += data.len();
            if seen > DISCARD {
                return;
            }
        }
    };
    // A sender that takes longer may not get to read why.
    let _ = tokio::time::timeout(DISCARD_TIME, discard).await;
    Err(full.into())
}

/// What came of a body so far. Room is taken before the bytes are copied, and they are copied always: a piece shares its
/// memory with all that the connection read with it, so that one byte may hold many thousands that nobody counts.
struct Collected {
    bytes: Vec<u8>,
    room: Reservation,
}

impl Collected {
    fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        Ok(Self {
            bytes: Vec::new(),
            room: budget.reserve(Share::Bodies, ENTRY)?,
        })
    }

    /// `likely`: what the whole body may come to. What was announced and does not come takes no room.
    fn add(&mut self, data: &[u8], likely: usize) -> Result<(), Full> {
        let capacity = self.bytes.capacity();
        let wanted = self.bytes.len() + data.len();
        if wanted > capacity {
            let target = capacity.saturating_mul(2).min(likely).max(wanted);
            // While they move to the larger place, both are held.
            self.room.grow(target)?;
            self.bytes.reserve_exact(target - self.bytes.len());
            self.room.shrink_to(ENTRY + self.bytes.capacity());
        }
        self.bytes.extend_from_slice(data);
        Ok(())
    }

    fn forget(&mut self) {
        self.bytes = Vec::new();
        self.room.shrink_to(ENTRY);
    }

    fn finish(self) -> Kept {
        Kept::new(Bytes::from(self.bytes), self.room)
    }
}

fn too_large(limit: usize) -> Fault {
    Fault::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        INVALID_REQUEST,
        format!("the request body is over {limit} bytes; `limits.arguments` decides how large arguments may be"),
    )
    .with_data(serde_json::json!({ "kind": "TooLarge", "limit": limit }))
}
