//! Tests against the WebSocket library: the filtered frames must give the same messages as the original frames.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{Cursor, Read, Write};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket, WebSocketConfig};

const LARGEST: usize = 200_000;

/// Encodes one masked frame.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask = [0x5a, 0xa5, 0x0f, 0xf1];
    let mut bytes = vec![first];
    match payload.len() {
        short @ ..=125 => bytes.push(MASKED | u8::try_from(short).unwrap()),
        middle @ ..=0xffff => {
            bytes.push(MASKED | 126);
            bytes.extend(u16::try_from(middle).unwrap().to_be_bytes());
        }
        long => {
            bytes.push(MASKED | 127);
            bytes.extend((long as u64).to_be_bytes());
        }
    }
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// Passes `input` in chunks of `step` bytes into buffers of `room` bytes; returns output, filter and payload.
fn pass_in_pieces(input: &[u8], step: usize, room: usize) -> (Vec<u8>, Frames, usize) {
    let (mut frames, mut out, mut payload) = (Frames::new(LARGEST), Vec::new(), 0);
    for mut piece in input.chunks(step) {
        while !piece.is_empty() {
            let mut space = vec![0; room];
            let mut into = ReadBuf::new(&mut space);
            let passed = frames.pass(piece, &mut into).unwrap();
            piece = &piece[passed.read..];
            payload += passed.payload;
            out.extend_from_slice(into.filled());
        }
    }
    let mut space = [0; HEAD];
    let mut into = ReadBuf::new(&mut space);
    frames.flush(&mut into);
    out.extend_from_slice(into.filled());
    (out, frames, payload)
}

/// A stream that reads the given bytes and discards written data.
struct OneWay(Cursor<Vec<u8>>);

impl Read for OneWay {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(into)
    }
}

impl Write for OneWay {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns the messages that the library reads from `bytes`, and the error after them.
fn messages(bytes: Vec<u8>) -> (Vec<Message>, String) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST));
    let mut socket = WebSocket::from_raw_socket(OneWay(Cursor::new(bytes)), Role::Server, Some(config));
    let mut messages = Vec::new();
    loop {
        match socket.read() {
            Ok(message) => messages.push(message),
            Err(error) => return (messages, error.to_string()),
        }
    }
}

fn largest_frame(mut bytes: &[u8]) -> u64 {
    let mut largest = 0;
    while !bytes.is_empty() {
        let mut head = Head::default();
        head.push(&bytes[..2]);
        let wanted = head.wanted_bytes();
        head.push(&bytes[2..wanted]);
        let (length, _) = head.read();
        largest = largest.max(length);
        bytes = &bytes[wanted + usize::try_from(length).unwrap()..];
    }
    largest
}

proptest! {
    #[test]
    fn splits_large_frames_without_changing_messages(
        parts in vec((any::<bool>(), prop_oneof![0_usize..300, 8_000..40_000_usize], 0_u8..4), 1..8),
        (step, room) in (1_usize..20_000, 1_usize..20_000),
    ) {
        let (mut input, mut open) = (Vec::new(), false);
        for (fin, length, ping) in parts {
            let first = if open { 0 } else { 2 } | if fin { FIN } else { 0 };
            let payload: Vec<u8> = (0..length).map(|at| u8::try_from(at % 251).unwrap()).collect();
            input.extend(frame(first, &payload));
            open = !fin;
            if ping == 0 {
                input.extend(frame(FIN | 9, b"are you there"));
            }
        }
        let (out, frames, _) = pass_in_pieces(&input, step, room);
        prop_assert!(largest_frame(&out) <= PIECE as u64);
        prop_assert_eq!(frames.began().is_some(), open);
        prop_assert_eq!(messages(out), messages(input));
    }
}

#[test]
fn counts_payload_of_unfinished_message_without_headers_or_pings() {
    let mut input = frame(1, &[b'x'; 20_000]);
    for _ in 0..1000 {
        input.extend(frame(0, b""));
        input.extend(frame(FIN | 9, b"hi"));
    }
    let (_, frames, payload) = pass_in_pieces(&input, 777, 500);
    assert_eq!(
        (frames.unfinished(), payload, frames.began()),
        (20_000, 20_000, Some(0))
    );
    input.extend(frame(FIN, b"y"));
    let (_, frames, payload) = pass_in_pieces(&input, 777, 500);
    assert_eq!((frames.unfinished(), payload, frames.began()), (0, 20_001, None));
}

#[test]
fn limits_the_number_of_frames_per_message() {
    let mut frames = Frames::new(LARGEST);
    let mut pass = |bytes: &[u8]| {
        let mut space = [0; 64];
        frames.pass(bytes, &mut ReadBuf::new(&mut space)).map(|_| ())
    };
    // Two messages with the maximum number of frames.
    for _ in 0..2 {
        assert_eq!(pass(&frame(1, b"a")), Ok(()));
        for _ in 2..MOST_FRAMES {
            assert_eq!(pass(&frame(0, b"")), Ok(()));
        }
        assert_eq!(pass(&frame(FIN, b"")), Ok(()));
    }
    for _ in 0..MOST_FRAMES {
        assert_eq!(pass(&frame(0, b"")), Ok(()));
    }
    assert_eq!(pass(&frame(0, b"")), Err(TooManyFrames));
}

#[test]
fn invalid_frames_cause_the_same_errors_after_splitting() {
    let mut unmasked = frame(FIN | 1, b"");
    unmasked.splice(1.., [2, b'h', b'i']);
    for input in [
        unmasked,
        frame(FIN | 1, &[b'x'; LARGEST + 1]),
        frame(FIN | 9, &[b'x'; 126]),
        frame(FIN | 9, &[b'x'; 70_000]),
        frame(9, b"in parts"),
        frame(FIN | 0x40 | 2, &[b'x'; 10_000]),
        frame(FIN | 3, &[b'x'; 10_000]),
        frame(FIN, &[b'x'; 10_000]),
        [frame(1, b"a"), frame(1, b"b")].concat(),
        [frame(1, &[b'x'; 100_001]), frame(FIN, &[b'x'; 100_000])].concat(),
        frame(FIN | 1, &[0xff; 10_000]),
        frame(FIN | 8, &1000_u16.to_be_bytes()),
        // 2^63 bytes.
        vec![FIN | 2, MASKED | 127, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5],
    ] {
        let (out, ..) = pass_in_pieces(&input, 1000, 1000);
        let (before, after) = (messages(input.clone()), messages(out));
        let start = &input[..2];
        match start {
            // The library reports the number of excess bytes.
            _ if before.1.contains("too long") => assert!(after.1.contains("too long"), "{start:?}: {after:?}"),
            _ if before.1.starts_with("UTF-8") => assert!(after.1.starts_with("UTF-8"), "{after:?}"),
            _ => assert_eq!(after, before, "{start:?}"),
        }
    }
}
