//! A project of a few megabytes in each file, written to keep its reader busy.
//!
//! Belongs here: files as an enemy writes them. Does not: the questions about them.

use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::path::Path;
use tempfile::TempDir;

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
/// Sources, each just below the size that is read.
const SOURCES: usize = 30;
const SOURCE_BYTES: usize = 4_000_000;
const ROWS: usize = 20_000;
const PACKAGES: usize = 50_000;

/// Lives as long as the run.
pub(crate) struct Worst {
    folder: TempDir,
    /// The object with many components.
    pub(crate) many: i64,
    /// A scene that is not loaded at first.
    pub(crate) to_open: u32,
    /// One of the many siblings.
    pub(crate) sibling: i64,
}

impl Worst {
    pub(crate) const MANY: usize = 60_000;
    const COMPONENT_COUNT: usize = 5_000;
    const DEPTH: usize = 500;
    /// Behind each other in project order.
    pub(crate) const SIBLINGS: &'static str = "Assets/A.unity";
    pub(crate) const COMPONENTS: &'static str = "Assets/B.unity";
    pub(crate) const DEEP: &'static str = "Assets/C.unity";
    pub(crate) const SCRIPTS: &'static str = "Assets/D.unity";
    const LARGE: &'static str = "Assets/E.unity";

    pub(crate) fn write() -> Result<Self> {
        let folder = TempDir::with_prefix("worst-project-")?;
        let root = folder.path();
        put(
            root,
            "ProjectSettings/ProjectVersion.txt",
            "m_EditorVersion: 2022.3.10f1\n",
        )?;
        put(root, "ProjectSettings/EditorBuildSettings.asset", &build_list())?;
        put(root, "Packages/manifest.json", &manifest())?;
        asset(root, Self::SIBLINGS, 1, &siblings(Self::MANY))?;
        asset(root, Self::COMPONENTS, 2, &components(Self::COMPONENT_COUNT))?;
        asset(root, Self::DEEP, 3, &deep(Self::DEPTH))?;
        asset(root, Self::SCRIPTS, 4, &scripts())?;
        asset(root, Self::LARGE, 5, &siblings(Self::MANY))?;
        for at in 0..SOURCES {
            asset(root, &format!("Assets/Hard{at}.cs"), 100 + at, &source(at))?;
        }
        let missing = u32::try_from(ROWS)?;
        Ok(Self {
            folder,
            // Each scene has a million numbers; the first object of its file has the first.
            many: i64::from(missing + 1) * 1_000_000 + 1,
            to_open: missing + 4,
            sibling: i64::from(missing) * 1_000_000 + 100,
        })
    }

    /// The large scene gets another root, and the project another file.
    pub(crate) fn change_large(&self, round: usize) -> Result<()> {
        let text = siblings(Self::MANY).replacen("m_Name: R\n", &format!("m_Name: Round{round}\n"), 1);
        asset(self.root(), &format!("Assets/New{round}.mat"), 200 + round, HEAD)?;
        put(self.root(), Self::SIBLINGS, &text)
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }
}

fn build_list() -> String {
    let mut text = format!("{HEAD}--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n");
    for at in 0..ROWS {
        // Writing into a text cannot fail.
        let _ = writeln!(
            text,
            "  - enabled: 1\n    path: Assets/Missing{at}.unity\n    guid: {}",
            guid(1_000_000 + at)
        );
    }
    text
}

fn manifest() -> String {
    let rows: Vec<String> = (0..PACKAGES)
        .map(|at| format!("\"com.none.p{at}\": \"1.0.0\""))
        .collect();
    format!("{{\"dependencies\": {{{}}}}}", rows.join(",\n"))
}

/// One root with so many children of one name.
fn siblings(count: usize) -> String {
    let mut text = HEAD.to_owned();
    let children: String = (1..=count)
        .map(|at| format!("  - {{fileID: {}}}\n", at * 2 + 1))
        .collect();
    object(&mut text, 0, "R", "0", &format!("\n{children}"), "");
    for at in 1..=count {
        object(&mut text, at, "same", "1", " []\n", "");
    }
    text
}

/// One object with so many colliders.
fn components(count: usize) -> String {
    let mut text = HEAD.to_owned();
    let rows: String = (0..count)
        .map(|at| format!("  - component: {{fileID: {}}}\n", 1_000_000 + at))
        .collect();
    object(&mut text, 0, "Many", "0", " []\n", &rows);
    for at in 0..count {
        let _ = write!(
            text,
            "--- !u!65 &{}\nBoxCollider:\n  m_GameObject: {{fileID: {}}}\n  m_Enabled: {}\n  m_Size: {{x: {at}, y: 1, z: 1}}\n",
            1_000_000 + at,
            own_id(0),
            at % 2
        );
    }
    text
}

/// Each object below the one before.
fn deep(count: usize) -> String {
    let mut text = HEAD.to_owned();
    for at in 0..count {
        let father = if at == 0 {
            "0".to_owned()
        } else {
            (at * 2 - 1).to_string()
        };
        let children = match at + 1 < count {
            true => format!("\n  - {{fileID: {}}}\n", (at + 1) * 2 + 1),
            false => " []\n".to_owned(),
        };
        object(&mut text, at, "d", &father, &children, "");
    }
    text
}

/// An object for each source, with a component of its class.
fn scripts() -> String {
    let mut text = HEAD.to_owned();
    for at in 0..SOURCES {
        let id = 1_000_000 + at;
        object(
            &mut text,
            at,
            "S",
            "0",
            " []\n",
            &format!("  - component: {{fileID: {id}}}\n"),
        );
        let _ = write!(
            text,
            "--- !u!114 &{id}\nMonoBehaviour:\n  m_GameObject: {{fileID: {}}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  speed: 1\n",
            own_id(at),
            guid(100 + at)
        );
    }
    text
}

/// Tokens that keep parsers busy: comments that never end, comparisons that could be generic names, brackets that never match.
fn source(at: usize) -> String {
    let mut text = format!("public class Hard{at} : UnityEngine.MonoBehaviour {{ public float speed;\n");
    let line = match at % 3 {
        0 => "/* \n".to_owned(),
        1 => format!("int a = {}0;\n", "a<".repeat(490)),
        _ => ") => ] ?? @ ; } new { ( < a = [ \n".to_owned(),
    };
    while text.len() + line.len() < SOURCE_BYTES {
        text.push_str(&line);
    }
    text
}

/// GameObject and Transform, whose id is twice the number and one more.
fn object(text: &mut String, at: usize, name: &str, father: &str, children: &str, components: &str) {
    let (own, transform) = (own_id(at), at * 2 + 1);
    let _ = write!(
        text,
        "--- !u!1 &{own}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n{components}  m_Name: {name}\n  \
         m_TagString: Untagged\n  m_IsActive: 1\n--- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {own}}}\n  \
         m_Children:{children}  m_Father: {{fileID: {father}}}\n"
    );
}

/// Of the GameObject.
fn own_id(at: usize) -> usize {
    10_000_000 + at
}

fn guid(number: usize) -> String {
    format!("{:032x}", 0xc0_0000 + number)
}

fn asset(root: &Path, path: &str, number: usize, text: &str) -> Result<()> {
    put(root, path, text)?;
    put(
        root,
        &format!("{path}.meta"),
        &format!("fileFormatVersion: 2\nguid: {}\n", guid(number)),
    )
}

fn put(root: &Path, path: &str, text: &str) -> Result<()> {
    let file = root.join(path);
    std::fs::create_dir_all(file.parent().context("a parent")?)?;
    std::fs::write(file, text)?;
    Ok(())
}
