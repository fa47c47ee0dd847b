//! What becomes of a command whose caller stops waiting: withdrawn where it had not begun, else carried out and told of later.
//!
//! Belongs here: who was first, the caller that leaves or the bridge that begins. Does not: what is written of it (`audited`).

use crate::error::{BridgeError, BridgeErrorKind};
use crate::reply::Replied;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Told what came of a command that ended without its caller: `None` where it was done.
type Late = Box<dyn FnOnce(Option<BridgeErrorKind>) + Send>;

/// One command's, shared by whoever waits for it and the bridge that carries it out.
#[derive(Default)]
pub struct Fate(Mutex<Stage>);

#[derive(Default)]
enum Stage {
    /// The bridge said nothing of it: nobody can tell.
    #[default]
    Unsaid,
    /// It waits, and can be taken back.
    Queued,
    /// Its caller left before it began; it never begins.
    Withdrawn,
    Begun,
    /// Its caller left meanwhile.
    Left(Late),
    Ended {
        failed: Option<BridgeErrorKind>,
        /// False where it ended while it waited.
        had_begun: bool,
    },
}

/// What is known as a caller leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLeaving {
    /// Nothing was done and nothing will be.
    Withdrawn,
    /// It may have been done, or will be.
    Unknown,
}

impl Fate {
    /// The bridge has it, and has not begun.
    pub fn queued(&self) {
        self.change(|stage| match stage {
            Stage::Unsaid | Stage::Begun => (Stage::Queued, ()),
            other => (other, ()),
        });
    }

    /// The bridge begins. False where it was withdrawn: then nothing may be done.
    #[must_use]
    pub fn begin(&self) -> bool {
        self.change(|stage| match stage {
            Stage::Withdrawn => (Stage::Withdrawn, false),
            Stage::Unsaid | Stage::Queued => (Stage::Begun, true),
            other => (other, true),
        })
    }

    /// The bridge is through with it; said before the answer is handed over.
    pub fn ended(&self, outcome: &Result<Replied, BridgeError>) {
        let kind = outcome.as_ref().err().map(|error| error.kind.clone());
        let late = self.change(|stage| {
            let ended = Stage::Ended {
                failed: kind.clone(),
                had_begun: stage.may_have_begun(),
            };
            match stage {
                Stage::Left(late) => (ended, Some(late)),
                _ => (ended, None),
            }
        });
        if let Some(late) = late {
            late(kind);
        }
    }

    /// False where nothing was done: it was taken, and neither begun nor handed to somebody who cannot be asked.
    pub fn may_have_begun(&self) -> bool {
        self.change(|stage| {
            let may_have = stage.may_have_begun();
            (stage, may_have)
        })
    }

    /// Takes it back where it has not begun. True where nothing was done and nothing will be.
    pub fn withdraw(&self) -> bool {
        self.change(|stage| match stage {
            Stage::Queued | Stage::Withdrawn => (Stage::Withdrawn, true),
            other => (other, false),
        })
    }

    /// The caller goes. `late` is told of the end where it comes, or came unseen; it may run on the bridge's own thread.
    pub fn leave(&self, late: impl FnOnce(Option<BridgeErrorKind>) + Send + 'static) -> AtLeaving {
        let mut late: Option<Late> = Some(Box::new(late));
        let (known, unseen) = self.change(|stage| match stage {
            Stage::Queued | Stage::Withdrawn => (Stage::Withdrawn, (AtLeaving::Withdrawn, None)),
            Stage::Begun => match late.take() {
                Some(late) => (Stage::Left(late), (AtLeaving::Unknown, None)),
                None => (Stage::Begun, (AtLeaving::Unknown, None)),
            },
            Stage::Ended { failed, had_begun } => {
                let unseen = Some(failed.clone());
                (Stage::Ended { failed, had_begun }, (AtLeaving::Unknown, unseen))
            }
            other => (other, (AtLeaving::Unknown, None)),
        });
        if let (Some(kind), Some(late)) = (unseen, late) {
            late(kind);
        }
        known
    }

    fn change<T>(&self, next: impl FnOnce(Stage) -> (Stage, T)) -> T {
        // One value, replaced whole.
        let mut stage = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (now, told) = next(std::mem::take(&mut *stage));
        *stage = now;
        told
    }
}

impl Stage {
    fn may_have_begun(&self) -> bool {
        match self {
            Self::Queued | Self::Withdrawn => false,
            Self::Unsaid | Self::Begun | Self::Left(_) => true,
            Self::Ended { had_begun, .. } => *had_begun,
        }
    }
}

/// What is said of a command that was taken back before it began.
pub fn withdrawn() -> BridgeError {
    let message = "the call was cancelled before its command began; nothing was done";
    BridgeError::new(BridgeErrorKind::Cancelled, message)
}

/// What is said where the host itself failed at a command: of a write that had begun nobody can tell.
pub fn failed_inside(fate: &Fate, is_write: bool, why: &str) -> BridgeError {
    let what = format!("the command failed inside the host, a defect of it: {why}");
    if is_write && fate.may_have_begun() {
        let message = format!("{what}; it is not known whether it was done");
        return BridgeError::new(BridgeErrorKind::OutcomeUnknown, message).with_hint(
            "read what it was to change to see whether it has been done, and report this with the arguments",
        );
    }
    BridgeError::new(BridgeErrorKind::Internal, format!("{what}; nothing was changed"))
        .with_hint("report it with the arguments; other calls are served")
}

impl fmt::Debug for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fate")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Reply;
    use std::sync::Arc;

    type Outcomes = Arc<Mutex<Vec<Option<BridgeErrorKind>>>>;

    fn told() -> (Outcomes, impl FnOnce(Option<BridgeErrorKind>) + Send) {
        let all = Outcomes::default();
        let heard = Arc::clone(&all);
        (all, move |kind| heard.lock().unwrap().push(kind))
    }

    #[test]
    fn what_waits_is_withdrawn_and_never_begins() {
        let (all, late) = told();
        let fate = Fate::default();
        fate.queued();
        assert_eq!(fate.leave(late), AtLeaving::Withdrawn);
        assert!(!fate.begin() && fate.withdraw());
        assert!(all.lock().unwrap().is_empty());
    }

    #[test]
    fn what_has_begun_goes_on_and_its_end_is_told_once() {
        for leaves_first in [true, false] {
            let (all, late) = told();
            let fate = Fate::default();
            fate.queued();
            assert!(fate.begin() && !fate.withdraw());
            let done = Ok(Replied::from(Reply::Done));
            if leaves_first {
                assert_eq!(fate.leave(late), AtLeaving::Unknown);
                assert!(all.lock().unwrap().is_empty());
                fate.ended(&done);
            } else {
                fate.ended(&done);
                assert_eq!(fate.leave(late), AtLeaving::Unknown);
            }
            fate.ended(&done);
            assert_eq!(*all.lock().unwrap(), [None]);
        }
    }

    #[test]
    fn what_ended_while_it_waited_never_began_and_what_failed_behind_its_beginning_may_be_done() {
        let fate = Fate::default();
        assert!(fate.may_have_begun());
        fate.queued();
        assert!(!fate.may_have_begun());
        assert_eq!(failed_inside(&fate, true, "x").kind, BridgeErrorKind::Internal);
        let ended = Fate::default();
        ended.queued();
        ended.ended(&Err(withdrawn()));
        assert!(!ended.may_have_begun());
        assert!(fate.begin() && fate.may_have_begun());
        assert_eq!(failed_inside(&fate, true, "x").kind, BridgeErrorKind::OutcomeUnknown);
        assert_eq!(failed_inside(&fate, false, "x").kind, BridgeErrorKind::Internal);
        fate.ended(&Ok(Replied::from(Reply::Done)));
        fate.ended(&Ok(Replied::from(Reply::Done)));
        assert!(fate.may_have_begun());
    }

    #[test]
    fn of_what_a_bridge_says_nothing_nobody_can_tell() {
        let (all, late) = told();
        assert_eq!(Fate::default().leave(late), AtLeaving::Unknown);
        assert!(all.lock().unwrap().is_empty());
    }
}
