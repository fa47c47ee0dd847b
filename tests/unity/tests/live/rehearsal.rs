//! The package's Core under mono: the samples of the protocol, odd cases, and links that break.

use crate::host::{LONG, Outcome, TestHost, place};
use crate::mono::{rehearsal, repository, run};
use anyhow::{Context, Result, ensure};
use host_api::{CallId, Caller, Dialect, Proof};
use host_bridge::{BridgeErrorKind, CallKey, Command, ObjectId, PageRequest, Reply, SceneFilter};
use host_bridge_live::session::Notice;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tests_support::environment;

/// The package as a process; it ends with its input.
pub(crate) struct Package {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Package {
    pub(crate) fn start(program: &Path, words: &[&str]) -> Result<Self> {
        let mut command = std::process::Command::new("mono");
        command.arg("--debug").arg(program).args(words);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        Ok(Self {
            input: process.stdin.take(),
            output: BufReader::new(process.stdout.take().context("its output")?),
            process,
        })
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input.as_mut().context("its input")?, "{line}")?;
        Ok(())
    }

    fn hear(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }

    /// Its last line.
    pub(crate) fn end(mut self) -> Result<String> {
        self.input = None;
        let last = self.output.by_ref().lines().last().context("it said nothing")??;
        ensure!(self.process.wait()?.success(), "it failed: {last}");
        Ok(last)
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        // One that ended well is gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn count_one() -> Command {
    Command::SetActive {
        object: ObjectId(1),
        active: true,
    }
}

async fn read_count(host: &TestHost) -> Result<u64> {
    match host.value(Command::GetTimeScale).await? {
        Reply::TimeScale(scale) => Ok(scale.value as u64),
        other => anyhow::bail!("not a count: {other:?}"),
    }
}

#[test]
fn package_round_trips_every_protocol_sample_exactly() -> Result<()> {
    let Some(program) = rehearsal("the samples of the protocol in C#")? else {
        return Ok(());
    };
    let [frames, proofs] = ["frames", "proofs"].map(|name| repository(&format!("tests/fixtures/bridge/{name}.jsonl")));
    let lines = [&frames, &proofs].map(|path| std::fs::read_to_string(path).map(|text| text.lines().count()));
    let [frames, proofs] = [frames, proofs].map(|path| path.display().to_string());
    let said = run(&program, &["samples", &frames, &proofs])?;
    let [first, second] = lines;
    assert_eq!(said.trim(), format!("{} samples", first? + second?));
    Ok(())
}

#[test]
fn csharp_self_tests_of_json_calls_and_hosts_pass() -> Result<()> {
    let Some(program) = rehearsal("the package's Core")? else {
        return Ok(());
    };
    let hosts = tempfile::tempdir()?;
    run(&program, &["json"])?;
    run(&program, &["calls"])?;
    run(&program, &["hosts", &hosts.path().display().to_string()])?;
    Ok(())
}

#[test]
fn csharp_fuzzing_of_damaged_frames_passes() -> Result<()> {
    let Some(program) = rehearsal("fuzzed frames in C#")? else {
        return Ok(());
    };
    let frames = repository("tests/fixtures/bridge/frames.jsonl").display().to_string();
    let count = environment::number(environment::FUZZ, 100_000)?.max(100_000);
    let seed = std::process::id() & 0xffff;
    let said = run(&program, &["fuzz", &frames, &count.to_string(), &seed.to_string()])?;
    environment::announce(&format!("seed {seed}: {}", said.trim()));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn linked_package_answers_calls_and_sends_events() -> Result<()> {
    let Some(program) = rehearsal("a link of the package")? else {
        return Ok(());
    };
    let host = TestHost::start().await?;
    let mut package = Package::start(&program, &["serve", &host.hosts()])?;
    let hello = host.wait_for_link().await?;
    assert_eq!((hello.epoch, &*hello.project.name), (1, "Rehearsal"));
    for _ in 0..200 {
        host.value(count_one()).await?;
    }
    assert_eq!(read_count(&host).await?, 200);

    let thrown = host.call(Command::DestroyObject { object: ObjectId(1) }).await;
    let thrown = thrown.expect_err("it throws");
    assert_eq!((thrown.kind, &*thrown.message), (BridgeErrorKind::Unity, "as told"));
    let detail = thrown.detail.context("where it was thrown")?;
    assert!(
        detail.contains("System.InvalidOperationException") && detail.contains("Counting"),
        "{detail}"
    );

    let endless = Command::ListScenes {
        filter: SceneFilter::default(),
        page: PageRequest {
            offset: 0,
            limit: 1,
            max_bytes: 1024,
            cursor: None,
        },
    };
    let answer = host.ask(endless, CallKey::for_host(CallId::next()), Duration::from_millis(200));
    let error = answer.await?.expect_err("the wait ends");
    assert!(
        matches!(error.kind, BridgeErrorKind::NotReady | BridgeErrorKind::Timeout),
        "{error:?}"
    );
    assert_eq!(read_count(&host).await?, 200, "the main thread is free again");

    package.say("a line of the game")?;
    let is_line = |notice: &Notice| matches!(notice, Notice::Line(line) if line.message == "a line of the game" && line.level == "warn");
    let is_event = |notice: &Notice| matches!(notice, Notice::Event(host_bridge::Event::SelectionChanged));
    host.wait_for_notices(|notices| notices.iter().any(is_line) && notices.iter().any(is_event))
        .await?;
    assert_eq!(package.end()?, "counted 200");
    let ends = host.wait_for_closes(1).await?;
    assert_eq!(ends[0].as_ref().map(|end| end.code), Some(1000), "{ends:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn does_not_redial_an_unproven_host_until_its_file_changes() -> Result<()> {
    let Some(program) = rehearsal("a stranger on a host's port")? else {
        return Ok(());
    };
    let stranger = TestHost::stranger().await?;
    let package = Package::start(&program, &["serve", &stranger.hosts()])?;
    let ends = stranger.wait_for_closes(1).await?;
    let end = ends[0].as_ref().context("it was closed with a reason")?;
    assert_eq!((end.code, end.reason.contains("secret")), (1008, true), "{end:?}");
    // A host comes in its place: its link shows that the stranger was not dialled again meanwhile.
    let host = TestHost::start().await?;
    let file = stranger.data.path().join("hosts/host.json");
    place(&host.data.path().join("hosts/host.json"), &file)?;
    host.wait_for_link().await?;
    assert_eq!(stranger.closed_count(), 1);
    package.end()?;
    Ok(())
}

/// One key of one client, whichever host it calls.
fn client_key(key: usize) -> CallKey {
    let caller = Caller {
        dialect: Dialect::McpHandshake,
        client: "agent".into(),
        address: "local".into(),
        session: None,
        proof: Some(Proof::Secret("test".into())),
    };
    CallKey::new(&caller, "bundle", "tool", Some(key.to_string()), CallId::next())
}

#[tokio::test(flavor = "multi_thread")]
async fn executes_calls_with_one_key_over_two_hosts_once() -> Result<()> {
    let Some(program) = rehearsal("two hosts")? else {
        return Ok(());
    };
    let (first, second) = (TestHost::start().await?, TestHost::start().await?);
    second.join(&first)?;
    let package = Package::start(&program, &["serve", &first.hosts()])?;
    first.wait_for_link().await?;
    second.wait_for_link().await?;
    for key in 0..50 {
        let asked = [&first, &second, &first].map(|host| host.ask(count_one(), client_key(key), LONG));
        for answer in asked {
            answer.await?.context("each host gets the one result")?;
        }
    }
    assert_eq!((read_count(&first).await?, read_count(&second).await?), (50, 50));
    assert_eq!(package.end()?, "counted 50");
    Ok(())
}

/// Writers that each do `each` increments under keys of their own; their answers.
async fn run_writers(host: &Arc<TestHost>, writers: usize, each: usize) -> Result<(u64, u64)> {
    let mut tasks = Vec::new();
    for _ in 0..writers {
        let host = Arc::clone(host);
        tasks.push(tokio::spawn(async move {
            let mut outcomes: Vec<Outcome> = Vec::new();
            for _ in 0..each {
                outcomes.push(host.call(count_one()).await);
            }
            outcomes
        }));
    }
    let (mut done, mut unknown) = (0, 0);
    for task in tasks {
        for outcome in task.await? {
            match outcome {
                Ok(_) => done += 1,
                Err(error) if error.kind == BridgeErrorKind::OutcomeUnknown => unknown += 1,
                Err(error) => anyhow::bail!("a write that waits long enough fails by nothing else: {error:?}"),
            }
        }
    }
    Ok((done, unknown))
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_over_broken_links_execute_exactly_once() -> Result<()> {
    let Some(program) = rehearsal("links that break")? else {
        return Ok(());
    };
    const CUTS: usize = 200;
    // Every length from within the handshake to some hundred frames, each connection another one.
    let host = TestHost::cutting(Box::new(|number| (number < CUTS).then(|| number * 7919 % 12_000))).await?;
    let host = Arc::new(host);
    let package = Package::start(&program, &["serve", &host.hosts()])?;
    let (mut done, mut unknown) = (0, 0);
    while host.closed_count() < CUTS {
        let (more, lost) = run_writers(&host, 16, 10).await?;
        done += more;
        unknown += lost;
    }
    assert_eq!(unknown, 0, "the process lived all the time");
    assert_eq!(read_count(&host).await?, done);
    environment::announce(&format!("{done} writes over {} links", host.closed_count()));
    assert_eq!(package.end()?, format!("counted {done}"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_across_script_reloads_execute_exactly_once() -> Result<()> {
    let unknown = loaded_anew("clean").await?;
    assert_eq!(unknown, 0, "an end that is announced leaves nothing in the middle");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_across_abrupt_unloads_execute_once_or_report_unknown() -> Result<()> {
    // Mono 6 now and then falls over itself while it takes threads out of a domain (`exception.c`, ThreadAbortException): then
    // nothing was rehearsed, and it is done again. What the package does wrong does not end so.
    for _ in 0..3 {
        match loaded_anew("dirty").await {
            Err(error) if error.is::<RuntimeFell>() => environment::announce(&format!("once more: {error}")),
            other => return other.map(|_| ()),
        }
    }
    anyhow::bail!("mono's runtime fell over itself three times")
}

/// An assertion of the runtime's own failed.
#[derive(Debug)]
struct RuntimeFell(String);

impl std::error::Error for RuntimeFell {}

impl std::fmt::Display for RuntimeFell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mono's runtime fell over itself: {}", self.0)
    }
}

/// Writers over that many loads of the scripts, each ended so; the number of writes with an unknown outcome.
async fn loaded_anew(end: &str) -> Result<u64> {
    // Each of the two ends fifty times.
    const LOADS: usize = 51;
    let Some(program) = rehearsal("scripts that are reloaded")? else {
        return Ok(0);
    };
    let host = Arc::new(TestHost::start().await?);
    let mut package = Package::start(&program, &["domains", &host.hosts()])?;
    assert_eq!(package.hear()?, "loaded 1");
    host.wait_for_link().await?;
    let (mut done, mut unknown) = (0, 0);
    for load in 2..=LOADS {
        let writing = tokio::spawn({
            let host = Arc::clone(&host);
            async move { run_writers(&host, 8, 5).await }
        });
        // Somewhere among these writes.
        let first = tokio::time::timeout(LONG, host.call(count_one())).await?;
        done += u64::from(first.is_ok());
        unknown += u64::from(first.is_err());
        let said = package.say(end);
        let heard = package.hear()?;
        if heard.starts_with("* Assertion at exception.c") {
            writing.abort();
            return Err(RuntimeFell(heard).into());
        }
        said?;
        assert_eq!(heard, format!("loaded {load}"));
        let (more, lost) = writing.await??;
        done += more;
        unknown += lost;
    }
    let count = read_count(&host).await?;
    assert!(
        (done..=done + unknown).contains(&count),
        "{end}: {done} done, {unknown} unknown, {count} counted"
    );
    // One write is being done as the scripts go; all others are in the journal with their result, or never began.
    assert!(unknown < LOADS as u64, "{end}: {unknown} unknown over {LOADS} loads");
    environment::announce(&format!("{end}: {done} done, {unknown} unknown over {LOADS} loads"));
    assert_eq!(package.end()?, format!("counted {count}"));
    Ok(unknown)
}
