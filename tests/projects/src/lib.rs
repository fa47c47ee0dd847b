//! For tests that read projects: the real ones under `UNITY_FIXTURES`, temporary projects, and the hash of a whole folder.

#![expect(
    clippy::panic,
    clippy::print_stdout,
    reason = "only tests call this: what is wrong with a fixture fails them, and what is left out is printed"
)]

mod assembly;
mod dice;

pub use assembly::{library, program};
pub use dice::Dice;

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The folder of real projects; `None` (with a printed line) where it is absent, a failure on CI.
pub fn folder() -> Option<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests find their fixtures through the environment"
    )]
    let (named, ci) = (std::env::var("UNITY_FIXTURES"), std::env::var("CI"));
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = named.map_or_else(|_| workspace.join("../shared/fixtures/unity"), PathBuf::from);
    if folder.join("expected.json").is_file() {
        return Some(folder);
    }
    assert!(ci.is_err(), "UNITY_FIXTURES must be there on CI");
    println!("skipped: no Unity fixtures (set UNITY_FIXTURES)");
    None
}

/// What a reader of `tests/fixtures/readers` prints about the project at `root`; `None` (with a printed line) without Python, a
/// failure on CI.
pub fn second_reader(script: &str, root: &Path) -> Option<Value> {
    let python = provided_value("UTH_PYTHON", &format!("Python for {script}"))?;
    let readers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/readers");
    let output = std::process::Command::new(python)
        // No compiled files beside the sources.
        .arg("-B")
        .arg(readers.join(script))
        .arg(root)
        .output()
        .expect("a Python that starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// The folder of the managed assemblies of a game that was built with Unity 2022.3; `None` (with a printed line) where it is absent, a
/// failure on CI.
pub fn unity_assemblies() -> Option<PathBuf> {
    provided_value("UTH_UNITY_ASSEMBLIES", "assemblies of Unity").map(PathBuf::from)
}

/// What `cargo xtask test` puts into that variable.
fn provided_value(variable: &str, what: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests find their programs through the environment"
    )]
    let (named, ci) = (std::env::var(variable), std::env::var("CI"));
    let named = named.ok().filter(|named| !named.is_empty());
    if named.is_none() {
        assert!(ci.is_err(), "{variable} must be there on CI");
        println!("skipped: no {what} (`cargo xtask test` provides it)");
    }
    named
}

/// Expected values by project and scene path.
pub fn expected(folder: &Path) -> Vec<(String, Vec<(String, Value)>)> {
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("expected.json");
    let Value::Object(projects) = serde_json::from_str(&text).expect("JSON") else {
        panic!("expected.json holds no object");
    };
    let scenes = |value: Value| match value {
        Value::Object(scenes) => scenes.into_iter().collect(),
        _ => panic!("a project holds no object"),
    };
    projects
        .into_iter()
        .map(|(name, value)| (name, scenes(value)))
        .collect()
}

/// SHA-256 over names and contents of everything below `folder`.
pub fn tree_hash(folder: &Path) -> String {
    let mut hash = Sha256::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.expect("a readable folder");
        hash.update(entry.path().to_string_lossy().as_bytes());
        if entry.file_type().is_file() {
            hash.update(std::fs::read(entry.path()).expect("a readable file"));
        }
    }
    HEXLOWER.encode(&hash.finalize())
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

/// A copy of a project, every text file passed through `change`.
pub fn copy(from: &Path, to: &Path, change: impl Fn(Vec<u8>) -> Vec<u8>) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("a readable folder");
        let target = to.join(entry.path().strip_prefix(from).expect("below the folder"));
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target).expect("a new folder");
        } else {
            let bytes = std::fs::read(entry.path()).expect("a readable file");
            std::fs::write(&target, change(bytes)).expect("a written file");
        }
    }
}

/// A project of nothing but what is written into it.
pub struct TinyProject {
    folder: tempfile::TempDir,
}

impl Default for TinyProject {
    fn default() -> Self {
        Self::new()
    }
}

impl TinyProject {
    pub fn new() -> Self {
        let project = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        project.write("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.10f1\n");
        project.write("Assets/keep.txt", "");
        project
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a new folder");
        std::fs::write(path, content).expect("a written file");
    }

    /// Writes an asset and its `.meta`.
    pub fn asset(&self, path: &str, guid: &str, content: impl AsRef<[u8]>) {
        self.write(path, content);
        self.write(&format!("{path}.meta"), format!("fileFormatVersion: 2\nguid: {guid}\n"));
    }

    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.root().join(path)).expect("a removed file");
    }
}

/// A guid of one repeated digit.
pub fn guid(digit: char) -> String {
    digit.to_string().repeat(32)
}

/// A scene or prefab of plain objects: (object id, name, father's object id or 0). Transforms have the id + 1.
pub fn objects(rows: &[(i64, &str, i64)]) -> String {
    let mut text = String::from("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n");
    for (id, name, father) in rows {
        let transform = id + 1;
        let father_transform = if *father == 0 { 0 } else { father + 1 };
        let children: String = rows
            .iter()
            .filter(|row| row.2 == *id)
            .map(|row| format!("  - {{fileID: {}}}\n", row.0 + 1))
            .collect();
        let children = if children.is_empty() {
            " []\n".to_owned()
        } else {
            format!("\n{children}")
        };
        text += &format!(
            "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n  m_Layer: 0\n  m_Name: {name}\n  m_TagString: Untagged\n  m_IsActive: 1\n--- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_Children:{children}  m_Father: {{fileID: {father_transform}}}\n"
        );
    }
    text
}

/// A PrefabInstance document without changes but those in `mods` (target, path, value).
pub fn instance(id: i64, guid: &str, parent: i64, mods: &[(i64, &str, &str)]) -> String {
    let rows: String = mods
        .iter()
        .map(|(target, path, value)| {
            format!(
                "    - target: {{fileID: {target}, guid: {guid}, type: 3}}\n      propertyPath: {path}\n      value: {value}\n      objectReference: {{fileID: 0}}\n"
            )
        })
        .collect();
    let rows = if rows.is_empty() {
        " []\n".to_owned()
    } else {
        format!("\n{rows}")
    };
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: {parent}}}\n    m_Modifications:{rows}    m_RemovedComponents: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
    )
}
