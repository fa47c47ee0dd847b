//! Messages of the ring with a prefix: the id of the Unity instance that the message concerns. A reader skips messages
//! of other instances.
//!
//! This module adds and parses the prefix. `ToolService::event_target` decides which client receives a message.

use bytes::{Bytes, BytesMut};
use host_api::Whose;

/// Number of bytes of the length field before the instance id, with which a frame of the shared log begins.
const HEAD: usize = size_of::<u16>();

/// Adds the id of the Unity instance `whose` before a frame; `None` for an event of a session, which has no streams.
pub(crate) fn mark(whose: &Whose, frame: &Bytes) -> Option<Bytes> {
    let id = match whose {
        Whose::All => "",
        Whose::Unity(id) => id,
        Whose::Session(_) => return None,
    };
    let length = u16::try_from(id.len()).ok()?;
    let mut marked = BytesMut::with_capacity(HEAD + id.len() + frame.len());
    marked.extend_from_slice(&length.to_be_bytes());
    marked.extend_from_slice(id.as_bytes());
    marked.extend_from_slice(frame);
    Some(marked.freeze())
}

/// Splits a prefixed frame into the id of its Unity instance (`None` if it concerns all instances) and the frame.
pub(crate) fn split(mut marked: Bytes) -> (Option<Bytes>, Bytes) {
    let head = marked.split_to(HEAD.min(marked.len()));
    let length = <[u8; HEAD]>::try_from(&*head).map_or(0, u16::from_be_bytes);
    let id = marked.split_to(usize::from(length).min(marked.len()));
    (Some(id).filter(|id| !id.is_empty()), marked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_marked_frame_into_frame_and_instance() {
        let frame = Bytes::from_static(b"data: {}\n\n");
        let marked = mark(&Whose::Unity("Game@1".into()), &frame).expect("marked");
        assert_eq!(split(marked), (Some(Bytes::from_static(b"Game@1")), frame.clone()));
        let marked = mark(&Whose::All, &frame).expect("marked");
        assert_eq!(split(marked), (None, frame.clone()));
        assert_eq!(mark(&Whose::Session("s".into()), &frame), None);
        assert_eq!(split(Bytes::new()), (None, Bytes::new()));
    }
}
