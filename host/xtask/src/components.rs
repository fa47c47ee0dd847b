//! Builds every Rust guest, and installs its component in the folder from which the host and the tests load it.
//!
//! Guests that use the SDK are built twice: with the feature `listing` of the SDK, to get the listing, and without it.
//! The second component is installed, with the listing of the first one in its custom section (`section.rs`).
//!
//! Belongs here: building `tools/<id>` to `target/components/<id>`, and `tests/fixtures/guests/<id>` to
//! `target/components/fixtures/<id>`. Does not: guests in other languages (`guests.rs`).

use crate::files;
use crate::host;
use crate::lints;
use crate::output;
use crate::process;
use crate::rust_guests::{Guest, bundled_guests, fixtures};
use crate::section;
use crate::workspace::{Build, Workspace};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

const TARGET: &str = "wasm32-wasip2";

/// Linker arguments for release builds of guests, as cargo configuration. Without `--compress-relocations`, the linker
/// pads every address and index to five bytes, six percent of a component. It rejects this argument for components with
/// debug information, so only profiles without it use this.
///
/// The stack has 256 KiB, because the host resets the memory that a call wrote, and the default stack of 1 MiB would be
/// four times as much. The heap has 256 KiB from the start, because growing it would change the protection of memory
/// twice in each call.
const COMPACT: &str = r#"target.wasm32-wasip2.rustflags = ["-Clink-arg=--compress-relocations", "-Clink-arg=-zstack-size=262144", "-Clink-arg=--initial-heap=262144"]"#;

/// The options of `cargo xtask components`.
#[derive(clap::Args, Default)]
pub(crate) struct ComponentsArgs {
    /// Build only the guest in this folder (`objects`, `echo`, …); may be repeated.
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
}

pub(crate) struct Compiled {
    guests: Vec<Guest>,
    /// Component files built with the feature `listing`, by package name. The host runs them only to list their tools.
    listed: BTreeMap<String, PathBuf>,
    /// Component files to install, by package name.
    built: BTreeMap<String, PathBuf>,
}

/// Builds and installs the guests that `args` selects, and builds the host program with the bundled tools.
pub(crate) fn run(workspace: &Workspace, args: &ComponentsArgs) -> Result<()> {
    let compiled = compile(workspace, args)?;
    if !compiled.listed.is_empty() {
        host::build(workspace, &[host::HOST])?;
    }
    install_all(workspace, &compiled)?;
    host::build(workspace, &[host::HOST])
}

pub(crate) fn compile(workspace: &Workspace, args: &ComponentsArgs) -> Result<Compiled> {
    let mut guests = bundled_guests(workspace)?;
    guests.extend(fixtures(workspace)?);
    if args.only.is_empty() {
        retire(workspace, &guests)?;
    } else {
        for wanted in &args.only {
            if !guests.iter().any(|guest| guest.id == *wanted) {
                let known: Vec<&str> = guests.iter().map(|guest| guest.id.as_str()).collect();
                bail!("--only {wanted}: no such guest; there are {}", known.join(", "));
            }
        }
        guests.retain(|guest| args.only.contains(&guest.id));
    }
    if guests.is_empty() {
        output::line("no Rust guests in tools/ or tests/fixtures/guests/");
        return Ok(Compiled {
            guests,
            listed: BTreeMap::new(),
            built: BTreeMap::new(),
        });
    }
    ensure_target()?;
    let asked: Vec<&Guest> = guests.iter().filter(|guest| guest.sdk).collect();
    let listed = if asked.is_empty() {
        BTreeMap::new()
    } else {
        let how = ["--profile", "guest-listing", "--features", "sdk-rust/listing"];
        build(&mut cargo(workspace, &asked, &how))?
    };
    let all: Vec<&Guest> = guests.iter().collect();
    let mut command = cargo(workspace, &all, &["--profile", "guest", "--config", COMPACT]);
    if let Build::Tests { linted: true } = workspace.build {
        // The guests have code for their own target, which the lints of the host do not see.
        lints::while_compiling(&mut command)?;
    }
    let built = build(&mut command)?;
    Ok(Compiled { guests, listed, built })
}

/// Installs the guests. The host program writes their listing sections, so it must be built before.
pub(crate) fn install_all(workspace: &Workspace, compiled: &Compiled) -> Result<()> {
    let mut changed = 0;
    for guest in &compiled.guests {
        let Some(wasm) = compiled.built.get(&guest.package) else {
            bail!("{} gave no component", workspace.display_path(&guest.source));
        };
        changed += usize::from(match compiled.listed.get(&guest.package) {
            Some(listed) => install(guest, &section::write_section(workspace, &guest.package, listed, wasm)?)?,
            None => install(guest, wasm)?,
        });
    }
    output::line(format_args!(
        "{} components in {}, {changed} changed",
        compiled.guests.len(),
        workspace.display_path(&workspace.components())
    ));
    Ok(())
}

pub(crate) fn ensure_target() -> Result<()> {
    let installed = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .ok()
        .filter(|output| output.status.success())
        .is_some_and(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).is_dir());
    if installed {
        return Ok(());
    }
    output::line(format_args!(
        "the target {TARGET} is missing and is added now: rustup target add {TARGET}"
    ));
    process::run(Command::new("rustup").args(["target", "add", TARGET])).with_context(|| {
        format!(
            "guests need the Rust target {TARGET}; install it with `rustup target add {TARGET}` (https://rustup.rs)"
        )
    })
}

/// Returns a cargo command that compiles the guests with the arguments `how`. They have their own target folder, so that
/// builds of the host stay incremental.
fn cargo(workspace: &Workspace, guests: &[&Guest], how: &[&str]) -> Command {
    let mut command = Command::new(workspace.cargo());
    command
        .current_dir(&workspace.root)
        // Feature unification with other packages of the workspace must not apply to guests.
        .env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION")
        .args(["build", "--target", TARGET, "--lib"])
        .args(how)
        .arg("--target-dir")
        .arg(workspace.target().join("guests"))
        .arg("--message-format=json-render-diagnostics");
    for guest in guests {
        command.args(["--package", &guest.package]);
    }
    command
}

/// Runs a cargo command, and returns the component file of each package that it built.
fn build(command: &mut Command) -> Result<BTreeMap<String, PathBuf>> {
    let messages = process::capture(command)?;
    Ok(messages.lines().filter_map(component_of).collect())
}

/// Returns the package and its component file from a line of cargo's JSON messages; `None` for other lines.
fn component_of(line: &str) -> Option<(String, PathBuf)> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    if message["reason"] != "compiler-artifact" {
        return None;
    }
    // The id is `path+file:///…/tools/objects#tools-objects@0.1.0`, or `…/tools-objects#0.1.0` if folder and package
    // have the same name.
    let id = message["package_id"].as_str()?;
    let (path, fragment) = id.rsplit_once('#')?;
    let package = match fragment.split_once('@') {
        Some((name, _)) => name,
        None => path.rsplit('/').next()?,
    };
    let file = message["filenames"]
        .as_array()?
        .iter()
        .filter_map(serde_json::Value::as_str)
        .find(|name| name.ends_with(".wasm"))?;
    Some((package.to_owned(), PathBuf::from(file)))
}

/// Copies the component and then its manifest, so that a watching host never finds a manifest without component.
/// Returns true if a file changed.
fn install(guest: &Guest, wasm: &PathBuf) -> Result<bool> {
    let bytes = std::fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let component = files::replace(&guest.destination.join(&guest.component), &bytes)?;
    let source = guest.source.join("bundle.toml");
    let manifest = match std::fs::read(&source) {
        Ok(text) => files::replace(&guest.destination.join("bundle.toml"), &text)?,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", source.display())),
    };
    Ok(component || manifest)
}

/// Removes installed components without a guest in the sources, so that the host stops serving them.
fn retire(workspace: &Workspace, guests: &[Guest]) -> Result<()> {
    for folder in files::folders_in(&workspace.components())? {
        let name = files::name_of(&folder);
        if name != "fixtures" && !guests.iter().any(|guest| guest.destination == folder) {
            std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
            output::line(format_args!(
                "removed {}: no tools/{name} any more",
                workspace.display_path(&folder)
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::component_of;

    #[test]
    fn finds_the_component_of_both_package_id_forms() {
        let named = r#"{"reason":"compiler-artifact","package_id":"path+file:///r/tools/objects#tools-objects@0.1.0","filenames":["/t/tools_objects.wasm","/t/libx.rlib"]}"#;
        let short = r#"{"reason":"compiler-artifact","package_id":"path+file:///r/guests/echo#0.1.0","filenames":["/t/echo.wasm"]}"#;
        assert_eq!(component_of(named).unwrap().0, "tools-objects");
        assert_eq!(
            component_of(named).unwrap().1.to_str().unwrap(),
            "/t/tools_objects.wasm"
        );
        assert_eq!(component_of(short).unwrap().0, "echo");
        assert!(component_of(r#"{"reason":"build-finished","success":true}"#).is_none());
    }
}
