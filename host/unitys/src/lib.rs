//! The running Unitys of one host: who may link, which is which, and which of them a call goes to.
//!
//! Belongs here: the table of Unitys and the choice among them. Does not: what is said over a link (`bridge-live`), sockets (`wire`).

mod choice;
mod choosing;
mod door;
mod folder;
mod habits;
mod hearing;
mod inner;
mod numbers;
mod one;
mod roots;
mod switches;
mod table;
mod targets;
#[cfg(test)]
mod tests;
mod unitys;
mod unsaid;

pub use folder::Folder;
pub use unitys::Unitys;
