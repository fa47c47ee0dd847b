//! Tests of invalid names in queries: an error, or a note if it is unknown whether the name is valid.

use super::*;

fn under_filter(object: i64) -> FilterNode {
    FilterNode::Under(ObjectId(object))
}

fn fact(path: &str, op: Op, value: Value) -> FilterNode {
    FilterNode::Fact(Test {
        path: path.to_owned(),
        op,
        value: Some(ValueText::from_json_text(value.to_string())),
    })
}

fn with_tags() -> TinyProject {
    let project = project();
    project.write(
        "ProjectSettings/TagManager.asset",
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!78 &1\nTagManager:\n  tags:\n  - Enemy\n  layers:\n  - Default\n  - TransparentFX\n  - Ignore Raycast\n  - \n  - Water\n  - UI\n",
    );
    project
}

/// Returns the argument that the error is about, and the similar names that it suggests.
fn query_error(session: &mut Session, request: QueryRequest) -> (String, Value) {
    let error = find(session, request).expect_err("refused");
    let data: Value = serde_json::from_str(error.data.as_deref().expect("data")).expect("JSON");
    assert!(!data["given"].is_null(), "{error:?}");
    let argument = data["argument"].as_str().expect("an argument").to_owned();
    (argument, data["nearest"].clone())
}

#[test]
fn rejects_tags_and_layers_that_the_project_does_not_define() {
    let project = with_tags();
    let mut session = open(&project);
    let table = [
        ("tag", json!("Enmy"), json!(["Enemy"])),
        ("layer", json!("Watr"), json!(["Water"])),
        ("layer", json!(32), Value::Null),
        ("layer", json!("-1"), Value::Null),
    ];
    for (name, value, near) in table {
        for op in [Op::Equal, Op::Unequal] {
            let filter = vec![fact(name, op, value.clone())];
            let told = query_error(&mut session, request(Scope::Project, filter, Vec::new()));
            assert_eq!(told, (name.to_owned(), near.clone()), "{value}");
        }
    }
    for (name, value, total) in [
        ("tag", json!("Enemy"), 0),
        ("tag", json!("Untagged"), 3),
        ("layer", json!("Water"), 0),
        ("layer", json!("Default"), 3),
        ("layer", json!("0"), 3),
        ("layer", json!(0), 3),
        ("layer", json!(3), 0),
    ] {
        let filter = vec![fact(name, Op::Equal, value.clone())];
        let found = find(&mut session, request(Scope::Loaded, filter, Vec::new())).expect("known");
        assert_eq!(found.total, total, "{name} {value}");
    }
}

/// Layers 8 and 9 have the same name. One object is on each, and one is on the default layer.
#[test]
fn distinguishes_layers_with_the_same_name() {
    let project = project();
    let mut layers = vec![""; 32];
    for (layer, name) in [(0, "Default"), (8, "Twin"), (9, "Twin")] {
        layers[layer] = name;
    }
    let layers: String = layers.iter().map(|name| format!("  - {name}\n")).collect();
    project.write(
        "ProjectSettings/TagManager.asset",
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!78 &1\nTagManager:\n  tags: []\n  layers:\n".to_owned()
            + &layers,
    );
    let on = |layer: u32, name: &str| format!("  m_Layer: {layer}\n  m_Name: {name}\n");
    let scene = objects(&[(1, "East", 0), (3, "West", 0), (5, "Rest", 0)])
        .replace(&on(0, "East"), &on(8, "East"))
        .replace(&on(0, "West"), &on(9, "West"));
    project.asset("Assets/A.unity", &guid('a'), scene);
    let mut session = open(&project);
    let found = |session: &mut Session, op: Op, value: Value| {
        let filter = vec![fact("layer", op, value)];
        let columns = ["name", "layer"].map(|name| Column::Fact(name.to_owned())).to_vec();
        let found = find(session, request(Scope::Loaded, filter, columns)).expect("known");
        let cells = |row: &host_bridge::QueryRow| -> Vec<Value> {
            let cells = row.cells.iter().flat_map(|cell| &cell.0);
            cells.map(|cell| cell.to_value().expect("JSON")).collect()
        };
        found.rows.iter().map(cells).collect::<Vec<_>>()
    };
    let (east, west) = ([json!("East"), json!("Twin (8)")], [json!("West"), json!("Twin (9)")]);
    for (op, value, rows) in [
        (Op::Equal, json!("Twin (9)"), vec![west.to_vec()]),
        (Op::Equal, json!(8), vec![east.to_vec()]),
        (Op::Equal, json!("8"), vec![east.to_vec()]),
        (Op::Matches, json!("Twin*"), vec![east.to_vec(), west.to_vec()]),
        (Op::Equal, json!("Default"), vec![vec![json!("Rest"), json!("Default")]]),
    ] {
        assert_eq!(found(&mut session, op.clone(), value.clone()), rows, "{op:?} {value}");
    }
    for op in [Op::Equal, Op::Unequal] {
        let filter = vec![fact("layer", op, json!("Twin"))];
        let error = find(&mut session, request(Scope::Loaded, filter, Vec::new())).expect_err("two layers");
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
        let both = "layer is \"Twin\": several layers have this name; give \"Twin (8)\" or \"Twin (9)\"";
        assert_eq!(error.message, both);
    }
}

/// Returns the notes of a query for objects that match all of these conditions.
fn remarks(session: &mut Session, scope: Scope, mut all: Vec<FilterNode>) -> Vec<String> {
    all.push(FilterNode::All((0..all.len() as u32).collect()));
    let request = Box::new(request(scope, all, Vec::new()));
    run(session, Command::Query { request }).expect("an answer").diagnostics
}

#[test]
fn notes_unmatched_object_name_with_nearest_names() {
    let project = project();
    let mut session = open(&project);
    let told = |op: Op, name: &str, scope, more: Vec<FilterNode>, session: &mut Session| {
        let mut all = vec![fact("name", op, json!(name))];
        all.extend(more);
        remarks(session, scope, all)
    };
    for (op, name) in [(Op::Matches, "Crat"), (Op::Matches, "Craet*"), (Op::Equal, "crate")] {
        let said = told(op, name, Scope::Loaded, Vec::new(), &mut session);
        let expected = format!("no object that was searched is called {name}; did you mean Crate?");
        assert_eq!(said, [expected], "{name}");
    }
    // Where it is searched: in the prefab, and in its instances in a scene that is not loaded.
    let ball = |scope, session: &mut Session| told(Op::Matches, "Bal", scope, Vec::new(), session);
    let none = |name: &str| format!("no object that was searched is called {name}; no name contains it");
    assert_eq!(ball(Scope::Loaded, &mut session), [none("Bal")]);
    assert!(ball(Scope::Project, &mut session)[0].ends_with("did you mean Ball?"));
    // The name is not the reason.
    let light = vec![type_filter("Camera", &[])];
    for (name, more) in [("Crate", light), ("Crate", Vec::new())] {
        let said = told(Op::Matches, name, Scope::Loaded, more, &mut session);
        assert_eq!(said, Vec::<String>::new(), "{name}");
    }
    let said = told(Op::Matches, "Zeppelin", Scope::Loaded, Vec::new(), &mut session);
    assert_eq!(said, [none("Zeppelin")]);
    // Below another object only.
    let said = told(Op::Matches, "Dor", Scope::Loaded, vec![under_filter(1)], &mut session);
    assert_eq!(said, [none("Dor")]);
}

#[test]
fn finds_undefined_tag_that_a_searched_file_contains() {
    let project = with_tags();
    let tagged = objects(&[(1, "Old", 0)]).replace("m_TagString: Untagged", "m_TagString: Gone");
    let tagged = match tagged.contains("Gone") {
        true => tagged,
        false => tagged.replace("  m_IsActive: 1\n", "  m_TagString: Gone\n  m_IsActive: 1\n"),
    };
    project.asset("Assets/A.unity", &guid('a'), tagged);
    let mut session = open(&project);
    let of_tag = |scope| request(scope, vec![fact("tag", Op::Equal, json!("Gone"))], Vec::new());
    assert_eq!(find(&mut session, of_tag(Scope::Project)).expect("rows").total, 1);
    let elsewhere = Scope::Files(vec!["Assets/B.unity".to_owned()]);
    assert_eq!(query_error(&mut session, of_tag(elsewhere)).0, "tag");
}

#[test]
fn rejects_under_filter_for_object_outside_searched_files() {
    let project = project();
    let mut session = open(&project);
    let elsewhere = || Scope::Files(vec!["Assets/B.unity".to_owned()]);
    let told = query_error(&mut session, request(elsewhere(), vec![under_filter(3)], Vec::new()));
    assert_eq!(told, ("under".to_owned(), json!(["Assets/A.unity"])));
    let own = find(&mut session, request(Scope::Loaded, vec![under_filter(2)], Vec::new())).expect("rows");
    assert_eq!(row_paths(&own), ["/Crate[2]/Door"]);
    let all = find(&mut session, request(elsewhere(), Vec::new(), Vec::new())).expect("rows");
    let ball = all.rows[0].object;
    let error = find(
        &mut session,
        request(Scope::Loaded, vec![FilterNode::Under(ball)], Vec::new()),
    );
    assert!(error.expect_err("of B").message.contains("Assets/B.unity"));
    assert_eq!(
        find(
            &mut session,
            request(Scope::Project, vec![FilterNode::Under(ball)], Vec::new())
        )
        .expect("rows")
        .total,
        0
    );
    assert!(
        find(
            &mut session,
            request(Scope::Loaded, vec![under_filter(999)], Vec::new())
        )
        .is_err()
    );
}

fn row_paths(answer: &QueryAnswer) -> Vec<&str> {
    answer.rows.iter().map(|row| row.path.as_str()).collect()
}

#[test]
fn rejects_unknown_field_of_type_without_any_component() {
    let project = project();
    let mut session = open(&project);
    let exists = |kind: &str, path: &str| vec![type_filter(kind, &[(path, Op::Exists, None)])];
    for (kind, path, near) in [
        ("Camera", "fieldOfVew", "fieldOfView"),
        ("UnityEngine.Light", "intensty", "intensity"),
    ] {
        let told = query_error(&mut session, request(Scope::Loaded, exists(kind, path), Vec::new()));
        assert_eq!(told.0, "where");
        assert!(told.1.to_string().contains(near), "{told:?}");
        // Also for selected columns, if nothing was found or the found objects have no such component.
        for filter in [Vec::new(), vec![fact("name", Op::Equal, json!("Nobody"))]] {
            let told = query_error(&mut session, request(Scope::Loaded, filter, vec![field(kind, path)]));
            assert_eq!(told.0, "select");
            assert!(told.1.to_string().contains(near), "{told:?}");
        }
    }
    for (kind, path) in [
        ("Camera", "fieldOfView"),
        ("Camera", "field of view"),
        ("Camera", "m_Enabled"),
        ("Collider", "isTrigger"),
        ("AudioSource", "clip.name"),
    ] {
        let found = find(&mut session, request(Scope::Loaded, exists(kind, path), Vec::new()));
        assert_eq!(found.expect(path).total, 0, "{kind}.{path}");
    }
}

#[test]
fn checks_field_of_unused_script_against_its_source() {
    let project = project();
    project.asset(
        "Assets/Lamp.cs",
        &guid('1'),
        "public class Lamp : UnityEngine.MonoBehaviour { public float brightness; }",
    );
    let mut session = open(&project);
    let exists = |path: &str| vec![type_filter("Lamp", &[(path, Op::Exists, None)])];
    assert_eq!(
        find(&mut session, request(Scope::Loaded, exists("brightness"), Vec::new()))
            .expect("known")
            .total,
        0
    );
    let told = query_error(&mut session, request(Scope::Loaded, exists("brightnes"), Vec::new()));
    assert_eq!(told, ("where".to_owned(), json!(["brightness"])));
}

#[test]
fn notes_field_name_that_cannot_be_verified() {
    let project = project();
    let mut session = open(&project);
    let filter = vec![type_filter("Collider", &[("isTriger", Op::Exists, None)])];
    let request = Box::new(request(Scope::Loaded, filter, Vec::new()));
    let replied = run(&mut session, Command::Query { request }).expect("an answer");
    let told = replied.diagnostics.join("; ");
    assert!(
        told.contains("isTriger") && told.contains("did you mean isTrigger"),
        "{told}"
    );
}

#[test]
fn notes_scripts_with_unknown_base_type_once() {
    let project = project();
    // Like a project that is shared without its purchased code.
    project.asset("Assets/Shop.cs", &guid('9'), "public class Shop : Bought.Panel { }");
    let script = "--- !u!114 &80\nMonoBehaviour:\n  m_GameObject: {fileID: 5}\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n"
        .replace("GUID", &guid('9'));
    project.asset("Assets/C.unity", &guid('8'), objects(&[(5, "Shop", 0)]) + &script);
    let mut session = open(&project);
    let mut remarks = |filter: Vec<FilterNode>, page: CursorPage| {
        let asked = QueryRequest {
            page,
            ..request(Scope::Project, filter, Vec::new())
        };
        let request = Box::new(asked);
        let replied = run(&mut session, Command::Query { request }).expect("an answer");
        match replied.reply {
            Reply::Found(answer) => (replied.diagnostics.join("; "), answer.next),
            other => panic!("{other:?}"),
        }
    };
    let (told, _) = remarks(vec![type_filter("Openable", &[])], page(50, None));
    assert!(
        told.contains("may be a Openable") && told.contains("Bought.Panel"),
        "{told}"
    );
    // Every script derives from it, or none can: nothing is uncertain.
    for name in ["MonoBehaviour", "Rigidbody"] {
        assert_eq!(remarks(vec![type_filter(name, &[])], page(50, None)).0, "", "{name}");
    }
    let either = || {
        let either = [type_filter("IOpen", &[]), type_filter("Rigidbody", &[])];
        vec![either[0].clone(), either[1].clone(), FilterNode::Any(vec![0, 1])]
    };
    let (told, next) = remarks(either(), page(1, None));
    assert!(told.contains("Bought.Panel") && next.is_some(), "{told}");
    assert_eq!(remarks(either(), page(1, next)).0, "");
}

#[test]
fn notes_column_that_no_row_has() {
    let project = project();
    let mut session = open(&project);
    let mut remarks = |select: Vec<Column>| {
        let request = Box::new(request(Scope::Loaded, vec![type_filter("Rigidbody", &[])], select));
        run(&mut session, Command::Query { request })
            .expect("an answer")
            .diagnostics
            .join("; ")
    };
    let told = remarks(vec![
        field("SphereCollider", "radius"),
        field("SphereCollider", "isTrigger"),
    ]);
    assert_eq!(told.matches("has a SphereCollider itself").count(), 1, "{told}");
    assert_eq!(remarks(vec![field("Rigidbody", "mass")]), "");
}
