//! The policy of the host: decides from rules and a request, with the result `Permit`, `Denied` or `Ask`.
//!
//! The crate contains the rules, gate 1 (`decide`), gate 2 (`Permit::check`), the operator's ceiling, and a change as a
//! value. It does not access files or clocks, ask the user or write audit lines. Only this crate creates a `Permit`,
//! and no code can run a guest without one.

mod allowlists;
mod approval;
mod ceiling;
mod cell;
mod decide;
mod difference;
mod edit;
mod permit;
mod piece;
mod reading;
mod rules;

pub use allowlists::{allowlisted, denied_now};
pub use approval::{Action, Agreed, Shown, Step};
pub use ceiling::{Ceiling, RefusedKey};
pub use cell::PolicyCell;
pub use decide::{Ask, Confirmation, Decision, ToolFacts, available, decide, may_start};
pub use edit::{ChangeOrigin, InvalidChange, PolicyChange, PolicyEditError, PolicyEditor};
pub use permit::Permit;
pub use piece::Piece;
pub use reading::{ReadingFacts, permit_event, permit_read, readable};
pub use rules::{ConfirmBy, Policy};
