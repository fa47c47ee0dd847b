//! The I/O for the opening of a link: `opening` decides about frames, and this module sends and receives them.
//!
//! Belongs here: the I/O and the timeout of the opening. Does not: requests on an open link (`driver`).

use crate::frames::Hello;
use crate::opening::{Close, Opening, Step};
use crate::trust::{Secret, nonce};
use host_api::{Arrived, Link, Sent};
use std::time::Instant;
use tokio::time::sleep_until;

/// Opens a link: both sides prove their identity. Returns the `hello` of the instance. Returns `None` if the opening
/// failed; the instance then received the reason, and the log contains it.
pub async fn greet(link: &mut Link, secret: &Secret) -> Option<Box<Hello>> {
    let close = match exchange_hello(link, secret).await {
        Ok(hello) => return Some(hello),
        Err(Some(close)) => close,
        Err(None) => {
            tracing::debug!("an instance disconnected before its link was open");
            return None;
        }
    };
    tracing::warn!(code = close.code, "rejected a link of an instance: {}", close.reason);
    end(link, close).await;
    None
}

/// Sends a close frame with the reason, unless the other side has disconnected.
pub(crate) async fn end(link: &Link, close: Close) {
    let _ = link.outgoing.send(Sent::Close(close.code, close.reason)).await;
}

/// Exchanges the first frames of a link, with which both sides prove their identity. Returns the `hello` of the
/// instance. The error is `None` if the other side disconnected.
async fn exchange_hello(link: &mut Link, secret: &Secret) -> Result<Box<Hello>, Option<Close>> {
    let nonce = nonce().map_err(|error| Close::new(Close::FAULT, error.to_string()))?;
    let mut opening = Opening::new(secret.clone(), nonce, Instant::now());
    loop {
        let until = opening.deadline();
        let arrived = tokio::select! {
            arrived = link.incoming.recv() => arrived.ok_or(None)?,
            () = sleep_until(until.into()) => match opening.expire(Instant::now()) {
                Some(close) => return Err(Some(close)),
                None => continue,
            },
        };
        let step = match arrived {
            Arrived::Text(text) => opening.text(&text, Instant::now()),
            Arrived::Binary(_) => opening.binary(),
            Arrived::Alive => continue,
        };
        match step {
            Step::Send(frame) => say(link, frame.text()).await?,
            Step::Proved(hello) => return Ok(hello),
            Step::Close(close) => return Err(Some(close)),
            Step::Refuse(frame, close) => {
                say(link, frame.text()).await?;
                return Err(Some(close));
            }
        }
    }
}

async fn say(link: &Link, text: String) -> Result<(), Option<Close>> {
    link.outgoing.send(Sent::Text(text)).await.map_err(|_| None)
}
