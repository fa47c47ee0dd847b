//! Tells the linker how to write down what each start has to relocate.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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
