//! The settings of a host under test: those of the wire, and those of each dialect.

use host_dialect_command as command;
use host_dialect_editor as editor;
use host_dialect_explorer as explorer;
use host_dialect_mcp as mcp;
use host_dialect_sessionless as sessionless;
use host_wire::{NewDialect, WireOptions};
use std::ops::{Deref, DerefMut};

#[derive(Default)]
pub(crate) struct Options {
    pub(crate) wire: WireOptions,
    pub(crate) mcp: mcp::Options,
    pub(crate) explorer: explorer::Options,
    pub(crate) editor: editor::Options,
    pub(crate) command: command::Options,
}

impl Options {
    /// All dialects, in the order of the server.
    pub(crate) fn dialects(self) -> Vec<NewDialect> {
        let (lists, text) = (self.mcp.lists, self.mcp.text);
        vec![
            mcp::dialect(self.mcp),
            explorer::dialect(self.explorer),
            editor::dialect(self.editor),
            command::dialect(self.command),
            sessionless::dialect(sessionless::Options { lists, text }),
        ]
    }
}

/// Most tests change a setting of the wire.
impl Deref for Options {
    type Target = WireOptions;

    fn deref(&self) -> &WireOptions {
        &self.wire
    }
}

impl DerefMut for Options {
    fn deref_mut(&mut self) -> &mut WireOptions {
        &mut self.wire
    }
}
