//! From a bundle: a component that lies, floods, spins, or holds on to what was taken back.
//!
//! | attack | test |
//! |---|---|
