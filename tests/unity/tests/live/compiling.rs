//! The package compiles without a warning where Unity's users compile it: by Unity's compiler and by mono's, for the oldest Unity that we
//! run and a newer one, and in an editor for each supported version.

use crate::mono::repository;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use tests_support::editor::{compilations, double};
use tests_support::environment;
use tests_support::mono::{checked_output, compile, mono, sources};
use tests_support::player::{DEFINES, PARTS, compile_package, references};
use tests_support::unity_versions::VERSIONS;

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

/// Unity's compiler with a program around it.
struct Roslyn {
    dotnet: PathBuf,
    folder: tempfile::TempDir,
}

impl Roslyn {
    /// `None`, announced, where the compiler or mono is missing.
    fn prepare(what: &str) -> Result<Option<Self>> {
        let Some(roslyn) = environment::roslyn(what)?.filter(|_| mono(what).unwrap_or_default()) else {
            return Ok(None);
        };
        let folder = tempfile::tempdir()?;
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("roslyn");
        compile(&sources(&own)?, "exe", &folder.path().join("driver.exe"), &[])?;
        let settings = "driver.runtimeconfig.json";
        std::fs::copy(own.join(settings), folder.path().join(settings))?;
        for name in ["Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll"] {
            std::fs::copy(roslyn.join(name), folder.path().join(name))?;
        }
        let dotnet = roslyn.join("dotnet/dotnet");
        Ok(Some(Self { dotnet, folder }))
    }

    /// Compiles without a warning, or says what the compiler said.
    fn run(&self, words: &[String]) -> Result<String> {
        let mut command = Command::new(&self.dotnet);
        command.arg("exec").arg(self.folder.path().join("driver.exe"));
        checked_output(&command.args(words).output()?).context("Unity's compiler")
    }
}

fn texts(paths: &[PathBuf]) -> impl Iterator<Item = String> {
    paths.iter().map(|path| path.display().to_string())
}

#[test]
fn unity_compiles_the_package_without_warnings() -> Result<()> {
    let what = "the package by Unity's compiler";
    let Some(roslyn) = Roslyn::prepare(what)? else {
        return Ok(());
    };
    let folder = roslyn.folder.path();
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
            words.extend(texts(&sources(&runtime.join(part))?));
            words.push("--".to_owned());
            options.push(format!("-r:{}", library.display()));
        }
    }
    roslyn.run(&words)?;
    // Its warnings are reported: one field that nothing sets.
    let warned = folder.join("Warned.cs");
    std::fs::write(&warned, "internal static class Warned { private static int never; }")?;
    base.push(format!("-out:{}", folder.join("Warned.dll").display()));
    base.push(warned.display().to_string());
    let refused = roslyn.run(&base).expect_err("it warns");
    assert!(format!("{refused:#}").contains("CS0169"), "{refused:#}");
    Ok(())
}

/// The package in an editor, against the test double with the API of each version. What Unity has and the double lacks cannot
/// be checked here.
#[test]
fn mono_compiles_the_package_for_each_version_without_warnings() -> Result<()> {
    for version in VERSIONS {
        double("the package for each version by mono's compiler", version)?;
    }
    Ok(())
}

#[test]
fn unity_compiles_the_package_for_each_version_without_warnings() -> Result<()> {
    let what = "the package for each version by Unity's compiler";
    let Some(roslyn) = Roslyn::prepare(what)? else {
        return Ok(());
    };
    let Some(managed) = environment::unity_assemblies(what)? else {
        return Ok(());
    };
    let base = ["mscorlib.dll", "System.dll", "System.Core.dll"].map(|name| managed.join(name));
    let mut words: Vec<String> = Vec::new();
    for version in VERSIONS {
        let folder = double(what, version)?.context("mono is there")?;
        for part in compilations(&folder, version)? {
            words.extend(
                texts(&base)
                    .chain(texts(&part.references))
                    .map(|file| format!("-r:{file}")),
            );
            words.push(format!("-define:{}", part.defines));
            let own = roslyn.folder.path().join(version.line);
            std::fs::create_dir_all(&own)?;
            words.push(format!("-out:{}", own.join(part.name).display()));
            words.extend(texts(&part.sources));
            words.push("--".to_owned());
        }
    }
    roslyn.run(&words)?;
    Ok(())
}

/// A use that one version accepts, the next one warns of, and the newest one lacks.
#[test]
fn double_warns_of_members_as_each_version_does() -> Result<()> {
    let what = "members that differ between versions";
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("Used.cs");
    let text =
        "public static class Used { public static bool Is(int id) { return UnityEditor.Selection.Contains(id); } }";
    std::fs::write(&source, text)?;
    for (line, expected) in [("2022.3", None), ("6000.3", Some("CS0618")), ("6000.6", Some("CS1503"))] {
        let version = VERSIONS.into_iter().find(|version| version.line == line);
        let Some(double) = double(what, version.context(line)?)? else {
            return Ok(());
        };
        let libraries = ["UnityEngine.CoreModule.dll", "UnityEditor.dll"].map(|name| double.join(name));
        let options: Vec<String> = texts(&libraries).map(|file| format!("-r:{file}")).collect();
        let to = folder.path().join("Used.dll");
        let compiled = compile(std::slice::from_ref(&source), "library", &to, &options);
        match expected {
            None => compiled?,
            Some(code) => {
                let refused = compiled.expect_err(line);
                assert!(format!("{refused:#}").contains(code), "{line}: {refused:#}");
            }
        }
    }
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
