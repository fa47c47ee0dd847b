//! The bundle `scripts`: tools that write C# sources of the project.
//!
//! Belongs here: the list of the bundle's tools. Does not: writing a file and compiling, which the bridge does.

mod patch;
mod patch_script;
mod source;
mod write_script;
mod written;

unity_tools::bundle![patch_script::patch_script, write_script::write_script];
