//! Tests that a query is sent as written, and that the cells of its rows are converted to the types of the tool.

use super::{Per, components, contains, equal, fact, ge, gt, le, lt, matches, objects, under, unequal, with};
use crate::ErrorKind;
use crate::fake::{FakeObject, FakeUnity};
use crate::unity::query::{Answer, Node, Row, find};
use crate::unity::values::Skipped;
use serde_json::{Value, json};

fn paths(query: super::Query) -> Vec<String> {
    query.rows().map(|row| row.unwrap().path).collect()
}

fn body(name: &str, mass: impl Into<Value>) -> FakeObject {
    FakeObject::named(name).with("Rigidbody").field("Rigidbody.mass", mass)
}

/// Creates a fake scene: a crate of mass 12, a feather of mass 0.1 below a house, and a lamp with two lights.
fn world() -> FakeUnity {
    let unity = FakeUnity::new();
    unity.add(body("Crate", 12).tag("Loot"));
    let house = unity.add(FakeObject::named("House").layer(3).inactive());
    unity.add(body("Feather", 0.1).below(&house));
    let lamp = FakeObject::named("Lamp").with("Light").field("Light.intensity", 1);
    unity.add(
        lamp.with("Light")
            .field("Light.intensity", 3)
            .field("Light.cookie", json!({"missing": "0a"})),
    );
    unity
}

#[test]
fn queries_return_exactly_the_matching_objects() {
    let _unity = world();
    let all = ["/Crate", "/House", "/House/Feather", "/Lamp"];
    for (query, expected) in [
        (objects(), all.as_slice()),
        (objects().with("Rigidbody"), &["/Crate", "/House/Feather"]),
        (objects().with("Rigidbody").where_("mass", gt, 10), &["/Crate"]),
        (objects().with("Rigidbody").where_("mass", le, 0.1), &["/House/Feather"]),
        (
            objects()
                .with("Rigidbody")
                .where_("mass", ge, 0.1)
                .where_("mass", lt, 12),
            &["/House/Feather"],
        ),
        // Both conditions must be true of the same light.
        (
            objects().with("Light").where_("intensity", equal, 1).exists("cookie"),
            &[],
        ),
        (
            objects()
                .with("Light")
                .where_("intensity", unequal, 1)
                .missing("cookie"),
            &["/Lamp"],
        ),
        (objects().where_("tag", equal, "Loot"), &["/Crate"]),
        (
            objects().with("Rigidbody").fact("name", contains, "feath"),
            &["/House/Feather"],
        ),
        (
            objects()
                .where_("path", matches, "/House*")
                .fact("active", equal, false),
            &["/House", "/House/Feather"],
        ),
        (objects().under("obj:2"), &["/House/Feather"]),
        (objects().not(with("Rigidbody")), &["/House", "/Lamp"]),
        (
            objects().any([
                with("Light").where_("intensity", gt, 2),
                with("Rigidbody").fact("layer", equal, 0),
            ]),
            &["/Crate", "/House/Feather", "/Lamp"],
        ),
        (
            objects()
                .with("Rigidbody")
                .not(under("obj:2"))
                .any([fact("tag", equal, "Loot"), fact("layer", gt, 5)]),
            &["/Crate"],
        ),
        (
            objects().order("-name"),
            &["/Lamp", "/House", "/House/Feather", "/Crate"],
        ),
        (
            objects().with("Rigidbody").order("Rigidbody.mass"),
            &["/House/Feather", "/Crate"],
        ),
        (objects().files(["Assets/Other.unity"]), &[]),
        (components("Light"), &["/Lamp", "/Lamp"]),
        (components("Light").where_("intensity", gt, 2), &["/Lamp"]),
        (objects().per(Per::Component("Transform".to_owned())), &all),
    ] {
        let shown = format!("{query:?}");
        assert_eq!(paths(query), expected, "{shown}");
    }
}

#[test]
fn filter_nodes_refer_to_earlier_ones_and_end_with_root() {
    assert!(objects().request().filter.is_empty());
    assert_eq!(objects().under("obj:1").request().filter.len(), 1);
    let filter = objects()
        .fact("tag", equal, "A")
        .any([
            with("Light").fact("layer", equal, 1),
            fact("name", equal, "B").not(with("Camera")),
        ])
        .request()
        .filter;
    let Some(Node::All(root)) = filter.last() else {
        panic!("{filter:?}")
    };
    assert_eq!(root.len(), 2);
    for (at, node) in filter.iter().enumerate() {
        let earlier = |these: &[u32]| these.iter().all(|one| (*one as usize) < at);
        assert!(match node {
            Node::All(these) | Node::Any(these) => earlier(these),
            Node::Not(one) => earlier(&[*one]),
            _ => true,
        });
    }
}

#[test]
fn converts_cells_to_the_requested_types() {
    let _unity = world();
    let mut rows = objects()
        .select("Rigidbody.mass")
        .select("Light.intensity")
        .select("child-count")
        .rows();
    let mut next = || rows.next().unwrap().unwrap();
    let (wooden, house, feather, lamp) = (next(), next(), next(), next());
    assert_eq!(wooden.get::<f64>("Rigidbody.mass"), Ok(12.0));
    assert_eq!(feather.get::<Option<f64>>("Rigidbody.mass"), Ok(Some(0.1)));
    assert_eq!(house.get::<Option<f64>>("Rigidbody.mass"), Ok(None));
    assert_eq!(house.get::<u32>("child-count"), Ok(1));
    assert_eq!(lamp.get::<Vec<u8>>("Light.intensity"), Ok(vec![1, 3]));
    assert_eq!(lamp.cell("Rigidbody.mass"), Ok(None));
    for (error, words) in [
        (
            house.get::<f64>("Rigidbody.mass").map(|_| ()),
            "/House has no Rigidbody.mass, which the tool reads as f64",
        ),
        (wooden.get::<u8>("Rigidbody.mass").map(|_| ()), ""),
        (
            lamp.get::<bool>("Light.intensity").map(|_| ()),
            "Light.intensity of /Lamp is [1,3], which the tool reads as bool",
        ),
        (
            lamp.get::<bool>("Light.range").map(|_| ()),
            "add .select(\"Light.range\")",
        ),
    ] {
        match error {
            Ok(()) => assert_eq!(words, ""),
            Err(error) => assert!(
                error.kind == ErrorKind::Internal && error.message.contains(words),
                "{error}"
            ),
        }
    }
    let each: Vec<Option<u8>> = components("Light")
        .select("Light.intensity")
        .rows()
        .map(|row| row.unwrap().get("Light.intensity").unwrap())
        .collect();
    assert_eq!(each, [Some(1), Some(3)]);
}

#[test]
fn reads_rows_across_pages_or_one_page_alone() {
    let unity = world();
    let mut rows = objects().limit(3).rows();
    assert_eq!(
        rows.by_ref().map(|row| row.unwrap().object).collect::<Vec<_>>(),
        ["obj:1", "obj:2", "obj:3", "obj:4"]
    );
    assert!(rows.is_complete());
    assert_eq!(unity.calls::<find>().len(), 2);
    let page = objects().limit(3).max_bytes(2048).page().unwrap();
    assert_eq!((page.total, page.rows.len(), page.complete), (4, 3, true));
    let last = objects().limit(3).cursor(page.next).page().unwrap();
    assert_eq!((last.rows.len(), last.next), (1, None));
    assert_eq!(unity.calls::<find>()[2].0.page.max_bytes, 2048);
}

#[test]
fn reports_incomplete_or_changed_search() {
    let unity = FakeUnity::new();
    let mut asked = 0;
    unity.on::<find>(move |_| {
        asked += 1;
        let row = |object: &str| Row {
            object: object.to_owned(),
            file: String::new(),
            path: String::new(),
            component: None,
            cells: Vec::new(),
        };
        match asked {
            // A page without rows reports the progress of the search.
            1 => Ok((Vec::new(), Some("a"))),
            2 => Ok((vec![row("obj:1")], Some("b"))),
            _ => Err(crate::ToolError::new(ErrorKind::Conflict, "the files changed")),
        }
        .map(|(rows, next)| Answer {
            total: 1,
            complete: false,
            rows,
            next: next.map(str::to_owned),
            not_searched: vec![Skipped {
                file: "Assets/A.fbx".to_owned(),
                why: "a model".to_owned(),
            }],
            not_searched_total: 1,
        })
    });
    let mut rows = objects().rows();
    assert_eq!(rows.next().unwrap().unwrap().object, "obj:1");
    assert_eq!(rows.next().unwrap().unwrap_err().kind, ErrorKind::Conflict);
    assert!(rows.next().is_none() && !rows.is_complete());
    assert_eq!(rows.not_searched()[0].file, "Assets/A.fbx");
    let cursors: Vec<Option<String>> = unity
        .calls::<find>()
        .into_iter()
        .map(|(request,)| request.page.cursor)
        .collect();
    assert_eq!(cursors, [None, Some("a".to_owned()), Some("b".to_owned())]);
}
