//! Tests of numbers that their field cannot store exactly: the nearest number is stored, and the rows contain it.

use super::*;

fn new_value(plan: &EditPlan) -> Value {
    plan.changes[0].new.as_ref().expect("a value").to_value().expect("JSON")
}

/// Creates a project with one object that has a light, and opens it.
fn lamp() -> (tests_projects::TinyProject, Session, ObjectId) {
    let project = tiny();
    let mut session = open(project.root());
    let made = apply(&mut session, vec![create("Fresh", &["Light"])], None).expect("made");
    let lamp = made.plan.changes[0].object.expect("an object");
    (project, session, lamp)
}

#[test]
fn rounds_numbers_to_float_and_reports_the_stored_value() {
    let (_project, mut session, lamp) = lamp();
    let half = 0.5_f64.sqrt();
    for (component, path, given, new) in [
        (
            "Light",
            "intensity",
            serde_json::from_str("0.70710678").expect("JSON"),
            json!(0.707_106_77),
        ),
        ("Light", "intensity", json!(1.0 / 3.0), json!(0.333_333_34)),
        ("Light", "intensity", json!(16_777_217), json!(16_777_216)),
        ("Light", "intensity", json!(1e-60), json!(0)),
        ("Transform", "localPosition.y", json!(0.1 + 0.2), json!(0.3)),
        ("Light", "color.r", json!(0.123_456_789), json!(0.123_456_79)),
        (
            "Transform",
            "localRotation",
            json!([0, half, 0, half]),
            json!([0, 0.707_106_77, 0, 0.707_106_77]),
        ),
    ] {
        let edits = vec![set(lamp, component, path, &given)];
        let plan = preview(&mut session, edits.clone()).expect(path);
        assert_eq!(new_value(&plan), new, "{path} {given}");
        let done = apply(&mut session, edits, Some(&plan.digest)).expect(path);
        assert_eq!(new_value(&done.plan), new, "{path} {given}");
        // Sending the reported value back changes nothing.
        let again = preview(&mut session, vec![set(lamp, component, path, &new)]).expect(path);
        assert!(again.changes.iter().all(|row| row.old == row.new), "{again:?}");
    }
    for given in [json!(1e39), json!(-3.5e38), json!([1, 1e39, 2])] {
        let path = if given.is_array() { "localPosition" } else { "intensity" };
        let component = if given.is_array() { "Transform" } else { "Light" };
        let error = preview(&mut session, vec![set(lamp, component, path, &given)]).expect_err("too large");
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
        assert!(error.message.contains("fits 32 bits"), "{}", error.message);
    }
}

/// Tests a script with numeric fields of every size, on a plain object and in a prefab instance.
#[test]
fn rounds_or_rejects_script_numbers_by_their_type() {
    let project = tests_projects::TinyProject::new();
    let guid = tests_projects::guid;
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    project.asset(
        "Assets/Store.cs",
        &guid('d'),
        "public class Store : UnityEngine.MonoBehaviour { public float weight; public double exact; public int count; public byte small; public long big; public UnityEngine.Vector2Int cell; public UnityEngine.Vector2 spot; public float[] weights; public int[] counts; public UnityEngine.Color tint; }",
    );
    let script = format!(
        "--- !u!114 &80\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  weight: 1\n  exact: 1\n  count: 1\n  small: 1\n  big: 1\n  cell: {{x: 1, y: 1}}\n  spot: {{x: 1, y: 1}}\n  weights:\n  - 1\n  counts: 01000000\n  tint: {{r: 1, g: 1, b: 1, a: 1}}\n",
        guid('d')
    );
    let own = tests_projects::objects(&[(1, "Own", 0)]) + &script;
    project.asset("Assets/Shop.prefab", &guid('b'), own.replace("Own", "Shop"));
    project.asset(
        "Assets/A.unity",
        &guid('a'),
        own + &tests_projects::instance(500, &guid('b'), 0, &[]),
    );
    let mut session = open(project.root());
    let third = 1.0 / 3.0;
    for object in [ObjectId(1), ObjectId(2)] {
        for (path, given, new) in [
            ("weight", json!(third), json!(0.333_333_34)),
            ("exact", json!(third), json!(third)),
            ("spot", json!([third, 2.0 * third]), json!([0.333_333_34, 0.666_666_7])),
            ("spot.y", json!(third), json!(0.333_333_34)),
            ("tint", json!([third, 0, 0, 1]), json!([0.333_333_34, 0, 0, 1])),
            ("weights", json!([third, 0.1 + 0.2]), json!([0.333_333_34, 0.3])),
            ("weights[0]", json!(third), json!(0.333_333_34)),
            ("count", json!(7.0), json!(7)),
            ("big", json!("9007199254740993"), json!("9007199254740993")),
            ("counts", json!([2_147_483_647]), json!([2_147_483_647])),
        ] {
            let plan = preview(&mut session, vec![set(object, "Store", path, &given)]).expect(path);
            assert_eq!(new_value(&plan), new, "{path} {given}");
        }
        for (path, given) in [
            ("weight", json!(1e39)),
            ("exact", json!("many")),
            ("count", json!(1.5)),
            ("count", json!(2_147_483_648_i64)),
            ("count", json!(9_007_199_254_740_994.0)),
            ("small", json!(256)),
            ("small", json!(-1)),
            ("big", json!(9_223_372_036_854_775_808_u64)),
            ("cell", json!([1, 2.5])),
            ("cell.x", json!(4_294_967_296_i64)),
            ("spot", json!([1, 1e39])),
            ("tint", json!([1, 1, 1e39])),
            ("weights", json!([1, 1e39])),
            ("counts", json!([4_294_967_295_i64])),
            ("counts[0]", json!(0.5)),
        ] {
            let error = preview(&mut session, vec![set(object, "Store", path, &given)]).expect_err(path);
            assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{path} {given}");
            let field = path.split(['.', '[']).next().expect("a field");
            assert!(error.message.contains(field), "{}", error.message);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn stores_reports_and_reads_back_the_nearest_float(numbers in proptest::collection::vec(
        prop_oneof![any::<f64>(), any::<f32>().prop_map(f64::from), -1e4..1e4_f64, any::<i64>().prop_map(|whole| whole as f64)], 1..40
    )) {
        let (_project, mut session, lamp) = lamp();
        for number in numbers {
            let nearest = number as f32;
            let edits = vec![set(lamp, "Light", "intensity", &json!(number))];
            let plan = preview(&mut session, edits.clone());
            if !number.is_finite() || !nearest.is_finite() {
                prop_assert!(plan.is_err(), "{}", number);
                continue;
            }
            let plan = plan.expect("a plan");
            let done = apply(&mut session, edits, Some(&plan.digest)).expect("done");
            for told in [plan, done.plan].iter().filter(|plan| !plan.changes.is_empty()).map(new_value) {
                // Compared bit by bit: the file's text changes none of these numbers.
                let told = told.as_f64().expect("a number") as f32;
                prop_assert!(told.to_bits() == nearest.to_bits() || told == 0.0 && nearest == 0.0, "{} gave {}", number, told);
            }
            let at = session.world.find(lamp).expect("it");
            let path = unity_fields::property::PropertyPath::from_field("m_Intensity");
            let read = session.field_text(at, 1, &path).expect("a value").to_value().expect("JSON");
            prop_assert_eq!(read.as_f64().expect("a number") as f32, nearest);
        }
    }
}
