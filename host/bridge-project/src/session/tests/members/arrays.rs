//! Tests of array overrides in instances, nested instances and prefab variants, compared with Unity's behavior.

use super::*;
use tests_projects::{TinyProject, guid, instance, objects};

const TOY: &str = "using UnityEngine;
using System.Collections.Generic;
public class Toy : Vendor.Part {
    public int[] steps;
    public bool[] flags;
    public List<short> heights;
    public int[] empty;
    public string late;
    public List<Vector3> way;
    public List<GameObject> friends;
}
";

/// Returns the YAML text of a MonoBehaviour of a prefab.
fn toy() -> String {
    let script = guid('d');
    format!(
        "--- !u!114 &50\nMonoBehaviour:\n  m_GameObject: {{fileID: 10}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {script}, type: 3}}\n  m_Name: \n  steps: 010000000200000003000000\n  flags: 0100\n  heights: 0100ffff\n  empty: \n  way: []\n  friends: []\n  names:\n  - one\n  - two\n  rows:\n  - a: 1\n    b: {{x: 1, y: 2}}\n  unknown: 0100000002000000\n  m_OnClick:\n    m_PersistentCalls:\n      m_Calls: []\n  weapon:\n    rid: -2\n  arms: []\n  kept:\n    rid: 7\n  references:\n    version: 2\n    RefIds:\n    - rid: -2\n      type: {{class: , ns: , asm: }}\n    - rid: 7\n      type: {{class: Sword, ns: Toys, asm: Assembly-CSharp}}\n      data:\n        edge: 3\n        list:\n        - 1\n"
    )
}

const RENDERER: &str = "--- !u!23 &60\nMeshRenderer:\n  m_GameObject: {fileID: 10}\n  m_Enabled: 1\n  m_Materials:\n  - {fileID: 2100000, guid: eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee, type: 2}\n";

/// Override rows of an instance: file id of the target, property path, value, and reference.
type Rows<'r> = &'r [(i64, &'r str, &'r str, &'r str)];

fn with_references(id: i64, source: char, parent: i64, rows: Rows<'_>) -> String {
    let plain: Vec<(i64, &str, &str)> = rows.iter().map(|row| (row.0, row.1, row.2)).collect();
    let mut text = instance(id, &guid(source), parent, &plain);
    let mut at = 0;
    for (.., reference) in rows {
        let zero = "objectReference: {fileID: 0}";
        let found = at + text[at..].find(zero).expect("a row");
        let reference = if reference.is_empty() { "{fileID: 0}" } else { reference };
        let new = format!("objectReference: {reference}");
        text.replace_range(found..found + zero.len(), &new);
        at = found + new.len();
    }
    text
}

const OTHER: &str = "{fileID: 2100000, guid: ffffffffffffffffffffffffffffffff, type: 2}";

/// Creates a prefab, a prefab that nests it, a variant of the second one, and a scene with an instance of the variant.
pub(super) fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset("Assets/Toy.cs", &guid('d'), TOY);
    project.asset(
        "Assets/Base.prefab",
        &guid('a'),
        objects(&[(10, "Base", 0)]) + &toy() + RENDERER,
    );
    let nested = with_references(
        1000,
        'a',
        31,
        &[
            (60, "m_Materials.Array.size", "3", ""),
            (60, "'m_Materials.Array.data[1]'", "", OTHER),
            (50, "steps.Array.size", "5", ""),
            (50, "'steps.Array.data[0]'", "-9", ""),
            (50, "'steps.Array.data[4]'", "70000", ""),
            (50, "'steps.Array.data[5]'", "1", ""),
            (50, "'flags.Array.data[1]'", "1", ""),
            (50, "heights.Array.size", "1", ""),
            (50, "empty.Array.size", "2", ""),
            (50, "'empty.Array.data[1]'", "4", ""),
            (50, "late", "came", ""),
            (50, "gone", "1", ""),
            (50, "'unknown.Array.data[0]'", "3", ""),
            (50, "names.Array.size", "3", ""),
            (50, "rows.Array.size", "2", ""),
            (50, "'rows.Array.data[1].b.y'", "5", ""),
            (50, "way.Array.size", "1", ""),
            (50, "'way.Array.data[0].y'", "2.5", ""),
            (50, "friends.Array.size", "2", ""),
            (50, "'friends.Array.data[0]'", "", "{fileID: 30}"),
            (50, "m_OnClick.m_PersistentCalls.m_Calls.Array.size", "1", ""),
            (
                50,
                "'m_OnClick.m_PersistentCalls.m_Calls.Array.data[0].m_Target'",
                "",
                "{fileID: 30}",
            ),
            (
                50,
                "'m_OnClick.m_PersistentCalls.m_Calls.Array.data[0].m_MethodName'",
                "SetActive",
                "",
            ),
            (
                50,
                "'m_OnClick.m_PersistentCalls.m_Calls.Array.data[0].m_Arguments.m_BoolArgument'",
                "1",
                "",
            ),
            (50, "weapon", "8", ""),
            (50, "arms.Array.size", "2", ""),
            (50, "'arms.Array.data[0]'", "8", ""),
            (50, "'arms.Array.data[1]'", "7", ""),
            (50, "'managedReferences[8]'", "Assembly-CSharp Toys.Bow/Small", ""),
            (50, "'managedReferences[8].range'", "40", ""),
            (50, "'managedReferences[8].parts.Array.size'", "1", ""),
            (50, "'managedReferences[8].parts.Array.data[0].wood'", "oak", ""),
            (50, "'managedReferences[7].edge'", "4", ""),
            (50, "kept.list.Array.size", "2", ""),
        ],
    );
    project.asset(
        "Assets/Outer.prefab",
        &guid('b'),
        objects(&[(30, "Outer", 0)]) + &nested,
    );
    let of = |id: i64| 1000 ^ id;
    let variant = with_references(
        2000,
        'b',
        0,
        &[
            (of(60), "m_Materials.Array.size", "1", ""),
            (of(50), "'steps.Array.data[1]'", "8", ""),
            (of(50), "steps.Array.size", "2", ""),
            (of(50), "steps.Array.size", "3", ""),
            (of(50), "'rows.Array.data[0].a'", "6", ""),
            (of(50), "m_OnClick.m_PersistentCalls.m_Calls.Array.size", "2", ""),
            (
                of(50),
                "'m_OnClick.m_PersistentCalls.m_Calls.Array.data[1].m_Mode'",
                "3",
                "",
            ),
            (of(50), "'managedReferences[8].range'", "41", ""),
        ],
    );
    let head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
    project.asset("Assets/Variant.prefab", &guid('1'), head.to_owned() + &variant);
    let of = |id: i64| 2000 ^ (1000 ^ id);
    let scene = with_references(
        3000,
        '1',
        2,
        &[
            (of(60), "'m_Materials.Array.data[0]'", "", OTHER),
            (of(60), "'m_Materials.Array.data[2]'", "", OTHER),
            (of(50), "'flags.Array.data[0]'", "0", ""),
            (of(50), "'empty.Array.data[0]'", "3", ""),
            (of(50), "'names.Array.data[2]'", "'three: 3'", ""),
            (of(50), "kept", "8", ""),
        ],
    );
    project.asset("Assets/S.unity", &guid('c'), objects(&[(1, "Root", 0)]) + &scene);
    project
}

const TOY_AT: i64 = 3;

fn toy_value(session: &mut Session, member: &str) -> Value {
    value(session, TOY_AT, "Toy", member)
}

#[test]
fn applies_array_overrides_like_unity() {
    let project = project();
    let mut session = open(project.root());
    let asset = |digit: char, name: &str| json!({"fileID": 2_100_000, "guid": guid(digit), "asset": name});
    let mut other = asset('f', "");
    other.as_object_mut().expect("parts").remove("asset");
    assert_eq!(
        value(&mut session, TOY_AT, "UnityEngine.MeshRenderer", "m_Materials"),
        json!([other])
    );
    let table = [
        ("steps", json!([-9, 8, 8])),
        ("flags", json!([false, true])),
        ("heights", json!([1])),
        ("empty", json!([3, 4])),
        ("late", json!("came")),
        ("names", json!(["one", "two", "three: 3"])),
        (
            "rows",
            json!([{"a": "6", "b": {"x": 1, "y": 2}}, {"a": "1", "b": {"x": 1, "y": 5}}]),
        ),
        ("way", json!([{"x": 0, "y": 2.5, "z": 0}])),
        ("rows[1].b.y", json!(5)),
        ("rows.Array.size", json!(2)),
        ("steps[0]", json!(-9)),
        ("steps.Array.size", json!(3)),
        ("unknown", json!("0100000002000000")),
        (
            "arms",
            json!([
                {"rid": 8, "type": "Toys.Bow/Small", "fields": "managedReferences[8]"},
                {"rid": 7, "type": "Toys.Sword", "fields": "managedReferences[7]"},
            ]),
        ),
        (
            "weapon",
            json!({"rid": 8, "type": "Toys.Bow/Small", "fields": "managedReferences[8]"}),
        ),
        ("weapon.range", json!("41")),
        (
            "managedReferences[8]",
            json!({"range": "41", "parts": [{"wood": "oak"}]}),
        ),
        ("managedReferences[7]", json!({"edge": "4", "list": ["1", "1"]})),
    ];
    for (member, expected) in table {
        assert_eq!(toy_value(&mut session, member), expected, "{member}");
    }
    let friends = toy_value(&mut session, "friends");
    assert_eq!(friends[0]["path"], json!("/Root/Outer"), "{friends}");
    assert_eq!(friends[1], json!(null));
    let calls = toy_value(&mut session, "m_OnClick.m_PersistentCalls.m_Calls");
    assert_eq!(calls[0]["m_MethodName"], json!("SetActive"));
    assert_eq!(calls[0]["m_Target"]["path"], json!("/Root/Outer"));
    assert_eq!(calls[0]["m_Arguments"]["m_BoolArgument"], json!(true));
    assert_eq!(calls[0]["m_Mode"], json!(0));
    // A copy of the last element.
    assert_eq!(
        (&calls[1]["m_MethodName"], &calls[1]["m_Mode"]),
        (&json!("SetActive"), &json!(3))
    );
}

#[test]
fn reports_overrides_that_have_no_effect() {
    let project = project();
    let mut session = open(project.root());
    let command = Command::GetMember {
        object: ObjectId(TOY_AT),
        component: "Toy".to_owned(),
        member: "late".to_owned(),
    };
    let notes = run(&mut session, command).expect("a member").diagnostics.join("\n");
    for part in [
        "3 overrides of prefab instances change nothing",
        "steps.Array.data[5] (beyond the end of its array)",
        "gone (the component's text has no such field)",
        "unknown.Array.data[0] (perhaps in a packed array",
    ] {
        assert!(notes.contains(part), "{part} in {notes}");
    }
}

/// Callers can use the property paths of overrides in reads and edits.
#[test]
fn sets_array_items_lengths_and_managed_objects_by_path() {
    let project = project();
    let mut session = open(project.root());
    let table = [
        ("steps[1]", json!(77), "steps", json!([-9, 77, 8])),
        ("steps.Array.size", json!(2), "steps", json!([-9, 77])),
        ("steps.Array.size", json!(4), "steps", json!([-9, 77, 77, 77])),
        ("flags.Array.data[0]", json!(true), "flags", json!([true, true])),
        ("names.Array.size", json!(1), "names", json!(["one"])),
        ("names.Array.size", json!(2), "names", json!(["one", "one"])),
        ("managedReferences[8].range", json!(50), "weapon.range", json!("50")),
        ("weapon.range", json!(51), "managedReferences[8].range", json!("51")),
        ("weapon", json!({"rid": 7}), "weapon.edge", json!("4")),
    ];
    for (member, new, read, expected) in table {
        set(&mut session, TOY_AT, "Toy", member, &new).unwrap_or_else(|error| panic!("{member}: {error}"));
        assert_eq!(toy_value(&mut session, read), expected, "{member} = {new}");
    }
    let refused = [
        ("steps[9]", json!(1), "the array has 4 elements"),
        ("steps[1]", json!(2.5), "expected a whole number"),
        ("flags[0]", json!(3), "expected true or false"),
        ("names.Array.size", json!(-1), "expected a whole number from 0"),
        (
            "names.Array.size",
            json!(1_000_000),
            "expected a whole number from 0 to 100000",
        ),
        ("late.Array.size", json!(1), "is no array"),
        ("unknown[0]", json!(1), "how wide its elements are"),
        ("managedReferences[99].x", json!(1), "no managed object has this id"),
        ("managedReferences[x].x", json!(1), "expected the id"),
        ("weapon", json!({"rid": 99}), "no managed object has the id 99"),
        ("weapon", json!({}), "the id of a managed object"),
    ];
    for (member, new, why) in refused {
        let error = set(&mut session, TOY_AT, "Toy", member, &new).expect_err(member);
        assert!(error.to_string().contains(why), "{member}: {error}");
    }
}

/// A few override rows could make an array huge. Its growth is limited, and rejected rows are reported.
#[test]
fn rejects_overrides_that_exceed_the_array_growth_limit() {
    let project = TinyProject::new();
    let grown = "--- !u!114 &50\nMonoBehaviour:\n  m_GameObject: {fileID: 10}\n  m_Script: {fileID: 0}\n  list:\n  - inner:\n    - {x: 1, y: 2, z: 3}\n";
    project.asset("Assets/A.prefab", &guid('a'), objects(&[(10, "A", 0)]) + grown);
    let rows: Rows<'_> = &[
        (50, "'list.Array.data[0].inner.Array.size'", "50000", ""),
        (50, "list.Array.size", "100000", ""),
        (50, "list.Array.size", "18446744073709551615", ""),
        (50, "list.Array.size", "99999999999999999999999999", ""),
    ];
    let scene = objects(&[(1, "Root", 0)]) + &with_references(200, 'a', 2, rows);
    project.asset("Assets/S.unity", &guid('c'), scene);
    let mut session = open(project.root());
    let read = |session: &mut Session, member: &str| value(session, 2, "1", member);
    assert_eq!(read(&mut session, "list.Array.size"), json!(1));
    assert_eq!(read(&mut session, "list[0].inner.Array.size"), json!(50_000));
    let command = Command::GetMember {
        object: ObjectId(2),
        component: "1".to_owned(),
        member: "list.Array.size".to_owned(),
    };
    let notes = run(&mut session, command).expect("a member").diagnostics.join("\n");
    assert!(notes.contains("more than overrides may add"), "{notes}");
    assert!(notes.contains("no number that fits"), "{notes}");
}
