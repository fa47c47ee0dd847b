//! Tests of types in the project that have the same names as Unity's types, or as each other.

use crate::types::{ScriptRef, Types};
use std::sync::Arc;
use tests_projects::{TinyProject, guid};
use unity_files::Project;

const TYPES: &str = "using UnityEngine; using System;
namespace Game { [Serializable] public class Light { public Material paint; public Button on; } [Serializable] public struct Button { public Kind kind; }
public enum Kind { Near, Middle = 4 } public class Base : MonoBehaviour { [Serializable] public class Avatar { public int age; } } }
namespace Game.Parts { [Serializable] public class Sprite { public float size; } }
namespace Far { [Serializable] public class Font { public int far; } public enum Kind { Far } public class Action { } }
";

const LAMP: &str = "using UnityEngine; using System.Collections.Generic; using Short = Far.Font;
namespace Game { public class Lamp : Base { public Light own; public Light[] all; public UnityEngine.Light engine; public List<Button> buttons;
public Parts.Sprite sprite; public Mesh nested; public Font font; public Far.Font far; public Kind kind = Kind.Middle; public Kind[] kinds; public Avatar avatar;
public Collider body; public Material paint; public Game.Light told; public Pair<Light, Font> pair; public Short aliased;
[System.Serializable] public class Mesh { public int corners; } } [System.Serializable] public class Pair<T, U> { public T one; public U two; } }
";

const TORN: &str = "using UnityEngine; using Far; public class Torn : MonoBehaviour { public Font font; public List<Font> fonts; public Flare flare; }";

fn full_names(full: &str, names: &[&str]) -> Vec<String> {
    let project = TinyProject::new();
    for (digit, (name, text)) in ('a'..).zip([("Types", TYPES), ("Lamp", LAMP), ("Torn", TORN)]) {
        project.asset(&format!("Assets/{name}.cs"), &guid(digit), text);
    }
    let mut types = Types::new(Arc::new(Project::open(project.root()).expect("a project")));
    let (file, _) = types.script_named(full).expect("the script");
    let identifier = String::new();
    let id = types.script(ScriptRef { file, identifier });
    let declared = types.declared_fields(id);
    let one = |name: &&str| match (declared.kind(name), declared.unknown_type_reason(name)) {
        (Some(kind), None) => format!("{name}: {kind}"),
        (kind, Some(why)) => format!("{name}: {kind:?}, {why}"),
        (None, None) => format!("{name}: ?"),
    };
    names.iter().map(one).collect()
}

#[test]
fn resolves_short_names_as_the_compiler_does() {
    let table = [
        "own: ?",
        "own.paint: PPtr<Material>",
        "own.on: ?",
        "own.on.kind: Kind",
        "all: array",
        "all.on.kind: Kind",
        "engine: PPtr<Light>",
        "buttons: array",
        "buttons.kind: Kind",
        "sprite: ?",
        "sprite.size: float",
        "nested: ?",
        "nested.corners: int",
        // The one in another namespace is not in scope.
        "font: PPtr<Font>",
        "far: ?",
        "far.far: int",
        "aliased: ?",
        "kind: Kind",
        "kinds: Kind[]",
        "avatar: ?",
        "avatar.age: int",
        "body: PPtr<Collider>",
        "paint: PPtr<Material>",
        "told: ?",
        "told.paint: PPtr<Material>",
        "pair.one: ?",
        "pair.one.paint: PPtr<Material>",
        "pair.two: PPtr<Font>",
    ];
    let names: Vec<&str> = table.iter().filter_map(|row| row.split(':').next()).collect();
    assert_eq!(full_names("Game.Lamp", &names), table);
}

#[test]
fn reports_ambiguous_type_name() {
    let told = full_names("Torn", &["font", "fonts", "flare"]);
    assert_eq!(told[0], "font: None, Font could mean several types there");
    assert_eq!(told[1], "fonts: Some(List(None)), Font could mean several types there");
    assert_eq!(told[2], "flare: PPtr<Flare>");
}
