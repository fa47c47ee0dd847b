//! The running instances of one host: which may connect, how they are identified, and which of them a call goes to.
//!
//! Belongs here: the table of instances and the choice among them. Does not: the link protocol (`bridge-live`),
//! sockets (`wire`).

mod ambiguous_target;
mod choice;
mod choosing;
mod chosen_target;
mod door;
mod folder;
mod habits;
mod hearing;
mod inner;
mod numbers;
mod roots;
mod switches;
mod table;
mod target;
mod targets;
#[cfg(test)]
mod tests;

pub use folder::Folder;
pub use targets::Targets;
