//! Who may do what: rules and a request in, `Permit`, `Denied` or `Ask` out.
//!
//! Belongs here: the rules, gate 1 (`decide`), gate 2 (`Permit::check`), the operator's ceiling, a change as a
//! value. Does not: files, clocks, asking a person, audit lines. A `Permit` is made only in this crate; whatever runs a
//! guest demands one.

mod agreed;
mod allowlists;
mod ceiling;
mod cell;
mod decide;
mod difference;
mod edit;
mod permit;
mod piece;
mod reading;
mod refusal;
mod rules;

pub use agreed::{Action, Agreed, Shown, Step};
pub use allowlists::{allowlisted, denied_now};
pub use ceiling::{Ceiling, RefusedKey};
pub use cell::PolicyCell;
pub use decide::{Ask, Confirmation, Decision, ToolFacts, available, decide, may_start};
pub use edit::{ChangeOrigin, InvalidChange, PolicyChange, PolicyEditError, PolicyEditor};
pub use permit::Permit;
pub use piece::Piece;
pub use reading::{ReadingFacts, permit_event, permit_read, readable};
pub use refusal::Refusal;
pub use rules::{ConfirmBy, Policy};
