//! Tests of the listing, of parsing targets, and of grouping findings.

use crate::BUNDLE_TOOLS;
use crate::find_references::parse_target;
use crate::missing_references::{Cursor, Group, Kind, Sorter};
use serde_json::{Value, json};
use unity_tools::export::list_tools;
use unity_tools::unity::editor::{ReferenceFinding, ReferenceProblem};
use unity_tools::unity::references::Target;
use unity_tools::{Effect, ErrorKind};

#[test]
fn tools_are_read_only_and_document_every_argument() {
    let tools = list_tools(BUNDLE_TOOLS);
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "list_assets",
            "asset_info",
            "find_references",
            "missing_references",
            "project_settings",
            "script_info"
        ]
    );
    for tool in &tools {
        assert_eq!(tool.effect, Effect::Read);
        let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
        for (name, property) in schema["properties"].as_object().unwrap() {
            // The name and the default describe the page size.
            let told = property.get("description").is_some() || property.get("default").is_some();
            assert!(told, "{}: {name}", tool.name);
        }
    }
}

#[test]
fn detects_kind_of_target_from_its_text() {
    let text = |text: &str| text.to_owned();
    for (given, expected) in [
        ("Assets/Red.mat", Target::Asset(text("Assets/Red.mat"))),
        ("obj:12", Target::Object(text("obj:12"))),
        (" Rigidbody ", Target::TypeName(text("Rigidbody"))),
        ("Game.Door", Target::TypeName(text("Game.Door"))),
        (
            "0123456789abcdef0123456789ABCDEF",
            Target::Guid(text("0123456789abcdef0123456789ABCDEF")),
        ),
    ] {
        assert_eq!(parse_target(given).unwrap(), (expected, None));
    }
}

fn finding(problem: ReferenceProblem, file: &str, guid: Option<&str>) -> ReferenceFinding {
    ReferenceFinding {
        problem,
        path: file.to_owned(),
        object_path: Some("/Player".to_owned()),
        component_index: Some(1),
        member: None,
        guid: guid.map(str::to_owned),
        context: "A.b on GameObject '/Player' refers to x".to_owned(),
    }
}

fn fill_sorter(folder: Option<&str>, kind: Option<Kind>, group: Group) -> Sorter {
    use ReferenceProblem::{BrokenReference, MissingScript, Unverifiable};
    let mut sorter = Sorter::new(folder, kind, group);
    for one in [
        finding(MissingScript, "Assets/A.unity", Some("1")),
        finding(MissingScript, "Assets/A.unity", Some("2")),
        finding(Unverifiable, "Assets/A.unity", Some("9")),
        finding(MissingScript, "Assets/B.unity", Some("2")),
        finding(BrokenReference, "Assets/B/C.prefab", None),
        finding(Unverifiable, "Assets/B/C.prefab", Some("9")),
    ] {
        sorter.take(one);
    }
    sorter
}

fn rows(sorter: Sorter) -> Value {
    serde_json::to_value(sorter.page(None, 50, 16_000, true).unwrap()).unwrap()
}

#[test]
fn groups_missing_references_and_counts_unverifiable_separately() {
    let all = rows(fill_sorter(None, None, Group::Guid));
    let counts: Vec<_> = all["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (&row["guid"], &row["count"], &row["files"]))
        .collect();
    assert_eq!(
        counts,
        [
            (&json!("2"), &json!(2), &json!(2)),
            (&json!("1"), &json!(1), &json!(1)),
            (&json!(null), &json!(1), &json!(1))
        ]
    );
    assert_eq!(
        (&all["total"], &all["references"], &all["unverifiable"]["count"]),
        (&json!(3), &json!(4), &json!(2))
    );
    assert!(
        serde_json::to_string(
            &fill_sorter(None, None, Group::Guid)
                .page(None, 50, 16_000, true)
                .unwrap()
        )
        .unwrap()
        .starts_with("{\"caveat\":\"2 references")
    );
    assert_eq!(rows(fill_sorter(None, None, Group::File))["total"], json!(3));
    assert_eq!(rows(fill_sorter(None, None, Group::None))["total"], json!(4));
    assert_eq!(
        rows(fill_sorter(None, Some(Kind::BrokenReference), Group::None))["total"],
        json!(1)
    );
    assert_eq!(
        rows(fill_sorter(Some("Assets/B/"), None, Group::None))["total"],
        json!(1)
    );
}

/// Tests that unverifiable references are rows only on request, and do not count as missing.
#[test]
fn lists_unverifiable_references_on_request() {
    let of = |group| fill_sorter(None, Some(Kind::Unverifiable), group);
    let all = rows(of(Group::Guid));
    assert_eq!((&all["total"], &all["references"]), (&json!(1), &json!(2)));
    let row = &all["rows"][0];
    assert_eq!(
        (&row["guid"], &row["count"], &row["files"], &row["problem"]),
        (&json!("9"), &json!(2), &json!(2), &json!("unverifiable"))
    );
    let caveat = all["caveat"].as_str().unwrap();
    assert!(
        caveat.starts_with("these references can't be verified here"),
        "{caveat}"
    );
    assert_eq!(rows(of(Group::File))["total"], json!(2));
    let first = serde_json::to_value(of(Group::None).page(None, 1, 16_000, true).unwrap()).unwrap();
    assert_eq!(
        (&first["total"], &first["rows"][0]["path"]),
        (&json!(2), &json!("/Player"))
    );
    let cursor = Cursor::parse(first["next"].as_str()).unwrap();
    let last = serde_json::to_value(of(Group::None).page(cursor, 1, 16_000, true).unwrap()).unwrap();
    assert_eq!(
        (&last["rows"][0]["file"], &last["next"]),
        (&json!("Assets/B/C.prefab"), &json!(null))
    );
}

/// Tests targets of which only the `.meta` file exists: they are not broken, and not part of a package.
#[test]
fn reports_meta_only_references_as_separate_kind() {
    let of = |kind| {
        let mut sorter = fill_sorter(None, kind, Group::Guid);
        let problem = ReferenceProblem::Other("only-meta".to_owned());
        for file in ["Assets/A.unity", "Assets/B.unity"] {
            sorter.take(finding(problem.clone(), file, Some("7")));
        }
        rows(sorter)
    };
    let all = of(None);
    assert_eq!(
        (&all["references"], &all["unverifiable"]["count"]),
        (&json!(4), &json!(2))
    );
    let caveat = all["caveat"].as_str().unwrap();
    assert!(
        caveat.contains("2 references lead to files of which only the .meta"),
        "{caveat}"
    );
    let alone = of(Some(Kind::OnlyMeta));
    let row = &alone["rows"][0];
    assert_eq!(
        (&alone["total"], &row["guid"], &row["count"], &row["problem"]),
        (&json!(1), &json!("7"), &json!(2), &json!("only_meta"))
    );
}

#[test]
fn skipped_files_and_folders_make_the_result_incomplete() {
    let skipped = |path: &str| {
        let problem = ReferenceProblem::Other("not-searched".to_owned());
        let context = "the folder cannot be listed: Permission denied".to_owned();
        ReferenceFinding {
            context,
            ..finding(problem, path, None)
        }
    };
    let page = |folder: Option<&str>, paths: &[&str]| {
        let mut sorter = fill_sorter(folder, None, Group::Guid);
        paths.iter().for_each(|path| sorter.take(skipped(path)));
        rows(sorter)
    };
    let one = page(None, &["Assets/Locked"]);
    assert_eq!((&one["complete"], &one["total_so_far"]), (&json!(false), &json!(true)));
    let file = json!({"file": "Assets/Locked", "why": "the folder cannot be listed: Permission denied"});
    assert_eq!(one["not_searched"], json!({"total": 1, "files": [file]}));
    let caveat = one["caveat"].as_str().unwrap();
    let expected = "Assets/Locked was not scanned: the folder cannot be listed: Permission denied";
    assert!(caveat.contains(expected), "{caveat}");
    let many: Vec<String> = (0..30).map(|at| format!("Assets/{at}.mat")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let many = page(None, &many);
    assert_eq!(many["not_searched"]["total"], json!(30));
    assert_eq!(many["not_searched"]["files"].as_array().unwrap().len(), 20);
    for (path, is_complete) in [("Assets/B/X.mat", false), ("Assets", false), ("Assets/C", true)] {
        assert_eq!(
            page(Some("Assets/B"), &[path])["complete"],
            json!(is_complete),
            "{path}"
        );
    }
}

/// Tests that causes beyond the maximum are counted, so that the listed causes do not have to add up.
#[test]
fn counts_causes_beyond_the_listed_maximum() {
    let page = |causes: usize| {
        let mut sorter = Sorter::new(None, None, Group::Guid);
        for cause in 0..causes {
            for _ in cause..causes {
                let found = finding(ReferenceProblem::Unverifiable, "Assets/A.unity", Some("9"));
                let context = format!("cause {cause}");
                sorter.take(ReferenceFinding { context, ..found });
            }
        }
        rows(sorter)
    };
    let more = page(12);
    assert_eq!(more["unverifiable"]["causes"].as_array().unwrap().len(), 10);
    let caveat = more["caveat"].as_str().unwrap();
    assert!(
        caveat.contains("2 more causes, of 3 references, are not among unverifiable.causes"),
        "{caveat}"
    );
    let all = page(10);
    let caveat = all["caveat"].as_str().unwrap();
    assert!(!caveat.contains("more causes"), "{caveat}");
}

#[test]
fn continues_pages_by_cursor_and_rejects_invalid_cursors() {
    let page = |cursor| fill_sorter(None, None, Group::None).page(cursor, 3, 16_000, true);
    let next = serde_json::to_value(page(None).unwrap()).unwrap()["next"].clone();
    let cursor = Cursor::parse(next.as_str()).unwrap();
    let last = serde_json::to_value(page(cursor).unwrap()).unwrap();
    assert_eq!(
        (last["rows"].as_array().unwrap().len(), &last["next"]),
        (1, &json!(null))
    );
    // Rows that differ from those of the first page.
    let other = fill_sorter(Some("Assets/A.unity"), None, Group::None).page(cursor, 3, 16_000, true);
    assert_eq!(other.unwrap_err().kind, ErrorKind::Conflict);
    for wrong in ["c:3", "row:3", "row:3:x"] {
        assert!(Cursor::parse(Some(wrong)).is_err(), "{wrong}");
    }
}
