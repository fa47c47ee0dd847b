//! Compiling the package's C# with mono's compiler, and running programs of it.
//!
//! Belongs here: where sources lie and what becomes of them. Does not: what a program does.

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tests_support::environment;

/// As the package's own rules say: what the oldest compiler takes, and not one warning.
const STRICT: &[&str] = &["-nologo", "-langversion:7.2", "-warn:4", "-warnaserror"];

pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The rehearsal program, built once for each state of its sources. `None`, announced, where mono is missing.
pub(crate) fn rehearsal(what: &str) -> Result<Option<PathBuf>> {
    if !mono(what)? {
        return Ok(None);
    }
    let core = sources(&repository("sdk/unity/com.unity-tools.bridge/Runtime/Core"))?;
    let own = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rehearsal"))?;
    let folder = built("rehearsal", &[&core[..], &own[..]].concat(), |folder| {
        let library = folder.join("UnityTools.Bridge.Core.dll");
        compile(&core, "library", &library, &[])?;
        let program = folder.join("UnityTools.Bridge.Rehearsal.exe");
        compile(&own, "exe", &program, &[format!("-r:{}", library.display())])
    })?;
    Ok(Some(folder.join("UnityTools.Bridge.Rehearsal.exe")))
}

/// Whether mono and its compiler are here; announced where not.
pub(crate) fn mono(what: &str) -> Result<bool> {
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

/// Runs it to its end; what it printed.
pub(crate) fn run(program: &Path, words: &[&str]) -> Result<String> {
    let output = Command::new("mono").arg("--debug").arg(program).args(words).output()?;
    said(&output).with_context(|| format!("the rehearsal `{}`", words.join(" ")))
}

pub(crate) fn said(output: &Output) -> Result<String> {
    let (out, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    ensure!(output.status.success(), "{}\n{out}{error}", output.status);
    Ok(out.into_owned())
}

/// All C# below a folder, sorted.
pub(crate) fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
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
pub(crate) fn compile(sources: &[PathBuf], target: &str, to: &Path, more: &[String]) -> Result<()> {
    let mut command = Command::new("mcs");
    command.args(STRICT).arg(format!("-target:{target}")).args(more);
    command.arg(format!("-out:{}", to.display())).args(sources);
    said(&command.output()?).map(|_| ()).context("mcs")
}

/// A folder that `build` fills once for each state of `sources`; tests that want it at the same time each build their own.
pub(crate) fn built(name: &str, sources: &[PathBuf], build: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
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
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = tests.join(format!("{name}-{digest}"));
    if folder.exists() {
        return Ok(folder);
    }
    let fresh = tempfile::Builder::new().prefix(name).tempdir_in(tests)?;
    build(fresh.path())?;
    let fresh = fresh.keep();
    if std::fs::rename(&fresh, &folder).is_err() {
        // Another test was first.
        std::fs::remove_dir_all(&fresh)?;
    }
    Ok(folder)
}
