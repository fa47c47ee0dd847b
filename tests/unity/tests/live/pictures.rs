//! Pictures of a real Unity player. It has no graphics device: the picture is one, and grey, and says so.

use crate::host::TestHost;
use anyhow::{Result, bail};
use host_bridge::{BridgeErrorKind, Command, Reply};
use tests_support::player::Player;

#[tokio::test(flavor = "multi_thread")]
async fn headless_player_returns_a_screenshot_and_reports_its_limits() -> Result<()> {
    let host = TestHost::start().await?;
    let Some(_player) = Player::start("a picture of a real player", host.data.path())? else {
        return Ok(());
    };
    let shot = |width, height, output_path: Option<&str>| Command::Screenshot {
        width,
        height,
        output_path: output_path.map(str::to_owned),
    };
    let Reply::Picture(picture) = host.value(shot(320, 200, None)).await? else {
        bail!("no picture")
    };
    assert_eq!((picture.width, picture.height), (320, 200));
    // The signature of a PNG, then the size in its first chunk.
    let (head, size) = (&picture.png[..8], &picture.png[16..24]);
    assert_eq!(head, b"\x89PNG\r\n\x1a\n");
    assert_eq!(size, [0, 0, 1, 64, 0, 0, 0, 200]);
    assert!(picture.not_drawn[0].contains("grey"), "{:?}", picture.not_drawn);
    let refused = host
        .call(shot(8, 8, Some("a.png")))
        .await
        .expect_err("it writes no files");
    assert_eq!(refused.kind, BridgeErrorKind::Unsupported);
    // The largest there is: given, or refused with what to do, and the link stays.
    match host.call(shot(8_192, 8_192, None)).await {
        Ok(replied) => assert!(matches!(replied.reply, Reply::Picture(_))),
        Err(error) => assert!(error.hint.is_some() || error.message.contains("at most"), "{error}"),
    }
    host.value(Command::GetClock).await?;
    assert_eq!(host.closed_count(), 0);
    Ok(())
}
