//! The package compiles without a warning where Unity's users compile it: by Unity's compiler and by mono's, for the oldest Unity that we
//! run and a newer one.

use crate::mono::{compile, mono, repository, said, sources};
use crate::staged::{DEFINES, PARTS, compile_package, references};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use tests_support::environment;

/// What Unity 2022.3 defines, as far as the package asks.
const NEWER: &str = "UNITY_5_3_OR_NEWER;UNITY_2017_1_OR_NEWER;UNITY_2017_2_OR_NEWER;UNITY_2019_2_OR_NEWER;UNITY_2021_3_OR_NEWER;\
                     UNITY_2022_3_OR_NEWER;ENABLE_MONO";

/// The assemblies of each Unity that is here, with what it defines.
fn unitys(what: &str) -> Result<Vec<(PathBuf, &'static str)>> {
    let older = environment::unity_player(what)?.map(|folder| (folder.join("3dball_Data/Managed"), DEFINES));
    let newer = environment::unity_assemblies(what)?.map(|folder| (folder, NEWER));
    Ok(older.into_iter().chain(newer).collect())
}

#[test]
fn monos_compiler_takes_the_package_without_a_warning() -> Result<()> {
    let what = "the package by mono's compiler";
    if !mono(what)? {
        return Ok(());
    }
    for (managed, defines) in unitys(what)? {
        let folder = tempfile::tempdir()?;
        compile_package(&managed, folder.path(), defines).with_context(|| managed.display().to_string())?;
    }
    Ok(())
}

#[test]
fn unitys_compiler_takes_the_package_without_a_warning() -> Result<()> {
    let what = "the package by Unity's compiler";
    let Some(roslyn) = environment::roslyn(what)?.filter(|_| mono(what).unwrap_or_default()) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let driver = folder.join("driver.exe");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("roslyn");
    compile(&sources(&own)?, "exe", &driver, &[])?;
    std::fs::copy(
        own.join("driver.runtimeconfig.json"),
        folder.join("driver.runtimeconfig.json"),
    )?;
    for name in ["Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll"] {
        std::fs::copy(roslyn.join(name), folder.join(name))?;
    }
    let runtime = repository("sdk/unity/com.unity-tools.bridge/Runtime");
    let warned = folder.join("Warned.cs");
    std::fs::write(&warned, "internal static class Warned { private static int never; }")?;
    for (managed, defines) in unitys(what)? {
        let mut words: Vec<String> = references(&managed)?;
        words.retain(|word| word.starts_with("-r:"));
        words.push(format!("-define:{defines}"));
        let run = |part: &str, words: &[String], sources: &[PathBuf]| {
            let mut command = Command::new(roslyn.join("dotnet/dotnet"));
            command.arg("exec").arg(&driver).args(words).args(sources);
            let library = folder.join(format!("UnityTools.Bridge.{part}.dll"));
            let output = command.arg(format!("-out:{}", library.display())).output()?;
            said(&output).with_context(|| format!("{part} for {}", managed.display()))
        };
        let refused = run("Warned", &words, std::slice::from_ref(&warned)).expect_err("it warns");
        assert!(format!("{refused:#}").contains("CS0169"), "{refused:#}");
        for part in PARTS {
            run(part, &words, &sources(&runtime.join(part))?)?;
            let library = folder.join(format!("UnityTools.Bridge.{part}.dll"));
            words.push(format!("-r:{}", library.display()));
        }
    }
    Ok(())
}

#[test]
fn a_warning_of_monos_compiler_is_an_error() -> Result<()> {
    if !mono("warnings of mono's compiler")? {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("Warned.cs");
    std::fs::write(&source, "internal static class Warned { private static int never; }")?;
    let refused = compile(&[source], "library", &folder.path().join("Warned.dll"), &[]).expect_err("it warns");
    assert!(format!("{refused:#}").contains("CS0169"), "{refused:#}");
    Ok(())
}
