//! Byte buffers together with their reservation in the memory budget.

use super::{Budget, Full, Purpose, Reservation, Share};
use bytes::Bytes;
use std::sync::Arc;

/// Bytes that each shared buffer reserves in the memory budget, in addition to its content.
const ENTRY: usize = 96;

/// A shared byte buffer with its reservation, which is released when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Kept(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bytes: Bytes,
    room: Reservation,
}

impl Kept {
    /// Combines bytes with the memory reservation that was created while they arrived.
    pub fn new(bytes: Bytes, room: Reservation) -> Self {
        Self(Arc::new(Inner { bytes, room }))
    }

    pub fn len(&self) -> usize {
        self.0.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.bytes.is_empty()
    }

    /// Returns the bytes without a copy; they stay reserved as long as the returned value exists.
    pub fn bytes(&self) -> Bytes {
        Bytes::from_owner(self.clone())
    }

    pub fn move_to(&self, share: Share) {
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
    /// Reserves memory for a message of a running call, and stores its bytes. Fails if the budget is exhausted.
    pub fn keep(self: &Arc<Self>, share: Share, bytes: impl Into<Bytes>) -> Result<Kept, Full> {
        let bytes = bytes.into();
        let room = self.take(share, bytes.len() + ENTRY, Purpose::Answer)?;
        Ok(Kept::new(bytes, room))
    }

    /// Stores the few bytes of an error message that reports exhausted memory. If the reserved part of the budget is
    /// used up too, the bytes are not counted. The number of running calls limits the number of such messages.
    pub(crate) fn keep_last_words(self: &Arc<Self>, share: Share, bytes: impl Into<Bytes>) -> Kept {
        let bytes = bytes.into();
        let room = self.take(share, bytes.len() + ENTRY, Purpose::LastWords);
        Kept::new(bytes, room.unwrap_or_else(|_| self.empty_reservation(share)))
    }

    pub(crate) fn hole(self: &Arc<Self>, share: Share) -> Kept {
        Kept::new(Bytes::new(), self.empty_reservation(share))
    }
}
