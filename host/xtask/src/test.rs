//! `cargo xtask test`: builds the components and the host, and runs all tests.
//!
//! Belongs here: the list of test suites, and their environment variables. Does not: the tests.
//!
//! Tests read these variables, which are unset if a program is missing. `UTH_PYTHON` is a Python with the MCP clients.
//! `UTH_NODE` is a Node.js and `UTH_NODE_PACKAGES` the folder of its packages. `UTH_CHROMIUM` is a browser.
//! `UTH_UNITY_PLAYER` is the folder of a Unity player, `UTH_UNITY_ASSEMBLIES` that of a newer Unity's assemblies,
//! `UTH_ROSLYN` that of Unity's C# compiler. `UTH_COMPONENTS` is the folder of the built components. `UTH_BUILD`
//! lets `cargo xtask` inside of a test use what is compiled. `UTH_FAST` is `1` with `--fast`: tests that need Python,
//! Node.js, a Unity player or a network then print this and pass.

use crate::components::{self, ComponentsArgs};
use crate::conformance;
use crate::docs;
use crate::guests::{self, GuestsArgs};
use crate::host::{self, HOST};
use crate::process;
use crate::provision::npm::{self, NodePackages};
use crate::provision::python::mdbook;
use crate::provision::{debian, or_skip, python, unity};
use crate::sdk_packages;
use crate::steps::{Done, Steps};
use crate::workspace::{Build, Workspace};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc;

/// Paths of the programs in other languages that tests start. A path is `None` if the program is missing.
#[derive(Default)]
struct Programs {
    python: Option<PathBuf>,
    node: Option<NodePackages>,
    chromium: Option<PathBuf>,
    unity_player: Option<PathBuf>,
    unity_assemblies: Option<PathBuf>,
    roslyn: Option<PathBuf>,
}

/// The options of `cargo xtask test`.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct TestArgs {
    /// Skip tests that need Node, Python or a network.
    #[arg(long)]
    pub(crate) fast: bool,
    /// Lint the compiled code; a warning is an error. `cargo xtask ci` sets this option.
    #[arg(long)]
    pub(crate) linted: bool,
}

pub(crate) fn run(workspace: &Workspace, args: TestArgs) -> Result<()> {
    let mut steps = Steps::new("cargo xtask test");
    add_steps(&workspace.for_tests(args.linted), args, &mut steps, |_| (), |_| ());
    steps.finish()
}

/// Adds the tests as steps of a longer task, with a workspace that is compiled for tests. `checks` adds independent steps, which run in the background.
/// `compiled_too` adds steps that use the same target folder as the program and the tests.
///
/// Two threads use separate target folders, because cargo locks a folder. One builds the program and the tests; the
/// other builds everything else with a lower priority. Together they use all cores, because the largest crates compile
/// one at a time. A third thread downloads programs.
pub(crate) fn add_steps(
    workspace: &Workspace,
    args: TestArgs,
    steps: &mut Steps,
    checks: impl FnOnce(&mut Steps) + Send,
    compiled_too: impl FnOnce(&mut Steps),
) {
    let (program_is_built, built) = mpsc::channel();
    let (compiled, (aside, there, programs)) = std::thread::scope(|scope| {
        let aside = scope.spawn(|| background_steps(workspace, args, checks, built));
        let compiled = compiled(workspace, steps, program_is_built);
        compiled_too(steps);
        (compiled, aside.join().expect("a step that fails does not panic"))
    });
    steps.append(aside);
    if !compiled || !there {
        return;
    }
    // This compiles only the last crate and links it, or nothing if no component changed.
    let embedded = steps.step("host program, with its components inside", || {
        host::build(workspace, &[HOST])
    });
    if !embedded {
        return;
    }
    if !args.fast {
        docs::add_steps(workspace, steps);
        conformance::add_step(workspace, steps);
    }
    steps.step("tests", || suites(workspace, args, &programs));
    steps.step("doc tests", || {
        process::run(&mut cargo(workspace, args, &programs, "test --doc")?)
    });
}

/// Builds the program and the tests. Sends a message to `built` when the program is built, or drops `built` if this
/// fails. Returns true if both succeeded.
fn compiled(workspace: &Workspace, steps: &mut Steps, built: mpsc::Sender<()>) -> bool {
    let program = steps.step("host program", || host::build(workspace, &[HOST]));
    if !program {
        return false;
    }
    let _ = built.send(());
    steps.step("tests, compiled", || host::build_tests(workspace))
}

/// Builds guests and finds the programs that tests start, in the background. Returns the steps, true if the components
/// are installed, and the programs.
fn background_steps(
    workspace: &Workspace,
    args: TestArgs,
    checks: impl FnOnce(&mut Steps) + Send,
    program: mpsc::Receiver<()>,
) -> (Steps, bool, Programs) {
    let mut steps = Steps::background("what runs beside the host's build", workspace.target().join("steps"));
    let mut guests = None;
    let (fetched, programs, others) = std::thread::scope(|scope| {
        let fetched = scope.spawn(|| fetched(workspace, args, checks));
        steps.step("components, compiled", || {
            components::compile(workspace, &ComponentsArgs::default()).map(|made| guests = Some(made))
        });
        fetched.join().expect("a step that fails does not panic")
    });
    steps.follow(fetched);
    let mut there = false;
    if program.recv().is_ok()
        && let Some(guests) = guests
    {
        there = steps.step("components, with their sections", || {
            components::install_all(workspace, &guests)
        });
        if let Some(others) = others {
            steps.step("guests in other languages, with their sections", || {
                guests::install_all(workspace, &others)
            });
        }
    }
    (steps, there, programs)
}

/// Downloads what tests need, and builds what depends on downloads alone. This is a thread of its own: the downloads
/// take minutes without using a core, and one core would stay idle if these steps followed the build of the components.
fn fetched(
    workspace: &Workspace,
    args: TestArgs,
    checks: impl FnOnce(&mut Steps),
) -> (Steps, Programs, Option<guests::Compiled>) {
    let mut steps = Steps::background("what is downloaded beside the build", workspace.target().join("steps"));
    let (mut programs, mut others) = (Programs::default(), None);
    if !args.fast {
        add_programs(workspace, &mut programs, &mut steps);
    }
    steps.step("mono for tests in C#", || find(workspace, &mut None, debian::mono));
    if !args.fast {
        steps.step("mdBook for the documentation", || find(workspace, &mut None, mdbook));
        steps.step("guests in other languages, compiled", || {
            guests::compile(workspace, &GuestsArgs::default()).map(|made| others = Some(made))
        });
        steps.step("packages of the SDKs", || sdk_packages::build_all(workspace));
    }
    checks(&mut steps);
    (steps, programs, others)
}

fn add_programs(workspace: &Workspace, programs: &mut Programs, steps: &mut Steps) {
    steps.step("python for the end-to-end tests", || {
        find(workspace, &mut programs.python, python::for_tests)
    });
    steps.step("node for the end-to-end tests", || {
        find(workspace, &mut programs.node, npm::stock_clients)
    });
    // The conformance step calls this function again and reports a missing program itself.
    steps.step("packages of the conformance suite", || {
        find(workspace, &mut None, npm::conformance_suite)
    });
    steps.step("chromium for the end-to-end tests", || {
        find(workspace, &mut programs.chromium, debian::chromium)
    });
    steps.step("a Unity player for the package's tests", || {
        find(workspace, &mut programs.unity_player, unity::player)
    });
    steps.step("a newer Unity's assemblies for the package", || {
        find(workspace, &mut programs.unity_assemblies, unity::assemblies)
    });
    steps.step("Unity's C# compiler for the package", || {
        find(workspace, &mut programs.roslyn, unity::compiler)
    });
}

fn find<T>(workspace: &Workspace, place: &mut Option<T>, program: fn(&Workspace) -> Result<T>) -> Result<Done> {
    Ok(match or_skip(workspace, program(workspace))? {
        Ok(found) => {
            *place = Some(found);
            Done::Fully
        }
        Err(missing) => Done::Skipped(format!("tests that need it are skipped: {missing}")),
    })
}

fn suites(workspace: &Workspace, args: TestArgs, programs: &Programs) -> Result<Done> {
    if process::exists("cargo-nextest", "--version") {
        let mut command = cargo(workspace, args, programs, "nextest run")?;
        command.args(["--no-tests", "pass", "--test-threads", &test_threads().to_string()]);
        process::run(&mut command)?;
        return Ok(Done::Fully);
    }
    println!(
        "cargo-nextest is not installed, so cargo's own runner is used; `cargo install cargo-nextest --locked` brings it"
    );
    process::run(&mut cargo(workspace, args, programs, "test --lib --bins --tests")?)?;
    Ok(Done::Skipped(
        "with cargo's own runner: cargo-nextest is not installed".to_owned(),
    ))
}

/// Returns twice the number of cores, because many tests wait for a host, a browser or a timer.
fn test_threads() -> usize {
    2 * std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn cargo(workspace: &Workspace, args: TestArgs, programs: &Programs, words: &str) -> Result<Command> {
    let mut command = host::cargo_test(workspace, words)?;
    command.env("UTH_COMPONENTS", workspace.components());
    command.env(Build::VARIABLE, workspace.build.name());
    let node = programs.node.as_ref();
    let found = [
        ("UTH_PYTHON", programs.python.as_deref()),
        ("UTH_NODE", node.map(|packages| packages.node.as_path())),
        ("UTH_NODE_PACKAGES", node.map(|packages| packages.folder.as_path())),
        ("UTH_CHROMIUM", programs.chromium.as_deref()),
        ("UTH_UNITY_PLAYER", programs.unity_player.as_deref()),
        ("UTH_UNITY_ASSEMBLIES", programs.unity_assemblies.as_deref()),
        ("UTH_ROSLYN", programs.roslyn.as_deref()),
    ];
    for (name, path) in found {
        match path {
            Some(path) => command.env(name, path),
            None => command.env_remove(name),
        };
    }
    if args.fast {
        command.env("UTH_FAST", "1");
    }
    Ok(command)
}
