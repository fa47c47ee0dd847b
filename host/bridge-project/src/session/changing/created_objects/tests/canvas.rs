//! Tests of the test canvas: at most one exists, and it can be created again after its removal.

use super::*;

fn spawn(session: &mut Session) -> (TestUi, Replied) {
    let replied = session.run(Command::SpawnTestUi).expect("a canvas");
    match &replied.reply {
        Reply::TestUi(ui) => (ui.clone(), replied.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn creates_test_canvas_once_and_again_after_its_removal() {
    let project = project();
    let mut session = open(&project);
    let (first, replied) = spawn(&mut session);
    assert_eq!(
        replied.diagnostics.first().map(String::as_str),
        Some(crate::session::SESSION_ONLY)
    );
    assert!(
        replied.diagnostics.iter().any(|line| line.contains("EventSystem")),
        "{:?}",
        replied.diagnostics
    );
    assert_eq!(spawn(&mut session).0, first);
    let names: Vec<&str> = first.blocks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["McpTestBlock_Left", "McpTestBlock_Right"]);
    let listed = cards(
        &mut session,
        ObjectFilter {
            scene: Some(SceneId(0)),
            ..ObjectFilter::default()
        },
    );
    let made: Vec<(&str, u32, u32)> = listed
        .iter()
        .skip(3)
        .map(|card| (card.path.as_str(), card.component_count, card.layer))
        .collect();
    let expected = [
        ("/McpTestCanvas", 4, 5),
        ("/McpTestCanvas/McpTestBlock_Left", 3, 5),
        ("/McpTestCanvas/McpTestBlock_Right", 3, 5),
        ("/EventSystem", 2, 0),
    ];
    assert_eq!(made, expected);
    for kind in [
        "UnityEngine.UI.Image",
        "canvasscaler",
        "UnityEngine.EventSystems.EventSystem",
    ] {
        let filter = ObjectFilter {
            component_type: Some(kind.to_owned()),
            ..ObjectFilter::default()
        };
        assert!(!cards(&mut session, filter).is_empty(), "{kind}");
    }
    touch(&mut session, SCENE);
    assert_eq!(spawn(&mut session).0, first);

    session
        .run(Command::Select {
            objects: vec![first.root],
        })
        .expect("a selection");
    session
        .run(Command::Reparent {
            object: ObjectId(2),
            parent: Some(first.root),
        })
        .expect("a guest");
    session.run(Command::DestroyTestUi).expect("its end");
    assert_eq!(session.selection().items, []);
    for _ in 0..2 {
        assert_eq!(paths(&mut session), ["/First", "/Second", "/Other"]);
        touch(&mut session, SCENE);
    }
    let again = session.run(Command::DestroyTestUi).expect("nothing to do");
    assert!(
        again.diagnostics.iter().any(|line| line.contains("no test canvas")),
        "{:?}",
        again.diagnostics
    );
    let (second, _) = spawn(&mut session);
    assert!(second.root > first.root, "{second:?}");

    session
        .run(Command::DestroyObject {
            object: second.blocks[0].1,
        })
        .expect("a torn canvas");
    let (third, replied) = spawn(&mut session);
    assert!(third.root > second.root && session.view().find(second.root).is_err());
    assert!(
        replied.diagnostics.iter().any(|line| line.contains("created again")),
        "{:?}",
        replied.diagnostics
    );
    assert_eq!(
        cards(
            &mut session,
            ObjectFilter {
                name: Some("EventSystem".to_owned()),
                ..ObjectFilter::default()
            }
        )
        .len(),
        1
    );
}

#[test]
fn reuses_an_existing_event_system_of_the_scene() {
    let project = project();
    let body = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\nGameObject:\n  m_Component:\n  - component: {fileID: 2}\n  - component: {fileID: 3}\n  m_Name: EventSystem\n  m_IsActive: 1\n--- !u!4 &2\nTransform:\n  m_GameObject: {fileID: 1}\n  m_Father: {fileID: 0}\n--- !u!114 &3\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: 76c392e42b5098c458856cdf6ecaaaa1, type: 3}\n";
    project.asset("Assets/B.unity", &guid('b'), body);
    // The EventSystem of another scene does not serve a canvas that is viewed alone.
    let (_, replied) = spawn(&mut open(&project));
    assert!(replied.diagnostics.iter().any(|line| line.contains("one was made")));
    project.asset(SCENE, &guid('a'), body);
    let mut session = open(&project);
    let (_, replied) = spawn(&mut session);
    assert_eq!(replied.diagnostics, [crate::session::SESSION_ONLY]);
    session.run(Command::DestroyTestUi).expect("its end");
    assert!(session.view().has_event_system(&session.view().looking().scenes));
}
