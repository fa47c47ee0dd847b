//! The tools made for agents, on the real projects, against a second reader of their files.
//!
//! Belongs here: whole tables, and tasks that an agent has. Does not: what one tool shows on a small project of its own.

mod paging;
mod second_reader;
mod tables;
mod tasks;
