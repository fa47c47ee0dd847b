//! The fuzz bodies over a bounded number of inputs, each of which follows from its printed number.

#[cfg(test)]
mod bounded {
    mod component;
    mod link;
    mod saving;
    mod watched;

    use anyhow::{Context, Result, ensure};
    use serde_json::Value;
    use std::io::ErrorKind;
    use std::panic::catch_unwind;
    use std::path::Path;
    use std::process::Stdio;
    use std::sync::Arc;
    use tests_fuzz::mutate::{SCENE_PIECES, damage};
    use tests_fuzz::{Dice, Exercise, request, scene};
    use tests_support::{HostOptions, environment, paths};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::process::Command;
    use watched::Watched;

    /// Inputs of each body, unless the environment says more.
    const ROUNDS: u64 = 10_000;
    const WORKERS: u64 = 2;

    fn rounds() -> Result<u64> {
        environment::number(environment::FUZZ, ROUNDS)
    }

    /// Writes a file again: one that is cut and written again goes to the disk at once on some file systems, which takes longer
    /// than what is tried here.
    fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
        match std::fs::remove_file(file) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        Ok(std::fs::write(file, bytes)?)
    }

    #[test]
    fn reader_never_panics_on_damaged_scenes() -> Result<()> {
        let folder = paths::root().join("tests/fixtures/unity/sample/Assets");
        let mut sources = Vec::new();
        for file in [
            "Prefabs/Enemy.prefab",
            "Prefabs/Squad.prefab",
            "Prefabs/Crate.prefab.meta",
            "Scenes/Arena.unity",
        ] {
            let whole = std::fs::read(folder.join(file))?;
            // Small pieces: the damage is then dense, and ten thousand of them are quick.
            sources.extend(whole.chunks(6000).map(<[u8]>::to_vec));
        }
        let rounds = rounds()?;
        let watched = Watched::this("scene bytes", rounds);
        for number in 1..=rounds {
            let mut dice = Dice::new(number);
            let source = dice.pick(&sources).context("sources")?.clone();
            let bytes = damage(&source, SCENE_PIECES, &mut dice);
            watched.saw(&bytes);
            ensure!(
                catch_unwind(|| scene(&bytes)).is_ok(),
                "scene number {number} panicked the reader"
            );
        }
        watched.finish()
    }

    /// One scene with everything that picks and lists look at, damaged as a whole and expanded with its prefabs.
    #[test]
    fn expands_a_damaged_scene_or_reports_a_problem() -> Result<()> {
        let sample = paths::root().join("tests/fixtures/unity/sample");
        let rounds = rounds()?;
        let watched = Arc::new(Watched::this("scenes expanded", rounds));
        let workers: Vec<_> = (0..WORKERS)
            .map(|worker| {
                let (sample, watched) = (sample.clone(), Arc::clone(&watched));
                std::thread::spawn(move || damaged_projects(&sample, &watched, rounds, worker))
            })
            .collect();
        let mut listed = 0;
        for worker in workers {
            listed += worker.join().map_err(|_| anyhow::anyhow!("a worker panicked"))??;
        }
        // Most damage is small: if hardly anything could be listed, the test looks at the wrong thing.
        ensure!(
            listed as u64 > rounds,
            "only {listed} objects in {rounds} damaged scenes"
        );
        watched.finish()
    }

    fn damaged_projects(sample: &Path, watched: &Watched, rounds: u64, worker: u64) -> Result<usize> {
        let project = tempfile::TempDir::new()?;
        for folder in ["ProjectSettings", "Packages", "Assets/Prefabs", "Assets/Scripts"] {
            tests_support::tree::copy_unchanged(&sample.join(folder), &project.path().join(folder))?;
        }
        let scene = project.path().join("Assets/Arena.unity");
        let meta = sample.join("Assets/Scenes/Arena.unity.meta");
        std::fs::copy(meta, project.path().join("Assets/Arena.unity.meta"))?;
        let whole = std::fs::read(sample.join("Assets/Scenes/Arena.unity"))?;
        let mut listed = 0;
        for number in (1..=rounds).filter(|number| number % WORKERS == worker) {
            let bytes = damage(&whole, SCENE_PIECES, &mut Dice::new(number));
            watched.saw(&bytes);
            replace(&scene, &bytes)?;
            let root = project.path().to_path_buf();
            // Each worker asks one in sixteen everything, since that takes ten times as long.
            let exercise = match (number / WORKERS).is_multiple_of(16) {
                true => Exercise::Everything,
                false => Exercise::Lists,
            };
            let (objects, problems) = catch_unwind(move || tests_fuzz::project(&root, exercise))
                .map_err(|_| anyhow::anyhow!("scene number {number} panicked the session"))?;
            ensure!(
                objects + problems > 0,
                "scene number {number}: nothing listed and nothing reported"
            );
            listed += objects;
        }
        Ok(listed)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn answers_every_damaged_explorer_request_with_json_rpc() -> Result<()> {
        let rounds = rounds()?;
        let host = HostOptions::new().start().await?;
        let watched = Watched::process("/message", rounds, host.pid()?);
        let http = tests_support::host::http_client()?;
        for number in 1..=rounds {
            let body = request::explorer_body(&mut Dice::new(number));
            watched.saw(&body);
            let shown = String::from_utf8_lossy(&body).into_owned();
            let answer = http
                .post(host.url("/message"))
                .body(body)
                .send()
                .await
                .with_context(|| format!("request {number}: {shown}"))?;
            let (status, body) = (answer.status().as_u16(), answer.bytes().await?);
            if let Some(fault) = request::fault(status, &body) {
                let body = String::from_utf8_lossy(&body);
                anyhow::bail!("request {number}: {fault}\nsent {shown}\ngot {status} {body}");
            }
        }
        host.wait_until_idle().await?;
        watched.finish()
    }

    /// `/editor` and the sessionless protocol at `/`: requests of all protocols, damaged, by turns.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn answers_every_damaged_editor_and_root_request_with_json_rpc() -> Result<()> {
        let rounds = rounds()?;
        let host = HostOptions::new().start().await?;
        let watched = Watched::process("/editor and /", rounds, host.pid()?);
        let http = tests_support::host::http_client()?;
        for number in 1..=rounds {
            let mut dice = Dice::new(number);
            let body = match number % 3 {
                0 => request::explorer_body(&mut dice),
                _ => request::body(&mut dice),
            };
            let path = if number % 2 == 0 { "/editor" } else { "/" };
            watched.saw(&[path.as_bytes(), &body].concat());
            let shown = String::from_utf8_lossy(&body).into_owned();
            let answer = http
                .post(host.url(path))
                .body(body)
                .send()
                .await
                .with_context(|| format!("request {number}: {shown}"))?;
            let (status, body) = (answer.status().as_u16(), answer.bytes().await?);
            if let Some(fault) = request::fault(status, &body) {
                let body = String::from_utf8_lossy(&body);
                anyhow::bail!("request {number} to {path}: {fault}\nsent {shown}\ngot {status} {body}");
            }
        }
        host.wait_until_idle().await?;
        watched.finish()
    }

    /// Damaged lines are each answered or rightly passed over: the program lives, and the question after them is answered.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn survives_damaged_lines_on_stdin() -> Result<()> {
        let scratch = tempfile::TempDir::new()?;
        let words = tests_support::host::stdio_command(&HostOptions::new(), scratch.path())?;
        let mut program = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let mut input = program.stdin.take().context("stdin is piped")?;
        let mut lines = BufReader::new(program.stdout.take().context("stdout is piped")?).lines();
        let rounds = rounds()?;
        // It has started once it answers.
        input
            .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}\n")
            .await?;
        lines.next_line().await?.context("no first answer")?;
        let watched = Watched::process("stdin", rounds, program.id().context("it has ended")?);
        let send = async {
            for number in 1..=rounds {
                let mut line = request::body(&mut Dice::new(number));
                line.retain(|byte| !matches!(byte, b'\n' | b'\r'));
                line.push(b'\n');
                watched.saw(&line);
                input.write_all(&line).await?;
            }
            let last = b"{\"jsonrpc\":\"2.0\",\"id\":\"the last\",\"method\":\"ping\"}\n";
            input.write_all(last).await?;
            anyhow::Ok(input)
        };
        let read = async {
            let mut answers = 0_u64;
            while let Some(line) = lines.next_line().await? {
                let message: Value = serde_json::from_str(&line).with_context(|| line.clone())?;
                let one = message.as_array().map_or(&message, |batch| &batch[0]);
                ensure!(one["jsonrpc"] == "2.0", "{line}");
                answers += 1;
                if message["id"] == "the last" {
                    ensure!(message["result"].is_object(), "{line}");
                    return Ok(answers);
                }
            }
            anyhow::bail!("stdout ended after {answers} answers")
        };
        let (input, answers) = tokio::try_join!(send, read)?;
        ensure!(answers > rounds / 4, "only {answers} answers");
        watched.finish()?;
        drop(input);
        ensure!(program.wait().await?.success(), "it ends well");
        Ok(())
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn answers_every_damaged_mcp_request_with_json_rpc() -> Result<()> {
        let rounds = rounds()?;
        let host = HostOptions::new().start().await?;
        let watched = Watched::process("/mcp", rounds, host.pid()?);
        let client = host.client().await?;
        let http = tests_support::host::http_client()?;
        let session = client.session().context("a session")?;
        for number in 1..=rounds {
            let body = request::body(&mut Dice::new(number));
            watched.saw(&body);
            let shown = String::from_utf8_lossy(&body).into_owned();
            let mut sent = http
                .post(host.url("/mcp"))
                .header("content-type", "application/json")
                .header("accept", "application/json")
                .body(body);
            if number % 3 != 0 {
                sent = sent
                    .header("mcp-session-id", session)
                    .header("mcp-protocol-version", "2025-11-25");
            }
            let answer = sent
                .send()
                .await
                .with_context(|| format!("request {number}: {shown}"))?;
            let (status, body) = (answer.status().as_u16(), answer.bytes().await?);
            if let Some(fault) = request::fault(status, &body) {
                let body = String::from_utf8_lossy(&body);
                anyhow::bail!("request {number}: {fault}\nsent {shown}\ngot {status} {body}");
            }
        }
        client.ask("ListScenes", serde_json::json!({})).await?;
        host.wait_until_idle().await?;
        watched.finish()
    }
}
