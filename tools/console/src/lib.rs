//! The bundle `console`: runs C#.
//!
//! Belongs here: which tools the bundle has.

mod console_eval;

unity_tools::bundle![console_eval::console_eval];
