//! Rules that need no project: hashes and identifiers.

use super::identifier::from_identifier;
use super::*;

#[test]
fn dll_scripts_are_known_by_their_hash() {
    assert_eq!(dll::file_id_of("UnityEngine.UI", "Image"), -765_806_418);
    assert_eq!(dll::file_id_of("UnityEngine.UI", "Text"), 708_705_254);
    assert_eq!(dll::file_id_of("UnityEngine.UI", "Button"), 1_392_445_389);
    assert_eq!(dll::class_name(-765_806_418).as_deref(), Some("UnityEngine.UI.Image"));
    assert_eq!(dll::class_name(1), None);
}

#[test]
fn the_class_identifier_comes_in_two_forms() {
    let name = |text| from_identifier(text);
    assert_eq!(
        name("UnityEngine.UI::UnityEngine.UI.Text").as_deref(),
        Some("UnityEngine.UI.Text")
    );
    assert_eq!(
        name("Assembly-CSharp:Game.Net:Player").as_deref(),
        Some("Game.Net.Player")
    );
    assert_eq!(name("Assembly-CSharp::Player").as_deref(), Some("Player"));
    assert_eq!(name(""), None);
    assert_eq!(name("Assembly-CSharp"), None);
    assert_eq!(name("Assembly-CSharp:A:"), None);
}

#[test]
fn engine_classes_have_their_namespace() {
    assert_eq!(engine::full_name("Camera"), "UnityEngine.Camera");
    assert_eq!(engine::full_name("NavMeshAgent"), "UnityEngine.AI.NavMeshAgent");
}

/// Distinct unresolved scripts and the components that use them, for each real project; these numbers must only
/// decrease.
const UNRESOLVED: [(&str, usize, usize); 5] = [
    ("cli-loop", 0, 0),
    ("fluid-sim", 0, 0),
    ("mirror-examples", 0, 0),
    ("ui-effect", 3, 6),
    ("univrm-viewer", 0, 0),
];

#[test]
fn unresolved_scripts_do_not_grow() {
    let Some(folder) = tests_projects::folder() else {
        return;
    };
    let mut grown = Vec::new();
    for (name, scripts, uses) in UNRESOLVED {
        let project = Arc::new(Project::open(&folder.join(name)).expect("a project"));
        let mut library = crate::expand::Library::new(Arc::clone(&project));
        let mut seen: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
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
