//! Tests of the session on generated projects: ids, edits, reloads, problem files.
