//! The reference pages of this version as Markdown: configuration keys, command line, refusals, tools.
//!
//! The pages come from the tables that the program itself uses, so they always agree with the program.

mod refusals;
mod schema;

pub(crate) use refusals::refusals;

use crate::config::{Applies, KEYS, Key, variable};
use host_api::ToolDescriptor;
use schema::rows;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// Width in columns of the command line help in the reference pages.
const WIDTH: usize = 100;

pub(crate) struct Page {
    /// Path of the page relative to the folder of the reference.
    pub(crate) name: PathBuf,
    pub(crate) text: String,
}

impl Page {
    fn new(name: impl Into<PathBuf>, text: String) -> Self {
        Self {
            name: name.into(),
            text,
        }
    }
}

pub(crate) fn configuration() -> Page {
    let mut text = "# Configuration keys\n\n\
        Every key of the configuration file. [Configuration](../operate/configuration.md) says which file the host reads, \
        and which source wins.\n\n\
        A key with the mark *restart* takes effect at the next start. All others apply while the host runs.\n"
        .to_owned();
    let mut section = "";
    for key in KEYS {
        let (prefix, _) = key.name.rsplit_once('.').unwrap_or(("", key.name));
        if prefix != section {
            section = prefix;
            write_line(&mut text, &format!("\n## `[{section}]`\n"));
        }
        write_key(&mut text, key);
    }
    Page::new("configuration.md", text)
}

fn write_key(text: &mut String, key: &Key) {
    let restart = match key.applies {
        Applies::AtOnce => "",
        Applies::Restart => " *restart*",
    };
    write_line(text, &format!("### `{}`{restart}\n\n{}\n", key.name, key.doc()));
    write_line(text, &format!("- Value: {}", key.kind.expected()));
    if !key.default.is_empty() {
        write_line(text, &format!("- Default: `{}`", key.default));
    }
    if let Some(variable) = variable(key) {
        write_line(text, &format!("- Variable: `{variable}`"));
    }
    text.push('\n');
}

pub(crate) fn command_line(cli: &mut clap::Command) -> Page {
    let mut text =
        "# Command line\n\nThe help of every command, as `unity-tool-host COMMAND --help` prints it.\n".to_owned();
    let mut cli = std::mem::take(cli).term_width(WIDTH);
    cli.build();
    let program = cli.get_name().to_owned();
    write_help(&mut text, &program, &mut cli);
    for command in cli.get_subcommands_mut() {
        if !command.is_hide_set() && command.get_name() != "help" {
            let name = format!("{program} {}", command.get_name());
            write_help(&mut text, &name, command);
        }
    }
    Page::new("command-line.md", text)
}

fn write_help(text: &mut String, name: &str, command: &mut clap::Command) {
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    write_line(
        text,
        &format!("\n## `{name}`\n\n```text\n{}\n```", lines.join("\n").trim_end()),
    );
}

/// Creates a page for each bundle, and the page that lists all tools. `off_by_default` contains the ids of bundles that are
/// off without a grant, each with a sentence that names the key.
pub(crate) fn tools(tools: &[Arc<ToolDescriptor>], off_by_default: &BTreeMap<String, String>) -> Vec<Page> {
    let mut bundles: BTreeMap<&str, Vec<&ToolDescriptor>> = BTreeMap::new();
    for tool in tools {
        bundles.entry(&tool.bundle).or_default().push(tool);
    }
    let mut list =
        "# Tools\n\nEvery bundled tool, by bundle. The [policy](../use/policy.md) decides which calls are allowed. A tool with \
        the mark *off* needs a key of the configuration, which the page of its bundle names.\n\n\
        | tool | bundle | effect | description |\n|---|---|---|---|\n"
            .to_owned();
    let mut pages = Vec::new();
    for (bundle, tools) in bundles {
        let mut text = format!("# Bundle `{bundle}`\n\n[All tools](../tools.md)\n");
        let off = off_by_default.get(bundle);
        if let Some(why) = off {
            let why = escape_html(why.strip_prefix("its ").unwrap_or(why));
            write_line(&mut text, &format!("\nOff by default: the {why}."));
        }
        let mark = if off.is_some() { " *off*" } else { "" };
        for tool in tools {
            let (name, effect) = (&tool.name, tool.effect.as_str());
            let first = tool.description.split_inclusive(". ").next().unwrap_or_default();
            let anchor = name.to_lowercase().replace('.', "");
            write_line(
                &mut list,
                &format!(
                    "| [`{name}`](tools/{bundle}.md#{anchor}) | {bundle}{mark} | {effect} | {} |",
                    cell(first.trim())
                ),
            );
            write_tool(&mut text, tool);
        }
        pages.push(Page::new(format!("tools/{bundle}.md"), text));
    }
    pages.push(Page::new("tools.md", list));
    pages
}

fn write_tool(text: &mut String, tool: &ToolDescriptor) {
    write_line(
        text,
        &format!("\n## {}\n\n{}\n", tool.name, escape_html(&tool.description)),
    );
    write_line(text, &format!("- Effect: {}", tool.effect.as_str()));
    write_line(text, &format!("- Category: {}, tier: {}", tool.category, tool.tier));
    if !tool.needs.is_empty() {
        write_line(text, &format!("- Needs: {}", tool.needs.join(", ")));
    }
    write_rows(text, "argument", &rows(&tool.input_schema));
    if let Some(schema) = &tool.output_schema {
        write_rows(text, "result", &rows(schema));
    }
}

fn write_rows(text: &mut String, what: &str, rows: &[schema::Row]) {
    if rows.is_empty() {
        write_line(text, &format!("\nNo {what}."));
        return;
    }
    write_line(text, &format!("\n| {what} | type | meaning |\n|---|---|---|"));
    for row in rows {
        let required = if row.is_required { " (required)" } else { "" };
        let (name, kind, meaning) = (&row.name, cell(&row.kind), cell(&row.meaning));
        write_line(text, &format!("| `{name}`{required} | {kind} | {meaning} |"));
    }
}

/// Formats a text for one cell of a Markdown table: on one line, with `|` escaped.
fn cell(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    escape_html(&line.join(" ").replace('|', "\\|"))
}

/// Escapes every `<` outside of code spans, so that it does not start an HTML tag.
fn escape_html(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => part.replace('<', "&lt;"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn write_line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_list_every_key_and_visible_command() {
        let page = configuration().text;
        for key in KEYS {
            assert!(page.contains(&format!("### `{}`", key.name)), "{}", key.name);
        }
        let mut cli = clap::Command::new("host")
            .subcommand(clap::Command::new("serve").arg(clap::Arg::new("port").long("port").help("Where")))
            .subcommand(clap::Command::new("inner").hide(true));
        let page = command_line(&mut cli).text;
        assert!(page.contains("## `host serve`") && page.contains("--port"), "{page}");
        assert!(!page.contains("host inner"), "{page}");
    }

    #[test]
    fn cell_escapes_markup_and_joins_lines() {
        assert_eq!(cell("a\n  | b <T> `<U>`"), "a \\| b &lt;T> `<U>`");
    }
}
