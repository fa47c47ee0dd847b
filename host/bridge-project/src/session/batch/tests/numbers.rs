//! Numbers with more digits than their field holds: the nearest is stored, and the rows say which.

use super::*;

fn of_row(plan: &EditPlan) -> Value {
    plan.changes[0].new.as_ref().expect("a value").to_value().expect("JSON")
}

/// An object with a light, and the session that has it.
fn lamp() -> (tests_projects::TinyProject, Session, ObjectId) {
    let project = tiny();
    let mut session = open(project.root());
    let made = apply(&mut session, vec![create("Fresh", &["Light"])], None).expect("made");
    let lamp = made.plan.changes[0].object.expect("an object");
    (project, session, lamp)
}

#[test]
fn what_was_worked_out_is_taken_and_the_row_says_what_is_stored() {
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
        assert_eq!(of_row(&plan), new, "{path} {given}");
        let done = apply(&mut session, edits, Some(&plan.digest)).expect(path);
        assert_eq!(of_row(&done.plan), new, "{path} {given}");
        // Sent back as it was told it is the same.
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_nearest_is_stored_told_and_read_back(numbers in proptest::collection::vec(
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
            for told in [plan, done.plan].iter().filter(|plan| !plan.changes.is_empty()).map(of_row) {
                // To the bit: the text of a file has one digit too many for none of them.
                let told = told.as_f64().expect("a number") as f32;
                prop_assert!(told.to_bits() == nearest.to_bits() || told == 0.0 && nearest == 0.0, "{} gave {}", number, told);
            }
            let at = session.world.find(lamp).expect("it");
            let path = unity_project::property::PropertyPath::of_field("m_Intensity");
            let read = session.field_text(at, 1, &path).expect("a value").to_value().expect("JSON");
            prop_assert_eq!(read.as_f64().expect("a number") as f32, nearest);
        }
    }
}
