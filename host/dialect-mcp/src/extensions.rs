//! The ids of the MCP extensions that the host offers, under which clients and servers declare them.

/// Long calls that are answered with a task.
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";
