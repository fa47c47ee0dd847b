//! Hooks in a real Unity player, by a stand-in for Harmony: what is hooked, what fires, and a player without one.

use crate::asking::{create_object, invoke, page};
use crate::host::TestHost;
use anyhow::{Result, bail};
use host_bridge::{BridgeErrorKind, Command, Event, Reply};
use host_bridge_live::session::Notice;
use serde_json::json;
use tests_support::player::Player;

const PULL: &str = "System.Void Game.Door::Pull(System.Int32,System.String)";

async fn list_hooks(host: &TestHost) -> Result<Vec<(String, bool)>> {
    let Reply::Hooks(hooks) = host.value(Command::ListHooks { page: page(10) }).await? else {
        bail!("no hooks")
    };
    let rows = hooks.items.into_iter();
    Ok(rows.map(|hook| (hook.signature, hook.not_firing.is_none())).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn hooks_fire_through_the_harmony_of_the_player() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::with_harmony("hooks in a real player", host.data.path())? else {
        return Ok(());
    };
    let door = create_object(&host, "Door", [0.0; 3], &["Game.Door"]).await?;
    let hook = |type_name: &str, method: &str| Command::AddHook {
        type_name: type_name.to_owned(),
        method: method.to_owned(),
    };
    assert!(
        host.wait_for_link()
            .await?
            .capabilities
            .contains(&"hooks-fire".to_owned())
    );
    assert_eq!(
        host.value(hook("Game.Door", "Pull")).await?,
        Reply::Signature(PULL.to_owned())
    );
    assert_eq!(list_hooks(&host).await?, [(PULL.to_owned(), true)]);
    for by in 0..7 {
        invoke(&host, door, "Pull", json!([by, "me"])).await?;
    }
    let times = |notices: &[Notice]| {
        let each = notices.iter().map(|notice| match notice {
            Notice::Event(Event::HookFired { signature, times }) if signature == PULL => *times,
            _ => 0,
        });
        each.sum::<u32>()
    };
    let line = format!("hook {PULL} ran (0, \"me\")");
    let is_line = |notice: &Notice| matches!(notice, Notice::Line(told) if told.message == line);
    host.wait_for_notices(|notices| times(notices) == 7 && notices.iter().any(is_line))
        .await?;

    let signature = PULL.to_owned();
    host.value(Command::SetHookEnabled {
        signature: signature.clone(),
        enabled: false,
    })
    .await?;
    assert_eq!(list_hooks(&host).await?, [(PULL.to_owned(), false)]);
    invoke(&host, door, "Pull", json!([8, "me"])).await?;
    host.value(Command::SetHookEnabled {
        signature: signature.clone(),
        enabled: true,
    })
    .await?;
    invoke(&host, door, "Pull", json!([9, "me"])).await?;
    let last = format!("hook {PULL} ran (9, \"me\")");
    let told = host
        .wait_for_notices(|notices| {
            notices
                .iter()
                .any(|notice| matches!(notice, Notice::Line(told) if told.message == last))
        })
        .await?;
    assert_eq!(times(&told), 8, "calls while it was off are not reported");
    host.value(Command::RemoveHook { signature }).await?;
    assert!(list_hooks(&host).await?.is_empty());

    for (command, kind) in [
        (hook("Game.Door", "Nothing"), BridgeErrorKind::NotFound),
        (hook("Game.Nothing", "Pull"), BridgeErrorKind::NotFound),
        (
            hook("UnityEngine.GameObject", "AddComponent"),
            BridgeErrorKind::InvalidArgument,
        ),
    ] {
        assert_eq!(host.call(command).await.expect_err("none to hook").kind, kind);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn player_without_harmony_serves_no_hooks() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("no hooks in a real player", host.data.path())? else {
        return Ok(());
    };
    let hello = host.wait_for_link().await?;
    assert!(!hello.functions.iter().any(|function| function.starts_with("hooks")));
    assert!(!hello.capabilities.contains(&"hooks-fire".to_owned()));
    let refused = host
        .call(Command::ListHooks { page: page(10) })
        .await
        .expect_err("none");
    assert!(refused.message.contains("does not serve"), "{refused}");
    Ok(())
}
