//! From a project: files that are odd, huge or made to mislead.
//!
//! | attack | test |
//! |---|---|
