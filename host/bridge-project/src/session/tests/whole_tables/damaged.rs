//! Tests of copies of the real projects with damaged scenes and prefabs. Answers name each damaged file, and other
//! files are read as before.

use super::*;
use std::collections::BTreeSet;
use std::fs;

const FACTS: [&str; 9] = [
    "active",
    "active-self",
    "tag",
    "layer",
    "static",
    "components",
    "prefab",
    "position",
    "child-count",
];

/// A kind of damage to a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Damage {
    /// The file is truncated to this percentage of its bytes.
    Cut(usize),
    /// The second YAML document gets the file id of the first one.
    Doubled,
}

pub(super) const DAMAGES: [Damage; 4] = [Damage::Cut(25), Damage::Cut(50), Damage::Cut(90), Damage::Doubled];

impl Damage {
    /// Returns a part of the message about a file with this damage.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::Cut(_) => "cut off",
            Self::Doubled => "by more than one document",
        }
    }
}

pub(super) fn damage_text(text: &str, damage: Damage) -> String {
    match damage {
        Damage::Cut(percent) => {
            let end = text.floor_char_boundary(text.len() * percent / 100);
            // Cut after a whole line, a file can look complete: `expand/tests/damage.rs` lists those that do.
            let is_whole = text[..end].ends_with('\n');
            text[..end - usize::from(is_whole)].to_owned()
        }
        Damage::Doubled => {
            let mut heads = text.lines().filter(|line| line.starts_with("--- !u!"));
            let id = |head: &str| head.split(['&', ' ']).nth(3).expect("an id").to_owned();
            let (first, second) = (heads.next().expect("a head"), heads.next().expect("another"));
            let twin = second.replacen(&format!("&{}", id(second)), &format!("&{}", id(first)), 1);
            text.replacen(&format!("{second}\n"), &format!("{twin}\n"), 1)
        }
    }
}

/// Asset path, text and GUID of a file.
pub(super) type TextFile = (String, String, String);

/// Returns the files below `Assets` in Unity's text format that have one of these extensions.
pub(super) fn text_files(root: &Path, endings: &[&str]) -> Vec<TextFile> {
    let mut files: Vec<_> = walkdir::WalkDir::new(root.join("Assets"))
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| {
            entry
                .path()
                .extension()
                .is_some_and(|end| endings.iter().any(|one| *one == end))
        })
        .filter_map(|entry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            let meta = fs::read_to_string(format!("{}.meta", entry.path().display())).ok()?;
            let guid = meta.lines().find_map(|line| line.strip_prefix("guid: "))?.to_owned();
            let path = entry.path().strip_prefix(root).ok()?.to_string_lossy().into_owned();
            text.starts_with("%YAML").then_some((path, text, guid))
        })
        .collect();
    files.sort();
    files
}

/// Returns the damaged files and all files that refer to them, directly or through other files.
fn affected_files(files: &[TextFile], damaged: &BTreeSet<String>) -> BTreeSet<String> {
    let mut touched = damaged.clone();
    loop {
        let guids = files.iter().filter(|file| touched.contains(&file.0));
        let guids: Vec<String> = guids.map(|file| format!("guid: {}", file.2)).collect();
        let before = touched.len();
        let users = files
            .iter()
            .filter(|file| guids.iter().any(|guid| file.1.contains(guid)));
        touched.extend(users.map(|file| file.0.clone()));
        if touched.len() == before {
            return touched;
        }
    }
}

/// Returns the facts and components of each object by file and path, for all files except `but`. Object ids are
/// replaced by paths.
fn table(session: &mut Session, but: &BTreeSet<String>) -> BTreeMap<String, BTreeMap<String, String>> {
    let (mut objects, _) = objects(session, &Scope::Project, &FACTS);
    objects.retain(|object| !but.contains(&object.file));
    let values = components(session, &objects);
    let places: BTreeMap<String, String> = objects
        .iter()
        .map(|object| {
            (
                format!("obj:{}", object.id.0),
                format!("{}{}", object.file, object.path),
            )
        })
        .collect();
    let named = |value: &Value| {
        let mut value = value.clone();
        name_references(&mut value, &places);
        value.to_string()
    };
    let mut table: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for object in &objects {
        let mut row: String = object.facts.iter().flatten().map(|fact| named(fact) + "\n").collect();
        for component in values.get(&object.id).into_iter().flatten() {
            row += &component.type_name;
            let fields = component.fields.iter();
            row.extend(fields.map(|(name, value)| format!(" {name}={}", named(value))));
            row.push('\n');
        }
        table
            .entry(object.file.clone())
            .or_default()
            .insert(object.path.clone(), row);
    }
    table
}

fn name_references(value: &mut Value, places: &BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(place) = places.get(text.as_str()) {
                text.clone_from(place);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| name_references(item, places)),
        Value::Object(members) => members.values_mut().for_each(|item| name_references(item, places)),
        _ => {}
    }
}

/// Returns the reasons why a file was not searched or only partly.
fn reasons(session: &mut Session, path: &str) -> Vec<String> {
    let scope = Scope::Files(vec![path.to_owned()]);
    let (_, named) = objects(session, &scope, &[]);
    named
        .into_iter()
        .filter(|one| one.file == path)
        .map(|one| one.why)
        .collect()
}

/// The session's answers about each file: its rows, and the reasons why it was not fully searched.
struct Answers {
    rows: BTreeMap<String, BTreeMap<String, String>>,
    reasons: BTreeMap<String, Vec<String>>,
}

impl Answers {
    fn collect_answers(root: &Path, files: &[TextFile], but: &BTreeSet<String>) -> Self {
        let mut session = open(root);
        let reasons = files
            .iter()
            .map(|file| (file.0.clone(), reasons(&mut session, &file.0)));
        Self {
            reasons: reasons.collect(),
            rows: table(&mut session, but),
        }
    }
}

/// Creates a copy in which every second file is damaged. The kind depends on the file's index and `turn`.
fn damage_half(root: &Path, files: &[TextFile], turn: usize) -> (tempfile::TempDir, BTreeMap<String, Damage>) {
    let copy = tempfile::tempdir().expect("a temporary folder");
    tests_projects::copy(root, copy.path(), |bytes| bytes);
    let mut broken = BTreeMap::new();
    for (at, (path, text, _)) in files.iter().enumerate() {
        if at % 2 == turn % 2 {
            let damage = DAMAGES[(at / 2 + turn / 2) % DAMAGES.len()];
            fs::write(copy.path().join(path), damage_text(text, damage)).expect("a written file");
            broken.insert(path.clone(), damage);
        }
    }
    (copy, broken)
}

fn compare(name: &str) {
    let Some(folder) = tests_projects::folder() else { return };
    let root = folder.join(name);
    let files = text_files(&root, &["unity", "prefab"]);
    let before = Answers::collect_answers(&root, &files, &BTreeSet::new());
    let (nothing, mut named, mut compared, mut wrong) = (BTreeMap::new(), 0, 0, Vec::new());
    for turn in 0..2 {
        let (copy, broken) = damage_half(&root, &files, turn);
        let touched = affected_files(&files, &broken.keys().cloned().collect());
        let after = Answers::collect_answers(copy.path(), &files, &touched);
        named += broken.len();
        for (path, damage) in &broken {
            let reasons = after.reasons.get(path);
            if !reasons.is_some_and(|reasons| reasons.iter().any(|why| why.contains(damage.sentence()))) {
                wrong.push(format!("{path}, {damage:?}: named with {reasons:?}"));
            }
        }
        for (path, ..) in files.iter().filter(|file| !touched.contains(&file.0)) {
            let [right, seen] = [&before, &after].map(|answers| answers.rows.get(path).unwrap_or(&nothing));
            compared += right.len();
            for object in right.keys().chain(seen.keys()).collect::<BTreeSet<_>>() {
                let (right, seen) = (right.get(object), seen.get(object));
                if right != seen {
                    wrong.push(format!("{path}{object}: {right:?} became {seen:?}"));
                }
            }
            let [right, seen] = [&before, &after].map(|answers| answers.reasons.get(path));
            if right != seen {
                wrong.push(format!("{path}: {right:?} became {seen:?}"));
            }
        }
    }
    expect_none(&wrong);
    println!("{name}: {named} damaged files named, {compared} rows of others unchanged");
}

#[test]
fn names_damaged_files_of_cli_loop_and_reads_the_others_as_before() {
    compare("cli-loop");
}

#[test]
fn names_damaged_files_of_fluid_sim_and_reads_the_others_as_before() {
    compare("fluid-sim");
}

#[test]
fn names_damaged_files_of_mirror_examples_and_reads_the_others_as_before() {
    compare("mirror-examples");
}

#[test]
fn names_damaged_files_of_ui_effect_and_reads_the_others_as_before() {
    compare("ui-effect");
}

#[test]
fn names_the_damaged_file_of_univrm_viewer() {
    compare("univrm-viewer");
}
