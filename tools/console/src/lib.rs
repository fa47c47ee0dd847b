//! The bundle `console`: runs C#.
//!
//! Belongs here: which tools the bundle has.

mod console_eval;

pub use console_eval::ConsoleEval;

unity_tools::export! { tools: [ConsoleEval] }
