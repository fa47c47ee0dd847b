//! Creates all dialects (protocols that clients use) with their settings.

use crate::config::Settings;
use host_dialect_command as command;
use host_dialect_editor as editor;
use host_dialect_explorer as explorer;
use host_dialect_mcp as mcp;
use host_dialect_sessionless as sessionless;
use host_mcp_shapes::listing::ListOptions;
use host_wire::NewDialect;

/// Returns all client protocols (dialects), in the order of the start page at `/`. `mcp` contains the options of MCP.
pub(crate) fn all(settings: &Settings, mcp: mcp::Options) -> Vec<NewDialect> {
    vec![
        mcp::dialect(mcp),
        explorer::dialect(explorer_options(settings)),
        editor::dialect(editor::Options {
            enabled: settings.editor,
        }),
        command::dialect(command_options(settings)),
        sessionless::dialect(sessionless::Options {
            lists: list_options(settings),
            text: settings.text,
        }),
    ]
}

/// Returns the options of the MCP protocol from the settings, without the paths of the files that MCP needs.
pub(crate) fn mcp_options(settings: &Settings) -> mcp::Options {
    mcp::Options {
        sse: settings.sse,
        lists: list_options(settings),
        text: settings.text,
        ask_limit: settings.server.answer_limit,
        tasks: mcp::TaskLimits {
            most: settings.max_tasks,
            keep: settings.keep_tasks,
        },
        ..mcp::Options::default()
    }
}

fn list_options(settings: &Settings) -> ListOptions {
    ListOptions {
        output_schemas: settings.output_schemas,
        ..ListOptions::default()
    }
}

fn explorer_options(settings: &Settings) -> explorer::Options {
    explorer::Options {
        enabled: settings.explorer.enabled,
        max_in_flight: settings.explorer.max_in_flight,
        mirror_beyond_loopback: settings.explorer.mirror_beyond_loopback,
        ..explorer::Options::default()
    }
}

fn command_options(settings: &Settings) -> command::Options {
    command::Options {
        enabled: settings.command,
        ..command::Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Configuration, Sources};

    /// Tests that the defaults in the table of keys equal those in the dialects, which other programs use.
    #[test]
    fn default_options_equal_those_of_each_dialect() {
        let folder = tempfile::tempdir().unwrap();
        let sources = Sources::from_flags(folder.path(), std::iter::empty::<(&str, &str)>());
        let settings = Configuration::read(&sources).unwrap().settings;
        let set = [
            format!("{:?}", mcp_options(&settings)),
            format!("{:?}", explorer_options(&settings)),
            format!("{:?}", command_options(&settings)),
            format!("{:?}", settings.editor),
        ];
        let own = [
            format!("{:?}", mcp::Options::default()),
            format!("{:?}", explorer::Options::default()),
            format!("{:?}", command::Options::default()),
            format!("{:?}", editor::Options::default().enabled),
        ];
        assert_eq!(set, own);
    }
}
