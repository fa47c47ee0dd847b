//! A real Unity player with the package in it, and a process of it.
//!
//! Belongs here: how the package comes into the player. Does not: what it is asked.

use crate::mono::{build_once, compile, sources};
use crate::wait::PATIENCE;
use crate::{environment, paths};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// What is in a player beside its game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    /// The package's own assemblies.
    Parts,
    /// The package as one.
    OneLibrary,
    /// The package's own, and a stand-in for Harmony.
    Harmony,
}

/// One player, ended with the test.
pub struct Player {
    process: Child,
    folder: PathBuf,
    /// Its home and its log.
    home: tempfile::TempDir,
}

impl Player {
    /// A player that finds the host whose data folder that is. `None`, announced, where there is no player.
    ///
    /// # Errors
    /// The package does not compile, or the player does not start.
    pub fn start(what: &str, data: &Path) -> Result<Option<Self>> {
        Self::start_with_data(what, data, false, With::Parts)
    }

    /// The same where that host may load code.
    ///
    /// # Errors
    /// As `start`.
    pub fn with_code(what: &str, data: &Path) -> Result<Option<Self>> {
        Self::start_with_data(what, data, true, With::Parts)
    }

    /// The same with the package as one assembly.
    ///
    /// # Errors
    /// As `start`.
    pub fn with_one_library(what: &str, data: &Path) -> Result<Option<Self>> {
        Self::start_with_data(what, data, false, With::OneLibrary)
    }

    /// The same with a stand-in for Harmony among its assemblies.
    ///
    /// # Errors
    /// As `start`.
    pub fn with_harmony(what: &str, data: &Path) -> Result<Option<Self>> {
        Self::start_with_data(what, data, false, With::Harmony)
    }

    /// The same where that host may load code.
    ///
    /// # Errors
    /// As `start`.
    pub fn with_harmony_and_code(what: &str, data: &Path) -> Result<Option<Self>> {
        Self::start_with_data(what, data, true, With::Harmony)
    }

    fn start_with_data(what: &str, data: &Path, allows_code: bool, with: With) -> Result<Option<Self>> {
        let Some(program) = stage_program(what, with)? else {
            return Ok(None);
        };
        let home = tempfile::tempdir()?;
        let folder = program.parent().context("its folder")?.to_owned();
        let process = Command::new(program)
            .args(["-batchmode", "-nographics", "-logFile"])
            .arg(home.path().join("player.log"))
            .env("HOME", home.path())
            .env("UNITY_TOOLS_DATA", data)
            .env("UNITY_TOOLS_ALLOW_CODE", if allows_code { "1" } else { "" })
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("the player cannot be started")?;
        Ok(Some(Self { process, folder, home }))
    }

    /// Its assemblies, ours among them.
    pub fn managed(&self) -> PathBuf {
        self.folder.join("game_Data/Managed")
    }

    /// What it wrote so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.home.path().join("player.log")).unwrap_or_default()
    }

    /// Waits until it wrote that.
    pub async fn writes(&self, text: &str) {
        let begun = Instant::now();
        while !self.log().contains(text) {
            assert!(begun.elapsed() < PATIENCE, "`{text}` is not in {}", self.log());
            tokio::task::yield_now().await;
        }
    }

    /// Waits until it ended by itself; all that it wrote.
    pub fn wait_for_end(&mut self) -> Result<String> {
        let status = self.process.wait()?;
        ensure!(status.success(), "{status}\n{}", self.log());
        Ok(self.log())
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// As `kill -9` does.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if std::thread::panicking() {
            environment::announce(&self.log());
        }
        // One that was killed is gone already.
        let _ = self.kill();
    }
}

/// The player's own assemblies, as the compiler takes them.
pub fn references(managed: &Path) -> Result<Vec<String>> {
    let mut found = vec!["-nostdlib".to_owned(), "-noconfig".to_owned()];
    for entry in std::fs::read_dir(managed)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_base = ["mscorlib.dll", "System.dll", "System.Core.dll", "netstandard.dll"].contains(&&*name);
        if is_base || (name.starts_with("UnityEngine") && name.ends_with(".dll")) {
            found.push(format!("-r:{}", managed.join(name).display()));
        }
    }
    found.sort();
    Ok(found)
}

/// The package's assemblies, each behind those that it refers to.
pub const PARTS: [&str; 5] = ["Core", "Player", "Physics", "Image", "UI"];

/// Compiles all of them into `folder`, against the assemblies there.
pub fn compile_package(managed: &Path, folder: &Path, defines: &str) -> Result<()> {
    let runtime = paths::root().join("sdk/unity/com.unity-tools.bridge/Runtime");
    let mut options = references(managed)?;
    options.push(format!("-define:{defines}"));
    for part in PARTS {
        let library = folder.join(format!("UnityTools.Bridge.{part}.dll"));
        compile(&sources(&runtime.join(part))?, "library", &library, &options)?;
        options.push(format!("-r:{}", library.display()));
    }
    Ok(())
}

/// Parts that need a module of Unity, with the assembly that holds it.
const MODULES: [(&str, &str); 3] = [
    ("Physics", "UnityEngine.PhysicsModule.dll"),
    ("Image", "UnityEngine.ImageConversionModule.dll"),
    ("UI", "UnityEngine.UI.dll"),
];

/// Compiles the package as one assembly, against the assemblies of the game that it is for; a part of which the game lacks the
/// module is left out. Which parts are in it.
pub fn one_library(managed: &Path, to: &Path) -> Result<Vec<&'static str>> {
    let has = |name: &str| managed.join(name).is_file();
    ensure!(
        has("UnityEngine.dll") || has("UnityEngine.CoreModule.dll"),
        "{} has no UnityEngine.dll: give the folder `<game>_Data/Managed`; a game made by IL2CPP has none",
        managed.display()
    );
    // Before 2017.2 the engine was one assembly.
    let is_whole = !has("UnityEngine.CoreModule.dll");
    let is_there = |part: &&str| {
        let module = MODULES.iter().find(|(named, _)| named == part);
        module.is_none_or(|(part, module)| has(module) || (is_whole && *part != "UI"))
    };
    let parts: Vec<&str> = PARTS.iter().copied().filter(is_there).collect();
    let runtime = paths::root().join("sdk/unity/com.unity-tools.bridge/Runtime");
    let mut all = Vec::new();
    for part in &parts {
        all.extend(sources(&runtime.join(part))?);
    }
    // What assemblies say of themselves and of each other, once each: one needs none of it.
    all.retain(|path| !path.ends_with("Linking.cs") && !path.ends_with("Access.cs"));
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    compile(&all, "library", to, &references(managed)?)?;
    Ok(parts)
}

/// What Unity 2017.2 defines.
pub const DEFINES: &str = "UNITY_5_3_OR_NEWER;UNITY_2017_1_OR_NEWER;UNITY_2017_2_OR_NEWER;ENABLE_MONO";

/// The program of a player with the package in it.
fn stage_program(what: &str, with: With) -> Result<Option<PathBuf>> {
    let Some(player) = environment::unity_player(what)? else {
        return Ok(None);
    };
    let scripts = paths::root().join("tests/unity/player");
    let runtime = paths::root().join("sdk/unity/com.unity-tools.bridge/Runtime");
    let all = [sources(&runtime)?, sources(&scripts)?].concat();
    let harmony = sources(&paths::root().join("tests/unity/harmony"))?;
    let all = [&all[..], &harmony].concat();
    let name = match with {
        With::Parts => "player",
        With::OneLibrary => "player-of-one",
        With::Harmony => "player-harmony",
    };
    let folder = build_once(name, &all, |folder| {
        // The player looks for its data beside the file that it is itself.
        std::fs::copy(player.join("3dball.x86_64"), folder.join("game.x86_64"))?;
        let (from, data) = (player.join("3dball_Data"), folder.join("game_Data"));
        let managed = data.join("Managed");
        std::fs::create_dir_all(&managed)?;
        link_all(&from, &data, "Managed")?;
        link_all(&from.join("Managed"), &managed, "Assembly-CSharp.dll")?;
        if with == With::Harmony {
            let options = references(&from.join("Managed"))?;
            compile(&harmony, "library", &managed.join("0Harmony.dll"), &options)?;
        }
        let libraries: &[&str] = if with == With::OneLibrary {
            one_library(&from.join("Managed"), &managed.join("UnityTools.Bridge.dll"))?;
            &["UnityTools.Bridge"]
        } else {
            compile_package(&from.join("Managed"), &managed, DEFINES)?;
            &["UnityTools.Bridge.Core", "UnityTools.Bridge.Player"]
        };
        let mut options = references(&from.join("Managed"))?;
        for library in libraries {
            options.push(format!("-r:{}", managed.join(format!("{library}.dll")).display()));
        }
        // Fields that only a scene or a tool sets.
        options.push("-nowarn:649".to_owned());
        compile(
            &sources(&scripts)?,
            "library",
            &managed.join("Assembly-CSharp.dll"),
            &options,
        )
    })?;
    Ok(Some(folder.join("game.x86_64")))
}

#[cfg(unix)]
fn link_all(from: &Path, to: &Path, but: &str) -> Result<()> {
    for entry in std::fs::read_dir(from)? {
        let name = entry?.file_name();
        if name != but {
            std::os::unix::fs::symlink(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn link_all(_from: &Path, _to: &Path, _but: &str) -> Result<()> {
    anyhow::bail!("the player of the tests runs on Linux alone")
}

/// What `Game.Meter` of the player measured of the bridge's own turns while no call ran.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    pub frames: u64,
    pub nanoseconds: u64,
    /// By which the managed heap grew; what other threads left is among them.
    pub bytes: i64,
    pub collections: u64,
}

impl Idle {
    /// From the player's log; `None` where it is not measured yet.
    pub fn from_log(log: &str) -> Option<Self> {
        let line = log
            .lines()
            .find(|line| line.starts_with("measured ") && line.ends_with('.'))?;
        let mut numbers = line.split(' ').filter_map(|word| word.parse::<i64>().ok());
        let mut next = || numbers.next();
        Some(Self {
            frames: next()?.unsigned_abs(),
            nanoseconds: next()?.unsigned_abs(),
            bytes: next()?,
            collections: next()?.unsigned_abs(),
        })
    }
}
