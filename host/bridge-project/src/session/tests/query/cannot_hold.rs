//! Tests of filters that no object can match: the error explains how to write the filter.

use super::*;

/// Creates a scene A with a renderer, a script with a list of strings, and a script with structures.
fn dressed() -> TinyProject {
    let project = project();
    let renderer = "--- !u!23 &90\nMeshRenderer:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_Materials:\n  - {fileID: 2100000, guid: GUID, type: 2}\n  - {fileID: 0}\n--- !u!33 &91\nMeshFilter:\n  m_GameObject: {fileID: 1}\n  m_Mesh: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}\n"
        .replace("GUID", &guid('6'));
    project.asset(
        "Assets/Red.mat",
        &guid('6'),
        "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n",
    );
    let words = "--- !u!114 &92\nMonoBehaviour:\n  m_GameObject: {fileID: 3}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  words:\n  - Red\n  - Green\n  tint:\n    serializedVersion: 2\n    rgba: 4278190335\n  letter: 65\n  weight: 5\n"
        .replace("GUID", &guid('1'));
    project.asset(
        "Assets/Words.cs",
        &guid('1'),
        "public class Words : UnityEngine.MonoBehaviour { public string[] words; public UnityEngine.Color32 tint; public char letter; public int weight; }",
    );
    project.asset(
        "Assets/Item.cs",
        &guid('2'),
        "public class Item : UnityEngine.ScriptableObject { public int price; }",
    );
    let scene = std::fs::read_to_string(project.root().join("Assets/A.unity")).expect("a scene");
    project.asset("Assets/A.unity", &guid('a'), scene + &renderer + &words);
    project
}

fn fact(path: &str, op: Op, value: Option<Value>) -> FilterNode {
    FilterNode::Fact(Test {
        path: path.to_owned(),
        op,
        value: value.map(|value| ValueText::from_json_text(value.to_string())),
    })
}

fn field_test(field: &str, op: Op, value: Option<Value>) -> FilterNode {
    let (component, path) = field.split_once('.').expect("a type");
    type_filter(component, &[(path, op, value)])
}

#[test]
fn rejects_conditions_that_no_object_can_match() {
    let project = dressed();
    let mut session = open(&project);
    let table: Vec<(FilterNode, &[&str])> = vec![
        (
            field_test("MeshRenderer.sharedMaterials", Op::Equal, Some(json!("Assets/Red.mat"))),
            &["list", "contains", "[*]"],
        ),
        (
            field_test(
                "MeshRenderer.sharedMaterials",
                Op::Unequal,
                Some(json!("Assets/Red.mat")),
            ),
            &["list", "contains"],
        ),
        (
            field_test("MeshRenderer.sharedMaterial", Op::Equal, Some(json!("Assets/Rad.mat"))),
            &["no asset Assets/Rad.mat", "Assets/Red.mat"],
        ),
        (
            field_test("MeshRenderer.sharedMaterial", Op::Equal, Some(json!(""))),
            &["null finds references that are not set"],
        ),
        (
            field_test("MeshRenderer.sharedMaterial", Op::Equal, Some(json!("/Crate"))),
            &["path in a hierarchy"],
        ),
        (
            field_test("MeshRenderer.sharedMaterial", Op::Matches, Some(json!("*[Rr]ed*"))),
            &["character classes"],
        ),
        (
            field_test("Words.words", Op::Matches, Some(json!("[Rr]ed"))),
            &["character classes"],
        ),
        (field_test("Words.words", Op::Greater, Some(json!(1))), &["list"]),
        (field_test("Words.words", Op::Contains, Some(json!(5))), &["a text"]),
        (
            field_test("Words.weight", Op::Contains, Some(json!("5"))),
            &["texts and lists"],
        ),
        (field_test("Words.weight", Op::Matches, Some(json!("5"))), &["texts"]),
        (field_test("Words.weight", Op::Missing, None), &["only a reference"]),
        (
            field_test("Words.weight", Op::Equal, Some(json!(null))),
            &["never unset (null)"],
        ),
        (
            field_test("Words.words", Op::Equal, Some(json!(null))),
            &["it is a list, which is never unset (null)", "[*]", "= []"],
        ),
        (
            field_test("Words.words", Op::Missing, None),
            &["a list of string", "only a reference"],
        ),
        (
            field_test("Door.slots", Op::Missing, None),
            &["structures", "field[*].target"],
        ),
        (
            field_test("Words.weight", Op::Equal, Some(json!(1.5))),
            &["a number without a fraction"],
        ),
        (
            field_test("Words.letter", Op::Equal, Some(json!("AB"))),
            &["one character"],
        ),
        (field_test("Words.tint", Op::Equal, Some(json!("red"))), &["a color"]),
        (
            field_test("Door.slots", Op::Contains, Some(json!("Wild"))),
            &["structures", "[*]"],
        ),
        (
            field_test("Door.slots[0]", Op::Contains, Some(json!("Wild"))),
            &["texts and lists"],
        ),
        (
            field_test("Door.slots[0]", Op::Equal, Some(json!({"open": true}))),
            &["its parts are open, mood"],
        ),
        (
            field_test("Transform.localRotation", Op::Greater, Some(json!(1))),
            &["numbers"],
        ),
        (
            fact("name", Op::Matches, Some(json!("[Cc]rate"))),
            &["name", "character classes"],
        ),
        (
            fact("path", Op::Matches, Some(json!("/[Cc]rate"))),
            &["path", "character classes"],
        ),
        (fact("name", Op::Greater, Some(json!(5))), &["numbers"]),
        (fact("name", Op::Equal, Some(json!(5))), &["a text"]),
        (fact("name", Op::Contains, Some(json!(""))), &["empty text"]),
        (fact("active", Op::Equal, Some(json!("true"))), &["true or false"]),
        (fact("depth", Op::Equal, Some(json!("deep"))), &["a number"]),
        (fact("depth", Op::Contains, Some(json!("1"))), &["texts and lists"]),
        (
            fact("static", Op::Contains, Some(json!("Batching"))),
            &["BatchingStatic"],
        ),
        (
            fact("components", Op::Equal, Some(json!("Rigidbody"))),
            &["list", "contains"],
        ),
        (fact("id", Op::Equal, Some(json!("12"))), &["obj:<n>"]),
        (fact("parent", Op::Missing, None), &["null"]),
        (fact("prefab", Op::Missing, None), &["null", "missing_references"]),
        (
            fact("prefab", Op::Equal, Some(json!("Assets/Bal.prefab"))),
            &["Assets/Ball.prefab"],
        ),
        (fact("prefab", Op::Equal, Some(json!("Ball"))), &["Assets/Ball.prefab"]),
        (fact("position", Op::Greater, Some(json!(1))), &["numbers"]),
    ];
    for (node, parts) in table {
        let told = format!("{node:?}");
        let error = find(&mut session, request(Scope::Loaded, vec![node], Vec::new())).expect_err(&told);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{told}: {error:?}");
        let all = format!("{} {}", error.message, error.hint.unwrap_or_default());
        for part in parts {
            assert!(all.contains(part), "{told}: no {part:?} in {all}");
        }
    }
}

#[test]
fn suggests_alternative_for_a_name_that_no_component_has() {
    let project = dressed();
    let mut session = open(&project);
    let table: Vec<(FilterNode, &str)> = vec![
        (
            field_test("GameObject.tag", Op::Equal, Some(json!("Player"))),
            "the fact tag",
        ),
        (field_test("GameObject.name", Op::Exists, None), "the fact name"),
        (field_test("GameObject.layer", Op::Exists, None), "the fact layer"),
        (
            type_filter("UnityEngine.GameObject", &[("isStatic", Op::Exists, None)]),
            "the fact static",
        ),
        (type_filter("GameObject", &[]), "leave the type out"),
        (type_filter("Item", &[]), "list_assets with kind \"Item\""),
        (type_filter("ScriptableObject", &[]), "list_assets"),
        (type_filter("Material", &[]), "list_assets with kind \"Material\""),
        (
            field_test("Transform.position", Op::Exists, None),
            "the fact `position`",
        ),
        (
            field_test("Transform.eulerAngles", Op::Exists, None),
            "localEulerAngles",
        ),
        (field_test("Transform.rotation", Op::Exists, None), "localRotation"),
        (fact("components", Op::Contains, Some(json!("Rigidbdy"))), "Rigidbody"),
    ];
    for (node, part) in table {
        let told = format!("{node:?}");
        let error = find(&mut session, request(Scope::Loaded, vec![node], Vec::new())).expect_err(&told);
        assert_eq!(error.kind, BridgeErrorKind::NotFound, "{told}: {error:?}");
        let hint = error.hint.unwrap_or_default();
        assert!(hint.contains(part), "{told}: {hint}");
    }
    let error = find(
        &mut session,
        request(Scope::Loaded, Vec::new(), vec![field("Transform", "position")]),
    );
    assert!(
        error
            .expect_err("no field")
            .hint
            .expect("a hint")
            .contains("the fact `position`")
    );
}

#[test]
fn accepts_supported_forms_of_conditions() {
    let project = dressed();
    let mut session = open(&project);
    let red = guid('6');
    let table: Vec<(FilterNode, u64)> = vec![
        (
            field_test("MeshRenderer.sharedMaterial", Op::Equal, Some(json!("Assets/Red.mat"))),
            1,
        ),
        (field_test("MeshRenderer.material", Op::Equal, Some(json!("Red"))), 1),
        (
            field_test("MeshRenderer.sharedMaterial", Op::Equal, Some(json!(red))),
            1,
        ),
        (
            field_test("MeshRenderer.sharedMaterial", Op::Unequal, Some(json!("Red"))),
            0,
        ),
        (
            field_test("MeshRenderer.sharedMaterials", Op::Contains, Some(json!("Red"))),
            1,
        ),
        (
            field_test("MeshRenderer.sharedMaterials", Op::Contains, Some(json!(null))),
            1,
        ),
        (
            field_test("MeshRenderer.sharedMaterials", Op::Contains, Some(json!("Re"))),
            0,
        ),
        (
            field_test("MeshRenderer.sharedMaterials", Op::Contains, Some(json!(guid('6')))),
            1,
        ),
        (
            field_test(
                "MeshRenderer.sharedMaterials",
                Op::Contains,
                Some(json!("Assets/Red.mat")),
            ),
            1,
        ),
        (field_test("MeshRenderer.materials[1]", Op::Equal, Some(json!(null))), 1),
        (
            field_test(
                "MeshRenderer.sharedMaterials",
                Op::Equal,
                Some(json!(["Assets/Red.mat", null])),
            ),
            1,
        ),
        (
            field_test("MeshRenderer.sharedMaterials", Op::Matches, Some(json!("*.mat"))),
            1,
        ),
        (field_test("MeshFilter.sharedMesh", Op::Equal, Some(json!("Cube"))), 1),
        (
            field_test("MeshFilter.sharedMesh", Op::Equal, Some(json!("builtin:Cube"))),
            1,
        ),
        (field_test("Door.lost", Op::Missing, None), 1),
        (
            field_test("Door.lost", Op::Equal, Some(json!("ffffffffffffffffffffffffffffffff"))),
            1,
        ),
        (field_test("Words.words", Op::Contains, Some(json!("Green"))), 1),
        (field_test("Words.words", Op::Contains, Some(json!("Gre"))), 0),
        (field_test("Words.tint", Op::Equal, Some(json!("#ff0000"))), 1),
        (field_test("Words.letter", Op::Equal, Some(json!("A"))), 1),
        (field_test("Words.weight", Op::Equal, Some(json!("5"))), 1),
        (field_test("Door.mood", Op::Greater, Some(json!(0))), 1),
        (fact("layer", Op::AtLeast, Some(json!(0))), 3),
        (fact("layer", Op::Greater, Some(json!(0))), 0),
        (fact("static", Op::Equal, Some(json!(false))), 3),
        (fact("path", Op::Equal, Some(json!("/Crate"))), 1),
        (fact("path", Op::Unequal, Some(json!("/Crate"))), 2),
        (fact("path", Op::Matches, Some(json!("/Crate"))), 2),
        (fact("path", Op::Matches, Some(json!("/Crate[2]*"))), 2),
        (fact("parent", Op::Equal, Some(json!("Crate"))), 1),
        (fact("components", Op::Contains, Some(json!("Component"))), 3),
    ];
    for (node, expected) in table {
        let told = format!("{node:?}");
        let answer = find(&mut session, request(Scope::Loaded, vec![node], Vec::new()));
        let answer = answer.unwrap_or_else(|error| panic!("{told}: {error:?}"));
        assert_eq!(answer.total, expected, "{told}");
    }
}

#[test]
fn notes_pattern_without_wildcards_and_unmatched_reference_name() {
    let project = dressed();
    let mut session = open(&project);
    let mut remarks = |node: FilterNode| {
        let request = Box::new(request(Scope::Loaded, vec![node, FilterNode::All(vec![0])], Vec::new()));
        let replied = run(&mut session, Command::Query { request }).expect("an answer");
        replied.diagnostics.join("; ")
    };
    let told = remarks(field_test("Words.words", Op::Matches, Some(json!("Gree"))));
    assert!(told.contains("\"*Gree*\" finds a part"), "{told}");
    let told = remarks(field_test("MeshFilter.sharedMesh", Op::Equal, Some(json!("Cubes"))));
    assert!(told.contains("refers to something with the name \"Cubes\""), "{told}");
    for (field, op, given, meant) in [
        ("MeshFilter.sharedMesh", Op::Equal, "cube", "did you mean \"Cube\"?"),
        (
            "MeshRenderer.sharedMaterials",
            Op::Contains,
            "red",
            "did you mean \"Red\"?",
        ),
        ("Words.words", Op::Contains, "green", "did you mean \"Green\"?"),
        ("Words.words", Op::Contains, "Gre", "an item is compared as a whole"),
    ] {
        let told = remarks(field_test(field, op, Some(json!(given))));
        assert!(told.contains(meant), "{field}: {told}");
    }
    let told = remarks(fact("name", Op::Matches, Some(json!("oor"))));
    assert!(told.contains("did you mean Door") || told.contains("*oor*"), "{told}");
    let told = remarks(fact("name", Op::Matches, Some(json!("Zeppelin"))));
    assert!(told.contains("no name contains it"), "{told}");
    let told = remarks(fact("path", Op::Equal, Some(json!("/Crate"))));
    assert!(told.contains("the first of 2 objects"), "{told}");
}
