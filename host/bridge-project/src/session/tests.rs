//! The session against generated projects: ids, edits, re-reads, problem files.
