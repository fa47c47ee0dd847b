//! The bundle `run-csharp`: C# in a running Unity.
//!
//! Belongs here: which tools the bundle has.

mod run_csharp;

pub use run_csharp::RunCsharp;

unity_tools::export! { tools: [RunCsharp] }
