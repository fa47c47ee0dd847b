//! The environment variables that tests look at, and what happens where something they name is missing.
//!
//! Belongs here: every variable a test reads. Does not: configuration of the host, which tests give on its command line.

use anyhow::{Context, Result, bail};
use std::path::PathBuf;

/// The folder with Unity projects to read; default `../shared/fixtures/unity`.
pub const FIXTURES: &str = "UNITY_FIXTURES";
/// The folder with `counts.py`; default `../shared/oracle`.
pub const ORACLE: &str = "UNITY_ORACLE";
/// A Python interpreter that has the packages `mcp` and `PyYAML`; `cargo xtask test` sets it.
pub const PYTHON: &str = "UTH_PYTHON";
/// The seed of the test that cuts connections; a new one each time where it is not set.
pub const CHAOS_SEED: &str = "UTH_CHAOS_SEED";

/// How often the kill tests kill their host; `cargo xtask breaking --kills` sets it.
pub const KILLS: &str = "UTH_KILLS";

/// `full`: as many links, hosts and games break as the promise says; else fewer. `cargo xtask breaking` sets it.
pub const BREAKING: &str = "UTH_BREAKING";

/// How many inputs each fuzz body gets; `cargo xtask fuzz` sets it.
pub const FUZZ: &str = "UTH_FUZZ";

/// A Node that is new enough for the pinned packages; `cargo xtask test` sets it.
pub const NODE: &str = "UTH_NODE";
/// The folder whose `node_modules` holds those packages.
pub const NODE_PACKAGES: &str = "UTH_NODE_PACKAGES";
/// A Chromium or Chrome.
pub const CHROMIUM: &str = "UTH_CHROMIUM";

/// The folder of a real Unity player; `cargo xtask test` sets it.
pub const UNITY_PLAYER: &str = "UTH_UNITY_PLAYER";

/// The folder of a newer Unity's assemblies.
pub const UNITY_ASSEMBLIES: &str = "UTH_UNITY_ASSEMBLIES";
/// The folder of Unity's C# compiler as a library, with a .NET that runs it.
pub const ROSLYN: &str = "UTH_ROSLYN";

/// The value of `name`, where it is set and not empty.
#[expect(
    clippy::disallowed_methods,
    reason = "tests are started by their environment; this is the one place that reads it"
)]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The folder of built components; default `target/components`.
pub const COMPONENTS: &str = "UTH_COMPONENTS";
/// `1` with `cargo xtask test --fast`: what needs Python or Node is left out.
pub const FAST: &str = "UTH_FAST";

/// Where cargo puts the host, if not into `target`.
pub const CARGO_TARGET: &str = "CARGO_TARGET_DIR";

/// The whole number in the variable `name`; `usual` where it is not set.
pub fn number(name: &str, usual: u64) -> Result<u64> {
    variable(name).map_or(Ok(usual), |text| {
        text.parse()
            .with_context(|| format!("{name} is `{text}`; it must be a whole number"))
    })
}

/// True in continuous integration, where nothing may be skipped.
pub fn in_ci() -> bool {
    variable("CI").is_some_and(|value| value != "0" && value != "false")
}

/// Says that `what` is left out and `why`. An error in continuous integration.
pub fn skip(what: &str, why: &str) -> Result<()> {
    if in_ci() {
        bail!("{what} must run where CI is set, but {why}");
    }
    announce(&format!("skipped: {what}: {why}"));
    Ok(())
}

/// The interpreter for tests with a stock Python client. `None`, announced, where there is none or `--fast` is on.
pub fn python(what: &str) -> Result<Option<String>> {
    program(what, PYTHON)
}

/// A Node and the folder of its packages. `None`, announced, where there is none or `--fast` is on.
pub fn node(what: &str) -> Result<Option<(String, PathBuf)>> {
    let Some(node) = program(what, NODE)? else {
        return Ok(None);
    };
    let packages = program(what, NODE_PACKAGES)?;
    Ok(packages.map(|folder| (node, PathBuf::from(folder))))
}

/// A browser. `None`, announced, where there is none or `--fast` is on.
pub fn chromium(what: &str) -> Result<Option<String>> {
    program(what, CHROMIUM)
}

/// The folder of a Unity player. `None`, announced, where there is none or `--fast` is on.
pub fn unity_player(what: &str) -> Result<Option<PathBuf>> {
    program(what, UNITY_PLAYER).map(|folder| folder.map(PathBuf::from))
}

/// The folder of a newer Unity's assemblies. `None`, announced, where there is none or `--fast` is on.
pub fn unity_assemblies(what: &str) -> Result<Option<PathBuf>> {
    program(what, UNITY_ASSEMBLIES).map(|folder| folder.map(PathBuf::from))
}

/// The folder of Unity's C# compiler. `None`, announced, where there is none or `--fast` is on.
pub fn roslyn(what: &str) -> Result<Option<PathBuf>> {
    program(what, ROSLYN).map(|folder| folder.map(PathBuf::from))
}

fn program(what: &str, name: &str) -> Result<Option<String>> {
    if variable(FAST).is_some() {
        announce(&format!(
            "skipped: {what}: --fast leaves out what needs Node, Python or a browser"
        ));
        return Ok(None);
    }
    let found = variable(name);
    if found.is_none() {
        skip(what, &format!("{name} names nothing; `cargo xtask test` provides it"))?;
    }
    Ok(found)
}

/// One line for the reader of the test's output.
#[expect(clippy::print_stderr, reason = "a skipped test says so in the test's output")]
pub fn announce(line: &str) {
    eprintln!("{line}");
}
