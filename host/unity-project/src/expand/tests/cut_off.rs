//! Files of which the end is missing.

use super::*;

fn scene(text: &str) -> Result<Flat, crate::AssetProblem> {
    open(TinyProject::new().root()).scene_from("Assets/S.unity", text.as_bytes().to_vec())
}

/// Cut anywhere, it is refused or says so; only behind a whole line can it not be seen by how it ends.
#[test]
fn a_file_that_is_cut_off_says_so() {
    let text = objects(&[(1, "Root", 0), (3, "Child", 1), (5, "Last", 0)]);
    assert_eq!(scene(&text).expect("a scene").lacks, None);
    let mut told = 0;
    for end in 1..text.len() {
        let Ok(flat) = scene(&text[..end]) else { continue };
        let whole_line = text[..end].ends_with('\n');
        assert!(flat.lacks.is_some() || whole_line, "cut at {end}: {:?}", &text[..end]);
        if let Some(lacks) = &flat.lacks {
            told += 1;
            assert!(
                flat.problems.iter().any(|problem| problem.contains(lacks)),
                "{:?}",
                flat.problems
            );
        }
    }
    assert!(told > text.len() / 2, "{told}");
}

#[test]
fn children_that_are_not_in_the_file_are_counted() {
    let text = objects(&[(1, "Root", 0), (3, "Child", 1)]);
    let listing = "  - {fileID: 4}\n  - {fileID: 90}\n  - {fileID: 91}\n  - {fileID: 0}\n";
    let flat = scene(&text.replacen("  - {fileID: 4}\n", listing, 1)).expect("a scene");
    let lacks = flat.lacks.expect("told");
    assert!(lacks.starts_with("2 Transforms"), "{lacks}");
}
