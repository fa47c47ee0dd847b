//! Tells cargo that the embedded sample project is an input (a file added to it changes the program), the program what it is
//! called by its content, so that no start hashes it, and the linker how to write down what each start has to relocate.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

const SAMPLE: &str = "../../tests/fixtures/unity/sample";

fn main() {
    println!("cargo::rerun-if-changed={SAMPLE}");
    let mut files = Vec::new();
    find(Path::new(SAMPLE), &mut files);
    files.sort();
    let mut hash = DefaultHasher::new();
    for file in files {
        let inside = file.strip_prefix(SAMPLE).expect("it was found below");
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        (parts, std::fs::read(&file).expect("a readable file")).hash(&mut hash);
    }
    println!("cargo::rustc-env=SAMPLE_DIGEST={:016x}", hash.finish());
    if reads_packed_relocations() {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Whether programs for this system may have their relocations as bits: 3 MB of the file, read and kept by each process,
/// become 30 KB. GNU's loader knows that form since 2.36 and refuses such a program before; what is built for another
/// system than this one may meet any.
#[expect(clippy::disallowed_methods, reason = "cargo tells a build script by variables alone")]
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

/// The numbers of `glibc 2.36`.
fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            find(&path, files);
        } else {
            files.push(path);
        }
    }
}
