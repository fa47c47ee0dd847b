//! The fate of a command whose caller stops waiting: withdrawn if not begun, otherwise executed and reported later.
//!
//! Belongs here: whether the caller left or the bridge began first. Does not: audit lines about it (`audited_bridge`).

use crate::error::{BridgeError, BridgeErrorKind};
use crate::reply::Replied;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A callback for a command that ends after its caller left: receives its error kind, or `None` if it succeeded.
type Late = Box<dyn FnOnce(Option<BridgeErrorKind>) + Send>;

/// The execution state of one command, shared by its caller and the bridge that executes it.
#[derive(Default)]
pub struct Fate(Mutex<Stage>);

#[derive(Default)]
enum Stage {
    /// The bridge has not yet reported that it queued or began the command, so the outcome is unknown.
    #[default]
    Unsaid,
    /// The command waits in the queue and can be withdrawn.
    Queued,
    /// The caller left before the command began; the command will never begin.
    Withdrawn,
    Begun,
    /// The caller left while the command was running; the contained callback will receive the outcome.
    Left(Late),
    Ended {
        failed: Option<BridgeErrorKind>,
        /// True if the command had begun; false if it ended while it was queued.
        had_begun: bool,
    },
}

/// What is known about a command at the moment when its caller leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLeaving {
    /// The command was withdrawn: nothing was done, and nothing will be done.
    Withdrawn,
    /// The command may have been executed, or may still be executed.
    Unknown,
}

impl Fate {
    /// Records that the bridge queued the command and has not begun it.
    pub fn queued(&self) {
        self.change(|stage| match stage {
            Stage::Unsaid | Stage::Begun => (Stage::Queued, ()),
            other => (other, ()),
        });
    }

    /// Records that the bridge begins the command. Returns false if it was withdrawn; then the bridge must do nothing.
    #[must_use]
    pub fn begin(&self) -> bool {
        self.change(|stage| match stage {
            Stage::Withdrawn => (Stage::Withdrawn, false),
            Stage::Unsaid | Stage::Queued => (Stage::Begun, true),
            other => (other, true),
        })
    }

    /// Records that the bridge has finished the command. The bridge calls this before it returns the answer.
    pub fn finish(&self, outcome: &Result<Replied, BridgeError>) {
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

    /// Returns true if the command may have been executed; false if it is queued, withdrawn, or ended before it began.
    pub fn may_have_begun(&self) -> bool {
        self.change(|stage| {
            let may_have = stage.may_have_begun();
            (stage, may_have)
        })
    }

    /// Withdraws the command if it has not begun. Returns true if nothing was done and nothing will be done.
    pub fn withdraw(&self) -> bool {
        self.change(|stage| match stage {
            Stage::Queued | Stage::Withdrawn => (Stage::Withdrawn, true),
            other => (other, false),
        })
    }

    /// Records that the caller leaves. `late` is called with the outcome when the command ends, or immediately if it
    /// has already ended; it may run on the thread of the bridge.
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
        // The stage is one value that is always replaced as a whole, so a poisoned lock is still consistent.
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

/// Returns the error for a command that was withdrawn before it began.
pub fn withdrawn_error() -> BridgeError {
    let message = "the call was cancelled before its command began; nothing was done";
    BridgeError::new(BridgeErrorKind::Cancelled, message)
}

/// Returns the error for a failure of the host itself: `OutcomeUnknown` for a write that had begun, else `Internal`.
pub fn failed_inside(fate: &Fate, is_write: bool, why: &str) -> BridgeError {
    let what = format!("the command failed because of a defect in the host: {why}");
    if is_write && fate.may_have_begun() {
        let message = format!("{what}; it is unknown whether the command was executed");
        return BridgeError::new(BridgeErrorKind::OutcomeUnknown, message).with_hint(
            "read the data that it was to change, to see whether it was changed, and report this defect with the arguments",
        );
    }
    BridgeError::new(BridgeErrorKind::Internal, format!("{what}; nothing was changed"))
        .with_hint("report this defect with the arguments; other calls still work")
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

    fn recording_listener() -> (Outcomes, impl FnOnce(Option<BridgeErrorKind>) + Send) {
        let all = Outcomes::default();
        let heard = Arc::clone(&all);
        (all, move |kind| heard.lock().unwrap().push(kind))
    }

    #[test]
    fn withdrawn_queued_command_never_begins() {
        let (all, late) = recording_listener();
        let fate = Fate::default();
        fate.queued();
        assert_eq!(fate.leave(late), AtLeaving::Withdrawn);
        assert!(!fate.begin() && fate.withdraw());
        assert!(all.lock().unwrap().is_empty());
    }

    #[test]
    fn started_command_continues_and_reports_its_end_once() {
        for leaves_first in [true, false] {
            let (all, late) = recording_listener();
            let fate = Fate::default();
            fate.queued();
            assert!(fate.begin() && !fate.withdraw());
            let done = Ok(Replied::from(Reply::Done));
            if leaves_first {
                assert_eq!(fate.leave(late), AtLeaving::Unknown);
                assert!(all.lock().unwrap().is_empty());
                fate.finish(&done);
            } else {
                fate.finish(&done);
                assert_eq!(fate.leave(late), AtLeaving::Unknown);
            }
            fate.finish(&done);
            assert_eq!(*all.lock().unwrap(), [None]);
        }
    }

    #[test]
    fn reports_whether_a_failed_command_may_have_begun() {
        let fate = Fate::default();
        assert!(fate.may_have_begun());
        fate.queued();
        assert!(!fate.may_have_begun());
        assert_eq!(failed_inside(&fate, true, "x").kind, BridgeErrorKind::Internal);
        let ended = Fate::default();
        ended.queued();
        ended.finish(&Err(withdrawn_error()));
        assert!(!ended.may_have_begun());
        assert!(fate.begin() && fate.may_have_begun());
        assert_eq!(failed_inside(&fate, true, "x").kind, BridgeErrorKind::OutcomeUnknown);
        assert_eq!(failed_inside(&fate, false, "x").kind, BridgeErrorKind::Internal);
        fate.finish(&Ok(Replied::from(Reply::Done)));
        fate.finish(&Ok(Replied::from(Reply::Done)));
        assert!(fate.may_have_begun());
    }

    #[test]
    fn leaving_returns_unknown_if_the_bridge_reported_nothing() {
        let (all, late) = recording_listener();
        assert_eq!(Fate::default().leave(late), AtLeaving::Unknown);
        assert!(all.lock().unwrap().is_empty());
    }
}
