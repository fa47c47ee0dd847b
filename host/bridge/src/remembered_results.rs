//! A bounded cache of first results by idempotency key: a repeated command is answered without being executed again.
//!
//! Belongs here: which results are kept, and for which caller. Does not: the parts of a key (`CommandKey`).
//!
//! A second command under a key waits in its bridge's queue behind the first one, so it finds the result here.

mod run_once;

pub use run_once::{First, Turn};

use crate::command::Command;
use crate::command_key::{CallKey, CommandKey};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::reply::{Replied, Reply};
use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Write};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

/// Maximum number of command results that are stored for repeated calls; the oldest are evicted first.
const MAX_ENTRIES: usize = 4_096;

/// Maximum estimated bytes of the command results that are stored for repeated calls.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Maximum number of characters of an idempotency key that an error shows.
const SHOWN: usize = 100;

/// Estimated bytes of a stored command result without its texts.
const ENTRY_BYTES: usize = 200;

type Outcome = Result<Replied, BridgeError>;

/// Two hashes of a command, which identify it without storing it: a command may contain the whole text of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64, u64);

/// The first results of commands, which a repeated call gets instead of a second execution. The result of a read is
/// used only after its call has written something: until then the data may have changed, so a repetition reads again.
/// Each kind of result is stored separately, so that large read results evict no writes, and reads of calls that wrote
/// nothing evict no reads of calls that wrote something.
#[derive(Default)]
pub struct Remembered {
    writes: Kept,
    /// Results of the read commands of calls that have also written something (a result in `writes`).
    reads_of_writes: Kept,
    reads: Kept,
    /// Random hash seeds for the digests of commands, so that no caller can construct two commands with one digest.
    digests: (RandomState, RandomState),
}

#[derive(Default)]
struct Kept {
    by_key: HashMap<CommandKey, Entry>,
    /// The number of stored results in `by_key` of each call.
    by_call: HashMap<Arc<CallKey>, u32>,
    /// Keys of the stored results in order of insertion. Keys of removed entries stay until there are too many.
    oldest_first: VecDeque<CommandKey>,
    bytes: usize,
}

struct Entry {
    digest: Digest,
    outcome: Outcome,
    size: usize,
}

struct Digesting<H>(H, H);

impl<H: Hasher> Write for Digesting<H> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        self.1.write(text.as_bytes());
        Ok(())
    }
}

/// Returns the error for a key that belongs to a different call, which created the edit journal entry `entry`.
pub fn key_of_another(key: &CallKey, entry: Option<u64>) -> BridgeError {
    let named = match key {
        CallKey::Client { tool, key, .. } => {
            let shortened: String = key.chars().take(SHOWN).collect();
            format!("{shortened:?} of tool `{tool}`")
        }
        CallKey::Host { .. } => "of this call".to_owned(),
    };
    let made = entry.map_or_else(String::new, |id| format!(" (entry {id} of list_edits)"));
    let message = format!("the idempotency key {named} was already used for a call that did something else{made}");
    BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("use a new key for each different call")
}

impl Remembered {
    /// Returns the digest of a command, valid in this run of the host.
    pub fn digest(&self, command: &Command) -> Digest {
        let mut digesting = Digesting(self.digests.0.build_hasher(), self.digests.1.build_hasher());
        // Writing into a hasher cannot fail.
        let _ = write!(digesting, "{command:?}");
        Digest(digesting.0.finish(), digesting.1.finish())
    }

    /// Returns the first result under this key, or a conflict if the key belongs to another command; `None` if unknown.
    pub fn get(&self, key: &CommandKey, digest: Digest) -> Option<Outcome> {
        let kept = [&self.writes, &self.reads_of_writes];
        let known = kept.iter().find_map(|kept| kept.by_key.get(key))?;
        if known.digest == digest {
            return Some(known.outcome.clone());
        }
        Some(Err(key_of_another(&key.call, self.entry_of(&key.call))))
    }

    /// Returns the id of the edit journal entry that the call created.
    fn entry_of(&self, call: &Arc<CallKey>) -> Option<u64> {
        let of_call = self.writes.by_key.iter().filter(|(key, _)| key.call == *call);
        of_call
            .filter_map(|(_, entry)| match &entry.outcome {
                Ok(replied) => match &replied.reply {
                    Reply::EditDone(done) => Some(done.entry),
                    _ => None,
                },
                Err(_) => None,
            })
            .max()
    }

    /// Stores the outcome of a command if the command was executed or may have been. For a write, this includes every
    /// error that does not guarantee that nothing was changed.
    pub fn put(&mut self, key: CommandKey, digest: Digest, is_write: bool, outcome: &Outcome) {
        let stays = match outcome {
            Ok(_) => true,
            Err(error) => is_write && !error.kind.leaves_all_as_it_was(),
        };
        if !stays {
            return;
        }
        let size = key.call.weight() + ENTRY_BYTES + outcome.as_ref().map_or(ENTRY_BYTES, Replied::weight);
        let entry = Entry {
            digest,
            outcome: outcome.clone(),
            size,
        };
        let has_written = self.writes.by_call.contains_key(&key.call);
        match is_write {
            false if has_written => self.reads_of_writes.put(key, entry),
            false => self.reads.put(key, entry),
            true => {
                if !has_written {
                    self.reads_count(&key);
                }
                self.writes.put(key, entry);
            }
        }
    }

    /// Moves the earlier read results of a call to `reads_of_writes` when the call writes for the first time.
    fn reads_count(&mut self, write: &CommandKey) {
        if !self.reads.by_call.contains_key(&write.call) {
            return;
        }
        let of_call = self.reads.by_key.keys().filter(|key| key.call == write.call);
        for key in of_call.cloned().collect::<Vec<_>>() {
            if let Some(entry) = self.reads.take(&key) {
                self.reads_of_writes.put(key, entry);
            }
        }
    }

    /// Deletes all stored results of commands, because the changes that these commands made were lost.
    pub fn forget(&mut self) {
        self.reads = Kept::default();
        self.reads_of_writes = Kept::default();
        self.writes = Kept::default();
    }
}

impl Kept {
    fn put(&mut self, key: CommandKey, entry: Entry) {
        self.take(&key);
        self.bytes += entry.size;
        *self.by_call.entry(Arc::clone(&key.call)).or_default() += 1;
        self.oldest_first.push_back(key.clone());
        self.by_key.insert(key, entry);
        while self.bytes > MAX_BYTES || self.by_key.len() > MAX_ENTRIES {
            let Some(oldest) = self.oldest_first.pop_front() else {
                break;
            };
            self.take(&oldest);
        }
        if self.oldest_first.len() > 2 * MAX_ENTRIES {
            self.oldest_first.retain(|key| self.by_key.contains_key(key));
        }
    }

    fn take(&mut self, key: &CommandKey) -> Option<Entry> {
        let entry = self.by_key.remove(key)?;
        self.bytes -= entry.size;
        if let Some(left) = self.by_call.get_mut(&key.call) {
            *left -= 1;
            if *left == 0 {
                self.by_call.remove(&key.call);
            }
        }
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_key::CallKey;
    use crate::reply::Reply;
    use host_api::{CallId, Caller, Dialect, Proof};
    use std::sync::Arc;

    pub(super) fn key(address: &str, session: &str, tool: &str, number: u32) -> CommandKey {
        key_for((address, session), None, tool, number)
    }

    fn key_for((address, session): (&str, &str), proof: Option<Proof>, tool: &str, number: u32) -> CommandKey {
        let caller = Caller {
            dialect: Dialect::McpHandshake,
            client: "agent".into(),
            address: address.into(),
            session: Some(session.into()),
            proof,
        };
        let key = Some("k".to_owned());
        CommandKey {
            call: Arc::new(CallKey::new(&caller, "b", tool, key, CallId::next())),
            number,
        }
    }

    pub(super) fn set(value: f64) -> Command {
        Command::SetTimeScale { value, lock: None }
    }

    #[test]
    fn scopes_idempotency_key_to_session_tool_and_command_number() {
        let mut remembered = Remembered::default();
        let (digest, other) = (remembered.digest(&set(1.0)), remembered.digest(&set(2.0)));
        remembered.put(key("127.0.0.1:1", "a", "T", 1), digest, true, &Ok(Reply::Done.into()));
        let again = key("127.0.0.1:2", "a", "T", 1);
        assert_eq!(remembered.get(&again, digest), Some(Ok(Reply::Done.into())));
        let conflict = remembered
            .get(&again, other)
            .expect("known")
            .expect_err("another command");
        assert_eq!(conflict.kind, BridgeErrorKind::Conflict);
        for other in [
            key("127.0.0.1:1", "b", "T", 1),
            key("127.0.0.1:1", "a", "U", 1),
            key("127.0.0.1:1", "a", "T", 2),
        ] {
            assert_eq!(remembered.get(&other, digest), None);
        }
    }

    #[test]
    fn finds_keys_across_sessions_only_with_the_same_client_secret() {
        let mut remembered = Remembered::default();
        let digest = remembered.digest(&set(1.0));
        let with =
            |session, secret: &str| key_for(("127.0.0.1:1", session), Some(Proof::Secret(secret.into())), "T", 1);
        remembered.put(with("a", "one"), digest, true, &Ok(Reply::Done.into()));
        assert_eq!(remembered.get(&with("b", "one"), digest), Some(Ok(Reply::Done.into())));
        for other in [with("a", "other"), key("127.0.0.1:1", "a", "T", 1)] {
            assert_eq!(remembered.get(&other, digest), None);
        }
    }

    #[test]
    fn ignores_idempotency_key_of_caller_without_session_or_secret() {
        let caller = Caller {
            dialect: Dialect::McpStateless,
            client: "agent".into(),
            address: "127.0.0.1:1".into(),
            session: None,
            proof: None,
        };
        let key = || CallKey::new(&caller, "b", "T", Some("k".to_owned()), CallId::next());
        assert_ne!(key(), key());
        assert!(!key().may_come_again());
    }

    #[test]
    fn keeps_failures_only_for_writes_with_possible_effect() {
        use BridgeErrorKind::*;
        let mut remembered = Remembered::default();
        let digest = remembered.digest(&set(1.0));
        let not_done = [
            Busy,
            Conflict,
            InvalidArgument,
            NotFound,
            NotReady,
            PermissionDenied,
            Unsupported,
        ];
        let may_be = [
            Cancelled,
            Internal,
            OutcomeUnknown,
            Other("out-of-memory".to_owned()),
            Timeout,
            TooLarge,
            Unity,
        ];
        let both = not_done.map(|kind| (kind, false)).into_iter();
        for (at, (kind, stays)) in (0..).zip(both.chain(may_be.map(|kind| (kind, true)))) {
            let failed: Outcome = Err(BridgeError::new(kind.clone(), "why"));
            let (write, read) = (key("local", "a", "T", at), key("local", "a", "R", at));
            remembered.put(write.clone(), digest, true, &failed);
            remembered.put(read.clone(), digest, false, &failed);
            assert_eq!(remembered.get(&write, digest), stays.then_some(failed), "{kind:?}");
            assert_eq!(remembered.get(&read, digest), None, "{kind:?}");
        }
    }

    #[test]
    fn returns_recorded_read_only_after_its_call_has_written() {
        let mut remembered = Remembered::default();
        let digest = remembered.digest(&set(1.0));
        let answer = |text: &str| Ok(Reply::Source(text.to_owned()).into());
        let of = |number| key("local", "a", "T", number);
        remembered.put(of(1), digest, false, &answer("before"));
        assert_eq!(
            remembered.get(&of(1), digest),
            None,
            "its call was refused, or is at it"
        );
        // The call is repeated, reads other data, and writes.
        remembered.put(of(1), digest, false, &answer("now"));
        remembered.put(of(2), digest, true, &Ok(Reply::Done.into()));
        remembered.put(of(3), digest, false, &answer("behind it"));
        for (number, text) in [(1, "now"), (3, "behind it")] {
            assert_eq!(remembered.get(&of(number), digest), Some(answer(text)), "{number}");
        }
        remembered.forget();
        assert_eq!(remembered.get(&of(1), digest), None);
    }

    #[test]
    fn evicts_oldest_reads_before_reads_of_writes_and_no_writes() {
        let mut remembered = Remembered::default();
        let digest = remembered.digest(&set(1.0));
        let large = Ok(Reply::Source("x".repeat(1 << 20)).into());
        let [read, write] = [1, 2].map(|number| key("local", "a", "T", number));
        remembered.put(read.clone(), digest, false, &large);
        remembered.put(write.clone(), digest, true, &Ok(Reply::Done.into()));
        for call in 0..20 {
            remembered.put(key("local", "a", &format!("R{call}"), 1), digest, false, &large);
        }
        assert!(remembered.reads.bytes <= MAX_BYTES && remembered.reads.by_key.len() < 20);
        assert!(remembered.get(&read, digest).is_some() && remembered.get(&write, digest).is_some());
        for call in 0..20 {
            let of = |number| key("local", "a", &format!("W{call}"), number);
            remembered.put(of(1), digest, false, &large);
            remembered.put(of(2), digest, true, &Ok(Reply::Done.into()));
        }
        assert!(remembered.reads_of_writes.bytes <= MAX_BYTES);
        assert!(remembered.get(&read, digest).is_none());
        assert!(remembered.get(&write, digest).is_some() && remembered.writes.by_key.len() == 21);
    }

    #[test]
    fn eviction_queue_stays_bounded_as_keys_are_removed() {
        let mut remembered = Remembered::default();
        let digest = remembered.digest(&set(1.0));
        // The oldest result, which is kept.
        remembered.put(key("local", "a", "first", 1), digest, false, &Ok(Reply::Done.into()));
        for call in 0..3 * MAX_ENTRIES {
            let of = |number| key("local", "a", &format!("T{call}"), number);
            remembered.put(of(1), digest, false, &Ok(Reply::Done.into()));
            remembered.put(of(2), digest, true, &Ok(Reply::Done.into()));
        }
        let (reads, writes) = (&remembered.reads, &remembered.writes);
        assert!(
            reads.oldest_first.len() <= 2 * MAX_ENTRIES + 1,
            "{}",
            reads.oldest_first.len()
        );
        assert_eq!((reads.by_call.len(), reads.bytes > 0), (1, true));
        assert_eq!((writes.by_key.len(), writes.by_call.len()), (MAX_ENTRIES, MAX_ENTRIES));
    }
}
