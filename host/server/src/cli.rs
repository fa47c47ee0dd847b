//! The command line: commands, flags and exit codes.
//!
//! This module defines commands, flags and their help. Other modules implement each command.

mod host_flags;
mod traffic;

use crate::author_command;
use crate::authors::{Authors, Language};
use crate::call_command;
use crate::check_command;
use crate::command_line::{self, Done};
use crate::compile_command;
use crate::component_command;
use crate::dev_command;
use crate::output::{complain, ends_unread};
use crate::reference;
use clap::{Args, CommandFactory, Parser, Subcommand};
use host_catalog::EmbeddedBundle;
use host_flags::HostFlags;
use std::path::PathBuf;
use std::process::ExitCode;
use traffic::Traffic;

/// Serves tools for Unity over MCP. Every tool is a sandboxed WebAssembly component.
#[derive(Parser)]
#[command(
    name = "unity-tool-host",
    version,
    after_help = "Examples:\n  \
        unity-tool-host serve --project ~/Games/MyGame\n  \
        unity-tool-host serve --listen 127.0.0.1:0 --set policy.allow-writes=true\n  \
        unity-tool-host stdio --project ~/Games/MyGame\n  \
        unity-tool-host list --json\n  \
        unity-tool-host call list_scenes '{}' --project ~/Games/MyGame\n  \
        unity-tool-host serve --set unity.live=true --record game.jsonl\n  \
        unity-tool-host call list_scenes --replay game.jsonl\n  \
        unity-tool-host new my-tools --language rust\n  \
        unity-tool-host compile ~/my-bundles\n  \
        unity-tool-host inspect my-tools.wasm\n\n\
        Clients of this machine find a serving host through the file <temporary folder>/unity-explorer-mcp.json, or the one\n\
        in UE_MCP_DISCOVERY or `server.discovery-file`; `--set server.discovery-file=off` writes none.\n\n\
        Exit codes: 0 done, 1 failed (for `call`: the tool answered with an error; for `list`, `call`, `compile` and `serve --check`\n\
        also: a bundle is refused, or the configuration names an unknown bundle or grant; for `inspect`: it would be refused; for `check`: it has a fault), 2 wrong usage or configuration,\n\
        141 the reader of the output has gone (`| head`); `serve` and `stdio` go on."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve MCP clients over HTTP. The first line on stdout contains the address.
    Serve(Serve),
    /// Serve one MCP client over stdin and stdout, as clients start it themselves. No other client can connect; logs go
    /// to stderr.
    Stdio(Stdio),
    /// Print the tools that can be called; with --profile, those that MCP clients see under it.
    List(List),
    /// Call one tool and print its answer, without a client.
    Call(Call),
    /// Create the folder of a new bundle, ready to build anywhere.
    New(New),
    /// Build the bundle in a folder with the toolchain of its language, and write its listing into the component.
    Build(Folder),
    /// Serve the bundle in a folder beside the bundled tools, and build it again whenever its sources change.
    Dev(Dev),
    /// Run the tests of a bundle, natively.
    Test(Folder),
    /// Check a bundle for errors and weak descriptions, and run its examples; exit code 1 for any fault.
    Check(Check),
    /// Compile bundles ahead of time, so that the next start finds them in the cache.
    Compile(Compile),
    /// Show the imports, listing and size of a component, and its default grants. Runs nothing.
    Inspect(Inspect),
    /// Ask a component for its listing, with every import refused, and print it or write it into a component's section.
    Listing(Listing),
    /// Write the reference of this version as Markdown pages: configuration keys, command line, refusals, tools.
    Reference(Reference),
    /// The hidden command with which a host starts a separate process to compile one component.
    #[command(hide = true)]
    CompileForHost,
}

#[derive(Args)]
struct New {
    /// The bundle's id, which is also the folder's name: lower-case letters, digits and `-`.
    id: String,
    /// The language of the tools.
    #[arg(long, value_enum, default_value = "rust")]
    language: Language,
}

#[derive(Args)]
struct Folder {
    /// The bundle's folder, which contains bundle.toml.
    #[arg(default_value = ".")]
    folder: PathBuf,
}

#[derive(Args)]
struct Dev {
    /// The bundle's folder, which contains bundle.toml.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Listen here instead of 127.0.0.1:7000; port 0 takes a free one. May be repeated.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Vec<String>,
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    common: HostFlags,
}

#[derive(Args)]
struct Check {
    /// The bundle's folder, which contains bundle.toml.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// One JSON object instead of lines.
    #[arg(long)]
    json: bool,
    /// Run the examples on this Unity project instead of the working directory's or the sample.
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Run the examples on this recording.
    #[arg(long, value_name = "FILE", conflicts_with = "project")]
    replay: Option<PathBuf>,
}

#[derive(Args)]
struct Compile {
    /// One bundle (DIR contains bundle.toml) or a folder of bundles. May be repeated; the bundled tools are compiled as
    /// well.
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    common: HostFlags,
}

#[derive(Args)]
struct Inspect {
    /// The component, a .wasm file.
    file: PathBuf,
    /// One JSON object instead of lines.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Listing {
    /// The component to ask, a .wasm file that exports `listing`.
    file: PathBuf,
    /// Write the answer into the section `unity-tools:listing/0.3` of this component, which may be the same file.
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
}

#[derive(Args)]
struct Reference {
    /// The folder to write to. Existing pages are replaced.
    folder: PathBuf,
    #[command(flatten)]
    common: HostFlags,
}

#[derive(Args)]
struct Serve {
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    common: HostFlags,
    /// Listen here instead of 127.0.0.1:7000; port 0 takes a free one. May be repeated.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Vec<String>,
    /// Check configuration and bundles, print each active value with its source and the state of each bundle, and stop.
    #[arg(long)]
    check: bool,
    /// With --check: one JSON object with `values` and `bundles`.
    #[arg(long, requires = "check")]
    json: bool,
}

#[derive(Args)]
struct Stdio {
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    common: HostFlags,
    /// The default target, for requests that name none: an id, a project's name, or a path of the project or in it;
    /// needs `unity.live`.
    #[arg(long, value_name = "NAME")]
    unity: Option<String>,
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    common: HostFlags,
    /// One JSON array instead of a table: name, bundle, effect, description, schemas.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Call {
    /// The tool's name as `list` prints it.
    tool: String,
    /// Its arguments, a JSON object. An empty array counts as an empty object, because some clients send it.
    #[arg(default_value = "{}")]
    arguments: String,
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    common: HostFlags,
}

/// Parses the command line, runs the command, and returns the exit code. `authors` implements the commands for tool
/// authors; `embedded` are the bundled tools in the program file.
pub fn main(authors: &'static dyn Authors, embedded: &'static [EmbeddedBundle]) -> ExitCode {
    crate::process_start::note();
    let command = Cli::parse().command;
    let serves = match &command {
        Command::Serve(args) => !args.check,
        Command::Stdio(_) | Command::CompileForHost => true,
        _ => false,
    };
    if !serves {
        ends_unread();
    }
    let code = run(command, authors, embedded).unwrap_or_else(|failure| {
        complain(&format!("unity-tool-host: {failure}"));
        failure.code()
    });
    crate::telemetry::flush();
    code
}

fn run(command: Command, authors: &'static dyn Authors, embedded: &'static [EmbeddedBundle]) -> Done {
    match command {
        Command::Serve(args) => {
            let sources = args.common.sources(&args.listen, &args.traffic)?;
            let tools = args.common.tools(embedded)?;
            match args.check {
                true => command_line::check(&sources, tools, args.json),
                false => command_line::serve(&sources, tools),
            }
        }
        Command::Stdio(args) => {
            let sources = args.common.sources(&[], &args.traffic)?;
            command_line::stdio(&sources, args.common.tools(embedded)?, args.unity)
        }
        Command::List(args) => {
            let sources = args.common.sources(&[], &Traffic::default())?;
            command_line::list(&sources, args.common.tools(embedded)?, args.json)
        }
        Command::Call(args) => {
            let sources = args.common.sources(&[], &args.traffic)?;
            call_command::call(&sources, args.common.tools(embedded)?, &args.tool, &args.arguments)
        }
        Command::New(args) => author_command::new(authors, &args.id, args.language),
        Command::Build(args) => author_command::build(authors, &args.folder),
        Command::Dev(args) => {
            let sources = args.common.sources(&args.listen, &args.traffic)?;
            let mut tools = args.common.tools(embedded)?;
            tools.folders.push(args.folder.clone());
            dev_command::dev(authors, &args.folder, || command_line::serve(&sources, tools))
        }
        Command::Test(args) => author_command::test(authors, &args.folder),
        Command::Check(args) => {
            let common = HostFlags {
                project: args.project,
                tools: vec![args.folder],
                no_bundled: true,
                ..HostFlags::default()
            };
            let traffic = Traffic {
                replay: args.replay,
                record: None,
            };
            let sources = common.sources(&[], &traffic)?;
            check_command::check(&sources, common.tools(embedded)?, args.json)
        }
        Command::Compile(args) => {
            let sources = args.common.sources(&[], &Traffic::default())?;
            let mut tools = args.common.tools(embedded)?;
            tools.folders.extend(args.folders);
            compile_command::compile(&sources, tools)
        }
        Command::Inspect(args) => component_command::inspect(&args.file, args.json),
        Command::Listing(args) => component_command::listing(&args.file, args.into.as_deref()),
        Command::Reference(args) => {
            let sources = args.common.sources(&[], &Traffic::default())?;
            let pages = vec![
                reference::configuration(),
                reference::command_line(&mut Cli::command()),
                reference::refusals(),
            ];
            command_line::reference(&sources, args.common.tools(embedded)?, &args.folder, pages)
        }
        Command::CompileForHost => compile_command::for_host(),
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
