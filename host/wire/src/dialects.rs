//! The list of dialects.

pub(crate) mod command;
pub(crate) mod editor;
pub(crate) mod explorer;
pub(crate) mod mcp;
pub(crate) mod sessionless;

use crate::dialect::NewDialect;
use crate::options::WireOptions;
use mcp::listing::ListOptions;

/// All dialects, in the order of the page at `/`.
pub(crate) fn all(options: &WireOptions) -> Vec<NewDialect> {
    let lists = ListOptions {
        output_schemas: options.output_schemas,
        page_size: options.page_size,
        ttl: options.list_ttl,
    };
    let text = options.text;
    vec![
        mcp::dialect(mcp_options(options)),
        explorer::dialect(options.explorer.clone()),
        editor::dialect(options.editor),
        command::dialect(options.command.clone()),
        sessionless::dialect(sessionless::Options { lists, text }),
    ]
}

pub(crate) fn mcp_options(options: &WireOptions) -> mcp::Options {
    mcp::Options {
        sse: options.sse.enabled,
        lists: ListOptions {
            output_schemas: options.output_schemas,
            page_size: options.page_size,
            ttl: options.list_ttl,
        },
        text: options.text,
        ask_limit: options.ask_limit,
        state_key: options.state_key,
        used_states_file: options.used_states_file.clone(),
    }
}
