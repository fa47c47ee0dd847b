//! What breaks while agents write: links anywhere in a frame, the host, and the game. Each write is done once all the same, and what
//! cannot be known is reported as unknown.
//!
//! `UTH_BREAKING=full` (`cargo xtask breaking`) makes it 2,000 links, 20 hosts and 20 games; else there are fewer.

mod writers;

use super::{options, sample};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::player::Player;
use tests_support::{HostOptions, McpClient, TestHost, environment};
use tests_unity_peer::{Act, Peer};
use tokio::sync::watch;
use writers::{Outcome, Target, Writers};

fn is_full() -> bool {
    environment::variable(environment::BREAKING).is_some_and(|scale| scale == "full")
}

fn choose_count(few: u64, full: u64) -> u64 {
    if is_full() { full } else { few }
}

/// Where in the bytes of a link it breaks: another place each time, from its first bytes to some calls later.
fn place(link: u64) -> usize {
    let mut mixed = link.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    usize::try_from((mixed ^ (mixed >> 27)) % 14_000).unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_links_neither_lose_nor_duplicate_writes() -> Result<()> {
    let links = choose_count(150, 2_000);
    let host = options().start().await?;
    let script = Box::new(|_, _: &_| Act::Answer);
    let cuts = Box::new(move |link| (link < links).then(|| place(link)));
    let peer = Peer::cutting(&host.data_dir(), &sample(), script, cuts)?;
    peer.wait_for_links(1).await?;
    host.wait_until_ready().await?;
    let writers = Writers::start(&host, choose_count(6, 16), Target::for_peer())?;
    // As many as break, and one that stays.
    let mut stands = Ok(());
    for tried in (50..links).step_by(50).chain([links + 1]) {
        stands = stands.and(peer.wait_for_connections(tried).await);
    }
    let sums = writers.end().await.with_context(|| host.log_text())?;
    stands?;
    let done = sums.count(Outcome::Done);
    environment::announce(&format!("{links} links cut: {}", sums.summary()));
    ensure!(
        sums.all() == done && done > 0,
        "nothing ended: nothing is unknown; {}",
        sums.summary()
    );
    ensure!(peer.doubled_keys().is_empty(), "{:?}", peer.doubled_keys());
    ensure!(
        peer.write_count() == done,
        "{done} were reported as done, {} were",
        peer.write_count()
    );
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn does_not_repeat_a_call_retried_on_the_restarted_host() -> Result<()> {
    let kills = choose_count(3, 20);
    let mut host = options().start().await?;
    let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await?;
    host.wait_until_ready().await?;
    let writers = Writers::start(&host, choose_count(4, 16), Target::for_peer())?;
    for _ in 0..kills {
        writers.wait_for_writes(20).await?;
        host = host.killed_and_restarted().await?;
    }
    writers.wait_for_writes(1).await?;
    let sums = writers.end().await.with_context(|| host.log_text())?;
    environment::announce(&format!("{kills} hosts killed: {}", sums.summary()));
    let (done, lost) = (sums.count(Outcome::Done), sums.count(Outcome::Unheard));
    // Who gave no key and heard nothing knows nothing; who gave one heard of each in the end.
    ensure!(
        sums.count(Outcome::Unknown) == 0,
        "the Unity stayed: {}",
        sums.summary()
    );
    ensure!(peer.doubled_keys().is_empty(), "{:?}", peer.doubled_keys());
    ensure!(
        (done..=done + lost).contains(&peer.write_count()),
        "{done} were reported as done and {lost} unheard, {} were done",
        peer.write_count()
    );
    host.wait_until_idle().await
}

/// A door of the game that stays, for the writers: what is written on it outlives the game.
async fn door(client: &McpClient) -> Result<String> {
    let found = client
        .ask("ListObjects", json!({ "name": "Main Camera", "limit": 5 }))
        .await?;
    let id = found["Items"][0]["Id"]
        .as_str()
        .with_context(|| found.to_string())?
        .to_owned();
    client
        .ask("AddComponent", json!({ "objectId": id, "type": "Game.Door" }))
        .await?;
    Ok(id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_writes_of_a_killed_game_as_done_or_unknown() -> Result<()> {
    let kills = choose_count(2, 20);
    let options: HostOptions = options()
        .set("policy.enable-console-eval", "true")
        .set("policy.reflection-allowlist-members", "[\"Game.Door.Note\"]")
        .set("policy.component-allowlist", "[\"Game.Door\"]");
    let host: TestHost = options.start().await?;
    let book = host.scratch().join("book");
    let Some(mut player) = Player::start("killing real games", &host.data_dir())? else {
        return Ok(());
    };
    host.wait_until_ready().await.with_context(|| player.log())?;
    let client = host.client().await?;
    let doors = watch::Sender::new(door(&client).await?);
    let target = Target::for_book(&book, doors.subscribe());
    let writers = Writers::start(&host, 16, target)?;
    for _ in 0..kills {
        writers.wait_for_writes(30).await.with_context(|| player.log())?;
        player.kill()?;
        player = Player::start("the next real game", &host.data_dir())?.context("a player")?;
        doors.send_replace(door(&client).await.with_context(|| player.log())?);
    }
    writers.wait_for_writes(30).await?;
    let sums = writers.end().await.with_context(|| host.log_text())?;
    environment::announce(&format!("{kills} games killed: {}", sums.summary()));
    let written = std::fs::read_to_string(&book)?;
    for (line, outcome) in sums.outcomes() {
        let times = written.lines().filter(|other| *other == line).count();
        let right = match outcome {
            Outcome::Done => times == 1,
            Outcome::Unknown => times <= 1,
            Outcome::NotDone | Outcome::Unheard => times == 0,
        };
        ensure!(right, "{line} was reported as {outcome:?} and is there {times} times");
    }
    // One thread of the game does one at a time: no more can be begun as it dies, but all that went out may have been.
    ensure!(sums.count(Outcome::Unheard) == 0, "the host stayed: {}", sums.summary());
    ensure!(
        sums.count(Outcome::Unknown) <= 16 * usize::try_from(kills)?,
        "{}",
        sums.summary()
    );
    host.wait_until_idle().await
}

/// The outcome of one write as its client learns it; `None` where it should ask again.
fn kind(result: &Value) -> Option<Outcome> {
    if result["isError"] != true {
        return Some(Outcome::Done);
    }
    let told = result.to_string().to_lowercase().replace(['-', '_', ' '], "");
    match told {
        told if told.contains("outcomeunknown") => Some(Outcome::Unknown),
        told if told.contains("notready") => None,
        _ => Some(Outcome::NotDone),
    }
}
