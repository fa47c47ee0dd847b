//! Tests that compare written text with files that Unity wrote.

use super::*;
use crate::{File, as_text};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

mod random;
mod refused;

/// Returns all files in Unity's text format in the test projects.
pub(super) fn files() -> Vec<PathBuf> {
    let Some(folder) = tests_projects::folder() else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = Vec::new();
    let mut open = vec![folder];
    while let Some(folder) = open.pop() {
        for entry in folder.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if std::fs::read(&path).is_ok_and(|bytes| bytes.starts_with(b"%YAML")) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Writes every field of the document from its parsed value. Returns the number of fields, and those whose spelling
/// differs.
fn written_anew(document: &Document<'_>, style: Style) -> (usize, Vec<String>) {
    let (mut fields, mut other) = (0, Vec::new());
    for field in document.fields() {
        let (start, end) = field.range();
        let stands = slice(document.text, start, end);
        fields += 1;
        let node = field
            .node()
            .unwrap_or_else(|error| panic!("{error}: {}", document.body()));
        let mut emitter = Emitter::new(field.indent(), style);
        emitter.written_key(field.key());
        let written = emitter.value(&node, Some(&Form::from_field(&field, &node)), field.indent());
        if written.is_err() || emitter.finish().as_deref() != Ok(stands) {
            other.push(stands.to_owned());
        }
    }
    (fields, other)
}

fn scalars(node: &Node<'_>) -> usize {
    match node {
        Node::Text(_) => 1,
        Node::List(items) => items.iter().map(scalars).sum(),
        Node::Map(entries) => entries.iter().map(|(_, value)| scalars(value)).sum(),
    }
}

fn kind_of(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn rewrites_every_real_value_byte_for_byte() {
    let mut counted: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut other = Vec::new();
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(file) = File::parse(&bytes) else { continue };
        let (style, _) = Style::detect(file.text);
        for document in file.documents() {
            let (fields, wrong) = written_anew(&document, style);
            let values = document.tree().map_or(0, |tree| scalars(&tree));
            let counts = counted.entry(kind_of(&path)).or_default();
            *counts = [counts[0] + fields, counts[1] + values, counts[2] + wrong.len()];
            other.extend(wrong.into_iter().map(|text| (path.clone(), text)));
        }
    }
    println!("by ending: fields, scalars in them, spelled differently: {counted:?}");
    let shown: Vec<_> = other.iter().take(20).collect();
    assert!(other.is_empty(), "{} are spelled differently: {shown:#?}", other.len());
}

/// Tests escapes with texts of a scene that Unity 2021.3.25 saved.
#[test]
fn escapes_supplementary_characters_as_one_sequence() {
    let texts = [
        r#""\u738B\u660E\uFF1A\u8FD9\u662F\u4EC0\u4E48\uFF1F\U0001F47F \U0001F479\u9B3C
    \U0001F47A ""#,
        r#"" \r\u9019\u4EFD\U0001F633\t\U0001F601\t\U0001F614\t\U0001F60C\u6A23\u672C\u8981\\ue1e2\u5BC4\u7D66""#,
    ];
    for text in texts {
        let text =
            format!("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!114 &1\nM:\n  m_text: {text}\n  m_B: 0\n");
        let file = File::parse(text.as_bytes()).expect("a file");
        let document = file.documents().next().expect("a document");
        assert_eq!(written_anew(&document, Style::detect(&text).0), (2, Vec::new()));
    }
}

#[test]
fn real_projects_use_only_canonical_number_spellings() {
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(text) = as_text(&bytes) else { continue };
        assert_eq!(crate::other_spelling(text), None, "{}", path.display());
    }
}

#[test]
fn unchanged_body_needs_no_patches() {
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(file) = File::parse(&bytes) else { continue };
        let (style, _) = Style::detect(file.text);
        for document in file.documents() {
            let tree = document.tree().expect("a tree");
            let [(_, body)] = tree.entries() else { continue };
            assert_eq!(document.patches(body, style), Ok(Vec::new()), "{}", path.display());
        }
    }
}

/// Tests quotes of property paths: Unity 6000 quotes paths with brackets only, older versions quote none.
#[test]
fn quotes_property_paths_as_the_file_does() {
    for (quote, other) in [("'", ""), ("", "'")] {
        let row = |path: &str, value: u32| {
            format!(
                "    - target: {{fileID: 1, guid: 0123456789abcdef0123456789abcdef, type: 3}}\n      propertyPath: {path}\n      \
                 value: {value}\n      objectReference: {{fileID: 0}}\n"
            )
        };
        let at = |at: u32| format!("{quote}m_Foo.Array.data[{at}]{quote}");
        let head = "%YAML 1.1\n--- !u!1001 &5\nPrefabInstance:\n  m_Modification:\n    m_Modifications:\n";
        let text = format!("{head}{}{}", row("m_LocalPosition.x", 1), row(&at(0), 2));
        let file = File::parse(text.as_bytes()).expect("a file");
        let document = file.documents().next().expect("a document");
        let mut new = document.tree().expect("a tree").entries()[0].1.to_static();
        let Node::Map(entries) = &mut new else {
            panic!("{new:?}")
        };
        let Node::Map(entries) = &mut entries[0].1 else {
            panic!("no rows")
        };
        let Node::List(rows) = &mut entries[0].1 else {
            panic!("no rows")
        };
        let mut added = rows[1].clone();
        let Node::Map(parts) = &mut added else {
            panic!("{added:?}")
        };
        parts[1].1 = Node::Text("m_Foo.Array.data[1]".into());
        parts[2].1 = Node::Text("3".into());
        rows.push(added);
        let (style, _) = Style::detect(&text);
        let patches = document.patches(&new, style).expect("patches");
        let written = apply(&text, patches).expect("a text");
        assert_eq!(written, format!("{text}{}", row(&at(1), 3)));
        assert_eq!(Style::quotes_paths(&text), Some(quote == "'"), "not {other}");
    }
}
