//! The bundle `run-csharp`: C# in a running Unity.
//!
//! Belongs here: which tools the bundle has.

mod run_csharp;

unity_tools::bundle![run_csharp::run_csharp];
