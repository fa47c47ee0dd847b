//! A host that ends and another one that continues its sessions: two runs with one folder.

use crate::client::{Events, Host, LATEST, Session, call, request, wait_for_count, wait_within};
use crate::options::Options;
use reqwest::Method;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder for sessions that does not exist yet.
struct Folder {
    _above: tempfile::TempDir,
    path: PathBuf,
}

impl Folder {
    fn new() -> Self {
        let above = tempfile::tempdir().unwrap();
        Self {
            path: above.path().join("sessions"),
            _above: above,
        }
    }

    fn journal(&self) -> PathBuf {
        self.path.join("journal")
    }

    /// The state after a kill at this moment: a copy of the files on disk.
    fn as_killed_now(&self) -> Self {
        let copy = Self::new();
        std::fs::create_dir_all(&copy.path).unwrap();
        std::fs::copy(self.journal(), copy.journal()).unwrap();
        copy
    }
}

async fn host_over(folder: &Path) -> Host {
    host_with(folder, |_| {}).await
}

async fn host_with(folder: &Path, change: impl FnOnce(&mut Options)) -> Host {
    Host::start_with(|options| {
        options.sessions_dir = Some(folder.to_path_buf());
        change(options);
    })
    .await
}

/// Ends the host as a signal does.
async fn end(mut host: Host) {
    host.shutdown.cancel();
    let ended = wait_within("the end of the host", &mut host.server).await;
    ended.unwrap().unwrap();
}

fn session<'h>(host: &'h Host, id: &str) -> Session<'h> {
    Session {
        host,
        id: id.to_owned(),
    }
}

async fn status(host: &Host, id: &str) -> u16 {
    let ping = request(1, "ping", json!({}));
    session(host, id).post(&ping).send().await.unwrap().status().as_u16()
}

/// Waits until the journal contains `text`: changes are answered before they are written.
async fn until_written(folder: &Folder, text: &str) {
    let written = async {
        while !std::fs::read_to_string(folder.journal()).unwrap().contains(text) {
            tokio::task::yield_now().await;
        }
    };
    wait_within(text, written).await;
}

#[tokio::test]
async fn restores_sessions_after_restart_with_level_and_subscriptions() {
    let folder = Folder::new();
    let host = host_over(&folder.path).await;
    let ready = host.session("2025-06-18").await.id;
    let half = host.half_open(LATEST).await.id;
    let watching = session(&host, &ready);
    watching
        .ask("resources/subscribe", json!({ "uri": "fake://text" }))
        .await;
    watching
        .ask("resources/subscribe", json!({ "uri": "fake://gone" }))
        .await;
    watching
        .ask("resources/unsubscribe", json!({ "uri": "fake://gone" }))
        .await;
    watching.ask("logging/setLevel", json!({ "level": "error" })).await;
    end(host).await;

    let host = host_over(&folder.path).await;
    assert_eq!(host.metric("sessions").await, 2);
    let watching = session(&host, &ready);
    let answer = watching.call("echo", json!({ "a": 1 })).await;
    assert_eq!(answer["result"]["structuredContent"]["a"], 1);
    let asked = host.fake.last.lock().unwrap().clone().unwrap();
    assert_eq!(
        (&*asked.caller.client, asked.caller.session.as_deref()),
        ("plain 1", Some(ready.as_str()))
    );
    // Its level and its watched resources were restored too.
    let mut events = Events::new(watching.get().send().await.unwrap());
    host.until_metric("streams", 1).await;
    let line = |level: &str| host_api::HostLine {
        level: level.to_owned(),
        message: format!("a {level}"),
        source: "unity".to_owned(),
        category: None,
        time: String::new(),
    };
    let updated = |uri: &str| host_api::HostEvent::ResourceUpdated { uri: uri.to_owned() };
    for event in [updated("fake://gone"), updated("fake://text")] {
        host.fake.events.send(event).unwrap();
    }
    host.fake.say(line("warning"));
    host.fake.say(line("error"));
    assert_eq!(events.next_json().await["params"], json!({ "uri": "fake://text" }));
    assert_eq!(events.next_json().await["params"]["data"], "a error");
    // The other session must still send `initialized`, and keeps its own version.
    let half = session(&host, &half);
    let early = half.post(&call(1, "echo")).send().await.unwrap();
    assert_eq!(early.status(), 400);
    half.notify("notifications/initialized", json!({})).await;
    let primed = Events::new(half.get().send().await.unwrap()).next().await.unwrap();
    assert_eq!(primed.retry.as_deref(), Some("1000"));
}

#[tokio::test]
async fn deleted_session_stays_deleted_after_kill_or_shutdown() {
    let folder = Folder::new();
    let host = host_over(&folder.path).await;
    let (kept, deleted) = (host.session(LATEST).await.id, host.session(LATEST).await.id);
    let gone = host.request(Method::DELETE, "/mcp").header("mcp-session-id", &deleted);
    assert_eq!(gone.send().await.unwrap().status(), 204);
    let killed = folder.as_killed_now();
    let after = host_over(&killed.path).await;
    assert_eq!(
        (status(&after, &kept).await, status(&after, &deleted).await),
        (200, 404)
    );
    end(host).await;
    let after = host_over(&folder.path).await;
    assert_eq!(
        (status(&after, &kept).await, status(&after, &deleted).await),
        (200, 404)
    );
}

#[tokio::test]
async fn session_and_its_readiness_survive_a_kill() {
    let folder = Folder::new();
    let host = host_over(&folder.path).await;
    let opened = host.half_open(LATEST).await;
    let killed = folder.as_killed_now();
    let after = host_over(&killed.path).await;
    assert_eq!(status(&after, &opened.id).await, 200);
    drop(after);
    opened.notify("notifications/initialized", json!({})).await;
    until_written(&folder, "\"ready\":true").await;
    let killed = folder.as_killed_now();
    let after = host_over(&killed.path).await;
    session(&after, &opened.id).call("echo", json!({})).await;
}

#[tokio::test]
async fn drops_session_that_expired_while_the_host_was_down() {
    let folder = Folder::new();
    let host = host_over(&folder.path).await;
    let opened = host.session(LATEST).await.id;
    end(host).await;
    // A limit that has already passed when the next host checks.
    let rewrite = |used: u64| {
        let layout = host_append_log::Layout {
            mark: "UTHSESSIONS",
            version: 1,
            max_record: 1 << 20,
            max_file: 1 << 30,
            slack: 0,
        };
        let log = host_append_log::Log::exclusive(folder.journal(), layout);
        let mut log = log.unwrap().expect("the host has ended");
        let Some(Ok(host_append_log::Entry::Record(last))) = log.replay().unwrap().last() else {
            panic!("no record");
        };
        let last = String::from_utf8(last).unwrap();
        let (head, tail) = last.split_once("\"used\":").unwrap();
        let end = tail.find('}').unwrap();
        log.replace([format!("{head}\"used\":{used}{}", &tail[end..])]).unwrap();
    };
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap()
        .as_secs();
    let hour = |options: &mut Options| options.session_idle = Duration::from_secs(3600);
    // The clock was set back since: treated as just used.
    rewrite(now + 1_000_000);
    let host = host_with(&folder.path, hour).await;
    assert_eq!(status(&host, &opened).await, 200);
    end(host).await;
    rewrite(now - 1800);
    let host = host_with(&folder.path, hour).await;
    assert_eq!(status(&host, &opened).await, 200);
    end(host).await;
    rewrite(now - 4000);
    let host = host_with(&folder.path, hour).await;
    assert_eq!(status(&host, &opened).await, 404);
}

#[tokio::test]
async fn resume_of_stream_from_earlier_run_reports_loss() {
    let folder = Folder::new();
    let host = host_over(&folder.path).await;
    let opened = host.session(LATEST).await;
    let mut events = Events::new(opened.post(&call(7, "progress")).send().await.unwrap());
    let mut last = String::new();
    while !last.ends_with("-2") {
        last = events.next().await.unwrap().id.unwrap();
    }
    let id = opened.id.clone();
    until_written(&folder, "\"ready\":true").await;
    let killed = folder.as_killed_now();
    let after = host_over(&killed.path).await;
    let resumed = session(&after, &id);
    // A call of the new run, with the id that is in flight in the old one, and with as many events.
    let mut fresh = Events::new(resumed.post(&call(7, "progress")).send().await.unwrap());
    let primed = fresh.next().await.unwrap().id.unwrap();
    assert_ne!(
        primed,
        events_stream_start(&last),
        "no stream of one run has the number of another's"
    );
    let mut lost = Events::new(resumed.get().header("last-event-id", &last).send().await.unwrap());
    let told = lost.next().await.unwrap();
    assert_eq!(
        (told.kind.as_deref(), &told.json()["error"]["code"]),
        (Some("error"), &json!(-32603))
    );
    assert_eq!(
        lost.next().await.unwrap().data.as_deref(),
        Some(""),
        "and then it is a stream like any other"
    );
    // The stream of this run is resumed as usual.
    drop(fresh);
    after.fake.gate.add_permits(1);
    wait_for_count(&after.fake.finished, 1).await;
    let mut back = Events::new(resumed.get().header("last-event-id", &primed).send().await.unwrap());
    let mut last = Value::Null;
    while let Some(event) = back.next().await {
        last = event.json();
    }
    assert_eq!(last["result"]["content"][0]["text"], "done");
}

fn events_stream_start(id: &str) -> String {
    format!("{}-0", id.split_once('-').unwrap().0)
}

#[tokio::test]
async fn second_host_neither_reads_nor_writes_a_folder_in_use() {
    let folder = Folder::new();
    let first = host_over(&folder.path).await;
    let opened = first.session(LATEST).await.id;
    let second = host_over(&folder.path).await;
    assert_eq!(
        status(&second, &opened).await,
        404,
        "what is open in one host is not open in another"
    );
    let own = second.session(LATEST).await.id;
    assert_eq!(status(&second, &own).await, 200);
    end(second).await;
    end(first).await;
    let third = host_over(&folder.path).await;
    assert_eq!((status(&third, &opened).await, status(&third, &own).await), (200, 404));
}

#[tokio::test]
async fn loses_only_damaged_sessions_of_a_damaged_file() {
    let folder = Folder::new();
    let host = host_over(&folder.path).await;
    let (first, second) = (host.session(LATEST).await.id, host.session(LATEST).await.id);
    end(host).await;
    let mut bytes = std::fs::read(folder.journal()).unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    for (at, _) in text.match_indices(&format!("{first} {{")) {
        bytes[at + 60] ^= 1;
    }
    std::fs::write(folder.journal(), bytes).unwrap();
    let host = host_over(&folder.path).await;
    assert_eq!((status(&host, &first).await, status(&host, &second).await), (404, 200));
    end(host).await;
    std::fs::write(folder.journal(), vec![0xFF; 3 << 20]).unwrap();
    let host = host_over(&folder.path).await;
    assert_eq!(status(&host, &second).await, 404);
    assert_eq!(
        status(&host, &host.session(LATEST).await.id).await,
        200,
        "it serves and keeps as ever"
    );
}

#[tokio::test]
async fn serves_sessions_without_a_usable_folder() {
    let folder = Folder::new();
    std::fs::write(&folder.path, "a file").unwrap();
    let host = host_over(&folder.path).await;
    let opened = host.session(LATEST).await;
    opened.call("echo", json!({})).await;
    let gone = host
        .request(Method::DELETE, "/mcp")
        .header("mcp-session-id", &opened.id);
    assert_eq!(gone.send().await.unwrap().status(), 204);
}

#[cfg(unix)]
#[tokio::test]
async fn restricts_session_folder_and_files_to_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let host = host_over(&folder.path).await;
    host.session(LATEST).await;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder.path), 0o700);
    for file in std::fs::read_dir(&folder.path).unwrap() {
        assert_eq!(mode(&file.unwrap().path()), 0o600);
    }
}
