//! Tests of `find_references` for every type in this repository's C# sources, compared with an independent word search
//! (`csharp_words.py`). The real projects have no sources.

use super::*;
use crate::session::tests::find_users::{request, whole};
use crate::session::tests::references_scan::whole_csharp;
use host_bridge::{ReferencePlace, ReferenceTarget};
use std::collections::BTreeSet;
use tests_projects::TinyProject;

/// Folders of this repository that contain C# sources. The test double of the editor is left out: it declares types of
/// Unity, about which `find_references` rejects questions.
const FOLDERS: [&str; 5] = [
    "sdk/unity",
    "tests/unity/player",
    "tests/unity/rehearsal",
    "tests/unity/harmony",
    "tests/fixtures/unity/sample/Assets",
];

type Line = (String, u64);

fn project() -> TinyProject {
    let project = TinyProject::new();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut number = 0xc0de_u64;
    for folder in FOLDERS {
        for entry in walkdir::WalkDir::new(repository.join(folder)).sort_by_file_name() {
            let entry = entry.expect("a readable folder");
            let path = entry.path();
            if path.extension().is_some_and(|end| end == "cs") {
                number += 1;
                let below = path.strip_prefix(&repository).expect("below").to_string_lossy();
                let text = std::fs::read(path).expect("a source");
                // Not a folder that Unity's import ignores.
                let below = below.replace('~', "");
                project.asset(&format!("Assets/{below}"), &format!("{number:032x}"), text);
            }
        }
    }
    project
}

/// Returns the lines that refer to a type. The value of each is its kind of reference.
fn rows(session: &mut Session, csharp: &unity_scripts::csharp_index::Gathered, full: &str) -> BTreeMap<Line, String> {
    let (mut rows, mut cursor) = (BTreeMap::new(), None);
    loop {
        let mut request = request(ReferenceTarget::TypeName(full.to_owned()), 500, cursor);
        request.places = vec![ReferencePlace::Scripts];
        let Reply::Users(answer) = session
            .lookup()
            .find_users(&request, Some(csharp))
            .expect("an answer")
            .reply
        else {
            panic!("no users")
        };
        assert!(answer.complete, "{full}");
        for row in answer.rows {
            let field = row.field.unwrap_or_default();
            let (line, mark) = field
                .strip_prefix("line:")
                .and_then(|rest| rest.split_once(' '))
                .unwrap_or_else(|| panic!("{full} in {}: {field:?} is no line", row.file));
            let line = (row.file, line.parse().expect("a line"));
            assert_eq!(
                rows.insert(line, mark.to_owned()),
                None,
                "{full}: one row for each line"
            );
        }
        cursor = answer.next;
        if cursor.is_none() {
            return rows;
        }
    }
}

/// A word in the code: file, line, and the reason why it does not refer to a type; empty if it does.
type CodeWord = (String, u64, String);

fn short(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

#[test]
fn finds_the_same_source_lines_as_an_independent_word_search() {
    let project = project();
    let Some(second) = tests_projects::second_reader("csharp_words.py", project.root()) else {
        return;
    };
    let types: BTreeMap<String, Vec<(String, u64, u64)>> =
        serde_json::from_value(second["types"].clone()).expect("types");
    let words: BTreeMap<String, Vec<CodeWord>> = serde_json::from_value(second["words"].clone()).expect("words");
    let mut session = open(project.root());
    whole(
        &mut session,
        &request(
            ReferenceTarget::TypeName(types.keys().next().expect("a type").clone()),
            1,
            None,
        ),
    );
    let csharp = whole_csharp(&mut session);
    let (mut wrong, mut compared) = (Vec::new(), 0);
    let mut by_word: BTreeMap<&str, BTreeSet<Line>> = BTreeMap::new();
    for full in types.keys() {
        let name = short(full);
        let names = [Some(name), name.strip_suffix("Attribute")];
        let names: Vec<&str> = names.into_iter().flatten().collect();
        for (line, mark) in rows(&mut session, &csharp, full) {
            compared += 1;
            let words = names.iter().filter_map(|name| words.get(*name)).flatten();
            let mut here = words.filter(|word| (&word.0, word.1) == (&line.0, line.1));
            // Only a value's member could still be a type that is hidden by a variable of the same name.
            if !here.any(|word| !["declaration", "namespace"].contains(&&*word.2)) {
                wrong.push(format!("{full}: row {line:?} ({mark}), where no word of the code is"));
            }
            for name in &names {
                by_word.entry(name).or_default().insert(line.clone());
            }
        }
    }
    for (word, places) in &words {
        let of_word = types
            .iter()
            .filter(|(full, _)| [word.as_str(), &format!("{word}Attribute")].contains(&short(full)));
        let bodies: Vec<_> = of_word.flat_map(|(_, bodies)| bodies).collect();
        for (file, line, why) in places {
            let is_own = bodies
                .iter()
                .any(|(own, first, last)| own == file && (first..=last).contains(&line));
            let has_row = by_word
                .get(word.as_str())
                .is_some_and(|rows| rows.contains(&(file.clone(), *line)));
            if why.is_empty() && !is_own && !has_row {
                wrong.push(format!("{word}: no row for {file}:{line}"));
            }
        }
    }
    println!("{} types, {compared} rows", types.len());
    expect_none(&wrong);
}
