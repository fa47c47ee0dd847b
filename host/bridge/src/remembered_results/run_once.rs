//! Executing a command once for its key: the steps that every bridge follows if it executes commands itself.
//!
//! Belongs here: the steps of the execution and their order. Does not: which outcomes are kept (`remembered_results`),
//! the effect of a lost connection (`bridge-live`).

use super::{Digest, Outcome, Remembered};
use crate::command::Command;
use crate::command_key::CommandKey;
use crate::fate::{Fate, failed_inside, withdrawn_error};
use crate::panics::caught;
use crate::unity_bridge::BridgeCall;
use std::sync::Arc;

/// The decision whether a command must be executed.
pub enum Turn {
    /// The command must be executed now; its outcome must be passed to `Remembered::end` or `Remembered::keep`.
    First(First),
    /// The command was executed before, with this outcome, which the caller gets instead of a second execution.
    Again(Outcome),
}

/// Permission to execute a command for the first time; its outcome is stored if the command can be repeated.
#[must_use = "pass the outcome to `Remembered::end`, `Remembered::keep` or `First::left`"]
pub struct First {
    /// Idempotency key and command digest under which the outcome is stored; `None` if the command cannot be repeated.
    again: Option<(CommandKey, Digest)>,
    is_write: bool,
    fate: Arc<Fate>,
}

impl First {
    /// Ends a command without storing its outcome: nothing was done, so the next try is executed like a first one.
    pub fn forget(self, outcome: Outcome) -> Outcome {
        self.fate.finish(&outcome);
        outcome
    }
}

impl Remembered {
    /// Decides whether `command` must be executed. A bridge calls it before it does anything for the command.
    pub fn turn(&self, command: &Command, key: &CommandKey, fate: &Arc<Fate>) -> Turn {
        let may_come_again = key.call.may_come_again();
        let again = may_come_again.then(|| (key.clone(), self.digest(command)));
        if let Some((key, digest)) = &again
            && let Some(known) = self.get(key, *digest)
        {
            fate.finish(&known);
            return Turn::Again(known);
        }
        Turn::First(First {
            again,
            is_write: command.is_write_in_folder(),
            fate: Arc::clone(fate),
        })
    }

    /// Ends the command: stores the outcome if the command was executed or may have been, and sets its fate.
    pub fn end(&mut self, first: First, outcome: Outcome) -> Outcome {
        let fate = Arc::clone(&first.fate);
        self.keep(first, &outcome);
        fate.finish(&outcome);
        outcome
    }

    /// Stores the outcome of a command that was executed or may have been, without setting its fate (execution state),
    /// which another component sets. An outcome that is unknown now may become known later.
    pub fn keep(&mut self, first: First, outcome: &Outcome) {
        if let Some((key, digest)) = first.again
            && first.fate.may_have_begun()
        {
            self.put(key, digest, first.is_write, outcome);
        }
    }

    /// Executes blocking work once: `work` runs if the command is the first one under its key and was not withdrawn. A
    /// panic in it becomes an error of this command.
    ///
    /// # Errors
    /// Those of `work`; `Cancelled` if the command was withdrawn.
    pub fn run_once(&mut self, command: &Command, call: &BridgeCall, work: impl FnOnce() -> Outcome) -> Outcome {
        let first = match self.turn(command, &call.key, &call.fate) {
            Turn::First(first) => first,
            Turn::Again(known) => return known,
        };
        if call.cancel.is_cancelled() {
            call.fate.withdraw();
        }
        if !call.fate.begin() {
            return first.forget(Err(withdrawn_error()));
        }
        let outcome = caught(work).unwrap_or_else(|why| Err(failed_inside(&call.fate, first.is_write, &why)));
        self.end(first, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{key, set};
    use super::*;
    use crate::error::{BridgeError, BridgeErrorKind};
    use crate::reply::Reply;

    fn call(number: u32) -> BridgeCall {
        let call = BridgeCall {
            key: key("local", "a", "T", number),
            ..BridgeCall::internal()
        };
        call.fate.queued();
        call
    }

    fn unexpected_run() -> Outcome {
        unreachable!("it was done before")
    }

    #[test]
    fn runs_command_once_per_idempotency_key() {
        let mut remembered = Remembered::default();
        let done: Outcome = Ok(Reply::Done.into());
        assert_eq!(
            remembered.run_once(&set(1.0), &call(1), || Ok(Reply::Done.into())),
            done
        );
        let again = call(1);
        assert_eq!(remembered.run_once(&set(1.0), &again, unexpected_run), done);
        // Its fate has the outcome, so that a caller who leaves gets it.
        assert!(!again.fate.withdraw());
        let other = remembered.run_once(&set(2.0), &call(1), unexpected_run);
        assert_eq!(other.expect_err("another command").kind, BridgeErrorKind::Conflict);
    }

    #[test]
    fn records_panicking_write_as_outcome_unknown_and_never_reruns_it() {
        let mut remembered = Remembered::default();
        let failed = remembered.run_once(&set(1.0), &call(1), || panic!("provoked"));
        let error = failed.clone().expect_err("a defect");
        assert_eq!(error.kind, BridgeErrorKind::OutcomeUnknown);
        assert!(error.message.contains("provoked"), "{error}");
        assert_eq!(remembered.run_once(&set(1.0), &call(1), unexpected_run), failed);
    }

    #[test]
    fn reruns_command_that_was_cancelled_or_never_began() {
        let mut remembered = Remembered::default();
        let cancelled = call(1);
        cancelled.cancel.cancel();
        let taken_back = remembered.run_once(&set(1.0), &cancelled, unexpected_run);
        assert_eq!(taken_back.expect_err("taken back").kind, BridgeErrorKind::Cancelled);
        let Turn::First(first) = remembered.turn(&set(1.0), &call(1).key, &call(1).fate) else {
            panic!("it was not done");
        };
        // The fate still has the command as waiting.
        let error = BridgeError::new(BridgeErrorKind::Internal, "no room");
        assert_eq!(remembered.end(first, Err(error.clone())), Err(error));
        assert!(
            remembered
                .run_once(&set(1.0), &call(1), || Ok(Reply::Done.into()))
                .is_ok()
        );
    }
}
