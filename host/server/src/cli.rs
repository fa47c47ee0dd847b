//! The command line: what can be typed, and the exit codes.
//!
//! Belongs here: commands, flags, their help. Does not: what a command does.

mod traffic;

use crate::author_command;
use crate::authors::{Authors, Language};
use crate::call_command;
use crate::check_command;
use crate::command_line::{self, Failure};
use crate::compile_command;
use crate::component_command;
use crate::config::{Flag, Sources, Written};
use crate::core::Tools;
use crate::dev_command;
use crate::printed::{complain, ends_unread};
use clap::{Args, Parser, Subcommand};
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
        unity-tool-host call ListScenes '{}' --project ~/Games/MyGame\n  \
        unity-tool-host serve --set unity.live=true --record game.jsonl\n  \
        unity-tool-host call list_scenes --replay game.jsonl\n  \
        unity-tool-host new my-tools --language rust\n  \
        unity-tool-host compile ~/my-bundles\n  \
        unity-tool-host inspect my-tools.wasm\n\n\
        Clients of this machine find a serving host by <temporary folder>/unity-explorer-mcp.json, or where UE_MCP_DISCOVERY\n\
        or `server.discovery-file` says; `--set server.discovery-file=off` writes none.\n\n\
        Exit codes: 0 done, 1 failed (for `call`: the tool answered with an error; for `list`, `call`, `compile` and `serve --check`\n\
        also: a bundle is refused, or the configuration names an unknown bundle or grant; for `inspect`: it would be refused; for `check`: it has a fault), 2 wrong usage or configuration,\n\
        141 nobody reads what it prints (`| head`); `serve` and `stdio` serve on."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve MCP clients over HTTP. The first line on stdout says where.
    Serve(Serve),
    /// Serve one MCP client over stdin and stdout, as clients start it themselves. No other client reaches it; logs go to stderr.
    Stdio(Stdio),
    /// Print the tools that would be served.
    List(List),
    /// Call one tool and print its answer, without a client.
    Call(Call),
    /// Make the folder of a new bundle, ready to build anywhere.
    New(New),
    /// Build the bundle in a folder with its language's own toolchain, and write what it lists into the component.
    Build(Folder),
    /// Serve the bundle in a folder beside the bundled tools, and build it again whenever its sources change.
    Dev(Dev),
    /// Run a bundle's own tests, natively.
    Test(Folder),
    /// Say what a host, or whoever reads its list, has against a bundle, and run its examples; exit code 1 for any fault.
    Check(Check),
    /// Compile bundles ahead of time, so that the next start finds them in the cache.
    Compile(Compile),
    /// Show what a component imports, lists and weighs, and what of it a host grants by default. Runs nothing.
    Inspect(Inspect),
    /// Ask a component what it has, with every import refused, and print that or write it into a component's section.
    Listing(Listing),
    /// What a host starts to compile one component in a process of its own.
    #[command(hide = true)]
    CompileForHost,
}

#[derive(Args)]
struct New {
    /// The bundle's id, which is also the folder's name: small letters, digits and `-`.
    id: String,
    /// What it is written in.
    #[arg(long, value_enum, default_value = "rust")]
    language: Language,
}

#[derive(Args)]
struct Folder {
    /// The bundle's folder, which holds bundle.toml.
    #[arg(default_value = ".")]
    folder: PathBuf,
}

#[derive(Args)]
struct Dev {
    /// The bundle's folder, which holds bundle.toml.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Listen here instead of 127.0.0.1:7000; port 0 takes a free one. May be repeated.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Vec<String>,
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Check {
    /// The bundle's folder, which holds bundle.toml.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// One JSON object instead of lines.
    #[arg(long)]
    json: bool,
    /// Run the examples on this Unity project instead of the working directory's or the sample.
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Run them on this recording.
    #[arg(long, value_name = "FILE", conflicts_with = "project")]
    replay: Option<PathBuf>,
}

#[derive(Args)]
struct Compile {
    /// One bundle (DIR holds bundle.toml) or a folder of bundles. May be repeated; the bundled tools are compiled as well.
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
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
    /// Write the answer into the section `unity-tools:listing/0.2` of this component, which may be the same.
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
}

#[derive(Args)]
struct Serve {
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    common: Common,
    /// Listen here instead of 127.0.0.1:7000; port 0 takes a free one. May be repeated.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Vec<String>,
    /// Check configuration and bundles, print each value in force with where it came from and each bundle, and stop.
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
    common: Common,
    /// The Unity that everything is for which names none itself: an id, a project's name or a path of the project or in it;
    /// wants `unity.live`.
    #[arg(long, value_name = "NAME")]
    unity: Option<String>,
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    common: Common,
    /// One JSON array instead of a table: name, bundle, effect, description, schemas.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Call {
    /// The tool's name as `list` prints it.
    tool: String,
    /// Its arguments, a JSON object.
    #[arg(default_value = "{}")]
    arguments: String,
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    common: Common,
}

/// What every command takes.
#[derive(Args, Default)]
struct Common {
    /// Read this configuration; without it UNITY_TOOL_HOST_CONFIG, then ./unity-tool-host.toml, if there is one and it lies
    /// in no Unity project and around none that is served.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The Unity project; without it the working directory's or its nearest parent's, else the embedded sample.
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// One bundle (DIR holds bundle.toml) or a folder of bundles, beside the bundled tools. May be repeated.
    #[arg(long, value_name = "DIR")]
    tools: Vec<PathBuf>,
    /// Leave the bundled tools out.
    #[arg(long, conflicts_with = "bundled")]
    no_bundled: bool,
    /// Take the bundled tools from here instead of from beside the program.
    #[arg(long, value_name = "DIR")]
    bundled: Option<PathBuf>,
    /// Override any key of the configuration, value in TOML form (a bare word is a string), e.g.
    /// policy.allow-writes=true. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
    /// Tools that MCP clients are listed: standard, all, offline, groups or bundles, separated by commas; `policy.profile`.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Log level: error, warn, info, debug or trace. Logs go to stderr.
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,
}

impl Common {
    fn sources(&self, listen: &[String], traffic: &Traffic) -> Result<Sources, Failure> {
        let mut flags = Vec::new();
        for set in &self.sets {
            let Some((key, value)) = set.split_once('=') else {
                return Err(Failure::usage(format!(
                    "--set {set}: expected KEY=VALUE, e.g. --set policy.allow-writes=true"
                )));
            };
            let key = key.trim();
            flags.push(Flag {
                key: key.to_owned(),
                shown: format!("--set {key}"),
                written: Written::Text(value.trim().to_owned()),
            });
        }
        // The flags with a name of their own come last: they are what the person meant most explicitly.
        let mut named = |key: &str, flag: &str, value: toml::Value| {
            flags.push(Flag {
                key: key.to_owned(),
                shown: flag.to_owned(),
                written: Written::Value(value),
            });
        };
        if let Some(folder) = &self.project {
            named(
                "project.path",
                "--project",
                toml::Value::String(folder.to_string_lossy().into_owned()),
            );
        }
        if let Some(profile) = &self.profile {
            named("policy.profile", "--profile", toml::Value::String(profile.clone()));
        }
        if let Some(level) = &self.log {
            named("log.level", "--log", toml::Value::String(level.clone()));
        }
        match listen {
            [] => {}
            [one] => named("server.listen", "--listen", toml::Value::String(one.clone())),
            several => named("server.listen", "--listen", several.to_vec().into()),
        }
        flags.extend(traffic.flags());
        Sources::of_process(self.config.clone(), flags)
            .map_err(|error| Failure::run(anyhow::Error::new(error).context("the working directory cannot be told")))
    }

    fn tools(&self) -> Tools {
        Tools {
            folders: self.tools.clone(),
            no_bundled: self.no_bundled,
            bundled: self.bundled.clone(),
            compiler: compile_command::compiler(),
        }
    }
}

/// Parses the command line, runs the command, and gives back the exit code. `authors` does what the authors' commands ask for.
pub fn main(authors: &'static dyn Authors) -> ExitCode {
    crate::began::note();
    let command = Cli::parse().command;
    let serves = match &command {
        Command::Serve(args) => !args.check,
        Command::Stdio(_) | Command::CompileForHost => true,
        _ => false,
    };
    if !serves {
        ends_unread();
    }
    let done = match command {
        Command::Serve(args) => args.common.sources(&args.listen, &args.traffic).and_then(|sources| {
            if args.check {
                command_line::check(&sources, args.common.tools(), args.json)
            } else {
                command_line::serve(&sources, args.common.tools())
            }
        }),
        Command::Stdio(args) => args
            .common
            .sources(&[], &args.traffic)
            .and_then(|sources| command_line::stdio(&sources, args.common.tools(), args.unity)),
        Command::List(args) => args
            .common
            .sources(&[], &Traffic::default())
            .and_then(|sources| command_line::list(&sources, args.common.tools(), args.json)),
        Command::Call(args) => args
            .common
            .sources(&[], &args.traffic)
            .and_then(|sources| call_command::call(&sources, args.common.tools(), &args.tool, &args.arguments)),
        Command::New(args) => author_command::new(authors, &args.id, args.language),
        Command::Build(args) => author_command::build(authors, &args.folder),
        Command::Dev(args) => args.common.sources(&args.listen, &args.traffic).and_then(|sources| {
            let mut tools = args.common.tools();
            tools.folders.push(args.folder.clone());
            dev_command::dev(authors, &args.folder, || command_line::serve(&sources, tools))
        }),
        Command::Test(args) => author_command::test(authors, &args.folder),
        Command::Check(args) => {
            let common = Common {
                project: args.project,
                tools: vec![args.folder],
                no_bundled: true,
                ..Common::default()
            };
            let traffic = Traffic {
                replay: args.replay,
                record: None,
            };
            let sources = common.sources(&[], &traffic);
            sources.and_then(|sources| check_command::check(&sources, common.tools(), args.json))
        }
        Command::Compile(args) => args.common.sources(&[], &Traffic::default()).and_then(|sources| {
            let mut tools = args.common.tools();
            tools.folders.extend(args.folders);
            compile_command::compile(&sources, tools)
        }),
        Command::Inspect(args) => component_command::inspect(&args.file, args.json),
        Command::Listing(args) => component_command::listing(&args.file, args.into.as_deref()),
        Command::CompileForHost => compile_command::for_host(),
    };
    match done {
        Ok(code) => code,
        Err(failure) => {
            complain(&format!("unity-tool-host: {failure}"));
            failure.code()
        }
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
