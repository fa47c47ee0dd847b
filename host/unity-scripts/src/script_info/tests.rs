//! Tests of types in several files and assemblies, described as the inspector shows them.

use super::*;
use crate::csharp_index::{CsharpIndex, NotYet};
use std::sync::Arc;
use tests_projects::{TinyProject, guid};

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

fn ask(folder: &TinyProject, asked: &str) -> Result<ScriptInfo, NoScript> {
    let project = Arc::new(Project::open(folder.root()).expect("a project"));
    info(&project, &gather(&project), &CsharpSources::default(), asked)
}

/// Returns `name: default` for each field, with `?` for no default.
fn field_lines(script: &ScriptInfo) -> Vec<String> {
    let one = |field: &ScriptField| format!("{}: {}", field.name, field.default.as_deref().unwrap_or("?"));
    script.fields.iter().map(one).collect()
}

#[test]
fn reports_type_across_all_its_files() {
    let folder = TinyProject::new();
    folder.asset("Assets/Game/G.asmdef", &guid('1'), "{\"name\": \"Game.Core\"}");
    folder.asset(
        "Assets/Base.cs",
        &guid('2'),
        "using UnityEngine; namespace Kit { public interface IHit : System.IDisposable {} \
         public abstract class Base<T> : MonoBehaviour, IHit { public T value; [HideInInspector] public int hidden = -0x10; \
         void OnDestroy() {} public void Dispose() {} } }",
    );
    folder.asset(
        "Assets/Game/Door.cs",
        &guid('3'),
        "using UnityEngine; using System.Collections.Generic; using Kit;\n\
         namespace Game { [System.Flags] public enum Side : byte { None, Left = 1, Right = 2, Both = Left | Right }\n\
         [RequireComponent(typeof(Rigidbody)), AddComponentMenu(\"Door\")] public partial class Door : Base<int>\n{\n\
         const float Most = 2.5f; public static int Count; public readonly int Fixed = 1; [System.NonSerialized] public int gone;\n\
         [SerializeField, Range(0f, 1f), Tooltip(\"how, far\")] private float open = .25f, most = Most;\n\
         public Side side = Side.Left | Side.Right; public Dictionary<string, int> map; public List<List<int>> nested; public int[,] grid;\n\
         [field: SerializeField] public string Title { get; private set; } = \"a\\nb\"; [field: SerializeField] public int Only { get; }\n\
         public Vector3[] path = { Vector3.up, new Vector3(1, 2f) }; public Color tint = new Color(1, 0, .5f);\n\
         public Plain plain; public Written written; public IHit hit; [SerializeReference] public IHit byReference;\n\
         public float worked = Mathf.PI * 2; public System.Action act; public int? maybe;\n\
         public void Open(float by = 1f) {} void Update() {} private void Hidden() {} static void Start() {} } }",
    );
    folder.asset(
        "Assets/Game/DoorMore.cs",
        &guid('4'),
        "using Kit; namespace Game { public class Plain {} [System.Serializable] public struct Written { public int a; }\n\
         partial class Door { public Door next = null; void OnTriggerEnter(UnityEngine.Collider other) {} public Nowhere lost;\n\
         #if PRO\n public int extra;\n#endif\n } }",
    );
    let door = ask(&folder, "Game.Door").expect("the type");
    assert_eq!(door.type_name, "Game.Door");
    assert_eq!(door.path.as_deref(), Some("Assets/Game/Door.cs"));
    assert_eq!(door.assembly.as_deref(), Some("Game.Core"));
    let bases = [
        "Kit.Base<int>",
        "UnityEngine.MonoBehaviour",
        "UnityEngine.Behaviour",
        "UnityEngine.Component",
        "UnityEngine.Object",
        "Kit.IHit",
        "System.IDisposable",
    ];
    assert_eq!(door.bases, bases);
    assert_eq!(
        door.attributes,
        ["RequireComponent(typeof(Rigidbody))", "AddComponentMenu(\"Door\")"]
    );
    let fields = [
        "value: ?",
        "hidden: -16",
        "open: 0.25",
        "most: 2.5",
        "side: [\"Left\",\"Right\"]",
        "<Title>k__BackingField: \"a\\nb\"",
        "path: [[0,1,0],[1,2,0]]",
        "tint: [1,0,0.5,1]",
        "written: ?",
        "byReference: ?",
        "worked: ?",
        "next: null",
        "lost: ?",
        "extra: ?",
    ];
    assert_eq!(field_lines(&door), fields);
    assert_eq!(door.fields[0].declared_in.as_deref(), Some("Kit.Base<int>"));
    assert_eq!(door.fields[0].type_name, "int");
    assert!(!door.fields[1].shown && door.fields[2].shown);
    assert_eq!(
        door.fields[2].attributes,
        ["SerializeField", "Range(0f, 1f)", "Tooltip(\"how, far\")"]
    );
    assert_eq!(
        (door.fields[5].type_name.as_str(), door.fields[5].attributes.len()),
        ("string", 1)
    );
    assert_eq!(door.messages, ["Update", "OnDestroy", "OnTriggerEnter"]);
    assert_eq!(door.methods, ["public void Open(float by = 1f)"]);
    let not_known = [
        "whether Unity writes the field lost: Nowhere is in no source and no assembly of the folder",
        "defaults that are no plain values: worked = Mathf.PI * 2",
        "fields under an #if that may be off: extra",
    ];
    assert_eq!(door.not_known, not_known);
}

#[test]
fn finds_type_by_name_or_path_and_reports_ambiguity() {
    let folder = TinyProject::new();
    folder.asset(
        "Assets/A/Door.cs",
        &guid('1'),
        "namespace A { class Door { class Knob {} } class Other {} }",
    );
    folder.asset(
        "Assets/B/Door.cs",
        &guid('2'),
        "namespace B { class Door : Missing.Base { public int x; void Awake() {} } enum Way { In } }",
    );
    folder.asset("Assets/Two.cs", &guid('3'), "class First {} class Second {}");
    folder.asset(
        "Assets/Tools/Editor/Window.cs",
        &guid('4'),
        "class Helper : UnityEditor.EditorWindow { void OnGUI() {} } enum Side {}",
    );
    folder.asset("Assets/Empty.cs", &guid('5'), "// nothing");
    let name = |asked: &str| ask(&folder, asked).expect(asked).type_name;
    assert_eq!(name("Assets/B/Door.cs"), "B.Door");
    assert_eq!(name("B.Door"), "B.Door");
    assert_eq!(name("Knob"), "A.Door.Knob");
    assert_eq!(name("Door+Knob"), "A.Door.Knob");
    assert_eq!(name("Assets/Tools/Editor/Window.cs"), "Helper");
    let ambiguous = ask(&folder, "Door").expect_err("two");
    let expected = NoScript::Ambiguous {
        asked: "Door".to_owned(),
        count: 2,
        names: vec!["A.Door".to_owned(), "B.Door".to_owned()],
    };
    assert_eq!(ambiguous, expected);
    let two = ask(&folder, "Assets/Two.cs").expect_err("two");
    assert!(matches!(two, NoScript::Ambiguous { count: 2, .. }), "{two}");
    assert!(matches!(ask(&folder, "Doors"), Err(NoScript::Unknown { .. })));
    assert!(matches!(ask(&folder, "Assets/No.cs"), Err(NoScript::NoFile { .. })));
    assert!(matches!(ask(&folder, "Assets/Empty.cs"), Err(NoScript::NoType { .. })));
    let lost = ask(&folder, "B.Door").expect("the type");
    assert_eq!(
        (lost.bases.as_slice(), lost.messages.as_slice()),
        (["Missing.Base".to_owned()].as_slice(), ["Awake".to_owned()].as_slice())
    );
    let why =
        "its base type Missing.Base is in no source and no assembly of the folder: inherited members are not listed";
    assert_eq!(lost.not_known, [why]);
    let window = ask(&folder, "Helper").expect("the type");
    assert_eq!(window.assembly.as_deref(), Some("Assembly-CSharp-Editor"));
    assert_eq!(window.messages, ["OnGUI"]);
    let light = ask(&folder, "Light").expect("Unity's own");
    assert_eq!(
        (light.type_name.as_str(), light.path, light.not_known.len()),
        ("UnityEngine.Light", None, 1)
    );
}

/// Projects are often shared without code, but with the `.meta` of each source.
#[test]
fn reports_source_with_only_a_meta_file() {
    let folder = TinyProject::new();
    folder.asset("Assets/Code/Door.cs", &guid('1'), "");
    std::fs::remove_file(folder.root().join("Assets/Code/Door.cs")).expect("was there");
    let bare = NoScript::OnlyMeta {
        path: "Assets/Code/Door.cs".to_owned(),
    };
    for asked in ["Assets/Code/Door.cs", "Door", "Game.Door"] {
        assert_eq!(ask(&folder, asked), Err(bare.clone()), "{asked}");
    }
    assert!(matches!(ask(&folder, "Window"), Err(NoScript::Unknown { .. })));
}

/// Base types that form cycles or endless chains must not cause endless work.
#[test]
fn limits_bases_of_cyclic_and_endless_types() {
    let folder = TinyProject::new();
    folder.asset("Assets/A.cs", &guid('1'), "class A : B { public A x; } class B : A {} class G<T> : G<G<T>> { public T t; } interface I : I, J {} interface J : I {}");
    for asked in ["A", "G", "I"] {
        let script = ask(&folder, asked).expect(asked);
        assert!(
            script.bases.len() <= 64 && script.not_known.len() <= MAX_NOT_KNOWN + 1,
            "{script:?}"
        );
    }
}

/// The sources of the type declare enums; the type's own enums come first.
#[test]
fn lists_enums_of_a_type_with_their_members() {
    let folder = TinyProject::new();
    folder.asset(
        "Assets/Enemy.cs",
        &guid('1'),
        "namespace Game { public enum Far { A } \
         public partial class Enemy : UnityEngine.MonoBehaviour { public enum Mood : byte { Calm, Wild = 4, More, Odd = Other.Value, After } } }",
    );
    folder.asset(
        "Assets/EnemyMore.cs",
        &guid('2'),
        "namespace Game { partial class Enemy { [System.Flags] enum Side { None, Left = 1 << 0, Both = Left | 2 } } }",
    );
    folder.asset("Assets/Else.cs", &guid('3'), "enum Else { X }");
    let told = |asked: &str| {
        let script = ask(&folder, asked).expect(asked);
        let one = |of: ScriptEnum| (of.type_name, of.flags, of.members);
        script.enums.into_iter().map(one).collect::<Vec<_>>()
    };
    let members = |members: &[(&str, Option<i64>)]| -> Vec<(String, Option<i64>)> {
        members
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value))
            .collect()
    };
    let mood = members(&[
        ("Calm", Some(0)),
        ("Wild", Some(4)),
        ("More", Some(5)),
        ("Odd", None),
        ("After", None),
    ]);
    let side = members(&[("None", Some(0)), ("Left", Some(1)), ("Both", Some(3))]);
    let far = ("Game.Far".to_owned(), false, members(&[("A", Some(0))]));
    let expected = [
        ("Game.Enemy.Mood".to_owned(), false, mood.clone()),
        ("Game.Enemy.Side".to_owned(), true, side),
        far.clone(),
    ];
    assert_eq!(told("Enemy"), expected);
    assert_eq!(
        told("Game.Enemy.Mood"),
        [("Game.Enemy.Mood".to_owned(), false, mood), far]
    );
    assert_eq!(told("Else"), [("Else".to_owned(), false, members(&[("X", Some(0))]))]);
}
