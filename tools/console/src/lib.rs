//! The bundle `console`: a tool that runs C# code.
//!
//! Belongs here: the list of the bundle's tools.

mod console_eval;

unity_tools::bundle![console_eval::console_eval];
