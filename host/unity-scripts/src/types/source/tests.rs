//! Tests that compare declarations in sources with Unity's output for the same scripts.

use super::*;
use tests_projects::{TinyProject, guid};
use unity_files::Project;

const PLAYER: &str = r#"
using UnityEngine;
namespace Game {
    public enum Mood { Calm, Angry = 5, Furious }
    [RequireComponent(typeof(Rigidbody), typeof(UnityEngine.BoxCollider))]
    [DisallowMultipleComponent]
    public class Player : Living, IThing
    {
        public const int Max = 3; public static int Count; public readonly int fixedOne = 1;
        public float speed = 2.5f, turn;
        [SerializeField, Range(0f, 1f)] private float grip = .5f;
        [SerializeField] bool armed = true;
        private int secret = 4;
        [System.NonSerialized] public int hidden;
        public string title = "Sir; \"x\"";
        public string nick = "Al's";
        public Mood mood = Mood.Furious;
        public Vector3 home = new Vector3(1f, -2, 3.5f);
        public Vector2 up = Vector2.up;
        public Color tint = Color.white;
        public Transform[] points;
        public List<int> numbers = new List<int>();
        public GameObject prefab;
        public LayerMask mask;
        public Dictionary<string, int> map = new Dictionary<string, int>();
        public int Level { get; private set; } = 3;
        [field: SerializeField] public int Hp { get; private set; } = 7; [SerializeField] public int Wrong { get; set; }
        [field: SerializeField] public int Fixed { get; }
        public int Twice => Level * 2;
        public event System.Action Died;
        public int jump = 1 << 3;
        public uint bits = 0xFu;
        public void Run(int times = 2) { int local = 1; if (local == 1) { } }
        public AnimationCurve curve = new AnimationCurve { };
    }
}
"#;

fn types(project: &TinyProject) -> Types {
    Types::new(Arc::new(Project::open(project.root()).expect("a project")))
}

#[test]
fn reads_class_with_its_base() {
    let project = TinyProject::new();
    project.asset("Assets/Player.cs", &guid('a'), PLAYER);
    project.asset(
        "Assets/Living.cs",
        &guid('b'),
        "namespace Game { public abstract class Living : MonoBehaviour { public int health = 100; } }",
    );
    let types = types(&project);
    let (file, class) = types.script_named("Game.Player").expect("the script");
    assert_eq!(file.guid.to_string(), guid('a'));
    assert!(class.once && !class.is_abstract && !class.editor_only);
    assert_eq!(class.root, "MonoBehaviour");
    assert_eq!(class.requires, ["Rigidbody", "UnityEngine.BoxCollider"]);
    let kinds: Vec<(String, String)> = class
        .fields
        .iter()
        .map(|field| {
            (
                field.name.clone(),
                field.kind.as_ref().map_or("?".to_owned(), Kind::to_string),
            )
        })
        .collect();
    let expected = [
        ("health", "int"),
        ("speed", "float"),
        ("turn", "float"),
        ("grip", "float"),
        ("armed", "bool"),
        ("title", "string"),
        ("nick", "string"),
        ("mood", "Mood"),
        ("home", "Vector3"),
        ("up", "Vector2"),
        ("tint", "Color"),
        ("points", "PPtr<Transform>[]"),
        ("numbers", "int[]"),
        ("prefab", "PPtr<GameObject>"),
        ("mask", "LayerMask"),
        ("map", "?"),
        ("<Hp>k__BackingField", "int"),
        ("jump", "int"),
        ("bits", "uint"),
        ("curve", "AnimationCurve"),
    ];
    assert_eq!(kinds, expected.map(|(name, kind)| (name.to_owned(), kind.to_owned())));
    let (lines, unknown) = class.defaults(&types);
    let expected = "  health: 100\n  speed: 2.5\n  turn: 0\n  grip: 0.5\n  armed: 1\n  nick: 'Al''s'\n  mood: 6\n  home: {x: 1, y: -2, z: 3.5}\n  up: {x: 0, y: 1}\n  tint: {r: 1, g: 1, b: 1, a: 1}\n  points: []\n  numbers: \n  prefab: {fileID: 0}\n  mask:\n    serializedVersion: 2\n    m_Bits: 0\n  <Hp>k__BackingField: 7\n";
    assert_eq!(lines, expected);
    assert_eq!(unknown, ["title", "jump", "bits", "curve"]);
    assert!(types.script_named("Player").is_none());
    let (_, base) = types.script_named("Game.Living").expect("the base");
    assert!(base.is_abstract);
}

/// The class has members under a known symbol, types composed of others, and attributes with long names.
#[test]
fn reads_class_as_the_editor_compiles_it() {
    let project = TinyProject::new();
    let source = "using UnityEngine;\n[System.Flags] public enum Sides { None, Left = 1 << 0, Right = Left << 1, Both = Left | Right }\n\
                  public class Wall : MonoBehaviour {\n#if !UNITY_EDITOR\n public int never = 1;\n#else\n public int always = 2;\n#endif\n\
                  [SerializeFieldAttribute] Sides sides = Sides.Left | Sides.Right; public Sides both = Sides.Both;\n\
                  public string path = @\"C:\\a\"; public float half = -.5f; }";
    project.asset("Assets/Wall.cs", &guid('a'), source);
    let types = types(&project);
    let (_, class) = types.script_named("Wall").expect("the script");
    let (lines, unknown) = class.defaults(&types);
    let expected = "  always: 2\n  sides: 3\n  both: 3\n  path: 'C:\\a'\n  half: -0.5\n";
    assert_eq!((lines.as_str(), unknown.len()), (expected, 0));
}

/// Returns `name: kind` for each field, with `?` for an unknown kind.
fn kinds(types: &Types, full: &str) -> Vec<String> {
    let (file, _) = types.script_named(full).expect("the script");
    let mut types = Types::new(Arc::clone(&types.project));
    let identifier = String::new();
    let id = types.script(crate::types::ScriptRef { file, identifier });
    let declared = types.declared_fields(id);
    let class = declared.class().expect("its source");
    let kind = |name: &str| declared.kind(name).map_or("?".to_owned(), |kind| kind.to_string());
    class
        .field_names()
        .map(|name| format!("{name}: {}", kind(name)))
        .collect()
}

/// The base class has type parameters and is in a file with another name; its own base class uses its arguments.
#[test]
fn substitutes_type_arguments_in_fields_of_generic_base() {
    let project = TinyProject::new();
    project.asset(
        "Assets/Enemy.cs",
        &guid('a'),
        "namespace Game { public enum Bullet { Slow, Fast = 4 } public class Enemy : Kit.Pool<Bullet> { public int hp; } }",
    );
    project.asset(
        "Assets/Kit/Pools.cs",
        &guid('b'),
        "using System.Collections.Generic; namespace Kit { public class Pool { public bool wrong; } \
         public class Pool<T> : Store<T, LayerMask> { public T first = default; public T[] all; public List<T> more; public Entry entry; \
         [System.Serializable] public class Entry { public T what; } } \
         public abstract class Store<TItem, TMask> : MonoBehaviour { public TMask mask; [field: SerializeField] protected TItem Kept { get; set; } } }",
    );
    let types = types(&project);
    let expected = [
        "mask: LayerMask",
        "<Kept>k__BackingField: Bullet",
        "first: Bullet",
        "all: Bullet[]",
        "more: Bullet[]",
        "entry: ?",
        "hp: int",
    ];
    assert_eq!(kinds(&types, "Game.Enemy"), expected);
    let (_, class) = types.script_named("Game.Enemy").expect("the script");
    assert_eq!(class.root, "MonoBehaviour");
    let entry = class.field_type("entry").expect("the field");
    let below = types.survey().kind_below(entry, "what");
    assert_eq!(below.map(|kind| kind.to_string()).as_deref(), Some("Bullet"));
}

/// A partial class has the fields of all its files, whichever of them names the base class.
#[test]
fn merges_fields_of_all_files_of_a_partial_class() {
    let project = TinyProject::new();
    let sources = [
        (
            "Boss.Aim",
            "partial class Boss : IAim { public Phase phase = Phase.Rage; [SerializeField] Transform eye; }",
        ),
        ("Boss", "public partial class Boss : Foe { public float speed = 2; }"),
        (
            "BossMore",
            "[DisallowMultipleComponent] partial class Boss { public LayerMask mask; } public enum Phase { Calm, Rage }",
        ),
        (
            "Other",
            "namespace Other { public partial class Boss { public int never; } }",
        ),
        ("Foe", "public partial class Foe : MonoBehaviour { public int hp; }"),
        ("IAim", "interface IAim {}"),
    ];
    for (digit, (name, text)) in ('a'..).zip(sources) {
        project.asset(&format!("Assets/{name}.cs"), &guid(digit), text);
    }
    let types = types(&project);
    let expected = [
        "hp: int",
        "phase: Phase",
        "eye: PPtr<Transform>",
        "speed: float",
        "mask: LayerMask",
    ];
    assert_eq!(kinds(&types, "Boss"), expected);
    let (_, class) = types.script_named("Boss").expect("the script");
    assert!(class.once);
    assert_eq!(class.root, "MonoBehaviour");
}

/// Of two classes with the same name, the class in the nearest namespace counts.
#[test]
fn resolves_base_from_inner_to_outer_namespace() {
    let project = TinyProject::new();
    let sources = [
        (
            "a/Unit",
            "namespace A { public class Unit : MonoBehaviour { public int ofA; } }",
        ),
        (
            "b/Unit",
            "namespace B { public class Unit : MonoBehaviour { public int ofB; } }",
        ),
        ("One", "namespace B.Inner { public class One : Unit { } }"),
        ("Two", "namespace B { public class Two : A.Unit { } }"),
    ];
    for (digit, (name, text)) in ('a'..).zip(sources) {
        project.asset(&format!("Assets/{name}.cs"), &guid(digit), text);
    }
    let types = types(&project);
    assert_eq!(kinds(&types, "B.Inner.One"), ["ofB: int"]);
    assert_eq!(kinds(&types, "B.Two"), ["ofA: int"]);
}

/// Parsing malformed sources ends, and returns only declarations that they contain.
#[test]
fn returns_no_fields_for_malformed_source() {
    let project = TinyProject::new();
    let sources = [
        "class A",
        "class A {",
        "class A : {public int x",
        "class A { public int ; = [ ( { \"",
        "class A<T> : B<A<T>> { }",
    ];
    for source in sources {
        project.asset("Assets/A.cs", &guid('a'), source);
        let types = types(&project);
        let fields = types.script_named("A").map_or(0, |(_, class)| class.fields.len());
        assert_eq!(fields, 0, "{source}");
    }
}
