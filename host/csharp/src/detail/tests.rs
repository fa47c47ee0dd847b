//! Tests of fields, attributes, values and enumerations that are read from sources, including hostile text.

use super::*;
use crate::parse::parse_whole;
use crate::{SourceFile, Symbols};

fn read(source: &str) -> SourceFile {
    parse_whole("test.cs", source, &Symbols::default(), &mut || true).expect("small")
}

fn detail<'f>(file: &'f SourceFile, name: &str) -> &'f Detail {
    let found = file.types().find(|t| t.name() == name).expect(name);
    found.detail().expect("read whole")
}

#[test]
fn parses_types_attributes_and_initializers_of_fields() {
    let file = read(
        "[RequireComponent(typeof(Rigidbody), typeof(A.B))] class A : Base<int>, IThing {\n\
         [SerializeField, Range(0f, 1f)] private float grip = .5f, turn;\n\
         [field: SerializeField] public List< int > Items { get; private set; } = new();\n\
         public const int Max = 3; int Twice => 2; int Slow { get { return 1; } }\n\
         [UnityEngine.TooltipAttribute(\"a, b\")] public string text = \"a\\tb\\u0041\"; // why\n}",
    );
    let class = detail(&file, "A");
    assert_eq!(class.bases, ["Base<int>", "IThing"]);
    assert_eq!(class.attributes[0].types, ["Rigidbody", "A.B"]);
    let names: Vec<_> = class
        .fields
        .iter()
        .map(|f| (f.name.as_str(), f.type_name.as_str()))
        .collect();
    assert_eq!(
        names,
        [
            ("grip", "float"),
            ("turn", "float"),
            ("Items", "List< int >"),
            ("Max", "int"),
            ("text", "string")
        ]
    );
    let [grip, turn, items, max, text] = class.fields.as_slice() else {
        panic!("five")
    };
    assert_eq!(
        grip.attributes.iter().map(Attribute::text).collect::<Vec<_>>(),
        ["SerializeField", "Range(0f, 1f)"]
    );
    assert_eq!(grip.initializer, Some(Initializer::Number(".5f".into())));
    assert!(grip.modifiers.has("private") && turn.initializer.is_none() && max.modifiers.has("const"));
    assert!(items.is_property && items.attributes[0].target.as_deref() == Some("field"));
    assert!(text.attributes[0].is("Tooltip") && text.attributes[0].arguments == "\"a, b\"");
    assert_eq!(text.initializer, Some(Initializer::Text("a\tbA".into())));
    assert_eq!((text.line, class.left_out), (5, 0));
}

#[test]
fn parses_simple_initializers_and_keeps_others_as_text() {
    use Initializer::{Bool, Call, Character, Either, List, Name, New, Null, Number, Other, Text};
    let name = |parts: &[&str]| Name(parts.iter().map(|part| (*part).to_owned()).collect());
    let number = |digits: &str| Number(digits.to_owned());
    let new = |type_name: &str, arguments| New {
        type_name: Some(type_name.to_owned()),
        arguments,
        items: None,
    };
    let table = [
        ("-1.5e3f", number("-1.5e3f")),
        ("true", Bool(true)),
        ("null", Null),
        ("'\\n'", Character("\n".to_owned())),
        ("@\"a\"\"b\\\"", Text("a\"b\\".to_owned())),
        ("\"@home\"", Text("@home".to_owned())),
        (
            "Mood.Calm | global::A.Mood.Angry",
            Either(vec![name(&["Mood", "Calm"]), name(&["A", "Mood", "Angry"])]),
        ),
        ("string.Empty", name(&["string", "Empty"])),
        (
            "new Vector3(1, -2f, 3)",
            new("Vector3", vec![number("1"), number("-2f"), number("3")]),
        ),
        ("new[] { 1, 2 }", List(vec![number("1"), number("2")])),
        ("{ (1), 2 }", List(vec![number("1"), number("2")])),
        ("new int[0]", List(Vec::new())),
        (
            "System.Array.Empty<int>()",
            Call(vec!["System".into(), "Array".into(), "Empty".into()], 0),
        ),
        ("a ? 1  :  2", Other("a ? 1 : 2".to_owned())),
        ("$\"{a}\"", Other("$\"{a}\"".to_owned())),
    ];
    for (source, expected) in table {
        let file = read(&format!("class A {{ int[] x = {source}; }}"));
        let field = detail(&file, "A").fields.first().expect(source);
        assert_eq!(field.initializer.as_ref(), Some(&expected), "{source}");
    }
}

#[test]
fn computes_values_of_enum_members() {
    let file = read(
        "[System.Flags] enum E : byte { None, A = 1 << 0, B = 0x2, [X] C = 1u << 2, All = A | B | E.C, Not = ~A, Low = -7, Next, \
         Far = int.MaxValue, After }",
    );
    let values: Vec<_> = detail(&file, "E")
        .constants
        .iter()
        .map(|c| (c.name.as_str(), c.value))
        .collect();
    let expected = [
        ("None", Some(0)),
        ("A", Some(1)),
        ("B", Some(2)),
        ("C", Some(4)),
        ("All", Some(7)),
        ("Not", Some(-2)),
        ("Low", Some(-7)),
        ("Next", Some(-6)),
        ("Far", None),
        ("After", None),
    ];
    assert_eq!(values, expected);
    assert!(detail(&file, "E").attributes[0].is("Flags"));
    let split = read("enum E { A,\n#if X\nB,\n#endif\nC }");
    assert!(
        detail(&split, "E").constants.iter().all(|c| c.value.is_none()),
        "C may be 1 or 2"
    );
}

#[test]
fn reports_method_declarations_as_one_line_text() {
    let file = read(
        "class A {\n[ContextMenu(\"x\")]\npublic override  void Hit(int amount = 1, // how\n params string[] why) where T : class { Run(); }\n\
         int Twice(in int a) => a;\nvoid IThing.Do() {}\nA() {}\n#if X\nvoid Maybe();\n#endif\n}",
    );
    let methods = &detail(&file, "A").methods;
    let texts: Vec<_> = methods.iter().map(|m| (m.text.as_str(), m.conditional)).collect();
    let expected = [
        (
            "public override void Hit(int amount = 1, params string[] why) where T : class",
            false,
        ),
        ("int Twice(in int a)", false),
        ("void IThing.Do()", false),
        ("void Maybe()", true),
    ];
    assert_eq!(texts, expected);
    assert!(methods[2].is_explicit && methods[0].params == 2);
}

#[test]
fn reads_attributes_of_members_that_are_no_methods_or_fields() {
    let file = read(
        "class A {\n[Old] public A(int a) {}\n[Old(\"x\")] protected int Size { get { return 1; } }\n\
         [Old] public int this[int at] => at;\n[Old] public static bool operator ==(A a, A b) => true;\n\
         [Old] public static implicit operator int(A a) => 1;\n[Old] public event System.Action Gone, Left;\n\
         #if X\nint None => 0;\n#endif\n} enum E { One, [Old] Two }",
    );
    let others = &detail(&file, "A").others;
    let read: Vec<_> = others
        .iter()
        .map(|member| (member.name.as_str(), member.attributes.len(), member.line))
        .collect();
    let expected = [
        (".ctor", 1, 2),
        ("Size", 1, 3),
        ("Item", 1, 4),
        ("==", 1, 5),
        ("implicit", 1, 6),
        ("Gone", 1, 7),
        ("Left", 1, 7),
        ("None", 0, 9),
    ];
    assert_eq!(read, expected);
    assert!(others[1].modifiers.has("protected") && !others[1].modifiers.has("public"));
    let constants = detail(&file, "E").constants.iter();
    assert_eq!(constants.map(|c| c.attributes.len()).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn marks_members_under_an_undecided_condition() {
    let file = read("class A {\n#if X\npublic int a;\n#else\npublic float a;\n#endif\npublic int b;\n}");
    let fields = &detail(&file, "A").fields;
    let told: Vec<_> = fields.iter().map(|f| (f.name.as_str(), f.conditional)).collect();
    assert_eq!(told, [("a", true), ("b", false), ("a", true)]);
}

/// Hostile sources do not exceed the limits, and omitted members are counted.
#[test]
fn limits_hostile_declarations_and_counts_omitted_members() {
    let many = format!("class A {{ {} }}", "public int x;".repeat(5_000));
    let file = read(&many);
    assert_eq!(
        (detail(&file, "A").fields.len(), detail(&file, "A").left_out),
        (4_000, 1_000)
    );
    let deep = format!("class A {{ int x = {}1{}; }}", "(".repeat(400), ")".repeat(400));
    let file = read(&deep);
    assert!(
        matches!(&detail(&file, "A").fields[0].initializer, Some(Initializer::Other(text)) if text.chars().count() == 500)
    );
    let wide = format!("class A {{ int[] x = {{ {} }}; }}", "1,".repeat(10_000));
    assert!(matches!(
        &detail(&read(&wide), "A").fields[0].initializer,
        Some(Initializer::Other(_))
    ));
    let bits = format!("enum E {{ A = {} }}", "1 | ".repeat(300) + "1");
    assert_eq!(detail(&read(&bits), "E").constants[0].value, None);
    for broken in [
        "class A { public int",
        "class A { public int x",
        "class A { [",
        "class A { public int = ;",
        "enum A { = , 3",
    ] {
        let file = read(broken);
        assert!(
            file.types().all(|t| t.detail().is_none_or(|d| d.fields.is_empty())),
            "{broken}"
        );
    }
}
