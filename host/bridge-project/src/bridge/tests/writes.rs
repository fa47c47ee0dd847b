//! Tests of write commands through the trait: their effect and answer, and that a repeated call runs once.

use super::*;

#[tokio::test]
async fn writes_change_the_session_but_no_project_file() {
    let project = sample();
    let before = tests_projects::tree_hash(project.root());
    let bridge = open(project.root(), OpenScenes::First);
    let mut events = bridge.events();
    let (crate_id, lid, main) = (ObjectId(4), ObjectId(5), ObjectId(1));
    let write = async |command: Command| {
        let replied = run(&bridge, command).await.expect("a write");
        assert_eq!(replied.diagnostics[0], crate::session::SESSION_ONLY);
        replied.reply
    };
    write(Command::SetActive {
        object: crate_id,
        active: false,
    })
    .await;
    let card = object(&bridge, lid).await.expect("the lid");
    assert!(card.active && !card.active_in_hierarchy);
    write(Command::Reparent {
        object: lid,
        parent: Some(main),
    })
    .await;
    let card = object(&bridge, lid).await.expect("the lid");
    assert_eq!((card.path.as_str(), card.active_in_hierarchy), ("/Main/Lid #1", true));
    let circle = Command::Reparent {
        object: main,
        parent: Some(lid),
    };
    let error = run(&bridge, circle).await.expect_err("a circle");
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    write(Command::Select {
        objects: vec![lid, main],
    })
    .await;
    let Reply::Selection(selection) = run(&bridge, Command::GetSelection).await.expect("selection").reply else {
        panic!("no selection");
    };
    assert_eq!((selection.active, selection.items), (Some(main), vec![main, lid]));
    write(Command::DestroyObject { object: main }).await;
    assert_eq!(
        object(&bridge, lid).await.expect_err("gone").kind,
        BridgeErrorKind::NotFound
    );
    let Reply::Selection(selection) = run(&bridge, Command::GetSelection).await.expect("selection").reply else {
        panic!("no selection");
    };
    assert_eq!((selection.active, selection.items.len()), (None, 0));
    let mut selections = 0;
    while let Ok(event) = events.try_recv().map(|told| told.what) {
        selections += u32::from(event == Event::SelectionChanged);
    }
    assert_eq!(selections, 2);
    assert_eq!(bridge.project().session_edits, 3, "a selection is no edit");
    assert_eq!(bridge.project().objects_loaded, 3);
    assert_eq!(tests_projects::tree_hash(project.root()), before);
}

#[tokio::test]
async fn time_scale_is_clamped_and_locked() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let set = |value, lock| Command::SetTimeScale { value, lock };
    let scale = |replied: Replied| match replied.reply {
        Reply::TimeScale(time) => (time.value, time.locked),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        scale(run(&bridge, Command::GetTimeScale).await.expect("time")),
        (1.0, false)
    );
    let replied = run(&bridge, set(9.0, Some(true))).await.expect("time");
    assert!(
        replied.diagnostics[1].contains("clamped to 4"),
        "{:?}",
        replied.diagnostics
    );
    assert_eq!(scale(replied), (4.0, true));
    assert_eq!(scale(run(&bridge, set(0.5, None)).await.expect("time")), (0.5, true));
    let error = run(&bridge, set(f64::NAN, None)).await.expect_err("no number");
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
}

#[tokio::test]
async fn repeated_key_returns_the_first_result() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let keyed = async |key: &str, value: f64| {
        let caller = Caller {
            dialect: Dialect::McpStateless,
            client: Arc::default(),
            address: "local".into(),
            session: None,
            proof: Some(Proof::Secret("test".into())),
        };
        let call = BridgeCall::internal();
        let key = CallKey::new(&caller, "bundle", "Tool", Some(key.to_owned()), call.id);
        let call = BridgeCall {
            key: CommandKey {
                call: Arc::new(key),
                number: 1,
            },
            ..call
        };
        let command = Command::SetTimeScale { value, lock: None }.checked()?;
        bridge.execute(command, call).await
    };
    let first = keyed("a", 2.0).await.expect("time");
    keyed("b", 3.0).await.expect("time");
    assert_eq!(keyed("a", 2.0).await.expect("time"), first);
    assert_eq!(
        keyed("a", 1.0).await.expect_err("another command").kind,
        BridgeErrorKind::Conflict
    );
    let Reply::TimeScale(now) = run(&bridge, Command::GetTimeScale).await.expect("time").reply else {
        panic!("no time");
    };
    assert_eq!(now.value, 3.0);
    assert_eq!(bridge.project().session_edits, 2);
}
