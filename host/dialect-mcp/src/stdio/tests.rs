//! Tests of splitting a reader into lines with a maximum length.

use super::*;
use proptest::prelude::*;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::ReadBuf;

/// A reader that returns its bytes in small pieces.
struct Dribble {
    bytes: Vec<u8>,
    at: usize,
    piece: usize,
}

impl AsyncRead for Dribble {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let end = (self.at + self.piece.min(into.remaining())).min(self.bytes.len());
        into.put_slice(&self.bytes[self.at..end]);
        self.at = end;
        Poll::Ready(Ok(()))
    }
}

proptest! {
    /// However the bytes are split: each line is returned once and in order, or is reported as too long.
    #[test]
    fn returns_each_line_whole_or_reports_it_as_too_long(
        lines in prop::collection::vec("[a-z]{0,12}", 0..20),
        piece in 1_usize..40,
        max in 0_usize..10,
        closed in any::<bool>(),
    ) {
        let mut bytes = lines.join("\n").into_bytes();
        if closed && !lines.is_empty() {
            bytes.push(b'\n');
        }
        let mut expected: Vec<_> = lines
            .iter()
            .map(|line| (line.len() <= max).then(|| line.clone()))
            .collect();
        if !closed && lines.last().is_some_and(String::is_empty) {
            expected.pop();
        }
        let budget = Budget::new(1 << 20);
        let mut reader = Lines::new(Dribble { bytes, at: 0, piece }, max, &budget);
        let found = futures_util::FutureExt::now_or_never(async {
            let mut found = Vec::new();
            loop {
                match reader.next().await.unwrap() {
                    Line::Whole(line) => found.push(Some(String::from_utf8(line.to_vec()).unwrap())),
                    Line::TooLong | Line::NoRoom(_) => found.push(None),
                    Line::End => return found,
                }
            }
        });
        prop_assert_eq!(found, Some(expected));
    }
}
