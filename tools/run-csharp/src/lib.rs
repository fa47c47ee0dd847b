//! The bundle `run-csharp`: a tool that runs C# code in a running Unity instance.
//!
//! Belongs here: the list of the bundle's tools.

mod run_csharp;

unity_tools::bundle![run_csharp::run_csharp];
