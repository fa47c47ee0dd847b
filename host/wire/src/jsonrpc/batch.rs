//! JSON-RPC batches. The parser stops at the maximum length of a batch, even if more members follow.
//!
//! This module limits the length and splits the members. The dialects decide which protocol versions have batches.

use super::{Fault, Message, malformed, message};
use bytes::Bytes;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// Maximum number of messages in one JSON-RPC batch; a batch with more is rejected as a whole.
const MOST: usize = 100;

/// Joins the responses to the messages of a batch in one JSON array; `None` if there are no responses.
pub fn in_one_array(responses: impl Iterator<Item = Bytes>) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    for response in responses {
        all.push(if all.is_empty() { b'[' } else { b',' });
        all.extend_from_slice(&response);
    }
    let is_any = !all.is_empty();
    all.extend(is_any.then_some(b']'));
    is_any.then_some(all)
}

/// The unparsed members of a non-empty JSON array.
#[derive(Debug)]
pub struct Batch<'a> {
    members: Vec<&'a RawValue>,
    /// True if the batch has more members than the maximum. The text after the first excess member was not parsed.
    is_too_long: bool,
}

impl<'a> Batch<'a> {
    /// Parses an array up to the first member that exceeds the maximum.
    ///
    /// # Errors -32700 if the parsed part is malformed JSON, -32600 if the array is empty.
    pub fn read(text: &'a str) -> Result<Self, Fault> {
        let mut batch = Self {
            members: Vec::new(),
            is_too_long: false,
        };
        let mut source = serde_json::Deserializer::from_str(text);
        let read = Members(&mut batch).deserialize(&mut source).and_then(|()| source.end());
        match read {
            Err(error) if !batch.is_too_long => Err(malformed(&format!("malformed JSON: {error}"))),
            Ok(()) if batch.members.is_empty() => Err(Fault::invalid_request("an empty batch is not a request")),
            _ => Ok(batch),
        }
    }

    /// Parses a batch; `None` if it is malformed, empty or too long.
    pub(crate) fn from_bytes(body: &'a [u8]) -> Option<Self> {
        let batch = Self::read(std::str::from_utf8(body).ok()?).ok()?;
        (!batch.is_too_long).then_some(batch)
    }

    /// Returns the JSON text of each message of the batch.
    pub fn texts(&self) -> impl Iterator<Item = &'a [u8]> {
        self.members.iter().map(|member| member.get().as_bytes())
    }

    /// Returns the error with which a batch is rejected if it is too long; `None` if it is not too long.
    pub fn refusal(&self) -> Option<Fault> {
        self.is_too_long
            .then(|| Fault::invalid_request(format!("a batch can contain at most {MOST} messages")))
    }

    /// Returns the messages of the batch. Each message is parsed when the iterator reaches it.
    pub fn messages(self) -> impl Iterator<Item = Result<Message<'a>, Fault>> {
        self.members.into_iter().map(|member| message(member.get()))
    }
}

struct Members<'b, 'a>(&'b mut Batch<'a>);

impl<'de> DeserializeSeed<'de> for Members<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Members<'_, 'de> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an array of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while self.0.members.len() < MOST {
            match members.next_element()? {
                Some(member) => self.0.members.push(member),
                None => return Ok(()),
            }
        }
        members
            .next_element_seed(OneTooMany(&mut self.0.is_too_long))
            .map(|_| ())
    }
}

/// A serde seed that detects an excess member without parsing it: it sets the flag to true and fails.
struct OneTooMany<'b>(&'b mut bool);

impl<'de> DeserializeSeed<'de> for OneTooMany<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        *self.0 = true;
        Err(D::Error::custom("one member too many"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonrpc::{INVALID_REQUEST, PARSE_ERROR};

    fn batch_text(members: usize, end: &str) -> String {
        format!("[{}{end}", vec!["1"; members].join(","))
    }

    #[test]
    fn joins_responses_into_one_array_or_returns_none() {
        let joined = |responses: &[&'static str]| {
            let all = in_one_array(responses.iter().map(|text| Bytes::from_static(text.as_bytes())));
            all.map(|all| String::from_utf8(all).expect("text"))
        };
        assert_eq!(joined(&[]), None);
        assert_eq!(joined(&["{}"]).as_deref(), Some("[{}]"));
        assert_eq!(joined(&["1", "2", "3"]).as_deref(), Some("[1,2,3]"));
    }

    #[test]
    fn stops_reading_batch_at_first_excess_member() {
        for end in ["]", ", {\"id\":", ",]", "", " \u{1}"] {
            let text = batch_text(MOST + 1, end);
            let batch = Batch::read(&text).expect("the rest is not looked at");
            assert_eq!(batch.members.len(), MOST);
            let refusal = batch.refusal().expect("too long");
            assert_eq!(refusal.code, INVALID_REQUEST);
            assert!(refusal.message.contains("at most 100"), "{}", refusal.message);
        }
        let text = batch_text(MOST, "]");
        let whole = Batch::read(&text).expect("as long as it may be");
        assert!(whole.refusal().is_none());
        assert_eq!(whole.messages().count(), MOST);
        for (text, code) in [
            (batch_text(MOST, ""), PARSE_ERROR),
            (batch_text(MOST, ",]"), PARSE_ERROR),
            (batch_text(MOST, "] 1"), PARSE_ERROR),
            ("[ ]".to_owned(), INVALID_REQUEST),
        ] {
            assert_eq!(
                Batch::read(&text).map_err(|fault| fault.code).err(),
                Some(code),
                "{text}"
            );
        }
    }
}
