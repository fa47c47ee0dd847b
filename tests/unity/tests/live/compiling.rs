//! The package compiles without a warning where Unity's users compile it: by Unity's compiler and by mono's, for the oldest Unity that we
//! run and a newer one.

use crate::mono::repository;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use tests_support::environment;
use tests_support::mono::{checked_output, compile, mono, sources};
use tests_support::player::{DEFINES, PARTS, compile_package, references};

/// What Unity 2022.3 defines, as far as the package asks.
const NEWER: &str = "UNITY_5_3_OR_NEWER;UNITY_2017_1_OR_NEWER;UNITY_2017_2_OR_NEWER;UNITY_2019_2_OR_NEWER;UNITY_2021_3_OR_NEWER;\
                     UNITY_2022_3_OR_NEWER;ENABLE_MONO";

/// The assemblies of each Unity that is here, with what it defines.
fn targets(what: &str) -> Result<Vec<(PathBuf, &'static str)>> {
    let older = environment::unity_player(what)?.map(|folder| (folder.join("3dball_Data/Managed"), DEFINES));
    let newer = environment::unity_assemblies(what)?.map(|folder| (folder, NEWER));
    Ok(older.into_iter().chain(newer).collect())
}

#[test]
fn mono_compiles_the_package_without_warnings() -> Result<()> {
    let what = "the package by mono's compiler";
    if !mono(what)? {
        return Ok(());
    }
    for (managed, defines) in targets(what)? {
        let folder = tempfile::tempdir()?;
        compile_package(&managed, folder.path(), defines).with_context(|| managed.display().to_string())?;
    }
    Ok(())
}

#[test]
fn unity_compiles_the_package_without_warnings() -> Result<()> {
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
    let run = |words: &[String]| {
        let mut command = Command::new(roslyn.join("dotnet/dotnet"));
        checked_output(&command.arg("exec").arg(&driver).args(words).output()?).context("Unity's compiler")
    };
    let runtime = repository("sdk/unity/com.unity-tools.bridge/Runtime");
    let mut words: Vec<String> = Vec::new();
    let mut base = Vec::new();
    for (at, (managed, defines)) in targets(what)?.into_iter().enumerate() {
        let own = folder.join(at.to_string());
        std::fs::create_dir(&own)?;
        let mut options = references(&managed)?;
        options.retain(|word| word.starts_with("-r:"));
        options.push(format!("-define:{defines}"));
        base.clone_from(&options);
        for part in PARTS {
            let library = own.join(format!("UnityTools.Bridge.{part}.dll"));
            words.extend(options.iter().cloned());
            words.push(format!("-out:{}", library.display()));
            words.extend(
                sources(&runtime.join(part))?
                    .iter()
                    .map(|path| path.display().to_string()),
            );
            words.push("--".to_owned());
            options.push(format!("-r:{}", library.display()));
        }
    }
    run(&words)?;
    // Its warnings are reported: one field that nothing sets.
    let warned = folder.join("Warned.cs");
    std::fs::write(&warned, "internal static class Warned { private static int never; }")?;
    base.push(format!("-out:{}", folder.join("Warned.dll").display()));
    base.push(warned.display().to_string());
    let refused = run(&base).expect_err("it warns");
    assert!(format!("{refused:#}").contains("CS0169"), "{refused:#}");
    Ok(())
}

#[test]
fn treats_mono_compiler_warnings_as_errors() -> Result<()> {
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
