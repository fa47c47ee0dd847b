//! What an attacker, a hostile bundle and an odd project try, one test for each thing that once worked.
//!
//! Belongs here: attacks on the real program, found by their words in the three tables below. Does not: what one crate
//! can show by itself; the tables name the file with such a test.

mod bundles;
#[cfg(unix)]
mod data_folder;
mod network;
mod projects;
