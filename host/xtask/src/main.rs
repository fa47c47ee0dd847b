//! `cargo xtask`: the tasks of this repository that cargo does not have.
//!
//! Belongs here: the command line, and the file for each task. Does not: the tasks. This crate must compile fast, so it
//! depends neither on the WebAssembly engine nor on an MCP client.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program talks through these"
)]

mod bench;
mod breaking;
mod ci;
mod components;
mod conformance;
mod docs;
mod files;
mod fuzz;
mod guests;
mod host;
mod lints;
mod mingw;
mod output;
mod package;
mod player;
mod process;
mod provision;
mod run;
mod rust_guests;
mod sdk_packages;
mod section;
mod steps;
mod test;
mod tidy;
mod unity_dll;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use workspace::Workspace;

/// Build, run, test and check this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the tool components and the host, then serve the embedded sample project.
    ///
    /// Arguments after `--` are passed to `unity-tool-host serve`, e.g. `cargo xtask run -- --project ../MyGame`.
    Run(run::RunArgs),
    /// Run every test.
    Test(test::TestArgs),
    /// Run all checks that must pass before a change is merged: formatting, lints, tidy, Windows check, tests.
    Ci,
    /// Build every tool and test guest written in Rust to `target/components`, and the host with the tools inside it.
    Components(components::ComponentsArgs),
    /// Build the test guests written in JavaScript and Python, which use no SDK.
    Guests(guests::GuestsArgs),
    /// Build the SDKs as packages for crates, npm and wheels, and use each once in an empty folder outside of this tree.
    SdkPackages,
    /// Run the official MCP conformance suite against the host; results go to `target/conformance`.
    Conformance(conformance::ConformanceArgs),
    /// Write the generated pages of `docs/reference`, and build the book of `docs/` to `target/book`.
    Docs(docs::DocsArgs),
    /// Check the rules of this repository that neither the compiler nor clippy checks.
    Tidy(tidy::TidyArgs),
    /// Compile all crates for Windows, without linking them.
    Mingw,
    /// Run the benchmarks; results go to `target/bench`.
    Bench(bench::BenchArgs),
    /// Start a real Unity player and a host to which it connects, without an editor; `--check` sends 20 requests.
    Player(player::PlayerArgs),
    /// Build the package for players as one assembly, for mods and for games that are built without our package.
    UnityDll(unity_dll::UnityDllArgs),
    /// Run the fuzz tests with more inputs than the test run.
    Fuzz(fuzz::FuzzArgs),
    /// Kill 500 hosts that edit a folder; cut 2,000 connections and kill 20 hosts and 20 games during writes; check the results.
    Breaking(breaking::BreakingArgs),
    /// Write a release folder and archive with the program, its components, licences and README.
    Package,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = Workspace::find().and_then(|workspace| match cli.task {
        Task::Run(args) => run::run(&workspace, &args),
        Task::Test(args) => test::run(&workspace, args),
        Task::Ci => ci::run(&workspace),
        Task::Components(args) => components::run(&workspace, &args),
        Task::Guests(args) => guests::run(&workspace, &args),
        Task::SdkPackages => sdk_packages::run(&workspace),
        Task::Conformance(args) => conformance::run(&workspace, &args),
        Task::Docs(args) => docs::run(&workspace, &args),
        Task::Tidy(args) => tidy::run(&workspace, &args),
        Task::Mingw => mingw::run(&workspace),
        Task::Bench(args) => bench::run(&workspace, &args),
        Task::Player(args) => player::run(&workspace, &args),
        Task::UnityDll(args) => unity_dll::run(&workspace, &args),
        Task::Fuzz(args) => fuzz::run(&workspace, &args),
        Task::Breaking(args) => breaking::run(&workspace, &args),
        Task::Package => package::run(&workspace),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
