//! The state that all connections of the command protocol share.

use crate::dialects::command::counts::{CommandTotals, Totals};
use crate::dialects::command::schema::Schema;
use crate::options::WireOptions;
use crate::slots::Slots;
use std::sync::Arc;
use tokio_util::task::TaskTracker;

/// The state that all connections of this dialect share.
pub(crate) struct Command {
    /// Open connections.
    pub(crate) connections: Arc<Slots>,
    /// Owns the task of each connection, from the upgrade on.
    pub(crate) links: TaskTracker,
    /// The catalog as `get_schema` shows it.
    pub(crate) schema: Schema,
    pub(crate) counted: Arc<Totals>,
}

impl Command {
    pub(crate) fn new(options: &WireOptions) -> Self {
        Self {
            connections: Slots::new(options.command.max_connections),
            links: TaskTracker::new(),
            schema: Schema::default(),
            counted: Arc::default(),
        }
    }

    /// The sums for `/health`.
    pub(crate) fn totals(&self) -> CommandTotals {
        self.counted.shown(self.connections.taken())
    }
}
