//! The objects under a ray or a point in a real Unity player, by its own physics and its own event system.

use crate::asking::{create_object, objects, set};
use crate::host::TestHost;
use anyhow::{Result, bail};
use host_bridge::{Aim, Command, ObjectFilter, Reply, ScreenPoint, Vector3, Viewer};
use serde_json::json;
use tests_support::player::Player;

#[tokio::test(flavor = "multi_thread")]
async fn rays_hit_the_colliders_of_a_player() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("rays in a real player", host.data.path())? else {
        return Ok(());
    };
    let near = create_object(&host, "Wall", [500.0, 0.0, 10.0], &["UnityEngine.BoxCollider"]).await?;
    let far = create_object(&host, "Wall", [500.0, 0.0, 20.0], &["UnityEngine.SphereCollider"]).await?;
    let pick = async |aim, viewer| match host.value(Command::PickWorld { aim, viewer }).await? {
        Reply::Picked(picked) => Ok(picked),
        other => bail!("nothing picked: {other:?}"),
    };
    let at = |x, y, z| Vector3 { x, y, z };
    let ray = |direction| Aim::Ray {
        origin: at(500.0, 0.0, 0.0),
        direction,
    };
    let met = pick(ray(at(0.0, 0.0, 2.0)), Viewer::default()).await?;
    let told: Vec<_> = met
        .hits
        .iter()
        .map(|hit| (hit.object, hit.distance, &*hit.unique_path))
        .collect();
    assert_eq!(told, [(near, 9.5, "/Wall"), (far, 19.5, "/Wall[2]")]);
    assert_eq!(met.hits[0].collider.as_deref(), Some("UnityEngine.BoxCollider"));
    assert!(pick(ray(at(0.0, 0.0, -1.0)), Viewer::default()).await?.hits.is_empty());

    // The camera is put before the first wall: the middle of the screen shows that wall.
    let all = objects(
        &host,
        ObjectFilter {
            name: Some("Main Camera".to_owned()),
            ..ObjectFilter::default()
        },
    )
    .await?;
    let camera = all[0].id;
    set(&host, camera, "Transform", "position", json!([500, 0, 0])).await?;
    set(&host, camera, "Transform", "rotation", json!([0, 0, 0, 1])).await?;
    let middle = Aim::Screen(ScreenPoint {
        x: Some(0.5),
        y: Some(0.5),
        normalized: true,
    });
    for viewer in [
        Viewer::default(),
        Viewer {
            camera: Some(camera),
            scene: None,
        },
        Viewer {
            camera: None,
            scene: Some(all[0].scene),
        },
    ] {
        let met = pick(middle.clone(), viewer).await?;
        assert_eq!(
            (met.hits[0].object, met.camera, met.screen),
            (near, Some(camera), (640, 480))
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn points_hit_the_canvases_of_a_player() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("the UI of a real player", host.data.path())? else {
        return Ok(());
    };
    let Reply::TestUi(first) = host.value(Command::SpawnTestUi).await? else {
        bail!("no test canvas")
    };
    let Reply::TestUi(again) = host.value(Command::SpawnTestUi).await? else {
        bail!("no test canvas")
    };
    assert_eq!(first, again, "twice gives the same");
    let pick = async |x, y| {
        let at = ScreenPoint {
            x: Some(x),
            y: Some(y),
            normalized: true,
        };
        let viewer = Viewer::default();
        match host.value(Command::PickUi { at, viewer }).await? {
            Reply::Picked(picked) => Ok(picked.hits.iter().map(|hit| hit.object).collect::<Vec<_>>()),
            other => bail!("nothing picked: {other:?}"),
        }
    };
    let [(left_name, left), (right_name, right)] = &first.blocks[..] else {
        bail!("two blocks: {first:?}")
    };
    assert_eq!(
        (&**left_name, &**right_name),
        ("McpTestBlock_Left", "McpTestBlock_Right")
    );
    assert_eq!(pick(0.35, 0.5).await?, [*left]);
    assert_eq!(pick(0.65, 0.5).await?, [*right]);
    assert_eq!(pick(0.5, 0.5).await?, []);
    host.value(Command::DestroyTestUi).await?;
    assert_eq!(pick(0.35, 0.5).await?, []);
    let canvas = ObjectFilter {
        name: Some("McpTest".to_owned()),
        ..ObjectFilter::default()
    };
    assert!(objects(&host, canvas).await?.is_empty());
    Ok(())
}
