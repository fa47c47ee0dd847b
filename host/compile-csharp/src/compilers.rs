//! Finds a C# compiler by these rules, in folders that the operator configured or that installers use.
//! It uses no data from a Unity instance.
//!
//! 1. Editors below each folder of `Places::editors`, newest name first: the folder itself, or a folder in it, that
//!    contains `Editor/Data` (Windows, Linux) or `Unity.app/Contents` (macOS; also `Editor/Unity.app/Contents`). In it,
//!    the first of `DotNetSdkRoslyn/csc.dll` with `NetCoreRuntime/dotnet`; `Tools/Roslyn/csc.exe` with
//!    `MonoBleedingEdge/bin/mono`; `MonoBleedingEdge/lib/mono/4.5/{csc,mcs}.exe` with that `mono`.
//! 2. The .NET SDK in `Places::dotnet`, the folder of `dotnet`: the `sdk/*/Roslyn/bincore/csc.dll` with the newest name.
//! 3. `mcs`: the configured file, else the first `mcs` in an absolute folder of `PATH`.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// The folders in which the host searches a C# compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub editors: Vec<PathBuf>,
    pub dotnet: Option<PathBuf>,
    /// The configured path of the `mcs` file itself; `None` if it is not configured.
    pub mcs: Option<PathBuf>,
    /// The folders of `PATH`, in which `mcs` is searched.
    pub path: Vec<PathBuf>,
}

/// The kind of a compiler, which determines its C# version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// csc (Roslyn): the newest C# version that the found compiler supports.
    Roslyn,
    /// mcs: C# 7.2, without local functions, switch expressions and records.
    Mono,
}

/// A C# compiler that the host found on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    pub language: Language,
    pub program: PathBuf,
    /// Arguments of `program` before the arguments of the compiler, such as the path of `csc.dll`.
    pub arguments: Vec<String>,
}

const DOTNET: &str = if cfg!(windows) { "dotnet.exe" } else { "dotnet" };
const MONO: &str = if cfg!(windows) { "mono.exe" } else { "mono" };
/// Maximum number of entries that are read from one folder during the search for a compiler.
const MOST: usize = 256;

/// Finds a C# compiler: in Unity editors, else the .NET SDK, else Mono's `mcs`; or `None`. Blocks the thread.
pub fn find(places: &Places) -> Option<Compiler> {
    let editors = places.editors.iter().flat_map(|folder| data_folders(folder));
    editors
        .filter_map(|data| from_editor(&data))
        .next()
        .or_else(|| places.dotnet.as_deref().and_then(from_sdk))
        .or_else(|| mono(places))
}

fn newest_first(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .take(MOST)
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    found.sort_by_key(|path| Reverse(numbers(path)));
    found
}

/// Returns the numbers in a folder's name, for sorting by version: `2022.3.33f1` → 2022, 3, 33, 1.
fn numbers(path: &Path) -> Vec<u64> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    name.split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect()
}

fn data_folders(folder: &Path) -> Vec<PathBuf> {
    let within = |editor: &Path| {
        ["Editor/Data", "Unity.app/Contents", "Editor/Unity.app/Contents"]
            .map(|data| editor.join(data))
            .into_iter()
            .find(|data| data.is_dir())
    };
    match within(folder) {
        Some(data) => vec![data],
        None => newest_first(folder)
            .iter()
            .filter_map(|editor| within(editor))
            .collect(),
    }
}

fn from_editor(data: &Path) -> Option<Compiler> {
    let (roslyn, runtime) = (
        data.join("DotNetSdkRoslyn/csc.dll"),
        data.join("NetCoreRuntime").join(DOTNET),
    );
    if roslyn.is_file() && runtime.is_file() {
        return Some(by_dotnet(runtime, &roslyn));
    }
    let mono = data.join("MonoBleedingEdge/bin").join(MONO);
    let by_mono = |program: &str, language| {
        let compiler = data.join(program);
        (mono.is_file() && compiler.is_file()).then(|| Compiler {
            language,
            program: mono.clone(),
            arguments: vec![compiler.display().to_string()],
        })
    };
    by_mono("Tools/Roslyn/csc.exe", Language::Roslyn)
        .or_else(|| by_mono("MonoBleedingEdge/lib/mono/4.5/csc.exe", Language::Roslyn))
        .or_else(|| by_mono("MonoBleedingEdge/lib/mono/4.5/mcs.exe", Language::Mono))
}

fn from_sdk(folder: &Path) -> Option<Compiler> {
    let runtime = folder.join(DOTNET);
    let sdks = newest_first(&folder.join("sdk"));
    let compiler = sdks
        .iter()
        .map(|sdk| sdk.join("Roslyn/bincore/csc.dll"))
        .find(|compiler| compiler.is_file())?;
    runtime.is_file().then(|| by_dotnet(runtime, &compiler))
}

fn by_dotnet(runtime: PathBuf, compiler: &Path) -> Compiler {
    Compiler {
        language: Language::Roslyn,
        program: runtime,
        arguments: vec!["exec".to_owned(), compiler.display().to_string()],
    }
}

fn mono(places: &Places) -> Option<Compiler> {
    let named = places.mcs.clone().filter(|file| file.is_file());
    let name = if cfg!(windows) { "mcs.exe" } else { "mcs" };
    let folders = places.path.iter().filter(|folder| folder.is_absolute());
    let program = named.or_else(|| folders.map(|folder| folder.join(name)).find(|file| file.is_file()))?;
    Some(Compiler {
        language: Language::Mono,
        program,
        arguments: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, files: &[&str]) {
        for file in files {
            let file = folder.join(file);
            std::fs::create_dir_all(file.parent().expect("it has a folder")).expect("a folder");
            std::fs::write(file, "").expect("a file");
        }
    }

    #[test]
    fn prefers_newest_editor_compiler_then_sdk_then_mcs() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        put(folder.path(), &["bin/mcs", "bin/mcs.exe"]);
        let mut places = Places {
            editors: vec![at("Hub"), at("gone")],
            dotnet: Some(at("dotnet")),
            mcs: None,
            path: vec!["bin".into(), at("bin")],
        };
        let found = |places: &Places| find(places).expect("a compiler");
        assert_eq!(found(&places).language, Language::Mono);
        put(
            &at("dotnet"),
            &[
                DOTNET,
                "sdk/8.0.100/Roslyn/bincore/csc.dll",
                "sdk/10.0.1/Roslyn/bincore/csc.dll",
            ],
        );
        assert!(found(&places).arguments[1].contains("10.0.1"), "{:?}", found(&places));
        let old = [
            "MonoBleedingEdge/lib/mono/4.5/mcs.exe",
            &format!("MonoBleedingEdge/bin/{MONO}"),
        ];
        put(&at("Hub/2017.4.9f1/Editor/Data"), &old);
        assert_eq!(
            (found(&places).language, found(&places).arguments.len()),
            (Language::Mono, 1)
        );
        let new = ["DotNetSdkRoslyn/csc.dll", &format!("NetCoreRuntime/{DOTNET}")];
        put(&at("Hub/2022.3.10f1/Unity.app/Contents"), &new);
        put(&at("Hub/2022.3.9f1/Editor/Data"), &new);
        let editor = found(&places);
        assert!(
            editor.arguments[0] == "exec" && editor.arguments[1].contains("2022.3.10f1"),
            "{editor:?}"
        );
        places.editors = vec![at("Hub/2022.3.9f1")];
        assert!(found(&places).arguments[1].contains("2022.3.9f1"));
        assert_eq!(
            find(&Places {
                path: vec!["bin".into()],
                ..Places::default()
            }),
            None,
            "no folder against the working directory"
        );
    }
}
