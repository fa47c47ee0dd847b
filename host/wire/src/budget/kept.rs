//! Bytes that carry their room in the budget with them.

use super::{Budget, Full, Purpose, Reservation, Share};
use bytes::Bytes;
use std::sync::Arc;

/// What each of them needs besides its bytes.
const ENTRY: usize = 96;

/// Bytes that hold their room until the last who has them is done, the connection that writes them included.
#[derive(Clone, Debug)]
pub(crate) struct Kept(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bytes: Bytes,
    room: Reservation,
}

impl Kept {
    /// Bytes whose room was taken while they came.
    pub(crate) fn new(bytes: Bytes, room: Reservation) -> Self {
        Self(Arc::new(Inner { bytes, room }))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.bytes.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.bytes.is_empty()
    }

    /// The bytes for whoever takes no other form; the room goes with them.
    pub(crate) fn bytes(&self) -> Bytes {
        Bytes::from_owner(self.clone())
    }

    pub(crate) fn move_to(&self, share: Share) {
        self.0.room.move_to(share);
    }
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl From<Kept> for Bytes {
    fn from(kept: Kept) -> Self {
        kept.bytes()
    }
}

impl Budget {
    /// Room for what work under way says.
    pub(crate) fn keep(self: &Arc<Self>, share: Share, bytes: impl Into<Bytes>) -> Result<Kept, Full> {
        let bytes = bytes.into();
        let room = self.take(share, bytes.len() + ENTRY, Purpose::Answer)?;
        Ok(Kept::new(bytes, room))
    }

    /// Keeps the few bytes that tell why there is no more. There is some room for these alone; where even that is gone
    /// they are kept uncounted, since their number is that of the calls in flight.
    pub(crate) fn keep_last_words(self: &Arc<Self>, share: Share, bytes: impl Into<Bytes>) -> Kept {
        let bytes = bytes.into();
        let room = self.take(share, bytes.len() + ENTRY, Purpose::LastWords);
        Kept::new(bytes, room.unwrap_or_else(|_| self.nothing(share)))
    }

    /// Stands for a message that found no room: empty.
    pub(crate) fn hole(self: &Arc<Self>, share: Share) -> Kept {
        Kept::new(Bytes::new(), self.nothing(share))
    }
}
