//! Members of components in a real Unity player: values read, written, and in pages; methods called.

use crate::asking::{create_object, invoke, member, objects, resolve_member, set};
use crate::host::TestHost;
use anyhow::{Context, Result, bail};
use host_bridge::{BridgeErrorKind, Command, CursorPage, ObjectFilter, Reply, ValuesRequest};
use host_bridge_live::session::Notice;
use serde_json::json;
use tests_support::player::Player;

#[tokio::test(flavor = "multi_thread")]
async fn reads_and_writes_script_fields_and_calls_methods() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("a script in a real player", host.data.path())? else {
        return Ok(());
    };
    let door = create_object(&host, "Door", [0.0; 3], &["Game.Door"]).await?;
    for (name, value) in [
        ("speed", json!(0.1)),
        ("serial", json!("9007199254740993")),
        ("keys", json!(["Red"])),
        ("tint", json!([1, 1, 1, 1])),
        ("hinge.y", json!(2)),
        ("codes", json!([1, 2, 3])),
        ("slots[0]", json!({"item": "lamp", "count": 2})),
        ("target", json!(null)),
        ("opened", json!(0)),
    ] {
        let found = member(&host, door, "Game.Door", name).await?;
        assert_eq!(found.to_string().replace(".0", ""), value.to_string(), "{name}");
    }
    let camera = objects(
        &host,
        ObjectFilter {
            name: Some("Main Camera".to_owned()),
            ..ObjectFilter::default()
        },
    )
    .await?;
    let reference = json!({"ref": camera[0].id.to_string()});
    for (name, value) in [
        ("speed", json!(3.25)),
        ("serial", json!("-9223372036854775808")),
        ("keys", json!(["Red", "Blue"])),
        ("hinge.y", json!(7)),
        ("codes[1]", json!(9)),
        ("slots[0].item", json!("key")),
        ("slots", json!([{"item": "a", "count": 1}, {"item": "b", "count": 2}])),
        ("target", reference.clone()),
    ] {
        set(&host, door, "Door", name, value.clone())
            .await
            .with_context(|| name.to_owned())?;
        let found = member(&host, door, "Door", name).await?;
        match name {
            "target" => assert_eq!(found["ref"], value["ref"]),
            _ => assert_eq!(found.to_string().replace(".0", ""), value.to_string(), "{name}"),
        }
    }
    for (name, value) in [
        ("speed", json!(true)),
        ("codes[9]", json!(1)),
        ("Opened", json!(1)),
        ("keys", json!(["Green"])),
    ] {
        let refused = set(&host, door, "Door", name, value).await;
        assert!(refused.is_err(), "{name}");
    }
    assert_eq!(
        invoke(&host, door, "Open", json!([2])).await?,
        Reply::Returned("2".to_owned())
    );
    assert_eq!(
        invoke(&host, door, "Open", json!([3])).await?,
        Reply::Returned("5".to_owned())
    );
    let stuck = invoke(&host, door, "Jam", json!([])).await.expect_err("it throws");
    assert!(format!("{stuck:#}").contains("the door is stuck"), "{stuck:#}");
    let misfit = invoke(&host, door, "Open", json!(["wide"]))
        .await
        .expect_err("no number");
    assert!(format!("{misfit:#}").contains("Int32 Open(Int32)"), "{misfit:#}");

    invoke(&host, door, "Speak", json!(["it creaks"])).await?;
    let said = |notices: &[Notice], level: &str, text: &str| {
        let is_it = |notice: &Notice| matches!(notice, Notice::Line(line) if line.level == level && line.message.starts_with(text));
        notices.iter().any(is_it)
    };
    host.wait_for_notices(|notices| {
        said(notices, "warn", "it creaks here") && said(notices, "error", "it creaks there")
    })
    .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_values_of_several_objects_in_pages() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("values in a real player", host.data.path())? else {
        return Ok(());
    };
    let first = create_object(&host, "First", [1.0, 2.0, 3.0], &["UnityEngine.Light", "Game.Door"]).await?;
    let second = create_object(&host, "Second", [0.0; 3], &["UnityEngine.Light"]).await?;
    let asked = |types: &[&str], paths: &[&str], limit, cursor| Command::ReadValues {
        request: ValuesRequest {
            objects: vec![first, second],
            types: types.iter().map(|&name| name.to_owned()).collect(),
            paths: paths.iter().map(|&name| name.to_owned()).collect(),
            items: 2,
            page: CursorPage {
                limit,
                cursor,
                max_bytes: 1 << 20,
            },
        },
    };
    let read = async |command| match host.value(command).await? {
        Reply::Values(rows) => Ok(rows),
        other => bail!("no values: {other:?}"),
    };
    let all = read(asked(&[], &[], 50, None)).await?;
    let names: Vec<&str> = all.rows.iter().map(|row| &*row.type_name).collect();
    let (transform, light) = ("UnityEngine.Transform", "UnityEngine.Light");
    assert_eq!(names, [transform, light, "Game.Door", transform, light]);
    let rows = serde_json::to_value(&all.rows)?;
    let field = |row: usize, name: &str| {
        let fields = rows[row]["fields"].as_array().into_iter().flatten();
        fields
            .filter(|field| field[0] == name)
            .map(|field| field[1].clone())
            .next()
    };
    assert_eq!(
        field(0, "localPosition").map(|found| found.to_string().replace(".0", "")),
        Some("[1,2,3]".to_owned())
    );
    assert_eq!(field(2, "codes"), Some(json!({"count": 3, "first": [1, 2]})));
    assert_eq!(
        (&rows[2]["cut"], &rows[2]["enabled"], &rows[0]["enabled"]),
        (&json!(["codes"]), &json!(true), &json!(null))
    );
    // Base types count, and pages go on from each other until something changes.
    let page = read(asked(&["Behaviour"], &["intensity", "speed"], 2, None)).await?;
    let told = serde_json::to_value(&page.rows)?;
    assert_eq!(
        (page.total, &told[0]["fields"][0][0], &told[1]["fields"][0][0]),
        (3, &json!("intensity"), &json!("speed"))
    );
    let last = read(asked(&["Behaviour"], &["intensity", "speed"], 2, page.next.clone())).await?;
    assert_eq!((last.rows.len(), last.rows[0].object, last.next), (1, second, None));
    host.value(Command::AddComponent {
        object: second,
        type_name: "Game.Door".to_owned(),
    })
    .await?;
    let changed = host
        .call(asked(&["Behaviour"], &["intensity", "speed"], 2, page.next))
        .await;
    assert_eq!(changed.expect_err("another list").kind, BridgeErrorKind::Conflict);
    // The host sends the name that its policy permitted, so a short name adds nothing.
    let short = Command::AddComponent {
        object: second,
        type_name: "Door".to_owned(),
    };
    let error = host.call(short).await.expect_err("a short name");
    assert_eq!(error.kind, BridgeErrorKind::NotFound, "{error}");
    assert!(create_object(&host, "Short", [0.0; 3], &["Door"]).await.is_err());
    let misspelt = host.call(asked(&["Light"], &["intensitty"], 2, None)).await;
    assert_eq!(misspelt.expect_err("no such member").kind, BridgeErrorKind::NotFound);
    let light = resolve_member(&host, second, "Light", None).await?;
    let (component, type_name) = (light.component, light.type_name);
    host.value(Command::RemoveComponent {
        object: second,
        component,
        type_name,
    })
    .await?;
    let gone = resolve_member(&host, second, "Light", None).await;
    assert!(gone.is_err(), "it is removed");
    Ok(())
}
