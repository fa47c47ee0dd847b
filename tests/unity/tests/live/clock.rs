//! Game time of a real Unity player: frozen, stepped tick by tick, and what its frames cost.

use crate::asking::{create_object, height};
use crate::host::TestHost;
use anyhow::{Result, bail};
use host_bridge::{
    Cell, Command, FieldPath, GameClock, ObjectId, Op, PlayMode, Reply, Stepped, Ticks, Until, ValueText, Watch,
};
use tests_support::player::{Idle, Player};

async fn freeze(host: &TestHost, frozen: bool) -> Result<GameClock> {
    match host.value(Command::Freeze { frozen }).await? {
        Reply::Clock(clock) => Ok(clock),
        other => bail!("no clock: {other:?}"),
    }
}

async fn step(host: &TestHost, ticks: Ticks, watched: Vec<Watch>) -> Result<Stepped> {
    match host.value(Command::Step { ticks, watched }).await? {
        Reply::Stepped(stepped) => Ok(stepped),
        other => bail!("no step: {other:?}"),
    }
}

fn watch(object: ObjectId, path: &str, until: Option<(Op, &str)>) -> Watch {
    Watch {
        object,
        field: FieldPath {
            component: "Transform".to_owned(),
            path: path.to_owned(),
        },
        until: until.map(|(op, value)| Until {
            op,
            value: Some(ValueText::from_json_text(value.to_owned())),
        }),
    }
}

fn number(cell: &Cell) -> f64 {
    let text = cell.0.as_ref().expect("a value").get();
    text.parse().expect("a number")
}

/// Semi-implicit Euler: the speed grows first, then the place by it.
fn fall_distance(ticks: u32, step: f64) -> f64 {
    9.81 * step * step * f64::from(ticks * (ticks + 1)) / 2.0
}

#[tokio::test(flavor = "multi_thread")]
async fn stepped_rigidbody_falls_per_tick_as_the_formula_predicts() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("stepping a real player", host.data.path())? else {
        return Ok(());
    };
    let before = freeze(&host, true).await?;
    assert!(before.frozen && before.fixed_step > 0.0, "{before:?}");
    let ball = create_object(&host, "Ball", [100.0, 0.0, 0.0], &["UnityEngine.Rigidbody"]).await?;
    assert_eq!(height(&host, ball).await?, 0.0);

    let stepped = step(&host, Ticks::Physics(10), vec![watch(ball, "position.y", None)]).await?;
    assert_eq!((stepped.passed, stepped.met, stepped.left_out), (10, false, 0));
    assert_eq!(stepped.values.len(), 10);
    let tick = before.fixed_step;
    for (row, ticks) in stepped.values.iter().zip(1..) {
        let (is, should) = (-number(&row[0]), fall_distance(ticks, tick));
        assert!((is - should).abs() < 1e-5, "after {ticks} ticks: {is}, not {should}");
    }
    let passed = stepped.clock.fixed_time - before.fixed_time;
    assert!((passed - 10.0 * tick).abs() < tick / 10.0, "{before:?} {stepped:?}");
    let stands = height(&host, ball).await?;
    for _ in 0..10 {
        assert_eq!(height(&host, ball).await?, stands, "it is frozen again");
    }

    // Until it is below: the last row is the first that is.
    let below = vec![watch(ball, "position.y", Some((Op::Less, "-1")))];
    let stepped = step(&host, Ticks::Physics(1_000), below).await?;
    assert!(stepped.met && stepped.passed < 30, "{stepped:?}");
    let heights: Vec<f64> = stepped.values.iter().map(|row| number(&row[0])).collect();
    let (last, others) = heights.split_last().expect("rows");
    assert!(*last < -1.0 && others.iter().all(|one| *one >= -1.0), "{heights:?}");
    let should = -fall_distance(10 + stepped.passed, tick);
    assert!((last - should).abs() < 1e-4, "{last}, not {should}");

    assert!(!freeze(&host, false).await?.frozen);
    crate::player::falls(&host, ball, *last).await
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_single_frames_and_keeps_the_last_1000_rows() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("frames of a real player", host.data.path())? else {
        return Ok(());
    };
    let ball = create_object(&host, "Ball", [100.0, 0.0, 0.0], &[]).await?;
    let before = freeze(&host, true).await?;
    let stepped = step(&host, Ticks::Frames(3), vec![]).await?;
    assert_eq!((stepped.passed, stepped.values.len()), (3, 0));
    assert!(stepped.clock.frame >= before.frame + 3 && stepped.clock.time > before.time);
    let again = freeze(&host, true).await?;
    assert_eq!(again.time, stepped.clock.time, "time does not pass between");

    let stepped = step(&host, Ticks::Physics(1_005), vec![watch(ball, "position.x", None)]).await?;
    assert_eq!(
        (stepped.passed, stepped.values.len(), stepped.left_out),
        (1_005, 1_000, 5)
    );

    let nothing = vec![watch(ball, "position.q", None)];
    let refused = step(&host, Ticks::Frames(1), nothing).await.expect_err("no such part");
    assert!(format!("{refused:#}").contains('q'), "{refused:#}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn frozen_player_applies_its_time_scale_after_unfreezing() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("the speed of a frozen player", host.data.path())? else {
        return Ok(());
    };
    let scale = |value, lock| Command::SetTimeScale { value, lock };
    let frozen = freeze(&host, true).await?;
    let replied = host.call(scale(2.0, None)).await?;
    let Reply::TimeScale(speed) = replied.reply else {
        bail!("no speed")
    };
    assert_eq!(speed.value, 2.0);
    assert!(replied.diagnostics[0].contains("frozen"), "{:?}", replied.diagnostics);
    assert_eq!(
        freeze(&host, true).await?.time,
        frozen.time,
        "it is frozen all the same"
    );
    let stepped = step(&host, Ticks::Physics(4), vec![]).await?;
    let passed = stepped.clock.fixed_time - frozen.fixed_time;
    assert!((passed - 4.0 * frozen.fixed_step).abs() < frozen.fixed_step / 10.0);

    // With the speed 0 no tick comes, and that is said at once; frames pass.
    host.value(scale(0.0, None)).await?;
    let refused = step(&host, Ticks::Physics(1), vec![]).await.expect_err("no tick comes");
    assert!(format!("{refused:#}").contains("time scale is 0"), "{refused:#}");
    assert_eq!(step(&host, Ticks::Frames(2), vec![]).await?.passed, 2);
    host.value(scale(3.0, Some(true))).await?;
    freeze(&host, false).await?;
    let Reply::TimeScale(speed) = host.value(Command::GetTimeScale).await? else {
        bail!("no speed")
    };
    assert_eq!((speed.value, speed.locked), (3.0, true));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn step_over_its_deadline_reports_its_progress() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("a long step of a real player", host.data.path())? else {
        return Ok(());
    };
    let ball = create_object(&host, "Ball", [100.0, 0.0, 0.0], &["UnityEngine.Rigidbody"]).await?;
    let ticks = Ticks::Frames(10_000);
    let watched = vec![watch(ball, "position.y", None)];
    let key = host_bridge::CallKey::for_host(host_api::CallId::next());
    let limit = std::time::Duration::from_secs(2);
    let replied = host.ask(Command::Step { ticks, watched }, key, limit).await??;
    let Reply::Stepped(stepped) = replied.reply else {
        bail!("no step")
    };
    assert!(!stepped.met && stepped.passed > 0 && stepped.passed < 10_000);
    assert!(stepped.clock.frozen);
    let told = format!("{} of 10000 frames passed", stepped.passed);
    assert!(
        replied.diagnostics.iter().any(|note| note.contains(&told)),
        "{:?}",
        replied.diagnostics
    );
    let stands = height(&host, ball).await?;
    assert_eq!(height(&host, ball).await?, stands);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn player_reports_frame_stats_and_rejects_play_mode() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("frame costs of a real player", host.data.path())? else {
        return Ok(());
    };
    freeze(&host, false).await?;
    step(&host, Ticks::Frames(60), vec![]).await?;
    let Reply::FrameStats(stats) = host.value(Command::FrameStats { frames: 50 }).await? else {
        bail!("no costs")
    };
    assert_eq!(stats.frames, 50);
    assert!(stats.median > 0.0 && stats.median <= stats.p95 && stats.p95 <= stats.longest);
    assert!(stats.main_thread.is_none() && stats.garbage.is_some(), "{stats:?}");
    let mode = Command::SetPlayMode { mode: PlayMode::Stop };
    let refused = host.call(mode).await.expect_err("a player");
    assert_eq!(refused.kind, host_bridge::BridgeErrorKind::Unsupported);
    assert!(refused.message.contains("only an editor"), "{refused}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_frames_allocate_no_garbage() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(player) = Player::start("idle frames of a real player", host.data.path())? else {
        return Ok(());
    };
    create_object(&host, "Meter", [0.0; 3], &["Game.Meter"]).await?;
    player.writes("collections.").await;
    let idle = Idle::from_log(&player.log()).expect("a line that was written");
    tests_support::environment::announce(&format!("{idle:?}"));
    assert_eq!(idle.collections, 0, "{idle:?}");
    // Threads of the link leave some kilobytes meanwhile; one byte a frame would be a hundred thousand.
    assert!(idle.bytes < 50_000, "{idle:?}");
    // What was measured were the bridge's own turns: it took each for a frame.
    let Reply::FrameStats(stats) = host.value(Command::FrameStats { frames: 1_000 }).await? else {
        bail!("no costs")
    };
    assert!(stats.median < 0.1, "{stats:?}");
    Ok(())
}
