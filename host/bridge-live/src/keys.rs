//! Idempotency keys and digests of calls, in the form in which the host sends them to Unity.
//!
//! Belongs here: the conversion of a key to printable text. Does not: the meaning of a key (`host_bridge::CommandKey`).

use crate::frames::JournalCopy;
use data_encoding::HEXLOWER;
use host_bridge::{CallKey, CommandKey, CommandNumbers};
use sha2::{Digest, Sha256};

/// Returns the text of a call's key: `h:…` for a call of the host, `c:…` for a key that the client chose. A client key
/// gives the same text in every run of the host, so a call that is repeated after a restart finds the first result.
pub(crate) fn key(key: &CommandKey) -> String {
    call(&key.call) + &key.number.to_string()
}

/// Returns the part of the texts that is the same for all commands of a call, up to the number.
pub(crate) fn call(key: &CallKey) -> String {
    match key {
        CallKey::Host { run, call } => format!("h:{run:016x}/{call}/"),
        CallKey::Client { of, bundle, tool, key } => {
            let mut hash = Sha256::new();
            // Each part is written with its length, so that different lists of parts give different texts. The parts
            // of `Identity` are available only through `Debug`.
            for part in [&format!("{of:?}"), bundle, tool, key] {
                hash.update((part.len() as u64).to_be_bytes());
                hash.update(part);
            }
            format!("c:{}/", HEXLOWER.encode(&hash.finalize()))
        }
    }
}

/// Returns true if the journal of an instance has a write of this call.
pub(crate) fn has_write(journal: &JournalCopy, key: &CallKey) -> bool {
    let call = call(key);
    let of_call = journal.entries.keys().filter_map(|known| known.strip_prefix(&call));
    let mut numbers = of_call.filter_map(|number| number.parse::<u32>().ok());
    numbers.any(CommandNumbers::is_write)
}

/// Returns the digest of a call: the hexadecimal SHA-256 of the function name, a line feed and the arguments as text.
pub(crate) fn digest(function: &str, args: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(function);
    hash.update("\n");
    hash.update(args);
    HEXLOWER.encode(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::EntryState;
    use host_api::{CallId, Caller, Dialect, Proof};
    use host_bridge::CommandKind;
    use std::sync::Arc;

    fn key_for_session(session: &str, tool: &str, key: &str) -> String {
        key_with_secret("client-1", session, tool, key)
    }

    fn key_with_secret(secret: &str, session: &str, tool: &str, key: &str) -> String {
        let caller = Caller {
            dialect: Dialect::McpHandshake,
            client: "agent".into(),
            address: "127.0.0.1:1".into(),
            session: Some(session.into()),
            proof: Some(Proof::Secret(secret.into())),
        };
        let call = CallKey::new(&caller, "b", tool, Some(key.to_owned()), CallId::next());
        let call = Arc::new(call);
        super::key(&CommandKey { call, number: 2 })
    }

    #[test]
    fn client_key_is_the_same_in_every_session() {
        let first = key_for_session("a", "T", "ä\n key");
        assert_eq!(first, key_for_session("b", "T", "ä\n key"), "in another session");
        assert_ne!(
            first,
            key_with_secret("client-2", "a", "T", "ä\n key"),
            "of a client of the same name and address"
        );
        assert_ne!(first, key_for_session("a", "Tä", "\n key"), "parts stay separate");
        assert!(first.starts_with("c:") && first.ends_with("/2") && first.len() <= 128);
        assert!(first.bytes().all(|letter| letter.is_ascii_graphic()));
    }

    #[test]
    fn host_keys_differ_for_each_call() {
        let keys = [CallId::next(), CallId::next()].map(|call| {
            let call = Arc::new(CallKey::for_host(call));
            super::key(&CommandKey { call, number: 1 })
        });
        assert_ne!(keys[0], keys[1]);
        assert!(keys[0].starts_with("h:") && keys[0].len() <= 128, "{}", keys[0]);
    }

    #[test]
    fn journal_has_a_write_of_a_call_if_it_has_one_of_its_numbers() {
        let call = Arc::new(CallKey::for_host(CallId::next()));
        let mut numbers = CommandNumbers::default();
        let mut text = |kind| {
            let number = numbers.next(kind);
            let call = Arc::clone(&call);
            super::key(&CommandKey { call, number })
        };
        let texts = [CommandKind::Read, CommandKind::Plan, CommandKind::Write].map(&mut text);
        for (at, expected) in [false, false, true].into_iter().enumerate() {
            let journal = JournalCopy {
                entries: [(texts[at].clone(), EntryState::Done)].into(),
                oldest: 1,
                next: 2,
            };
            assert_eq!(has_write(&journal, &call), expected, "{}", texts[at]);
            assert!(!has_write(&journal, &CallKey::for_host(CallId::next())), "another call");
        }
        // Further reads and plans of a repeated call do not change the key of its write.
        assert_eq!(text(CommandKind::Write).rsplit('/').next(), Some("2"));
    }

    #[test]
    fn digest_covers_the_exact_text_that_is_sent() {
        let known = "6cca4749e2fa05fbbc6d71f7f66c2d3c16c09191aeed63da9a9575034f1f721a";
        assert_eq!(digest("a/b", "{}"), known);
        assert_ne!(digest("a/b", "{ }"), known);
    }
}
