//! Tests of types that several sources declare.

use super::*;
use crate::types::type_text::Arguments;
use tests_projects::{TinyProject, guid};

fn survey(sources: &[&str]) -> Survey {
    let project = TinyProject::new();
    for (digit, source) in ('a'..).zip(sources) {
        project.asset(&format!("Assets/{digit}.cs"), &guid(digit), source);
    }
    let survey = survey_of(&Arc::new(Project::open(project.root()).expect("a project")));
    // Read while the folder exists.
    for name in survey.places.names() {
        let files = survey.places.files(name).iter();
        files.for_each(|path| drop(survey.file(path)));
    }
    survey
}

fn survey_of(project: &Arc<Project>) -> Survey {
    let declared = Arc::new(DeclaredNames::read(project));
    Survey::new(project, &Arc::default(), declared)
}

fn meant_type(text: &str) -> Meant {
    Arguments::default().resolve(text).expect("short")
}

#[test]
fn finds_types_with_namespace_bases_and_fields() {
    let survey = survey(&[
        "namespace Game.Items { public class Sword : Weapon<int>, IHit { public Slot[] slots; [System.Serializable] public struct Slot { public bool open; public Kind kind; } } }",
        "namespace Game { public enum Kind { Small, Large = 4 } public abstract class Weapon<T> : UnityEngine.MonoBehaviour { public List<Kind> kinds; } }",
    ]);
    assert_eq!(survey.full_name("Sword").as_deref(), Some("Game.Items.Sword"));
    assert_eq!(survey.bases("Game.Items.Sword"), ["Weapon", "IHit"]);
    assert_eq!(survey.full_name("Slot").as_deref(), Some("Game.Items.Sword.Slot"));
    assert_eq!(survey.full_name("Weapon").as_deref(), Some("Game.Weapon"));
    assert_eq!(survey.kind_below(&meant_type("Slot[]"), "open"), Some(Kind::Bool));
    assert!(
        matches!(survey.kind_below(&meant_type("Slot[]"), "kind"), Some(Kind::Enum(names)) if names.name == "Kind")
    );
    let kinds = survey.kind_below(&meant_type("Sword"), "kinds");
    assert!(matches!(kinds, Some(Kind::List(Some(item))) if matches!(&*item, Kind::Enum(_))));
    assert_eq!(survey.kind_below(&meant_type("Slot[]"), "shut"), None);
    assert_eq!(survey.kind_below(&meant_type("Unknown"), "open"), None);
    assert!(survey.has("slot") && survey.has("Game.Kind") && !survey.has("Game.Slot"));
}

#[test]
fn uses_unity_enum_if_no_source_declares_the_name() {
    let kind = |survey: &Survey, name: &str| survey.kind_below(&meant_type(name), "");
    let survey = survey(&[
        "public class Tank { }",
        "public enum Space { Near = 7 } public class Plane { }",
    ]);
    for (name, constant, value) in [
        ("KeyCode", "Return", 13),
        ("UnityEngine.KeyCode", "Alpha1", 49),
        ("ForceMode", "VelocityChange", 2),
        ("UnityEngine.Rendering.ShadowCastingMode", "ShadowsOnly", 3),
        ("PrimitiveType", "Quad", 5),
        ("Space", "Near", 7),
    ] {
        match kind(&survey, name) {
            Some(Kind::Enum(names)) => assert_eq!(names.value(constant), Some(value), "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(matches!(kind(&survey, "KeyCode[]"), Some(Kind::List(Some(item))) if matches!(&*item, Kind::Enum(_))));
    // In another namespace, nested in a class, or a type of Unity with a name that is too common.
    for other in ["Rewired.KeyCode", "Slider.Direction", "Direction", "Plane"] {
        assert_eq!(kind(&survey, other), None, "{other}");
    }
}

#[test]
fn returns_no_kind_for_ambiguous_enum_name() {
    let survey = survey(&["enum Kind { A }", "class X { enum Kind { B } }"]);
    assert_eq!(survey.kind_below(&meant_type("Kind"), ""), None);
}

/// Type parameters on the path are replaced: those of the type itself, of a base type, and of an outer type.
#[test]
fn resolves_field_kinds_of_generic_and_partial_types() {
    let survey = survey(&[
        "[System.Serializable] public class Slot<T> : Held<T[], Mood> { public T item; public Pair pair; \
         [System.Serializable] public class Pair { public T left; } }",
        "public class Held<U, V> : IHeld { public U all; public V mood; } public class Held { public int all; } interface IHeld {}",
        "public enum Mood { Calm, Angry } [System.Serializable] public partial struct Stats : IHeld { public int hp; }",
        "public partial struct Stats { public Mood mood; [field: SerializeField] public bool Up { get; set; } }",
    ]);
    let kind = |of: &str, rest: &str| survey.kind_below(&meant_type(of), rest).map(|kind| kind.to_string());
    let table = [
        ("Slot<float>", "item", "float"),
        ("List<Slot<Mood>>", "item", "Mood"),
        ("Slot<Transform>", "pair.left", "PPtr<Transform>"),
        ("Slot<bool>", "all", "bool[]"),
        ("Slot<bool>", "mood", "Mood"),
        ("Held", "all", "int"),
        ("Stats[]", "hp", "int"),
        ("Stats", "mood", "Mood"),
        ("Stats", "<Up>k__BackingField", "bool"),
    ];
    for (of, rest, expected) in table {
        assert_eq!(kind(of, rest).as_deref(), Some(expected), "{of} {rest}");
    }
    for (of, rest) in [("Slot", "item"), ("Slot<A,B>", "item"), ("Stats", "Up")] {
        assert_eq!(kind(of, rest), None, "{of} {rest}");
    }
}
