//! Who may do what: rules and a request in, `Permit`, `Denied` or `Ask` out.
//!
//! Belongs here: the rules, gate 1 (`decide`), gate 2 (`Permit::check`), the operator's ceiling. Does not: files, clocks,
//! asking a person, audit lines. A `Permit` is made only in this crate; whatever runs a guest demands one.

mod ceiling;
mod cell;
mod decide;
mod permit;
mod refusal;
mod rules;

pub use ceiling::{Ceiling, RefusedKey};
pub use cell::PolicyCell;
pub use decide::{Ask, Confirmation, Decision, ToolFacts, decide, permit_read};
pub use permit::Permit;
pub use refusal::Refusal;
pub use rules::{ConfirmBy, Policy};
