//! Approvals of calls with an idempotency key: the user approves such a call once, even if the client sends it again.
//!
//! If a command comes again with a known key, a bridge returns the first result, but only if the command is the same.
//! The command contains what the user was shown. After the first try a new question would show other changes, and its
//! approval would fit no command of the first try.

use host_api::Tree;
use host_bridge::{BridgeError, CallKey, key_of_another};
use host_policy::Agreed;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of commands that all stored approvals cover together; the oldest approval is evicted first. This is
/// half of the results that a bridge stores. An approval must not outlive the result of its call: the call would change
/// something a second time without a question.
const MOST_STEPS: u32 = 2_048;
/// Maximum estimated size in bytes of all stored approvals together. Above it, the oldest approvals are removed.
const MOST_BYTES: usize = 8 << 20;
/// Estimated size of one approval in bytes, without its texts.
const ENTRY: usize = 200;

/// A call with an idempotency key, which its client may send again.
pub(crate) struct KeyedCall {
    /// The identity of the call: client, bundle, tool and the client's idempotency key.
    key: Arc<CallKey>,
    /// Component digest and target of the call. An approval is valid only for a retry with the same ones.
    basis: String,
}

#[derive(Default)]
pub(crate) struct Approvals(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    by_key: HashMap<Arc<CallKey>, Entry>,
    /// Keys of approvals by age. A key is skipped if its entry was removed or replaced.
    oldest_first: VecDeque<(u64, Arc<CallKey>)>,
    last: u64,
    bytes: usize,
    steps: u32,
}

struct Entry {
    turn: u64,
    arguments: [u8; 32],
    basis: String,
    agreed: Agreed,
    size: usize,
}

impl KeyedCall {
    /// Creates the keyed call; `None` if the client did not prove its identity, so that it cannot use a key.
    pub(crate) fn new(key: CallKey, basis: String) -> Option<Self> {
        key.may_come_again().then(|| Self {
            key: Arc::new(key),
            basis,
        })
    }
}

impl Approvals {
    /// Returns the approval from an earlier try of this call. `None` if the call is new, or if the earlier try used
    /// another component version or another target. Fails if the key belongs to a call with other arguments.
    pub(crate) fn find(&self, call: &KeyedCall, arguments: &str) -> Result<Option<Agreed>, BridgeError> {
        match self.lock().by_key.get(&call.key) {
            Some(entry) if entry.basis != call.basis => Ok(None),
            Some(entry) if entry.arguments != digest(arguments) => Err(key_of_another(&call.key, None)),
            entry => Ok(entry.map(|entry| entry.agreed.clone())),
        }
    }

    pub(crate) fn keep(&self, call: &KeyedCall, arguments: &str, agreed: Agreed) {
        let arguments = digest(arguments);
        let mut kept = self.lock();
        kept.remove(&call.key);
        kept.last += 1;
        let turn = kept.last;
        let size = ENTRY + call.key.weight() + call.basis.len() + agreed.weight();
        kept.bytes += size;
        kept.steps = kept.steps.saturating_add(agreed.steps());
        kept.oldest_first.push_back((turn, Arc::clone(&call.key)));
        let entry = Entry {
            turn,
            arguments,
            basis: call.basis.clone(),
            agreed,
            size,
        };
        kept.by_key.insert(Arc::clone(&call.key), entry);
        kept.evict();
    }

    /// Removes the approval of a call that changed nothing. A retry then counts as a new call.
    pub(crate) fn forget(&self, call: &KeyedCall) {
        self.lock().remove(&call.key);
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn remove(&mut self, key: &Arc<CallKey>) {
        if let Some(entry) = self.by_key.remove(key) {
            self.bytes -= entry.size;
            self.steps = self.steps.saturating_sub(entry.agreed.steps());
        }
    }

    fn is_of(&self, turn: u64, key: &Arc<CallKey>) -> bool {
        self.by_key.get(key).is_some_and(|entry| entry.turn == turn)
    }

    fn evict(&mut self) {
        while self.steps > MOST_STEPS || self.bytes > MOST_BYTES {
            let Some((turn, key)) = self.oldest_first.pop_front() else {
                break;
            };
            if self.is_of(turn, &key) {
                self.remove(&key);
            }
        }
        // At most one entry for each step; the other keys have no entry.
        if self.oldest_first.len() > 2 * MOST_STEPS as usize {
            let mut all = std::mem::take(&mut self.oldest_first);
            all.retain(|(turn, key)| self.is_of(*turn, key));
            self.oldest_first = all;
        }
    }
}

/// Returns the SHA-256 of the arguments. The order and spacing of object members have no influence.
fn digest(arguments: &str) -> [u8; 32] {
    let mut value = Value::Object(Tree::members(arguments).unwrap_or_default());
    value.sort_all_objects();
    Sha256::digest(value.to_string()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_api::{CallId, Caller, Dialect, Proof};

    const ONE: &str = r#"{"a":1,"b":{}}"#;
    const TWO: &str = r#"{"a":2,"b":{}}"#;

    fn call(secret: &str, tool: &str, key: &str, basis: &str) -> KeyedCall {
        let caller = Caller {
            dialect: Dialect::McpStateless,
            client: "agent".into(),
            address: "127.0.0.1:1".into(),
            session: None,
            proof: Some(Proof::Secret(secret.into())),
        };
        let key = CallKey::new(&caller, "b", tool, Some(key.to_owned()), CallId::next());
        KeyedCall::new(key, basis.to_owned()).expect("a key")
    }

    fn plan(digest: &str) -> Agreed {
        Agreed::to_plans([digest.to_owned()])
    }

    #[test]
    fn approval_applies_only_to_same_call_of_same_client() {
        let approvals = Approvals::default();
        let own = call("alice", "T", "k", "00");
        approvals.keep(&own, ONE, plan("shown"));
        let next_try = || approvals.find(&own, ONE).expect("its own").expect("kept");
        let agreed = next_try();
        let action = agreed.action(&(1, "move"));
        let _step = agreed.plan(action, Some("shown")).expect("plans").expect("shown");
        // All tries share one count: a finished command is known by its key, and no other command repeats it.
        let agreed = next_try();
        assert!(agreed.is_done(action));
        let second = agreed.plan(agreed.action(&(2, "move")), Some("shown"));
        assert_eq!(
            second.expect("plans").expect_err("done").rule.id(),
            "person.agreed-plan"
        );
        for other in [
            call("bob", "T", "k", "00"),
            call("alice", "U", "k", "00"),
            call("alice", "T", "l", "00"),
            call("alice", "T", "k", "01"),
            call("alice", "T", "k", "00 for Game@1"),
        ] {
            assert!(approvals.find(&other, ONE).expect("no conflict").is_none());
        }
        let conflict = approvals.find(&own, TWO).expect_err("other arguments");
        assert!(
            conflict.message.contains("idempotency key \"k\" of tool `T`"),
            "{conflict}"
        );
        approvals.forget(&own);
        assert!(approvals.find(&own, TWO).expect("no conflict").is_none());
    }

    #[test]
    fn ignores_the_order_of_members_and_not_that_of_lists() {
        assert_eq!(
            digest(r#"{"a":1,"b":{"c":[1,2],"d":null}}"#),
            digest(r#"{ "b": {"d":null, "c": [1, 2]}, "a": 1 }"#)
        );
        assert_ne!(digest(r#"{"a":[1,2]}"#), digest(r#"{"a":[2,1]}"#));
    }

    #[test]
    fn evicts_oldest_approvals_by_step_count_and_by_bytes() {
        let approvals = Approvals::default();
        let numbered = |number: u32| call("alice", "T", &number.to_string(), "00");
        let known = |number| approvals.find(&numbered(number), ONE).expect("no conflict").is_some();
        for number in 0..3 * MOST_STEPS {
            approvals.keep(&numbered(number), ONE, plan("p"));
            if number % 2 == 0 {
                approvals.forget(&numbered(number));
            }
        }
        let last = 3 * MOST_STEPS - 1;
        assert!(known(last) && !known(last - 1), "a forgotten one");
        assert_eq!(approvals.lock().steps, MOST_STEPS);
        assert!(approvals.lock().oldest_first.len() <= 2 * MOST_STEPS as usize);
        // An approval of many commands takes the room of as many entries.
        approvals.keep(&numbered(0), ONE, Agreed::for_steps(MOST_STEPS, None));
        assert!(known(0) && !known(last));
        approvals.keep(&numbered(1), ONE, Agreed::for_steps(MOST_STEPS + 1, None));
        assert!(!known(0) && !known(1), "its results would not all be kept");
        let sums = || {
            let kept = approvals.lock();
            (kept.steps, kept.bytes)
        };
        assert_eq!(sums(), (0, 0));
        for number in [0, 1] {
            approvals.keep(&numbered(number), ONE, plan(&"x".repeat(MOST_BYTES / 2)));
        }
        assert!(known(1) && !known(0));
    }
}
