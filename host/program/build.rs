//! Embeds the bundled tools in the program, and selects compact relocations if the loader supports them.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    embed();
    if reads_packed_relocations() {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Writes `embedded.rs`: the bundles in the folder `UTH_EMBED`, each a folder with `bundle.toml` and its component.
/// `cargo xtask` sets the variable. This program helps to build the components, so the first build has none. Without
/// the variable, the program reads its bundles from a folder near it.
fn embed() {
    println!("cargo::rerun-if-env-changed=UTH_EMBED");
    let folder = std::env::var_os("UTH_EMBED").filter(|folder| !folder.is_empty());
    let bundles = folder.map(|folder| bundles_in(Path::new(&folder))).unwrap_or_default();
    let mut text = "&[".to_owned();
    for folder in bundles {
        let name = folder
            .file_name()
            .expect("a folder in a folder")
            .to_string_lossy()
            .into_owned();
        let manifest = std::fs::read_to_string(folder.join("bundle.toml")).expect("a readable bundle.toml");
        let Some(file) = component_of(&manifest) else {
            println!("cargo::error={} names no component", folder.display());
            return;
        };
        let component = folder
            .join(file)
            .canonicalize()
            .expect("the component that bundle.toml names");
        println!("cargo::rerun-if-changed={}", component.display());
        println!("cargo::rerun-if-changed={}", folder.join("bundle.toml").display());
        let bytes = std::fs::read(&component).expect("a readable component");
        let digest = HEXLOWER.encode(&Sha256::digest(&bytes));
        write!(
            text,
            "EmbeddedBundle {{ folder: {name:?}, manifest: {manifest:?}, component: host_server::EmbeddedComponent {{ bytes: \
             include_bytes!({component:?}), digest: {digest:?} }} }},"
        )
        .expect("writing to a String cannot fail");
    }
    text.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join("embedded.rs"), text).expect("a writable OUT_DIR");
}

/// Returns the bundle folders in `folder`, sorted by name; none if it is missing, because components are not built yet.
fn bundles_in(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path());
    let mut found: Vec<PathBuf> = folders.filter(|folder| folder.join("bundle.toml").is_file()).collect();
    found.sort();
    found
}

/// Returns the value of `component = "…"` in a manifest; manifests of this repository have it on a separate line.
fn component_of(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("component"))?;
    line.trim_start()
        .strip_prefix('=')?
        .trim()
        .strip_prefix('"')?
        .strip_suffix('"')
}

/// True if the target's loader supports packed relative relocations. They shrink relocations in the file, which each
/// process reads and keeps in memory, from 3 MB to 30 KB. The GNU loader supports them since version 2.36; older
/// versions reject the program. Returns false for a cross build, because its program may run with any version.
#[expect(
    clippy::disallowed_methods,
    reason = "cargo passes settings to a build script only in variables"
)]
fn reads_packed_relocations() -> bool {
    let told = |name: &str| std::env::var(name).unwrap_or_default();
    let at_home = told("HOST") == told("TARGET");
    if !at_home || told("CARGO_CFG_TARGET_OS") != "linux" || told("CARGO_CFG_TARGET_ENV") != "gnu" {
        return false;
    }
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let told = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    told.is_ok_and(|text| version(&text).is_some_and(|found| found >= (2, 36)))
}

/// Parses the two numbers of a text such as `glibc 2.36`.
fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}
