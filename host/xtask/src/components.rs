//! Builds every Rust guest and lays the result where the host and the tests look for it.
//!
//! Each is built twice: once with the SDK's feature `listing`, to be asked what it has, and once without it, which is the
//! component that is installed, with the answer as its section (`section.rs`).
//!
//! Belongs here: `tools/<id>` to `target/components/<id>`, `tests/fixtures/guests/<id>` to
//! `target/components/fixtures/<id>`. Does not: guests in other languages (`guests.rs`).

use crate::files;
use crate::host;
use crate::output;
use crate::process;
use crate::rust_guests::{Guest, bundled_guests, fixtures};
use crate::section;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

const TARGET: &str = "wasm32-wasip2";

/// Arguments of the linker beside a profile, as cargo's configuration. It pads every address and index to five bytes
/// unless it is asked not to: six bytes in a hundred. It refuses that where debugging information is left in,
/// so this belongs to stripped profiles.
///
/// Whatever a call wrote of its memory is looked for and set back behind it: a mebibyte of stack is four times as much to
/// look at as a quarter. As much heap is there from the start, since memory that grows and shrinks changes its protection, twice
/// in each call.
const COMPACT: &str = r#"target.wasm32-wasip2.rustflags = ["-Clink-arg=--compress-relocations", "-Clink-arg=-zstack-size=262144", "-Clink-arg=--initial-heap=262144"]"#;

/// What to build.
#[derive(clap::Args, Default)]
pub(crate) struct ComponentsArgs {
    /// Only the guest in this folder (`objects`, `echo`, …); may be repeated.
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
}

/// Guests as the compiler left them.
pub(crate) struct Compiled {
    guests: Vec<Guest>,
    /// Package to the component that is asked what it has.
    listed: BTreeMap<String, PathBuf>,
    /// Package to the component that is served.
    built: BTreeMap<String, PathBuf>,
}

/// Builds and installs the guests that `args` selects, and puts those of them that are bundled into the host program.
pub(crate) fn run(workspace: &Workspace, args: &ComponentsArgs) -> Result<()> {
    let compiled = compile(workspace, args)?;
    if !compiled.listed.is_empty() {
        host::build(workspace, &[host::HOST])?;
    }
    install_all(workspace, &compiled)?;
    host::build(workspace, &[host::HOST])
}

/// Compiles the guests that `args` selects; the host program is not needed for it.
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
        build(
            workspace,
            &asked,
            &["--profile", "guest-listing", "--features", "sdk-rust/listing"],
        )?
    };
    let built = build(
        workspace,
        &guests.iter().collect::<Vec<_>>(),
        &["--profile", "guest", "--config", COMPACT],
    )?;
    Ok(Compiled { guests, listed, built })
}

/// Lays them where they are served from, each with its section, which the host program writes: that must be built.
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

/// Adds the guests' target where it is missing.
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

/// Builds all guests in one cargo run and returns the component file of each package. A separate target folder keeps
/// host builds incremental.
fn build(workspace: &Workspace, guests: &[&Guest], how: &[&str]) -> Result<BTreeMap<String, PathBuf>> {
    let mut command = Command::new(workspace.cargo());
    command
        .current_dir(&workspace.root)
        // Features of other packages of the workspace are not theirs, whatever is set around this build.
        .env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION")
        .args(["build", "--target", TARGET, "--lib"])
        .args(how)
        .arg("--target-dir")
        .arg(workspace.target().join("guests"))
        .arg("--message-format=json-render-diagnostics");
    for guest in guests {
        command.args(["--package", &guest.package]);
    }
    let messages = process::capture(&mut command)?;
    Ok(messages.lines().filter_map(component_of).collect())
}

/// Package and component file of one line of cargo's JSON, if the line names one.
fn component_of(line: &str) -> Option<(String, PathBuf)> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    if message["reason"] != "compiler-artifact" {
        return None;
    }
    // `path+file:///…/tools/objects#tools-objects@0.1.0`, or `…/tools-objects#0.1.0` where folder and package agree.
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

/// The component first, then the manifest that names it: a watching host never sees a manifest without its component.
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

/// A tool that left the tree must not be served any more.
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
