//! The bundle `announced`: tools for the commands that a running Unity announces.

mod list_commands;
mod run_command;

unity_tools::bundle![list_commands::list_commands, run_command::run_command];
