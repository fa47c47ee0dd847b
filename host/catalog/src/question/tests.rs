//! Tests the text that the user reads before a write, and the extent of the approval.

use super::*;
use crate::gate::tests::one_object;
use serde_json::json;

async fn ask_with(arguments: &Value) -> Asking {
    ask("Let it run?", &arguments.to_string(), &one_object()).await
}

#[tokio::test]
async fn question_lists_objects_arguments_and_number_of_actions() {
    let hand = r#"obj:12 ("/Player/Hand")"#;
    for (arguments, message) in [
        (
            json!({ "objectId": "obj:12", "active": false }),
            format!(
                "Let it run? Your approval allows it to act once, on {hand} alone. It gets:\nobjectId = \"obj:12\"\nactive = false"
            ),
        ),
        (
            json!({ "others": ["obj:12", "obj:99", "obj:12"] }),
            format!(
                "Let it run? Your approval allows it to act at most 3 times, on {hand}, \"obj:99\" (not there now) \
                 alone. It gets:\nothers = [\"obj:12\",\"obj:99\",\"obj:12\"]"
            ),
        ),
        (
            json!({ "object": "Player/Hand" }),
            "Let it run? Your approval allows it to act once, on \"Player/Hand\" (obj:12 \"/Player/Hand\") alone. It \
             gets:\nobject = \"Player/Hand\""
                .to_owned(),
        ),
        (
            json!({}),
            "Let it run? Your approval allows it to act once, on what it chooses: its arguments name no object. It gets no \
             arguments."
                .to_owned(),
        ),
    ] {
        assert_eq!(ask_with(&arguments).await.message, message);
    }
}

#[tokio::test]
async fn question_stays_short_and_counts_what_it_omits() {
    // The important argument is the last of very many.
    let mut arguments = Map::new();
    for number in 0..5000 {
        arguments.insert(format!("a{number}"), json!("x".repeat(100)));
    }
    arguments.insert("z".into(), json!("rm -rf /"));
    let asking = ask_with(&Value::Object(arguments)).await;
    for part in ["a0 = ", "a31 = ", "and 4969 more", "rm -rf /", "SHA-256"] {
        assert!(asking.message.contains(part), "no {part} in {}", asking.message);
    }
    assert!(asking.message.len() < 10_000, "{}", asking.message.len());
    let huge: Map<_, _> = (0..30).map(|n| (format!("a{n}"), json!("y".repeat(30_000)))).collect();
    let message = ask_with(&Value::Object(huge)).await.message;
    assert!(
        message.contains("a29 = ") && message.len() < 40_000,
        "{}",
        message.len()
    );
    let ids: Vec<String> = (0..1000).map(|number| format!("obj:{number}")).collect();
    let asking = ask_with(&json!({ "ids": ids })).await;
    assert!(asking.message.contains("at most 1000 times") && asking.message.contains("968 more objects"));
    assert_eq!(asking.agreed.steps(), 1000);
}

#[tokio::test]
async fn approval_covers_named_objects_or_any_if_none_is_named() {
    let steps = async |arguments| ask_with(&arguments).await.agreed.steps();
    assert_eq!(steps(json!({ "id": "obj:1", "parent": "obj:2" })).await, 2);
    assert_eq!(steps(json!({ "at": [1, 2, 3], "deep": { "ids": ["obj:4"] } })).await, 1);
    assert_eq!(steps(json!({ "changes": [{ "path": "a" }, { "path": "b" }] })).await, 2);
    let agreed = ask_with(&json!({ "id": "obj:+13", "path": "Player/Hand", "name": "Hand" }))
        .await
        .agreed;
    assert!(agreed.covers_id("obj:13") && agreed.covers("/Player/Hand", "Hand") && agreed.covers("/Box/Hand", "Hand"));
    assert!(!agreed.covers_id("obj:12") && !agreed.covers("/Player/Hand/Thumb", "Thumb"));
    let unnamed = ask_with(&json!({ "name": "Hand" })).await.agreed;
    assert!(unnamed.covers_id("obj:13"), "no object was named");
}

#[tokio::test]
async fn approval_excludes_texts_not_listed_as_objects() {
    // Words that are also names of objects, and paths behind so many others that they are not looked up.
    let words = json!({ "id": "obj:12", "mode": "Lamp", "words": ["Hand", "han", "Level/Door", "Camera"] });
    let asking = ask_with(&words).await;
    let (told, _) = asking.message.split_once("It gets").expect("the arguments come last");
    assert!(
        told.contains(r#"obj:12 ("/Player/Hand"), "Hand" (obj:12 "/Player/Hand") alone"#),
        "{told}"
    );
    for other in ["Lamp", "han", "Camera", "obj:12"] {
        assert!(!asking.agreed.covers(&format!("/{other}"), other), "{other}");
    }
    assert!(
        !asking.agreed.covers("/Level/Door", "Door"),
        "does not exist, so not shown"
    );
    let paths: Vec<String> = (0..40).map(|number| format!("/A/{number:02}")).collect();
    let asking = ask_with(&json!({ "id": "obj:12", "paths": paths })).await;
    assert!(
        asking.message.contains(r#"obj:12 ("/Player/Hand"), "/A/32", "/A/33""#),
        "{}",
        asking.message
    );
    for (path, name, told) in [("/A/31", "31", false), ("/A/32", "32", true), ("/A/39", "39", true)] {
        assert_eq!(asking.agreed.covers(path, name), told, "{path}");
        assert_eq!(
            asking
                .message
                .split("It gets")
                .next()
                .is_some_and(|start| start.contains(path)),
            told
        );
    }
}

#[test]
fn file_question_mentions_write_and_limits_approval_to_the_file() {
    let facts = ToolFacts {
        bundle: "save",
        tool: "save_scenes",
        effect: host_api::Effect::Destructive,
        category: "edit",
        tier: "",
        allowed_here: true,
    };
    let changes = FileChanges {
        file: "Assets/A.unity".to_owned(),
        lines: Vec::new(),
        total: 3,
        needs: Vec::new(),
    };
    let asking = ask_files(&facts, r#"{"files":["Assets/A.unity"]}"#, &[changes]);
    assert_eq!(
        asking.message,
        "Let the tool `save_scenes` of bundle `save` run? It writes files of the Unity project on disk. Your approval allows it to \
         write this project file and change nothing else. It gets:\nfiles = [\"Assets/A.unity\"]\nIt would write 3 lines:\n\
         \"Assets/A.unity\": 3 lines"
    );
    let covers = |written: Option<&[String]>| asking.agreed.files(written).is_ok();
    assert!(covers(Some(&["Assets/A.unity".to_owned()])));
    assert!(!covers(Some(&["Assets/B.unity".to_owned()])) && !covers(None));
}

#[tokio::test]
async fn question_names_its_target_and_approval_covers_no_other_target() {
    let facts = ToolFacts {
        bundle: "b",
        tool: "T",
        effect: host_api::Effect::Write,
        category: "",
        tier: "",
        allowed_here: true,
    };
    let of = |unity: &str, source| SelectedTarget {
        bridge: std::sync::Arc::new(one_object()),
        target: host_api::Target {
            unity: unity.to_owned(),
            source,
        },
    };
    let (told, fake) = (DryRunReport::default(), one_object());
    let said = async |one: Option<&SelectedTarget>| {
        let bridge: &dyn UnityBridge = one.map_or(&fake, |one| &*one.bridge);
        ask_about_call("Let it run?", &facts, "{}", &told, one, bridge)
            .await
            .message
    };
    let game = of("Game\u{202e}@1", host_api::Source::Live);
    let folder = of("Game@2", host_api::Source::Folder);
    let asked = said(Some(&game)).await;
    assert!(
        asked.starts_with("On \"Game") && asked.contains("@1\", a running Unity. Let it run?"),
        "{asked}"
    );
    assert!(!asked.contains('\u{202e}'), "{asked}");
    let asked = said(Some(&folder)).await;
    assert!(
        asked.starts_with("On \"Game@2\", the project's folder. Let it run?"),
        "{asked}"
    );
    assert!(said(None).await.starts_with("Let it run?"), "one alone is not named");
    let bases = [Some(&game), Some(&folder), None].map(|one| SelectedTarget::basis(one, "digest"));
    assert!(bases[0] != bases[1] && bases[1] != bases[2] && bases[2] == "digest");
}
