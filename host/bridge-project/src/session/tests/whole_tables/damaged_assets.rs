//! Tests of copies of the real projects with damaged assets and settings. Each answer about such a file describes the
//! damage.

use super::damaged::{DAMAGES, Damage, damage_text, text_files};
use super::*;
use host_bridge::{AssetDetail, SettingsSection};
use std::fs;

const ENDINGS: [&str; 8] = [
    "asset",
    "mat",
    "anim",
    "controller",
    "preset",
    "lighting",
    "renderTexture",
    "playable",
];

fn detail(session: &mut Session, path: &str) -> AssetDetail {
    let command = Command::GetAsset {
        asset: path.to_owned(),
        max_bytes: PAGE_BYTES,
    };
    match run(session, command).expect("an asset").reply {
        Reply::AssetDetail(detail) => *detail,
        other => panic!("{other:?}"),
    }
}

fn section(session: &mut Session, section: &str) -> SettingsSection {
    let command = Command::GetSettings {
        section: section.to_owned(),
        max_bytes: PAGE_BYTES,
    };
    match run(session, command).expect("a section").reply {
        Reply::Section(section) => section,
        other => panic!("{other:?}"),
    }
}

/// True if the file has a second YAML document.
fn has_two(text: &str) -> bool {
    text.lines().filter(|line| line.starts_with("--- !u!")).count() > 1
}

#[test]
fn names_each_damaged_asset_of_the_real_projects() {
    let (mut named, mut wrong) = (0, Vec::new());
    for (name, root) in projects() {
        let files = text_files(&root, &ENDINGS);
        let copy = tempfile::tempdir().expect("a temporary folder");
        tests_projects::copy(&root, copy.path(), |bytes| bytes);
        let mut session = open(&root);
        for (path, ..) in &files {
            let whole = detail(&mut session, path).left_out;
            let is_named = |why: &String| DAMAGES.iter().any(|damage| why.contains(damage.sentence()));
            if whole.iter().any(is_named) {
                wrong.push(format!("{name}: {path} is named without damage: {whole:?}"));
            }
        }
        // An answer about an asset reads its file each time.
        let mut session = open(copy.path());
        for damage in DAMAGES {
            let fits = |text: &str| damage != Damage::Doubled || has_two(text);
            for (path, text, _) in files.iter().filter(|file| fits(&file.1)) {
                fs::write(copy.path().join(path), damage_text(text, damage)).expect("a written file");
                let left_out = detail(&mut session, path).left_out;
                named += 1;
                if !left_out
                    .iter()
                    .any(|why| why.contains(damage.sentence()) && why.contains(path))
                {
                    wrong.push(format!("{name}: {path}, {damage:?}: {left_out:?}"));
                }
            }
        }
    }
    expect_none(&wrong);
    println!("{named} damaged assets are named");
}

const SECTIONS: [(&str, &str); 10] = [
    ("build", "EditorBuildSettings"),
    ("layers", "TagManager"),
    ("tags", "TagManager"),
    ("physics", "DynamicsManager"),
    ("physics_2d", "Physics2DSettings"),
    ("time", "TimeManager"),
    ("player", "ProjectSettings"),
    ("quality", "QualitySettings"),
    ("graphics", "GraphicsSettings"),
    ("input", "InputManager"),
];

#[test]
fn names_each_damaged_settings_file_of_the_real_projects() {
    let mut wrong = Vec::new();
    for (name, root) in projects() {
        let copy = tempfile::tempdir().expect("a temporary folder");
        for folder in ["ProjectSettings", "Packages"] {
            fs::create_dir_all(copy.path().join(folder)).expect("a folder");
            tests_projects::copy(&root.join(folder), &copy.path().join(folder), |bytes| bytes);
        }
        fs::create_dir_all(copy.path().join("Assets")).expect("a folder");
        let mut session = open(&root);
        for (about, _) in SECTIONS {
            let whole = section(&mut session, about).left_out;
            if whole.iter().any(|why| why.contains("cut off")) {
                wrong.push(format!("{name}: {about} is named without damage: {whole:?}"));
            }
        }
        for damage in [Damage::Cut(25), Damage::Cut(50), Damage::Cut(90)] {
            for (_, file) in SECTIONS {
                let path = format!("ProjectSettings/{file}.asset");
                let text = fs::read_to_string(root.join(&path)).expect("a text");
                fs::write(copy.path().join(&path), damage_text(&text, damage)).expect("a written file");
            }
            let mut session = open(copy.path());
            for (about, file) in SECTIONS {
                let left_out = section(&mut session, about).left_out;
                // Cut inside its head, a file has no readable document.
                let words = ["cut off", "no document head"];
                let is_named = |why: &String| why.contains(file) && words.iter().any(|word| why.contains(word));
                if !left_out.iter().any(is_named) {
                    wrong.push(format!("{name}: {about}, {damage:?}: {left_out:?}"));
                }
            }
        }
    }
    expect_none(&wrong);
}
