//! Tests of field values as JSON: every kind with its errors, random values and hostile input.

use super::*;
use proptest::prelude::*;

/// Object, component, member, the value to set, and the value that a read returns afterwards or the error.
type Row = (i64, &'static str, &'static str, Value, Result<Value, &'static str>);

#[test]
fn converts_values_by_kind_and_explains_rejections() {
    let project = tiny();
    let mut session = open(project.root());
    for name in [LIGHT, "UnityEngine.UI.Text", "UnityEngine.TextMesh"] {
        // The second object already has a light; the third takes the others, one graphic each.
        let object = if name == "UnityEngine.TextMesh" { 1 } else { 3 };
        add(&mut session, ObjectId(object), name).expect(name);
    }
    add(&mut session, ObjectId(1), "Toy.Spin").expect("a script");
    let text = "UnityEngine.UI.Text";
    let table: Vec<Row> = vec![
        (3, LIGHT, "intensity", json!(2.5), Ok(json!(2.5))),
        (
            3,
            LIGHT,
            "intensity",
            json!("abc"),
            Err("m_Intensity: expected a number, got \"abc\""),
        ),
        (3, LIGHT, "intensity", json!(1e300), Err("fits 32 bits, got 1e+300")),
        (3, LIGHT, "m_Enabled", json!(false), Ok(json!(false))),
        (3, LIGHT, "m_Enabled", json!(1), Ok(json!(true))),
        (3, LIGHT, "m_Enabled", json!(2), Err("expected true or false, got 2")),
        (3, LIGHT, "type", json!("Spot"), Ok(json!(0))),
        (3, LIGHT, "type", json!("Sun"), Err("Directional = 1")),
        (3, LIGHT, "type", json!(9), Err("expected a LightType")),
        (
            3,
            LIGHT,
            "color",
            json!("#ff8000"),
            Ok(json!({"r": 1, "g": 0.5019608, "b": 0, "a": 1})),
        ),
        (
            3,
            LIGHT,
            "color",
            json!([0, 0.5, 1]),
            Ok(json!({"r": 0, "g": 0.5, "b": 1, "a": 1})),
        ),
        (
            3,
            LIGHT,
            "color",
            json!({"r": 1, "g": 1}),
            Err("m_Color: expected {\"r\""),
        ),
        (3, LIGHT, "color", json!("#ff80"), Err("#RRGGBB")),
        (3, LIGHT, "color.a", json!(0.25), Ok(json!(0.25))),
        (
            3,
            LIGHT,
            "cullingMask",
            json!(-1),
            Ok(json!({"serializedVersion": 2, "m_Bits": 4294967295_u32})),
        ),
        (
            3,
            LIGHT,
            "cullingMask",
            json!(4294967296_u64),
            Err("from 0 to 4294967295"),
        ),
        (3, LIGHT, "areaSize", json!([3, 4]), Ok(json!({"x": 3, "y": 4}))),
        (3, LIGHT, "areaSize", json!({"x": 3}), Err("or an array of 2 numbers")),
        (
            3,
            LIGHT,
            "areaSize",
            json!({"x": 3, "y": true}),
            Err("m_AreaSize.y: expected a number, got true"),
        ),
        (3, LIGHT, "m_Shadows", json!({"m_Type": "Soft"}), Err("never")),
        (3, LIGHT, "m_Shadows.m_Type", json!("Soft"), Ok(json!(2))),
        (3, LIGHT, "m_Shadows", json!({"q": 1}), Err("got a part \"q\"")),
        (3, LIGHT, "m_Shadows", json!([]), Err("an object with some of m_Type")),
        (
            3,
            LIGHT,
            "cookie",
            json!({"guid": "0123456789abcdef0123456789abcdef", "fileID": 2800000}),
            Ok(json!({"fileID": 2800000, "guid": "0123456789abcdef0123456789abcdef"})),
        ),
        (
            3,
            LIGHT,
            "cookie",
            json!({"guid": "zz", "fileID": 1}),
            Err("a guid of 32 hexadecimal digits"),
        ),
        (3, LIGHT, "cookie", json!(null), Ok(json!(null))),
        (
            3,
            LIGHT,
            "cookie",
            json!("obj:1"),
            Err("expected a Texture, but obj:1 has none"),
        ),
        (3, LIGHT, "cookie", json!(5), Err("expected null, \"obj:<n>\"")),
        (3, LIGHT, "m_GameObject", json!(null), Err("bookkeeping")),
        (3, LIGHT, "serializedVersion", json!(1), Err("bookkeeping")),
        (3, "0", "m_Father", json!(null), Err("follows from the hierarchy")),
        (
            3,
            "0",
            "localPosition",
            json!([1, 2, 3]),
            Err("computes x and y of m_LocalPosition from the anchors"),
        ),
        (3, "0", "localPosition.z", json!(3), Ok(json!(3))),
        (
            3,
            "0",
            "localRotation",
            json!({"x": 0, "y": 1, "z": 0, "w": 0}),
            Ok(json!({"x": 0, "y": 1, "z": 0, "w": 0})),
        ),
        (
            3,
            text,
            "text",
            json!("a: b #3 \"q\"\nline"),
            Ok(json!("a: b #3 \"q\"\nline")),
        ),
        (3, text, "text", json!(5), Err("m_Text: expected a string, got 5")),
        (3, text, "m_FontData.m_FontSize", json!(20.0), Ok(json!(20))),
        (
            3,
            text,
            "m_FontData.m_FontSize",
            json!(20.5),
            Err("a whole number from -2147483648"),
        ),
        (3, text, "m_FontData.m_FontSize", json!(4e9), Err("a whole number")),
        (
            1,
            "UnityEngine.TextMesh",
            "color",
            json!("#0102ff80"),
            Ok(json!({"r": 0.003_921_569, "g": 0.007_843_138, "b": 1, "a": 0.501_960_8})),
        ),
        (
            1,
            "UnityEngine.TextMesh",
            "color",
            json!([1, 0.5, 255]),
            Err("m_Color.b: expected a number from 0 to 1, got 255"),
        ),
        (
            1,
            "UnityEngine.MeshRenderer",
            "m_Materials",
            json!([null, {"guid": "0000000000000000f000000000000000", "fileID": 10303}]),
            Ok(json!([null, {"fileID": 10303, "guid": "0000000000000000f000000000000000"}])),
        ),
        (
            1,
            "UnityEngine.MeshRenderer",
            "m_Materials[1]",
            json!(null),
            Ok(json!(null)),
        ),
        (
            1,
            "UnityEngine.MeshRenderer",
            "m_Materials.Array.data[0]",
            json!(null),
            Ok(json!(null)),
        ),
        (
            1,
            "UnityEngine.MeshRenderer",
            "m_Materials[2]",
            json!(null),
            Err("the array has 2 elements"),
        ),
        (1, "Toy.Spin", "steps", json!([]), Ok(json!([]))),
        (1, "Toy.Spin", "steps", json!([1, -2, 3]), Ok(json!([1, -2, 3]))),
        (
            1,
            "Toy.Spin",
            "steps",
            json!([1, 2.5]),
            Err("steps[1]: expected a whole number"),
        ),
        (1, "Toy.Spin", "steps", json!(3), Err("steps: expected an array, got 3")),
        (1, "Toy.Spin", "mood", json!("Wild"), Ok(json!(1))),
        (1, "Toy.Spin", "mood", json!("Sad"), Err("a Mood (Calm = 0, Wild = 1)")),
        (1, "Toy.Spin", "speed", json!(7), Ok(json!(7))),
        (1, "Toy.Spin", "on", json!(false), Ok(json!(false))),
        (
            1,
            "Toy.Spin",
            "lamp",
            json!("obj:2"),
            Ok(json!({"objectId": "obj:2", "path": "/Lamp", "component": LIGHT, "index": 1})),
        ),
        (
            1,
            "Toy.Spin",
            "lamp",
            json!({"objectId": "obj:2", "component": "UnityEngine.Transform"}),
            Err("expected a Light, got a UnityEngine.Transform"),
        ),
        (1, "Toy.Spin", "lamp", json!("obj:77"), Err("there is no object obj:77")),
        (
            2,
            "2",
            "speed",
            json!(1),
            Err("script of this component of Lamp is missing"),
        ),
    ];
    for (object, component, member, json, expected) in table {
        let result = set(&mut session, object, component, member, &json);
        match (result, expected) {
            (Ok(_), Ok(expected)) => assert_eq!(value(&mut session, object, component, member), expected, "{member}"),
            // One part of a structure changes, the others stay.
            (Ok(_), Err("never")) => {
                assert_eq!(value(&mut session, object, component, "m_Shadows")["m_Type"], json!(2))
            }
            (Err(error), Err(text)) => {
                assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error}");
                assert!(error.message.contains(text), "{member}: {error}");
            }
            (result, expected) => panic!("{component}.{member} = {json}: {result:?}, expected {expected:?}"),
        }
    }
    let bad = resolve(&mut session, 3, LIGHT, "intensity").expect("it");
    let command = Command::SetMember {
        object: ObjectId(3),
        member: bad.clone(),
        value: "{".to_owned(),
    };
    assert!(
        run(&mut session, command)
            .expect_err("no JSON")
            .message
            .contains("one JSON value")
    );
    let stale = ResolvedMember { component: 0, ..bad };
    let command = Command::SetMember {
        object: ObjectId(3),
        member: stale,
        value: "1".to_owned(),
    };
    assert_eq!(
        run(&mut session, command).expect_err("stale").kind,
        BridgeErrorKind::Conflict
    );
}

fn kinds() -> impl Strategy<Value = (&'static str, Value)> {
    let float = || {
        any::<f32>()
            .prop_filter("finite", |n| n.is_finite())
            .prop_map(|n| json!(n.to_string().parse::<f64>().expect("a number")))
    };
    prop_oneof![
        float().prop_map(|n| ("m_Intensity", n)),
        any::<bool>().prop_map(|on| ("m_DrawHalo", json!(on))),
        any::<i32>().prop_map(|n| ("m_RenderingLayerMask", json!(n))),
        (0..=4_i32).prop_map(|n| ("m_Type", json!(n))),
        proptest::collection::vec(float(), 4)
            .prop_map(|v| ("m_Color", json!({"r": v[0], "g": v[1], "b": v[2], "a": v[3]}))),
        proptest::collection::vec(float(), 2).prop_map(|v| ("m_AreaSize", json!({"x": v[0], "y": v[1]}))),
        any::<u32>().prop_map(|n| ("m_CullingMask", json!({"serializedVersion": 2, "m_Bits": n}))),
        (1..i64::MAX >> 11, any::<u128>().prop_filter("a guid", |g| *g != 0))
            .prop_map(|(id, guid)| ("m_Flare", json!({"fileID": id, "guid": format!("{guid:032x}")}))),
    ]
}

/// True if both values are equal. Numbers are compared in 32-bit precision.
pub(super) fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() || b.is_f64() => {
            a.as_f64().map(|n| n as f32) == b.as_f64().map(|n| n as f32)
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, v)| b.get(key).is_some_and(|w| same_value(v, w)))
        }
        (a, b) => a == b,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn reads_back_values_that_were_set(writes in proptest::collection::vec(kinds(), 1..30), texts in proptest::collection::vec(any::<String>(), 1..5)) {
        let project = tiny();
        let mut session = open(project.root());
        add(&mut session, ObjectId(3), LIGHT).expect("a light");
        add(&mut session, ObjectId(3), "UnityEngine.UI.Text").expect("a text");
        for (member, json) in writes {
            set(&mut session, 3, LIGHT, member, &json).expect(member);
            let read = value(&mut session, 3, LIGHT, member);
            prop_assert!(same_value(&read, &json), "{member}: set {json}, read {read}");
        }
        for text in texts {
            set(&mut session, 3, "UnityEngine.UI.Text", "text", &json!(text)).expect("a text");
            prop_assert_eq!(value(&mut session, 3, "UnityEngine.UI.Text", "m_Text"), json!(text));
        }
    }

    /// Arbitrary member names and values result in an answer or an error, never in a panic.
    #[test]
    fn any_member_name_and_value_cause_no_panic(member in "[a-zA-Z_.\\[\\]0-9 ]{0,20}", json in ".{0,40}") {
        let project = tiny();
        let mut session = open(project.root());
        let _ = get(&mut session, 2, LIGHT, &member);
        let member = ResolvedMember { component: 1, type_name: LIGHT.to_owned(), member: "m_Color".to_owned(), csharp_name: None, rest: member };
        let _ = run(&mut session, Command::SetMember { object: ObjectId(2), member, value: json });
    }
}
