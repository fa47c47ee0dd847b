//! Gestures on the UI of a real Unity player, given to its own event system.

use crate::asking::{create_object, member};
use crate::host::TestHost;
use anyhow::{Result, bail};
use host_bridge::{BridgeErrorKind, Command, Gesture, ObjectId, Reply, ScreenSpot, Spot, Touched};
use serde_json::json;
use tests_support::player::Player;

async fn act(host: &TestHost, gesture: Gesture) -> Result<Touched> {
    match host.value(Command::Act { gesture }).await? {
        Reply::Touched(touched) => Ok(touched),
        other => bail!("nothing touched: {other:?}"),
    }
}

/// Two blocks on a canvas that count what is done with them.
async fn bells(host: &TestHost) -> Result<[ObjectId; 2]> {
    let Reply::TestUi(canvas) = host.value(Command::SpawnTestUi).await? else {
        bail!("no test canvas")
    };
    let [(_, left), (_, right)] = canvas.blocks[..] else {
        bail!("two blocks: {canvas:?}")
    };
    for object in [left, right] {
        let type_name = "Game.Bell".to_owned();
        host.value(Command::AddComponent { object, type_name }).await?;
    }
    Ok([left, right])
}

#[tokio::test(flavor = "multi_thread")]
async fn gestures_reach_the_ui_handlers_under_the_pointer() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("input of a real player", host.data.path())? else {
        return Ok(());
    };
    let [left, right] = bells(&host).await?;
    let count = async |object, field: &str| member(&host, object, "Bell", field).await;

    let clicked = act(&host, Gesture::Click(Spot::Object(left))).await?;
    assert_eq!((clicked.object, &*clicked.in_front), (Some(left), &[][..]));
    assert_eq!(clicked.handlers, ["Game.Bell.OnPointerClick"]);
    // The screen is 640 by 480, and the left block's middle is at 35 of 100.
    let at = |x: f64| Spot::Screen(ScreenSpot { x: x * 640.0, y: 240.0 });
    assert_eq!(act(&host, Gesture::Click(at(0.35))).await?.object, Some(left));
    assert_eq!(count(left, "clicks").await?, json!(2));
    let nothing = act(&host, Gesture::Click(at(0.5))).await?;
    assert_eq!((nothing.object, nothing.handlers.len()), (None, 0));

    let (from, to) = (Spot::Object(left), Spot::Object(right));
    let dragged = act(&host, Gesture::Drag { from, to }).await?;
    assert_eq!(dragged.object, Some(left));
    assert_eq!(dragged.handlers.last().map(String::as_str), Some("Game.Bell.OnEndDrag"));
    assert_eq!(count(left, "moves").await?, json!(-4), "it ended behind four moves");
    let pulled = count(left, "pulled.x").await?.as_f64().unwrap_or_default();
    assert!((pulled - 0.3 * 640.0).abs() < 0.5, "{pulled}");
    assert_eq!(
        (count(right, "drops").await?, count(left, "clicks").await?),
        (json!(1), json!(2))
    );

    let scroll = Gesture::Scroll {
        at: Spot::Object(right),
        x: 0.0,
        y: -3.0,
    };
    assert_eq!(act(&host, scroll).await?.handlers, ["Game.Bell.OnScroll"]);
    assert_eq!(count(right, "scrolled.y").await?, json!(-3));
    assert_eq!(
        act(&host, Gesture::Submit(Spot::Object(right))).await?.object,
        Some(right)
    );
    assert_eq!(count(right, "submits").await?, json!(1));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn covering_object_receives_the_gesture_and_is_reported() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("covered UI of a real player", host.data.path())? else {
        return Ok(());
    };
    let [left, right] = bells(&host).await?;
    // A part of the right block, put over the left one.
    let parent = Some(right);
    host.value(Command::Reparent { object: left, parent }).await?;
    let cover = create_object(&host, "Cover", [0.0; 3], &["UnityEngine.UI.Image"]).await?;
    let parent = Some(right);
    host.value(Command::Reparent { object: cover, parent }).await?;
    let place = member(&host, left, "RectTransform", "position").await?;
    crate::asking::set(&host, cover, "RectTransform", "position", place).await?;

    let click = Gesture::Click(Spot::Object(left));
    let replied = host.call(Command::Act { gesture: click }).await?;
    let Reply::Touched(clicked) = replied.reply else {
        bail!("nothing touched")
    };
    assert_eq!((clicked.object, &*clicked.in_front), (Some(right), &[cover][..]));
    assert!(replied.diagnostics[0].contains("covered"), "{:?}", replied.diagnostics);
    assert_eq!(member(&host, left, "Bell", "clicks").await?, json!(0));

    let off = Command::SetActive {
        object: right,
        active: false,
    };
    host.value(off).await?;
    for (object, why) in [
        (right, BridgeErrorKind::Conflict),
        (
            create_object(&host, "Post", [0.0; 3], &[]).await?,
            BridgeErrorKind::InvalidArgument,
        ),
    ] {
        let gesture = Gesture::Click(Spot::Object(object));
        let refused = host.call(Command::Act { gesture }).await.expect_err("it shows nowhere");
        assert_eq!(refused.kind, why, "{refused}");
    }
    Ok(())
}
