//! Tests that compare names, kinds and fields from tables and sources with the components in real scenes.

use super::*;
use std::collections::{BTreeMap, HashSet};
use unity_fields::{Kind, Source, Spec, find_type, shape, unpack};
use unity_scripts::Origin;
use unity_scripts::csharp_index::{CsharpIndex, Gathered, NotYet};
use unity_scripts::script_info::info;

fn gather(project: &Arc<Project>) -> Arc<Gathered> {
    let mut index = CsharpIndex::default();
    loop {
        match index.get(project) {
            Ok(gathered) => return gathered,
            Err(NotYet::Reading { .. }) => std::thread::yield_now(),
            Err(error) => panic!("{error}"),
        }
    }
}

fn document(spec: &Spec) -> String {
    format!("%YAML 1.1\n--- !u!{} &1\nX:\n{}", spec.class, spec.fields)
}

/// Each field that the tables list for a type occurs in a real project of a similar Unity version.
#[test]
fn every_tabled_field_occurs_in_real_projects() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut met: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (name, _) in tests_projects::expected(&folder) {
        let project = Arc::new(Project::open(&folder.join(name)).expect("a project"));
        let mut library = Library::new(Arc::clone(&project));
        for scene in &project.scenes {
            let Ok(flat) = library.scene(&scene.path) else { continue };
            for component in flat.objects.iter().flat_map(|object| &object.components) {
                let name = library.types().name(component.kind);
                let Some(spec) = find_type(&name) else { continue };
                assert_eq!(spec.class, component.class, "{name}");
                let Some((source, at)) = &component.text else { continue };
                let document = source.document(*at).expect("a document");
                met.entry(spec.name)
                    .or_default()
                    .extend(document.fields().map(|field| field.key().to_owned()));
            }
        }
    }
    let mut unknown = Vec::new();
    for (name, keys) in &met {
        let spec = find_type(name).expect("it");
        let text = document(spec);
        let source = Source::new("table", text.into_bytes()).expect("a source");
        let fields = source.document(0).expect("a document");
        for field in fields
            .fields()
            .filter(|field| !keys.iter().any(|key| key == field.key()))
        {
            unknown.push(format!("{name} {}", field.key()));
        }
    }
    assert!(met.len() > 30, "{:?}", met.keys());
    // 2022.3 writes these only under conditions that no project here has.
    assert_eq!(unknown, Vec::<String>::new());
}

/// For each real project, the number of different unresolved scripts and of components that use them. The numbers may
/// only decrease.
const UNRESOLVED: [(&str, usize, usize); 5] = [
    ("cli-loop", 0, 0),
    ("fluid-sim", 0, 0),
    ("mirror-examples", 0, 0),
    ("ui-effect", 3, 6),
    ("univrm-viewer", 0, 0),
];

#[test]
fn unresolved_script_count_does_not_exceed_baseline() {
    let Some(folder) = tests_projects::folder() else {
        return;
    };
    let mut grown = Vec::new();
    for (name, scripts, uses) in UNRESOLVED {
        let project = Arc::new(Project::open(&folder.join(name)).expect("a project"));
        let mut library = Library::new(Arc::clone(&project));
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for scene in &project.scenes {
            let flat = library.scene(&scene.path).expect("a text scene");
            for component in flat.objects.iter().flat_map(|object| &object.components) {
                let type_name = library.types().name(component.kind);
                assert!(!type_name.is_empty());
                match library.types().origin(component.kind) {
                    Origin::Known | Origin::NotCompiled => assert!(!type_name.starts_with('<'), "{type_name}"),
                    Origin::Missing => assert_eq!(&*type_name, "<missing script>"),
                    Origin::Unverifiable if !type_name.starts_with('<') => {}
                    Origin::Unverifiable | Origin::Unresolved => *seen.entry(type_name.to_string()).or_default() += 1,
                }
            }
        }
        let found: usize = seen.values().sum();
        println!("{name}: {} unresolved scripts, {found} uses: {seen:?}", seen.len());
        if seen.len() > scripts || found > uses {
            grown.push((name, seen.len(), found));
        }
    }
    assert!(
        grown.is_empty(),
        "unresolved scripts grew (project, scripts, uses): {grown:?}"
    );
}

/// In the sample project, every field with a declared kind has a value of that kind in the files that Unity wrote.
#[test]
fn declared_kinds_match_sample_values() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let (mut fitting, mut wrong) = (0, Vec::new());
    for folder in [sample] {
        let project = Arc::new(Project::open(&folder).expect("a project"));
        let mut library = Library::new(Arc::clone(&project));
        let mut seen = HashSet::new();
        for scene in &project.scenes {
            let Ok(flat) = library.scene(&scene.path) else { continue };
            for component in flat.objects.iter().flat_map(|object| &object.components) {
                if !seen.insert(component.kind) {
                    continue;
                }
                let Some(class) = library.types().class_of(component.kind) else {
                    continue;
                };
                let Ok(Some(tree)) = component_tree(component, library.types()) else {
                    continue;
                };
                for (key, value) in tree.entries() {
                    let Some(kind) = class.kind(key) else { continue };
                    let form = shape(value);
                    let is_scalar = matches!(form, Kind::Number | Kind::Float | Kind::Text);
                    let fits = match kind {
                        Kind::Bool | Kind::Int(_) | Kind::Enum(_) => form == Kind::Number,
                        Kind::Float | Kind::Double => matches!(form, Kind::Number | Kind::Float),
                        Kind::Text => is_scalar,
                        Kind::List(Some(item)) if value.text().is_some() => {
                            unpack(value.text().unwrap_or("?"), &item).is_some()
                        }
                        Kind::List(_) => matches!(form, Kind::List(_)),
                        Kind::Reference(_) => form == Kind::Reference(None),
                        Kind::Vector(4) | Kind::Quaternion => form == Kind::VectorOrQuaternion,
                        Kind::VectorInt(parts) => form == Kind::Vector(parts),
                        Kind::Struct(_) => matches!(form, Kind::Struct(_)),
                        kind => kind == form,
                    };
                    match fits {
                        true => fitting += 1,
                        false => wrong.push(format!("{} {key} {form}", library.types().name(component.kind))),
                    }
                }
            }
        }
    }
    assert!(fitting >= 15, "{fitting}");
    assert!(wrong.is_empty(), "{fitting} fit, wrong: {wrong:?}");
}

/// For every script in the sample scenes, the fields are the ones that Unity wrote, in the same order.
#[test]
fn reported_fields_match_fields_written_by_unity() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let project = Arc::new(Project::open(&sample).expect("a project"));
    let gathered = gather(&project);
    let mut library = Library::new(Arc::clone(&project));
    let mut compared = BTreeMap::new();
    for scene in &project.scenes {
        let Ok(flat) = library.scene(&scene.path) else { continue };
        for component in flat.objects.iter().flat_map(|object| &object.components) {
            let name = library.types().name(component.kind);
            let Ok(Some(tree)) = component_tree(component, library.types()) else {
                continue;
            };
            let Ok(script) = info(&project, &gathered, library.types().sources(), &name) else {
                continue;
            };
            if script.path.is_none() {
                continue;
            }
            let keys = tree.entries().iter().map(|(key, _)| key.to_string());
            let is_own = |key: &String| !key.starts_with("m_") && key != "serializedVersion" && key != "references";
            let written: Vec<String> = keys.filter(is_own).collect();
            let told: Vec<String> = script.fields.iter().map(|field| field.name.clone()).collect();
            assert_eq!(told, written, "{name}");
            assert!(
                script.not_known.iter().all(|one| one.starts_with("defaults")),
                "{name}: {:?}",
                script.not_known
            );
            compared.insert(name.to_string(), told.len());
        }
    }
    assert!(
        compared.len() >= 6 && compared.values().sum::<usize>() >= 50,
        "{compared:?}"
    );
}
