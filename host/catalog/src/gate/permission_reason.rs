//! The reason why gate 1 accepted a call, and its consequence for a retry with the same idempotency key.

use host_api::{ErrorKind, Rule};
use host_policy::Confirmation;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LetThrough {
    /// The policy allows the call, or an argument of the call confirms it.
    Policy,
    /// The call's dry run reported that it changes nothing.
    ChangesNothing,
    /// The user approved this call.
    Approved,
    /// The user approved an earlier try of the same call.
    ApprovedBefore,
}

impl LetThrough {
    /// Returns the rule that the audit line names for this reason.
    pub(super) fn rule(self, confirmation: &Confirmation) -> Rule {
        match self {
            Self::ChangesNothing => Rule::ToolDryRunChangesNothing,
            Self::Approved => Rule::PersonAgreed,
            Self::ApprovedBefore => Rule::PersonAgreedBefore,
            Self::Policy if confirmation.argument == Some(true) => Rule::PolicyConfirmed,
            Self::Policy => Rule::Policy,
        }
    }

    /// True if the approval of a call is void after the call failed, so that the host asks the user again. `failed` is
    /// the kind of failure; `None` if the call did not begin. An approval remains after a possible change.
    pub(super) fn ends_approval(self, failed: Option<ErrorKind>) -> bool {
        match (self, failed) {
            (Self::Policy | Self::ChangesNothing, _) => false,
            (Self::Approved, None) => true,
            (Self::Approved, Some(kind)) => changed_nothing(kind),
            // The first result is kept, unless the call no longer fits what the user approved.
            (Self::ApprovedBefore, failed) => {
                matches!(failed, Some(ErrorKind::PermissionDenied | ErrorKind::Conflict))
            }
        }
    }
}

fn changed_nothing(kind: ErrorKind) -> bool {
    match kind {
        ErrorKind::UnknownName
        | ErrorKind::InvalidArgument
        | ErrorKind::NotFound
        | ErrorKind::PermissionDenied
        | ErrorKind::ConfirmationRequired
        | ErrorKind::TierRestricted
        | ErrorKind::NotReady
        | ErrorKind::Unsupported
        | ErrorKind::Conflict
        | ErrorKind::RateLimited => true,
        ErrorKind::Timeout
        | ErrorKind::Cancelled
        | ErrorKind::TooLarge
        | ErrorKind::ToolFailed
        | ErrorKind::Unity
        | ErrorKind::OutcomeUnknown
        | ErrorKind::Internal => false,
    }
}
