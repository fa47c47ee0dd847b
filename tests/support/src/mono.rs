//! Compiling the package's C# with mono's compiler.
//!
//! Belongs here: where sources lie and what becomes of them. Does not: what a program does.

use crate::{environment, paths};
use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// As the package's own rules say: what the oldest compiler takes, and not one warning.
const STRICT: &[&str] = &["-nologo", "-langversion:7.2", "-warn:4", "-warnaserror"];

/// Whether mono and its compiler are here; announced where not.
pub fn mono(what: &str) -> Result<bool> {
    let missing = ["mcs", "mono"]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_err());
    if let Some(missing) = missing {
        environment::skip(
            what,
            &format!("`{missing}` is missing (Debian: mono-mcs, mono-runtime)"),
        )?;
    }
    Ok(missing.is_none())
}

/// What a program printed.
///
/// # Errors
/// It failed.
pub fn checked_output(output: &Output) -> Result<String> {
    let (out, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    ensure!(output.status.success(), "{}\n{out}{error}", output.status);
    Ok(out.into_owned())
}

/// All C# below a folder, sorted.
pub fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "cs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Compiles without a warning, or says what the compiler said.
pub fn compile(sources: &[PathBuf], target: &str, to: &Path, more: &[String]) -> Result<()> {
    let mut command = Command::new("mcs");
    command.args(STRICT).arg(format!("-target:{target}")).args(more);
    command.arg(format!("-out:{}", to.display())).args(sources);
    checked_output(&command.output()?).map(|_| ()).context("mcs")
}

/// A folder that `build` fills once for each state of `sources`; tests that want it at the same time wait for the first of them.
pub fn build_once(name: &str, sources: &[PathBuf], build: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let mut hash = Sha256::new();
    for source in sources {
        let text = std::fs::read(source).with_context(|| format!("cannot read {}", source.display()))?;
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    let digest: String = hash
        .finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let tests = &paths::target().join("unity");
    std::fs::create_dir_all(tests).with_context(|| format!("cannot create {}", tests.display()))?;
    let folder = tests.join(format!("{name}-{digest}"));
    if folder.exists() {
        return Ok(folder);
    }
    let lock = std::fs::File::create(tests.join(format!("{name}.lock"))).context("the lock of a build")?;
    lock.lock().context("the lock of a build")?;
    if folder.exists() {
        return Ok(folder);
    }
    let fresh = tempfile::Builder::new().prefix(name).tempdir_in(tests)?;
    build(fresh.path())?;
    let fresh = fresh.keep();
    std::fs::rename(&fresh, &folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}
