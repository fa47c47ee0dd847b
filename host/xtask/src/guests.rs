//! Builds the conformance guests that are not written in Rust: `tests/conformance/guests/<id>` to
//! `target/components/fixtures/<id>`.
//!
//! Belongs here: what a guest folder looks like, and one command per language. Does not: installing the programs
//! (`provision`).
//!
//! A guest folder holds `guest.toml` (`language`, `id`, `world`, optionally `source`), `world.wit` (a package of its own
//! whose world includes `unity-tools:tool/bundle-listed`), the source (`guest.js`, `guest.py` or `guest.c` unless `source` says
//! otherwise) and optionally a `bundle.toml`; without one the plainest possible is written. The WIT packages of `wit/`
//! are laid beside `world.wit` as its `deps`.

use crate::files;
use crate::host;
use crate::output;
use crate::process;
use crate::provision::{cargo, npm, or_skip, python};
use crate::section;
use crate::steps::Done;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to build.
#[derive(clap::Args, Default)]
pub(crate) struct GuestsArgs {
    /// Only the guest with this id; may be repeated.
    #[arg(long, value_name = "ID")]
    pub(crate) only: Vec<String>,
    /// Take the host program as it was last built.
    #[arg(long)]
    pub(crate) built: bool,
}

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
    C,
}

/// One guest, ready to be built.
struct Guest {
    file: GuestFile,
    folder: PathBuf,
    /// Scratch folder; holds `wit/` and what the language's tools write.
    work: PathBuf,
}

/// The task: a missing program is a failure only in continuous integration.
pub(crate) fn run(workspace: &Workspace, args: &GuestsArgs) -> Result<()> {
    if let Done::Skipped(why) = build_all(workspace, args)? {
        output::line(format_args!("left out: {why}"));
    }
    Ok(())
}

/// Builds what can be built here and says what was left out.
pub(crate) fn build_all(workspace: &Workspace, args: &GuestsArgs) -> Result<Done> {
    let mut skipped = Vec::new();
    for folder in files::folders_in(&workspace.root.join("tests/conformance/guests"))? {
        let manifest = folder.join("guest.toml");
        if !manifest.is_file() {
            continue;
        }
        let file: GuestFile = toml::from_str(&files::read_text(&manifest)?)
            .with_context(|| format!("{} needs language, id and world", workspace.shown(&manifest)))?;
        if !args.only.is_empty() && !args.only.contains(&file.id) {
            continue;
        }
        let work = workspace.target().join("guests-other").join(&file.id);
        let guest = Guest { file, folder, work };
        let built = or_skip(workspace, build(workspace, &guest, args.built))
            .with_context(|| format!("guest {}", guest.file.id))?;
        if let Err(missing) = built {
            output::line(format_args!("SKIPPED guest {}: {missing}", guest.file.id));
            skipped.push(format!("guest {} ({missing})", guest.file.id));
        }
    }
    Ok(if skipped.is_empty() {
        Done::Fully
    } else {
        Done::Skipped(skipped.join("; "))
    })
}

fn build(workspace: &Workspace, guest: &Guest, host_built: bool) -> Result<()> {
    let id = &guest.file.id;
    let destination = workspace.components().join("fixtures").join(id);
    let wasm = destination.join(format!("{id}.wasm"));
    let key = inputs(workspace, guest)?;
    let mark = guest.work.join("built.txt");
    if wasm.is_file() && std::fs::read_to_string(&mark).is_ok_and(|old| old == key) {
        output::line(format_args!("guest {id} is up to date"));
        return Ok(());
    }
    lay_out_wit(workspace, guest)?;
    let output = guest.work.join("out.wasm");
    match guest.file.language {
        Language::JavaScript => javascript(workspace, guest, &output)?,
        Language::Python => python(workspace, guest, &output)?,
        Language::C => c(workspace, guest, &output)?,
    }
    if !host_built {
        host::build(workspace, &[host::HOST])?;
    }
    section::write(workspace, &output, &output)?;
    let bytes = std::fs::read(&output).with_context(|| format!("cannot read {}", output.display()))?;
    files::replace(&wasm, &bytes)?;
    let manifest = match std::fs::read(guest.folder.join("bundle.toml")) {
        Ok(text) => text,
        Err(_) => format!("id = \"{id}\"\ncomponent = \"{id}.wasm\"\n").into_bytes(),
    };
    files::replace(&destination.join("bundle.toml"), &manifest)?;
    files::replace(&mark, key.as_bytes())?;
    output::line(format_args!(
        "guest {id}: {} bytes in {}",
        bytes.len(),
        workspace.shown(&wasm)
    ));
    Ok(())
}

/// A digest over all that decides the outcome but the pinned tools, whose pins are in this program.
fn inputs(workspace: &Workspace, guest: &Guest) -> Result<String> {
    let mut all = files::files_below(&guest.folder);
    all.extend(files::files_below(&workspace.root.join("wit")));
    Ok(format!(
        "{} {}",
        env!("CARGO_PKG_VERSION"),
        files::digest(&workspace.root, &all)?
    ))
}

/// `world.wit` of the guest, with the packages of `wit/` as its dependencies.
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
        // Files at the root of `wit/` are the tool package; the others already lie in `deps/<package>/`.
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
            .args(["--sync", "--stub-wasi", "--opt-size", "--output"])
            .arg(output),
    )
}

fn python(workspace: &Workspace, guest: &Guest, output: &Path) -> Result<()> {
    let python = python::for_guests(workspace)?;
    let source = guest.source("guest.py");
    let module = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    process::run(
        Command::new(python::beside(&python, "componentize-py"))
            .current_dir(&guest.folder)
            .arg("-d")
            .arg(guest.wit())
            .args(["-w", &guest.file.world, "componentize", "--stub-wasi", &module, "-o"])
            .arg(output),
    )
}

fn c(workspace: &Workspace, guest: &Guest, output: &Path) -> Result<()> {
    let python = python::for_guests(workspace)?;
    let bindgen = cargo::wit_bindgen(workspace)?;
    let generated = guest.work.join("gen");
    process::run(
        Command::new(bindgen)
            .arg("c")
            .arg(guest.wit())
            .args(["--world", &guest.file.world, "--out-dir"])
            .arg(&generated),
    )?;
    let stem = guest.file.world.rsplit('/').next().unwrap_or(&guest.file.world);
    let stem = stem.split('@').next().unwrap_or(stem).replace('-', "_");
    let core = guest.work.join("core.wasm");
    process::run(
        Command::new(&python)
            .args([
                "-m",
                "ziglang",
                "cc",
                "--target=wasm32-wasi",
                "-mexec-model=reactor",
                "-O2",
                "-s",
                "-I",
            ])
            .arg(&generated)
            .arg(guest.source("guest.c"))
            .arg(generated.join(format!("{stem}.c")))
            .arg(generated.join(format!("{stem}_component_type.o")))
            .arg("-o")
            .arg(&core),
    )?;
    process::run(
        Command::new(python::beside(&python, "wasm-tools"))
            .args(["component", "new"])
            .arg(&core)
            .arg("-o")
            .arg(output),
    )
}
