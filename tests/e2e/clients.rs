//! Clients that others wrote, in every era that they know: what they do here, they do for users.
//!
//! Belongs here: the list of clients, one file each. Does not: our own small client's view of the wire. What a client
//! must be able to do is listed once, in `clients/stories.rs`; `clients/driver.rs` remote-controls a client in another
//! language; `clients/cutting.rs` cuts connections between client and host.

mod browser;
mod cutting;
pub(crate) mod driver;
mod fastmcp;
mod inspector;
mod old_sse;
mod python;
mod rmcp;
mod stdio;
pub(crate) mod stories;
mod typescript;
