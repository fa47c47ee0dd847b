//! Builds the test guests that are not written in Rust: `tests/conformance/guests/<id>` to
//! `target/components/fixtures/<id>`.
//!
//! A guest folder contains `guest.toml` (`language`, `id`, `world`, optionally `source`) and `world.wit` (a package
//! with a world that includes `unity-tools:tool/bundle-listed`). It also contains the source (by default `guest.js` or
//! `guest.py`) and optionally a `bundle.toml`; without one, this task writes a minimal one. The WIT packages in `wit/`
//! are copied as dependencies of `world.wit`.

use crate::files;
use crate::host;
use crate::output;
use crate::process;
use crate::provision::{npm, or_skip, python};
use crate::section;
use crate::steps::Done;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of `cargo xtask guests`.
#[derive(clap::Args, Default)]
pub(crate) struct GuestsArgs {
    /// Build only the guest with this id; may be repeated.
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
}

/// The guests that were compiled, and a description of each one that was skipped because a compiler is missing.
#[derive(Default)]
pub(crate) struct Compiled {
    guests: Vec<(Guest, Key)>,
    skipped: Vec<String>,
}

/// A digest over the inputs of a guest's build. A stored one shows whether the guest must be built again.
type Key = String;

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct GuestFile {
    language: Language,
    id: String,
    world: String,
    source: Option<String>,
}

#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Language {
    #[serde(rename = "javascript")]
    JavaScript,
    Python,
}

struct Guest {
    file: GuestFile,
    folder: PathBuf,
    /// Folder in which the guest is built, with a copy of `wit/` and the output of the compilers.
    work: PathBuf,
}

/// Compiles and installs the guests. If a compiler is missing, fails in CI and skips its guests elsewhere.
pub(crate) fn run(workspace: &Workspace, args: &GuestsArgs) -> Result<()> {
    let compiled = compile(workspace, args)?;
    if !compiled.guests.is_empty() {
        host::build(workspace, &[host::HOST])?;
    }
    if let Done::Skipped(why) = install_all(workspace, &compiled)? {
        output::line(format_args!("left out: {why}"));
    }
    Ok(())
}

/// Compiles the changed guests for which the compilers are available, without the host program.
pub(crate) fn compile(workspace: &Workspace, args: &GuestsArgs) -> Result<Compiled> {
    let mut compiled = Compiled::default();
    for folder in files::folders_in(&workspace.root.join("tests/conformance/guests"))? {
        let manifest = folder.join("guest.toml");
        if !manifest.is_file() {
            continue;
        }
        let file: GuestFile = toml::from_str(&files::read_text(&manifest)?)
            .with_context(|| format!("{} needs language, id and world", workspace.display_path(&manifest)))?;
        if !args.only.is_empty() && !args.only.contains(&file.id) {
            continue;
        }
        let work = workspace.target().join("guests-other").join(&file.id);
        let guest = Guest { file, folder, work };
        let key = inputs(workspace, &guest)?;
        if guest.install_path(workspace).is_file() && std::fs::read_to_string(guest.mark()).is_ok_and(|old| old == key)
        {
            output::line(format_args!("guest {} is up to date", guest.file.id));
            continue;
        }
        let made =
            or_skip(workspace, compile_one(workspace, &guest)).with_context(|| format!("guest {}", guest.file.id))?;
        match made {
            Ok(()) => compiled.guests.push((guest, key)),
            Err(missing) => {
                output::line(format_args!("SKIPPED guest {}: {missing}", guest.file.id));
                compiled.skipped.push(format!("guest {} ({missing})", guest.file.id));
            }
        }
    }
    Ok(compiled)
}

/// Runs the host program to write the listing sections, so the host must be built before. Reports skipped guests.
pub(crate) fn install_all(workspace: &Workspace, compiled: &Compiled) -> Result<Done> {
    for (guest, key) in &compiled.guests {
        install(workspace, guest, key).with_context(|| format!("guest {}", guest.file.id))?;
    }
    Ok(if compiled.skipped.is_empty() {
        Done::Fully
    } else {
        Done::Skipped(compiled.skipped.join("; "))
    })
}

fn compile_one(workspace: &Workspace, guest: &Guest) -> Result<()> {
    lay_out_wit(workspace, guest)?;
    let output = guest.output();
    match guest.file.language {
        Language::JavaScript => javascript(workspace, guest, &output),
        Language::Python => python(workspace, guest, &output),
    }
}

fn install(workspace: &Workspace, guest: &Guest, key: &Key) -> Result<()> {
    let (id, output, wasm) = (&guest.file.id, guest.output(), guest.install_path(workspace));
    section::write(workspace, &output, &output)?;
    let bytes = std::fs::read(&output).with_context(|| format!("cannot read {}", output.display()))?;
    files::replace(&wasm, &bytes)?;
    let manifest = match std::fs::read(guest.folder.join("bundle.toml")) {
        Ok(text) => text,
        Err(_) => format!("id = \"{id}\"\ncomponent = \"{id}.wasm\"\n").into_bytes(),
    };
    files::replace(&wasm.with_file_name("bundle.toml"), &manifest)?;
    files::replace(&guest.mark(), key.as_bytes())?;
    output::line(format_args!(
        "guest {id}: {} bytes in {}",
        bytes.len(),
        workspace.display_path(&wasm)
    ));
    Ok(())
}

/// Returns a digest over all inputs of the build, except the compilers, which have fixed versions.
fn inputs(workspace: &Workspace, guest: &Guest) -> Result<Key> {
    let mut all = files::files_below(&guest.folder);
    all.extend(files::files_below(&workspace.root.join("wit")));
    Ok(format!(
        "{} {}",
        env!("CARGO_PKG_VERSION"),
        files::digest(&workspace.root, &all)?
    ))
}

/// Copies the guest's `world.wit` and the packages of `wit/` to its build folder.
fn lay_out_wit(workspace: &Workspace, guest: &Guest) -> Result<()> {
    let laid = guest.wit();
    if laid.exists() {
        std::fs::remove_dir_all(&laid).with_context(|| format!("cannot clear {}", laid.display()))?;
    }
    let world = guest.folder.join("world.wit");
    copy(&world, &laid.join("world.wit"))?;
    let source = workspace.root.join("wit");
    for file in files::files_below(&source) {
        if file.extension().is_none_or(|extension| extension != "wit") {
            continue;
        }
        let inner = file.strip_prefix(&source).context("a walk stays below its root")?;
        // Files at the root of `wit/` are the package of tools. The other packages are already in `deps/<package>/`.
        let place = if inner.starts_with("deps") {
            inner.to_path_buf()
        } else {
            Path::new("deps/unity-tools-tool").join(inner)
        };
        copy(&file, &laid.join(place))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let bytes = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    files::replace(to, &bytes).map(|_| ())
}

impl Guest {
    fn wit(&self) -> PathBuf {
        self.work.join("wit")
    }

    /// Returns the path of the compiled component in the build folder, to which the listing section is added later.
    fn output(&self) -> PathBuf {
        self.work.join("out.wasm")
    }

    /// Returns the path of the file with the digest of the inputs from which the installed component was built.
    fn mark(&self) -> PathBuf {
        self.work.join("built.txt")
    }

    fn install_path(&self, workspace: &Workspace) -> PathBuf {
        let id = &self.file.id;
        workspace
            .components()
            .join("fixtures")
            .join(id)
            .join(format!("{id}.wasm"))
    }

    fn source(&self, usual: &str) -> PathBuf {
        self.folder.join(self.file.source.as_deref().unwrap_or(usual))
    }
}

fn javascript(workspace: &Workspace, guest: &Guest, output: &Path) -> Result<()> {
    process::run(
        npm::componentize_qjs(workspace)?
            .command("componentize-qjs/bin/componentize-qjs")
            .arg("--wit")
            .arg(guest.wit())
            .args(["--world", &guest.file.world, "--js"])
            .arg(guest.source("guest.js"))
            .args(["--sync", "--opt-size", "--output"])
            .arg(output),
    )
}

fn python(workspace: &Workspace, guest: &Guest, output: &Path) -> Result<()> {
    let python = python::for_guests(workspace)?;
    let source = guest.source("guest.py");
    let module = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    process::run(
        Command::new(python::environment_script(&python, "componentize-py"))
            .current_dir(&guest.folder)
            .arg("-d")
            .arg(guest.wit())
            .args(["-w", &guest.file.world, "componentize", &module, "-o"])
            .arg(output),
    )
}
