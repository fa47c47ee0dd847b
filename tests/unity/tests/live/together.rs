//! Calls of others while a real Unity player is stepped: reads go on, writes wait for the step's end.

use crate::asking::{create_object, height};
use crate::host::{LONG, TestHost};
use anyhow::{Context, Result, bail};
use host_api::CallId;
use host_bridge::{CallKey, Command, FieldPath, Reply, Ticks, Watch};
use tests_support::player::Player;

fn step(frames: u32, watched: Vec<Watch>) -> Command {
    let ticks = Ticks::Frames(frames);
    Command::Step { ticks, watched }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_proceed_during_a_step_and_writes_wait() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("others beside a step", host.data.path())? else {
        return Ok(());
    };
    let ball = create_object(&host, "Ball", [100.0, 0.0, 0.0], &["UnityEngine.Rigidbody"]).await?;
    host.value(Command::Freeze { frozen: true }).await?;
    let begun = height(&host, ball).await?;
    let component = "Transform".to_owned();
    let path = "position.y".to_owned();
    let field = FieldPath { component, path };
    let watch = Watch {
        object: ball,
        field,
        until: None,
    };
    let ask = |command| host.ask(command, CallKey::for_host(CallId::next()), LONG);
    let first = ask(step(200, vec![watch]));
    let stopped = ask(Command::SetActive {
        object: ball,
        active: false,
    });
    let second = ask(step(3, vec![]));
    // Frozen time passes in a step alone: what a read sees falling, it sees before the step's end.
    let mut seen = height(&host, ball).await?;
    let mut lower = 0;
    while lower < 3 {
        let next = height(&host, ball).await?;
        lower += u32::from(next < seen);
        seen = next;
    }
    let Reply::Stepped(first) = first.await??.reply else {
        bail!("no step")
    };
    assert_eq!((first.passed, first.values.len()), (200, 200));
    let heights: Vec<f64> = first
        .values
        .iter()
        .map(|row| Ok(serde_json::from_str(row[0].0.as_ref().context("a height")?.get())?))
        .collect::<Result<_>>()?;
    let last = *heights.last().context("rows")?;
    assert!(last < seen && seen < begun, "{begun} {seen} {last}");
    // It fell all the time: nothing switched it off in between.
    assert!(heights.windows(2).all(|pair| pair[1] <= pair[0]) && heights[190] > last);
    let stopped = stopped.await??;
    assert!(
        stopped
            .diagnostics
            .iter()
            .any(|note| note.contains("for the end of a step")),
        "{:?}",
        stopped.diagnostics
    );
    let Reply::Stepped(second) = second.await??.reply else {
        bail!("no step")
    };
    assert_eq!(second.passed, 3);
    assert!(second.clock.frame >= first.clock.frame + 3, "one after the other");
    let Reply::Object(card) = host.value(Command::GetObject { object: ball }).await? else {
        bail!("no object")
    };
    assert!(!card.active);
    Ok(())
}
