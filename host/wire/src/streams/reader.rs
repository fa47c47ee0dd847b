//! A reader of one stream log for one connection.

use super::{KEEP_ALIVE, StreamLog, Taken};
use crate::sessions::Hold;
use crate::slots::Slot;
use axum_core::body::Body;
use bytes::Bytes;
use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::DropGuard;

/// A reader of one event stream, which returns the messages of the stream's log for one connection.
#[derive(Debug)]
pub struct StreamReader {
    pub(super) log: Arc<StreamLog>,
    pub(super) cursor: u64,
    pub(super) ticket: u64,
    pub(super) keep_alive: Duration,
    pub(super) preface: Option<Bytes>,
    pub(super) cancel_on_drop: Option<DropGuard>,
    pub(super) hold: Option<Hold>,
    pub(super) listener: Option<Box<dyn Any + Send + Sync>>,
    pub(super) _open: Slot,
}

impl StreamReader {
    /// Sets bytes that are sent before any event, such as a comment or an error event.
    pub fn with_preface(mut self, preface: Bytes) -> Self {
        self.preface = Some(preface);
        self
    }

    pub(crate) fn with_cancel(mut self, guard: DropGuard) -> Self {
        self.cancel_on_drop = Some(guard);
        self
    }

    pub(crate) fn with_hold(mut self, hold: Hold) -> Self {
        self.hold = Some(hold);
        self
    }

    /// Sets a value that is dropped with the connection, such as a registration for notifications on this stream.
    pub fn with_listener(mut self, listener: impl Any + Send + Sync) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Waits for the next bytes of the stream to send to the client; `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Bytes> {
        if let Some(preface) = self.preface.take() {
            return Some(preface);
        }
        loop {
            let changed = self.log.changed.notified();
            tokio::pin!(changed);
            // Registered before the check, so that a message between the check and the wait is not missed.
            changed.as_mut().enable();
            match self.log.take(&mut self.cursor, self.ticket) {
                Taken::Some(bytes) => return Some(bytes),
                Taken::End => return None,
                Taken::Nothing => {}
            }
            if tokio::time::timeout(self.keep_alive, changed).await.is_err() {
                return Some(KEEP_ALIVE);
            }
        }
    }

    pub fn into_body(self) -> Body {
        Body::from_stream(futures_util::stream::unfold(self, |mut reader| async move {
            reader.next().await.map(|bytes| (Ok::<_, Infallible>(bytes), reader))
        }))
    }
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        let mut log = self.log.lock();
        if log.reader != self.ticket {
            return;
        }
        log.attached = false;
        let may_go = log.closed.is_some() && self.log.number > 0;
        drop(log);
        if may_go {
            self.log.budget.may_go(self.log.me.clone());
        }
    }
}
