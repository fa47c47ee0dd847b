//! The package inside a real Unity player (2017.2, headless): what it reads, what it changes, what it refuses.

use crate::asking::{create_object, height, invoke, member, objects, page, resolve_member, set};
use crate::host::{TestHost, place};
use anyhow::{Context, Result, bail};
use host_bridge::{BridgeErrorKind, Command, Event, ObjectFilter, ObjectId, Reply, SceneFilter};
use host_bridge_live::session::Notice;
use serde_json::json;
use std::time::{Duration, Instant};
use tests_support::environment;
use tests_support::player::Player;

#[tokio::test(flavor = "multi_thread")]
async fn reads_the_scene_of_a_player() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("reading a real player", host.data.path())? else {
        return Ok(());
    };
    let hello = host.wait_for_link().await?;
    assert_eq!((&*hello.unity, &*hello.platform), ("2017.2.0f3", "LinuxPlayer"));
    let Reply::Project(project) = host.value(Command::ProjectInfo).await? else {
        bail!("no project")
    };
    assert!(
        project.is_playing && project.runtime == "mono" && project.layers.len() == 32,
        "{project:?}"
    );
    assert_eq!(project.objects_loaded, 54);

    let (filter, page) = (SceneFilter::default(), page(50));
    let Reply::Scenes(scenes) = host.value(Command::ListScenes { filter, page }).await? else {
        bail!("no scenes")
    };
    let scene = &scenes.items[0];
    assert_eq!((&*scene.name, scene.is_loaded, scene.root_count), ("Scene", true, 17));

    let all = objects(&host, ObjectFilter::default()).await?;
    assert_eq!(all.len(), 54);
    let roots = ObjectFilter {
        roots_only: true,
        ..ObjectFilter::default()
    };
    assert_eq!(objects(&host, roots).await?.len(), 17);
    let bodies = ObjectFilter {
        component_type: Some("rigidbody".to_owned()),
        ..ObjectFilter::default()
    };
    assert_eq!(objects(&host, bodies).await?.len(), 12);
    for card in all.iter().take(10) {
        let Reply::Object(again) = host.value(Command::GetObject { object: card.id }).await? else {
            bail!("no object")
        };
        assert_eq!(&again, card);
    }
    let camera = all
        .iter()
        .find(|card| card.name == "Main Camera")
        .context("its camera")?;
    let Reply::Camera(active) = host.value(Command::ActiveCamera).await? else {
        bail!("no camera")
    };
    assert_eq!(active.object, Some(camera.id));
    let fov = member(&host, camera.id, "Camera", "field of view").await?;
    assert_eq!(fov.as_f64(), Some(active.fov));
    let missing = host.call(Command::GetObject { object: ObjectId(1) }).await;
    assert_eq!(missing.expect_err("there is none").kind, BridgeErrorKind::NotFound);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_objects_of_a_player() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("changing a real player", host.data.path())? else {
        return Ok(());
    };
    let lamp = create_object(&host, "Lamp", [0.0, 5.0, 0.0], &["UnityEngine.Light"]).await?;
    assert_eq!(set(&host, lamp, "Light", "m_Intensity", json!(2.5)).await?, Reply::Done);
    assert_eq!(member(&host, lamp, "UnityEngine.Light", "intensity").await?, json!(2.5));
    set(&host, lamp, "Light", "m_Color", json!("#ff8000")).await?;
    assert_eq!(member(&host, lamp, "Light", "color.r").await?, json!(1));
    let refused = set(&host, lamp, "Light", "m_Intensity", json!("bright")).await;
    let refused = format!("{:#}", refused.expect_err("no number"));
    assert!(refused.contains("the text \"bright\", wanted: a number"), "{refused}");

    let post = create_object(&host, "Post", [1.0, 0.0, 0.0], &[]).await?;
    let (object, parent) = (lamp, Some(post));
    host.value(Command::Reparent { object, parent }).await?;
    let active = false;
    host.value(Command::SetActive { object: post, active }).await?;
    let Reply::Object(card) = host.value(Command::GetObject { object: lamp }).await? else {
        bail!("no object")
    };
    assert_eq!(
        (&*card.path, card.active, card.active_in_hierarchy),
        ("/Post/Lamp", true, false)
    );
    let circle = host
        .call(Command::Reparent {
            object: post,
            parent: Some(lamp),
        })
        .await;
    assert_eq!(circle.expect_err("a circle").kind, BridgeErrorKind::InvalidArgument);
    host.value(Command::DestroyObject { object: post }).await?;
    let gone = host.call(Command::GetObject { object: lamp }).await;
    assert_eq!(
        gone.expect_err("it went with its parent").kind,
        BridgeErrorKind::NotFound
    );
    assert_eq!(objects(&host, ObjectFilter::default()).await?.len(), 54);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn time_scale_stops_and_resumes_game_time() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("game time of a real player", host.data.path())? else {
        return Ok(());
    };
    let scale = |value, lock| Command::SetTimeScale { value, lock };
    let ball = create_object(&host, "Ball", [100.0, 50.0, 0.0], &["UnityEngine.Rigidbody"]).await?;
    host.value(scale(0.0, Some(true))).await?;
    let stands = height(&host, ball).await?;
    // Each answer is a frame later.
    for _ in 0..20 {
        assert_eq!(height(&host, ball).await?, stands, "time stands");
    }
    let Reply::TimeScale(running) = host.value(scale(9.0, Some(false))).await? else {
        bail!("no scale")
    };
    assert_eq!((running.value, running.locked), (4.0, false), "clamped");
    falls(&host, ball, stands).await
}

/// Waits until it is a unit lower.
pub(crate) async fn falls(host: &TestHost, ball: ObjectId, from: f64) -> Result<()> {
    let begun = Instant::now();
    while height(host, ball).await? >= from - 1.0 {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "time runs and it does not fall"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn link_survives_a_scene_change() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("a scene of a real player", host.data.path())? else {
        return Ok(());
    };
    let door = create_object(&host, "Door", [0.0; 3], &["Game.Door"]).await?;
    let Reply::Scene(scene) = host
        .value(Command::FindScene {
            name: "scene".to_owned(),
        })
        .await?
    else {
        bail!("no scene")
    };
    let additive = Some(true);
    host.value(Command::OpenScene {
        scene: scene.id,
        additive,
    })
    .await?;
    let doors = || ObjectFilter {
        name: Some("Door".to_owned()),
        ..ObjectFilter::default()
    };
    assert_eq!(objects(&host, doors()).await?.len(), 1, "it is loaded already");
    invoke(&host, door, "Leave", json!([])).await?;
    let is_loaded =
        |notice: &Notice| matches!(notice, Notice::Event(Event::ScenesChanged { added, .. }) if added == &[scene.id]);
    host.wait_for_notices(|notices| notices.iter().any(is_loaded)).await?;
    assert_eq!(objects(&host, doors()).await?.len(), 0, "it went with the scene");
    let all = objects(&host, ObjectFilter::default()).await?;
    let chosen: Vec<ObjectId> = all.iter().take(2).map(|card| card.id).collect();
    let Reply::Selection(selected) = host
        .value(Command::Select {
            objects: chosen.clone(),
        })
        .await?
    else {
        bail!("no selection")
    };
    assert_eq!(selected.active, Some(chosen[1]));
    let is_selected = |notice: &Notice| matches!(notice, Notice::Event(Event::SelectionChanged));
    host.wait_for_notices(|notices| notices.iter().any(is_selected)).await?;
    assert_eq!(host.closed_count(), 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn player_closes_the_link_to_a_host_without_the_secret() -> Result<()> {
    let stranger = TestHost::stranger().await?;
    let Some(player) = Player::start("a stranger and a real player", stranger.data.path())? else {
        return Ok(());
    };
    let ends = stranger.wait_for_closes(1).await?;
    assert_eq!(ends[0].as_ref().map(|end| end.code), Some(1008), "{ends:?}");
    // Its console says why.
    player.writes("does not know the secret in").await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn player_logs_a_missing_host_once() -> Result<()> {
    let data = tempfile::tempdir()?;
    let Some(player) = Player::start("a real player without a host", data.path())? else {
        return Ok(());
    };
    player.writes("no unity-tool-host runs").await;
    // A host that comes is found by then; it has looked again and again meanwhile.
    let host = TestHost::start().await?;
    std::fs::create_dir(data.path().join("hosts"))?;
    place(
        &host.data.path().join("hosts/host.json"),
        &data.path().join("hosts/late.json"),
    )?;
    host.wait_for_link().await?;
    player.writes("linked to unity-tool-host 0.1.0 as Test@00000001").await;
    assert_eq!(player.log().matches("no unity-tool-host runs").count(), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_player_closes_its_link_without_exceptions() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(mut player) = Player::start("quitting a real player", host.data.path())? else {
        return Ok(());
    };
    let door = create_object(&host, "Door", [0.0; 3], &["Game.Door"]).await?;
    invoke(&host, door, "Quit", json!([])).await?;
    let ends = host.wait_for_closes(1).await?;
    assert_eq!(ends[0].as_ref().map(|end| end.code), Some(1000), "{ends:?}");
    let log = player.wait_for_end()?;
    assert!(!log.contains("Exception:"), "{log}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn bridge_restarts_after_the_game_destroys_its_object() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(player) = Player::start("a game that sweeps the bridge away", host.data.path())? else {
        return Ok(());
    };
    let first = host.wait_for_link().await?;
    let door = create_object(&host, "Door", [0.0; 3], &["Game.Door"]).await?;
    // The answer may be lost with the link that it takes down.
    let _ = invoke(&host, door, "Sweep", json!([])).await;
    host.wait_for_closes(1).await?;
    // The scene's first script begins the bridge again as the scene is loaded.
    assert_eq!(objects(&host, ObjectFilter::default()).await?.len(), 54);
    assert_ne!(
        host.wait_for_link().await?.instance,
        first.instance,
        "another journal is another instance"
    );
    assert!(!player.log().contains("NullReferenceException"), "{}", player.log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_player_leaves_writes_done_unknown_or_not_started() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(mut player) = Player::start("killing a real player", host.data.path())? else {
        return Ok(());
    };
    let door = create_object(&host, "Door", [0.0; 3], &["Game.Door"]).await?;
    let door = resolve_member(&host, door, "Door", None)
        .await
        .map(|resolved| (door, resolved))?;
    let open = || Command::CallMethod {
        object: door.0,
        component: door.1.component,
        type_name: door.1.type_name.clone(),
        method: "Open".to_owned(),
        arguments: "[1]".to_owned(),
    };
    for _ in 0..20 {
        host.value(open()).await?;
    }
    let answers: Vec<_> = (0..20)
        .map(|_| {
            host.ask(
                open(),
                host_bridge::CallKey::for_host(host_api::CallId::next()),
                Duration::from_secs(5),
            )
        })
        .collect();
    player.kill()?;
    host.wait_for_closes(1).await?;
    let (mut done, mut unknown, mut never) = (0, 0, 0);
    for answer in answers {
        match answer.await? {
            Ok(_) => done += 1,
            Err(error) if error.kind == BridgeErrorKind::OutcomeUnknown => unknown += 1,
            Err(error) if error.kind == BridgeErrorKind::NotReady => never += 1,
            Err(error) => bail!("{error:?}"),
        }
    }
    environment::announce(&format!("{done} done, {unknown} unknown, {never} never begun"));
    assert_eq!(done + unknown + never, 20);
    Ok(())
}
