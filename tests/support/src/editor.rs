//! The test double of the editor as a process: building it with the package in it, driving it over its control channel.
//!
//! Belongs here: what a test does as the user of an editor. Does not: what the double imitates (`tests/unity/editor`), what a test asserts.

use crate::mono::{build_once, checked_output, compile, mono, sources};
use crate::paths;
use crate::unity_versions::{COMPILED, Version};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything that the double does.
const LONG: Duration = Duration::from_secs(60);

/// What an editor of each version defines, as far as the package asks.
const DEFINES: &str = "UNITY_EDITOR;ENABLE_MONO;UNITY_TOOLS_TEST_FRAMEWORK";

/// An assembly: its name, the folder of its sources, and the assemblies that it needs.
struct Assembly {
    name: &'static str,
    folder: &'static str,
    needs: &'static [&'static str],
}

const fn assembly(name: &'static str, folder: &'static str, needs: &'static [&'static str]) -> Assembly {
    Assembly { name, folder, needs }
}

const NATIVE: &str = "UnityDouble.Native.dll";
const ENGINE: &str = "UnityEngine.CoreModule.dll";
const PHYSICS: &str = "UnityEngine.PhysicsModule.dll";
const TEXT: &str = "UnityEngine.TextRenderingModule.dll";
const IMAGE: &str = "UnityEngine.ImageConversionModule.dll";
const UI: &str = "UnityEngine.UI.dll";
const UI_MODULE: &str = "UnityEngine.UIModule.dll";
const EDITOR: &str = "UnityEditor.dll";
const NUNIT: &str = "nunit.framework.dll";
const TESTS: &str = "UnityEngine.TestRunner.dll";
const TEST_RUNNER: &str = "UnityEditor.TestRunner.dll";
const PROGRAM: &str = "UnityEditorDouble.exe";
const CHECK: &str = "EngineCheck.exe";

const DOUBLE: [Assembly; 16] = [
    assembly(NATIVE, "native", &[]),
    assembly(ENGINE, "engine", &[NATIVE]),
    assembly(PHYSICS, "physics", &[NATIVE, ENGINE]),
    assembly("UnityEngine.AudioModule.dll", "audio", &[ENGINE]),
    assembly("UnityEngine.AnimationModule.dll", "animation", &[ENGINE]),
    assembly(TEXT, "text", &[ENGINE]),
    assembly(UI_MODULE, "ui-module", &[ENGINE]),
    assembly(IMAGE, "image", &[ENGINE]),
    assembly("UnityEngine.ScreenCaptureModule.dll", "screen-capture", &[ENGINE]),
    assembly(UI, "ui", &[ENGINE, UI_MODULE, TEXT]),
    assembly(EDITOR, "editor", &[NATIVE, ENGINE]),
    assembly(NUNIT, "testrunner/nunit", &[]),
    assembly(TESTS, "testrunner/engine", &[ENGINE, NUNIT]),
    assembly(
        TEST_RUNNER,
        "testrunner/editor",
        &[NATIVE, ENGINE, EDITOR, TESTS, NUNIT],
    ),
    assembly(PROGRAM, "program", &[NATIVE]),
    assembly(CHECK, "engine-check", &[ENGINE, PHYSICS]),
];

const CORE: &str = "UnityTools.Bridge.Core.dll";
const PLAYER: &str = "UnityTools.Bridge.Player.dll";
const PACKAGE_EDITOR: &str = "UnityTools.Bridge.Editor.dll";

/// The folder of an assembly below that of another one.
const EDITOR_TESTS: &str = "Editor/Tests";

const PACKAGE: [Assembly; 7] = [
    assembly(CORE, "Runtime/Core", &[]),
    assembly(PLAYER, "Runtime/Player", &[ENGINE, CORE]),
    assembly(
        "UnityTools.Bridge.Physics.dll",
        "Runtime/Physics",
        &[ENGINE, PHYSICS, CORE, PLAYER],
    ),
    assembly(
        "UnityTools.Bridge.UI.dll",
        "Runtime/UI",
        &[ENGINE, UI_MODULE, UI, TEXT, CORE, PLAYER],
    ),
    assembly(
        "UnityTools.Bridge.Image.dll",
        "Runtime/Image",
        &[ENGINE, IMAGE, CORE, PLAYER],
    ),
    assembly(PACKAGE_EDITOR, "Editor", &[ENGINE, EDITOR, CORE, PLAYER]),
    assembly(
        "UnityTools.Bridge.EditorTests.dll",
        EDITOR_TESTS,
        &[ENGINE, EDITOR, NUNIT, TESTS, TEST_RUNNER, CORE, PLAYER, PACKAGE_EDITOR],
    ),
];

/// The sources of an assembly of the package.
fn package_sources(package: &Path, assembly: &Assembly) -> Result<Vec<PathBuf>> {
    let mut files = sources(&package.join(assembly.folder))?;
    if assembly.folder != EDITOR_TESTS {
        files.retain(|file| !file.starts_with(package.join(EDITOR_TESTS)));
    }
    Ok(files)
}

/// One assembly of the package as an editor of one version compiles it.
pub struct Compilation {
    /// The name of the file.
    pub name: &'static str,
    pub sources: Vec<PathBuf>,
    pub references: Vec<PathBuf>,
    /// The symbols, as a compiler takes them.
    pub defines: String,
}

/// The assemblies of the package for an editor of that version, each behind those that it refers to. They refer to the double in
/// `folder` and to each other in its folder `package`.
///
/// # Errors
/// The sources cannot be listed.
pub fn compilations(folder: &Path, version: Version) -> Result<Vec<Compilation>> {
    let package = paths::root().join("sdk/unity/com.unity-tools.bridge");
    let is_of_package = |name: &str| PACKAGE.iter().any(|assembly| assembly.name == name);
    let reference = |name: &&str| match is_of_package(name) {
        true => folder.join("package").join(name),
        false => folder.join(name),
    };
    let all = PACKAGE.iter().map(|assembly| {
        Ok(Compilation {
            name: assembly.name,
            sources: package_sources(&package, assembly)?,
            references: assembly.needs.iter().map(reference).collect(),
            defines: format!("{DEFINES};{}", version.symbols().join(";")),
        })
    });
    all.collect()
}

/// The folder with the double of that version and, in `package`, the package; built once for each state of the sources. `None`,
/// announced, where mono is missing.
///
/// # Errors
/// The double or the package does not compile.
pub fn double(what: &str, version: Version) -> Result<Option<PathBuf>> {
    if !mono(what)? {
        return Ok(None);
    }
    let own = paths::root().join("tests/unity/editor");
    let mut all = Vec::new();
    for assembly in &DOUBLE {
        all.extend(sources(&own.join(assembly.folder))?);
    }
    for compilation in compilations(&own, version)? {
        all.extend(compilation.sources);
    }
    let folder = build_once(&format!("editor-double-{}", version.line), &all, |folder| {
        let options = |references: &[PathBuf], defines: &str| -> Vec<String> {
            let own = references.iter().map(|file| format!("-r:{}", file.display()));
            let common = ["-r:System", "-r:System.Core", "-debug"].map(str::to_owned);
            own.chain(common).chain([format!("-define:{defines}")]).collect()
        };
        let framework = if version.line == "2021.3" {
            "TEST_FRAMEWORK_1_1"
        } else {
            "TEST_FRAMEWORK_1_4"
        };
        let symbols = format!("{framework};{}", version.symbols().join(";"));
        for assembly in &DOUBLE {
            let is_program = Path::new(assembly.name)
                .extension()
                .is_some_and(|extension| extension == "exe");
            let target = if is_program { "exe" } else { "library" };
            let references: Vec<PathBuf> = assembly.needs.iter().map(|name| folder.join(name)).collect();
            let files = sources(&own.join(assembly.folder))?;
            let to = folder.join(assembly.name);
            compile(&files, target, &to, &options(&references, &symbols)).context(assembly.name)?;
        }
        let built = folder.join("package");
        std::fs::create_dir(&built)?;
        for part in compilations(folder, version)? {
            let to = built.join(part.name);
            compile(&part.sources, "library", &to, &options(&part.references, &part.defines)).context(part.name)?;
        }
        let manifest = paths::root().join("sdk/unity/com.unity-tools.bridge/package.json");
        std::fs::copy(manifest, built.join("package.json"))?;
        Ok(())
    });
    folder.with_context(|| format!("for Unity {}", version.line)).map(Some)
}

/// Runs the double's own checks of its engine half on the projects in `folder`; what they printed. `None`, announced, where
/// mono is missing.
///
/// # Errors
/// A check failed, or the double does not compile.
pub fn check_engine(what: &str, folder: &Path) -> Result<Option<String>> {
    let Some(built) = double(what, COMPILED)? else {
        return Ok(None);
    };
    let output = Command::new("mono")
        .arg("--debug")
        .arg(built.join(CHECK))
        .arg(folder)
        .output()?;
    checked_output(&output).context("the checks of the engine").map(Some)
}

/// A running double. It ends with this value.
pub struct Editor {
    process: Child,
    input: ChildStdin,
    output: Receiver<Value>,
    number: u64,
    /// Events that arrived while an answer was awaited.
    events: Vec<Value>,
}

impl Editor {
    /// Starts the double with the project at `project`, which finds hosts in `data`. `None`, announced, where mono is missing.
    ///
    /// # Errors
    /// The double or the package does not compile, or the double does not start.
    pub fn start(what: &str, project: &Path, data: &Path) -> Result<Option<Self>> {
        Self::start_version(what, COMPILED, project, data)
    }

    /// The same with these environment variables and arguments.
    ///
    /// # Errors
    /// As `start`.
    pub fn start_with(
        what: &str,
        project: &Path,
        variables: &[(&str, OsString)],
        arguments: &[&str],
    ) -> Result<Option<Self>> {
        let Some(folder) = double(what, COMPILED)? else {
            return Ok(None);
        };
        Self::start_in(&folder, project, variables, arguments).map(Some)
    }

    /// The same with the API of that version.
    ///
    /// # Errors
    /// As `start`.
    pub fn start_version(what: &str, version: Version, project: &Path, data: &Path) -> Result<Option<Self>> {
        let Some(folder) = double(what, version)? else {
            return Ok(None);
        };
        let variables = [
            ("UNITY_TOOLS_DATA", data.as_os_str().to_owned()),
            ("UNITY_TOOLS_ALLOW_LINK", "1".into()),
        ];
        Self::start_in(&folder, project, &variables, &[]).map(Some)
    }

    fn start_in(folder: &Path, project: &Path, variables: &[(&str, OsString)], arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new("mono");
        command.arg("--debug").arg(folder.join(PROGRAM));
        command.arg("--project").arg(project);
        command.arg("--assemblies").arg(folder.join("package"));
        command.args(arguments);
        for name in [
            "UNITY_TOOLS_HOST",
            "UNITY_TOOLS_TOKEN",
            "UNITY_TOOLS_ALLOW_LINK",
            "UNITY_TOOLS_ALLOW_CODE",
        ] {
            command.env_remove(name);
        }
        command.env("UNITY_DOUBLE_PREFS", project.join("Prefs"));
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().context("its input")?;
        let lines = BufReader::new(process.stdout.take().context("its output")?).lines();
        let (send, output) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let line = serde_json::from_str(&line).unwrap_or(Value::String(line));
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut editor = Self {
            process,
            input,
            output,
            number: 0,
            events: Vec::new(),
        };
        editor.wait_for("loaded")?;
        Ok(editor)
    }

    /// Sends a command without waiting for its answer, such as `block`, which the double answers at its end. Returns its id.
    ///
    /// # Errors
    /// The double ended.
    pub fn send(&mut self, act: &str, mut members: Value) -> Result<u64> {
        self.number += 1;
        members["id"] = json!(self.number);
        members["command"] = json!(act);
        writeln!(self.input, "{members}")?;
        Ok(self.number)
    }

    /// Does what a user does, or asks for the state; the members of the answer.
    ///
    /// # Errors
    /// The double refused, or did not answer in time.
    pub fn ask(&mut self, act: &str, members: Value) -> Result<Value> {
        let id = self.send(act, members)?;
        let until = Instant::now() + LONG;
        loop {
            let line = self.next(until).with_context(|| format!("no answer to {act}"))?;
            if line["id"] != id {
                self.events.push(line);
                continue;
            }
            ensure!(line["error"].is_null(), "{act}: {}", line["error"]);
            return Ok(line);
        }
    }

    /// The next event of that name, also one that arrived before.
    ///
    /// # Errors
    /// It did not happen in time.
    pub fn wait_for(&mut self, event: &str) -> Result<Value> {
        if let Some(at) = self.events.iter().position(|line| line["event"] == event) {
            return Ok(self.events.remove(at));
        }
        let until = Instant::now() + LONG;
        loop {
            let line = self.next(until).with_context(|| format!("no event {event}"))?;
            if line["event"] == event {
                return Ok(line);
            }
            self.events.push(line);
        }
    }

    fn next(&mut self, until: Instant) -> Result<Value> {
        let left = until.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(error) => bail!(
                "{error}; it said {:?}",
                self.events.iter().rev().take(10).collect::<Vec<_>>()
            ),
        }
    }

    /// Quits as a user does, and waits for the end of the process.
    ///
    /// # Errors
    /// The double refused, or ended with an error.
    pub fn quit(mut self) -> Result<()> {
        self.ask("quit", json!({}))?;
        let status = self.process.wait()?;
        ensure!(status.success(), "the double ended with {status}");
        Ok(())
    }

    /// Ends the process at once, as a crash does.
    ///
    /// # Errors
    /// The process cannot be killed.
    pub fn kill(mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // One that ended well is gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
