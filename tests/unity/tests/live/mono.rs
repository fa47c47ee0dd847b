//! The rehearsal: the package's Core as a program of its own, under mono.
//!
//! Belongs here: making and running it. Does not: what it does.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use tests_support::mono::{build_once, checked_output, compile, mono, sources};

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
    let folder = build_once("rehearsal", &[&core[..], &own[..]].concat(), |folder| {
        let library = folder.join("UnityTools.Bridge.Core.dll");
        compile(&core, "library", &library, &[])?;
        let program = folder.join("UnityTools.Bridge.Rehearsal.exe");
        compile(&own, "exe", &program, &[format!("-r:{}", library.display())])
    })?;
    Ok(Some(folder.join("UnityTools.Bridge.Rehearsal.exe")))
}

/// Runs it to its end; what it printed.
pub(crate) fn run(program: &Path, words: &[&str]) -> Result<String> {
    let output = Command::new("mono").arg("--debug").arg(program).args(words).output()?;
    checked_output(&output).with_context(|| format!("the rehearsal `{}`", words.join(" ")))
}
