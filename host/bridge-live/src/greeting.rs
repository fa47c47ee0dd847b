//! The opening of a link, carried: `opening` decides, this hands over what it says.
//!
//! Belongs here: frames to and from that machine, and its time. Does not: what is asked once the link stands (`driver`).

use crate::frames::Hello;
use crate::opening::{Close, Opening, Step};
use crate::trust::{Secret, nonce};
use host_api::{Arrived, Link, Sent};
use std::time::Instant;
use tokio::time::sleep_until;

/// Lets both sides prove themselves; `None` where they did not, which was said to the other side and is told here.
pub async fn greet(link: &mut Link, secret: &Secret) -> Option<Box<Hello>> {
    let close = match opened(link, secret).await {
        Ok(hello) => return Some(hello),
        Err(Some(close)) => close,
        Err(None) => {
            tracing::debug!("a Unity left before its link stood");
            return None;
        }
    };
    tracing::warn!(code = close.code, "a link of a Unity was refused: {}", close.reason);
    end(link, close).await;
    None
}

/// Says why, where there is still somebody to hear it.
pub(crate) async fn end(link: &Link, close: Close) {
    // Nobody is there to hear it: no fault.
    let _ = link.outgoing.send(Sent::Close(close.code, close.reason)).await;
}

/// The end is `None` where the other side left.
async fn opened(link: &mut Link, secret: &Secret) -> Result<Box<Hello>, Option<Close>> {
    let nonce = nonce().map_err(|error| Close::new(Close::FAULT, error.to_string()))?;
    let mut opening = Opening::new(secret.clone(), nonce, Instant::now());
    loop {
        let until = opening.until();
        let arrived = tokio::select! {
            arrived = link.incoming.recv() => arrived.ok_or(None)?,
            () = sleep_until(until.into()) => match opening.too_late(Instant::now()) {
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
