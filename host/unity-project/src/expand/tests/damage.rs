//! Tests of files that break rules of Unity's format for scenes and prefabs.

use super::*;

fn scene(text: &str) -> Result<Flat, unity_files::AssetProblem> {
    open(TinyProject::new().root()).scene_from("Assets/S.unity", text.as_bytes().to_vec())
}

#[track_caller]
fn damage_of(text: &str) -> String {
    let flat = scene(text).expect("a scene");
    for damage in &flat.damage {
        let named = format!("Assets/S.unity: {damage}");
        assert!(flat.problems.contains(&named), "{:?}", flat.problems);
    }
    flat.damage.join("\n")
}

/// Returns the text of a file with two objects, the second below the first.
fn two_objects() -> String {
    objects(&[(1, "Root", 0), (3, "Child", 1)])
}

/// Returns the paths of the text scenes and prefabs of a real project.
fn real_files(library: &Library) -> Vec<String> {
    let index = &library.project().index;
    let files = ["unity", "prefab"].map(|extension| index.with_extension(extension));
    files.concat().into_iter().map(str::to_owned).collect()
}

#[test]
fn real_scenes_and_prefabs_have_no_damage() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut checked = 0;
    for (name, _) in tests_projects::expected(&folder) {
        let mut library = open(&folder.join(name));
        for path in real_files(&library) {
            let Ok(flat) = library.scene(&path) else { continue };
            assert_eq!(flat.damage, Vec::<String>::new(), "{path}");
            checked += 1;
        }
    }
    assert!(checked >= 70, "{checked}");
}

/// Truncates real files, also after complete lines, where the remaining text looks complete.
#[test]
fn reports_truncation_of_real_files_except_known_cases() {
    let Some(folder) = tests_projects::folder() else { return };
    let (mut cut, mut unseen) = (0, Vec::new());
    for (name, _) in tests_projects::expected(&folder) {
        let root = folder.join(name);
        let mut library = open(&root);
        for path in real_files(&library) {
            let Ok(text) = std::fs::read_to_string(root.join(&path)) else {
                continue;
            };
            for percent in [30, 50, 70, 90] {
                let end = text.floor_char_boundary(text.len() * percent / 100);
                let line = text[..end].rfind('\n').map_or(0, |at| at + 1);
                let whole_line = library.scene_from(&path, text.as_bytes()[..line].to_vec());
                let seen = |flat: &Result<Flat, _>| flat.as_ref().is_ok_and(|flat| flat.damage.is_empty());
                cut += 1;
                if seen(&whole_line) {
                    unseen.push(format!("{path} {percent} %"));
                }
                let within = library.scene_from(&path, text.as_bytes()[..end].to_vec());
                assert!(end == line || !seen(&within), "{path} cut at byte {end}");
            }
        }
    }
    assert!(cut >= 280, "{cut}");
    // Two prefabs within the last fields of a script, which can have no further ones, and a scene between two
    // complete objects.
    let expected = [
        "CharacterSelection/MirrorCharacterSelectionPreScene.unity 50 %",
        "CharacterSelection/Prefabs/CharacterData.prefab 70 %",
        "CharacterSelection/Prefabs/CharacterData.prefab 90 %",
        "CouchCoop/Prefabs/CouchPlayerManager.prefab 90 %",
    ];
    let named = unseen.iter().zip(expected).all(|(file, end)| file.ends_with(end));
    assert!(named && unseen.len() == expected.len(), "{unseen:?}");
}

/// Truncates a scene at every position. Each result must be rejected or reported; only after a complete line does the
/// last line give no sign.
#[test]
fn reports_scene_truncated_within_a_line_with_that_line() {
    let text = objects(&[(1, "Root", 0), (3, "Child", 1), (5, "Last", 0)]);
    assert_eq!(damage_of(&text), "");
    let project = TinyProject::new();
    let mut library = open(project.root());
    for end in 1..text.len() {
        let read = library.scene_from("Assets/S.unity", text.as_bytes()[..end].to_vec());
        let Ok(flat) = read else { continue };
        if text[..end].ends_with('\n') {
            continue;
        }
        let last = text[..end].lines().last().expect("a line");
        let shown = format!("{:?}", last.chars().take(60).collect::<String>());
        let damage = flat.damage.first().expect("reported");
        assert!(damage.contains("it is cut off") && damage.contains(&shown), "{damage}");
    }
}

#[test]
fn reports_missing_referenced_documents() {
    let listing = "  - {fileID: 4}\n  - {fileID: 90}\n  - {fileID: 91}\n  - {fileID: 0}\n";
    let damage = damage_of(&two_objects().replacen("  - {fileID: 4}\n", listing, 1));
    assert!(
        damage.starts_with("2 documents are referred to by others but not in it"),
        "{damage}"
    );
    assert!(
        damage.ends_with("&90 (m_Children of &2), &91 (m_Children of &2)"),
        "{damage}"
    );
}

#[test]
fn reports_duplicate_id_with_its_lines() {
    let text = two_objects();
    let start = text.find("--- !u!4 &2").expect("a Transform");
    let again = text[start..].split_inclusive("--- ").next().expect("text");
    let rest = &text[start + 4..];
    let document = &rest[..rest.find("--- ").unwrap_or(rest.len())];
    assert!(again.starts_with("--- "));
    let damage = damage_of(&format!("{text}--- {document}"));
    assert!(
        damage.contains("1 id is used by more than one document") && damage.contains("&2 (Transform in line "),
        "{damage}"
    );
}

#[test]
fn reports_parent_cycle_with_its_objects() {
    let damage = damage_of(&objects(&[(1, "A", 3), (3, "B", 1), (5, "Root", 0)]));
    assert!(
        damage.contains("2 objects are part of a circle of parents or below one") && damage.contains("&1, &3"),
        "{damage}"
    );
}

#[test]
fn reports_id_beyond_64_bits_with_its_line() {
    let huge = "{fileID: 99999999999999999999}";
    let text = two_objects().replacen("m_Father: {fileID: 0}", &format!("m_Father: {huge}"), 1);
    assert!(text.contains(huge));
    let damage = damage_of(&text);
    let line = text.lines().position(|line| line.contains(huge)).expect("there") + 1;
    assert!(
        damage.contains(&format!("99999999999999999999 in line {line}")),
        "{damage}"
    );
    // Files before 2018 contain ids above 2^63; they have the same 64 bits.
    let unsigned = two_objects().replacen("m_Father: {fileID: 0}", "m_Father: {fileID: 18446744073709551615}", 1);
    assert!(!damage_of(&unsigned).contains("range"), "{}", damage_of(&unsigned));
}

#[test]
fn reports_non_numeric_flags() {
    let text = two_objects();
    let at = text.find("  m_Name: Root\n").expect("a name");
    for (line, named) in [
        ("m_Layer: 5", None),
        ("m_Layer: five", Some("m_Layer of &1 is \"five\"")),
        ("m_IsActive: yes", Some("m_IsActive of &1 is \"yes\"")),
        (
            "m_StaticEditorFlags: 0x7F",
            Some("m_StaticEditorFlags of &1 is \"0x7F\""),
        ),
        ("m_StaticEditorFlags: 4294967295", None),
    ] {
        let damage = damage_of(&format!("{}  {line}\n{}", &text[..at], &text[at..]));
        match named {
            Some(named) => assert!(damage.contains(named), "{line}: {damage}"),
            None => assert_eq!(damage, "", "{line}"),
        }
    }
}

#[test]
fn keeps_all_objects_of_a_parent_cycle() {
    let project = TinyProject::new();
    let scene = objects(&[(1, "A", 3), (3, "B", 1), (5, "C", 0)]);
    project.asset("Assets/S.unity", &guid('c'), scene);
    let flat = open(project.root()).scene("Assets/S.unity").expect("a scene");
    assert_eq!(flat.objects.len(), 3);
    assert!(
        flat.problems[0].contains("part of a circle of parents"),
        "{:?}",
        flat.problems
    );
}
