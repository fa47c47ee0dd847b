//! Tests of nested instances: an object counts as part of an instance of each prefab in which it is nested.

use super::*;

/// Opens a scene with two instances of the prefab `Car` and one of `Wheel`. `Car` contains two of `Wheel`.
fn open_garage() -> (TinyProject, Session) {
    let project = TinyProject::new();
    let wheel = objects(&[(1, "Wheel", 0), (3, "Tyre", 1)]);
    project.asset("Assets/Wheel.prefab", &guid('1'), wheel);
    let car = objects(&[(1, "Car", 0)])
        + &instance(500, &guid('1'), 2, &[])
        + &instance(600, &guid('1'), 2, &[(1, "m_Name", "Spare")]);
    project.asset("Assets/Car.prefab", &guid('2'), car);
    let scene = objects(&[(1, "Garage", 0)])
        + &instance(500, &guid('2'), 2, &[])
        + &instance(600, &guid('2'), 0, &[])
        + &instance(700, &guid('1'), 0, &[]);
    project.asset("Assets/A.unity", &guid('a'), scene);
    project.asset("Assets/Unused.prefab", &guid('3'), objects(&[(1, "Unused", 0)]));
    let session = open(&project);
    (project, session)
}

fn fact(path: &str, op: Op, value: Value) -> FilterNode {
    FilterNode::Fact(Test {
        path: path.to_owned(),
        op,
        value: Some(ValueText::from_json_text(value.to_string())),
    })
}

#[test]
fn counts_every_instance_of_a_prefab() {
    let (_project, mut session) = open_garage();
    let table = [
        // Two cars with two wheels of two objects each, and the wheel beside them.
        ("prefab", Op::Equal, json!("Assets/Wheel.prefab"), 10),
        ("prefab", Op::Equal, json!("Assets/Car.prefab"), 10),
        ("prefab", Op::Unequal, json!("Assets/Wheel.prefab"), 3),
        ("prefab_root", Op::Equal, json!("Assets/Wheel.prefab"), 5),
        ("prefab_root", Op::Equal, json!("Assets/Car.prefab"), 2),
        ("prefab_root", Op::Equal, json!(guid('2')), 2),
        ("prefab_root", Op::Equal, json!("Assets/Unused.prefab"), 0),
        ("prefab", Op::Equal, Value::Null, 1),
    ];
    for (name, op, value, expected) in table {
        let filter = vec![fact(name, op.clone(), value.clone())];
        let answer = find(&mut session, request(Scope::Loaded, filter, Vec::new()));
        let answer = answer.unwrap_or_else(|error| panic!("{name} {op:?} {value}: {error:?}"));
        assert_eq!(answer.total, expected, "{name} {op:?} {value}");
    }
    // In the prefab's own file.
    let in_car = Scope::Files(vec!["Assets/Car.prefab".to_owned()]);
    let filter = vec![fact("prefab_root", Op::Equal, json!("Assets/Wheel.prefab"))];
    assert_eq!(
        find(&mut session, request(in_car, filter, Vec::new()))
            .expect("rows")
            .total,
        2
    );
    let error = find(
        &mut session,
        request(Scope::Loaded, Vec::new(), vec![Column::Fact("prefab_root".to_owned())]),
    );
    assert!(error.expect_err("no column").message.contains("prefab_root"));
}
