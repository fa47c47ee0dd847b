//! From the network: whoever reaches the port, with or without a token.
//!
//! | attack | test |
//! |---|---|
