//! The fuzz bodies over a bounded number of inputs, each of which follows from its printed number.

#[cfg(test)]
mod bounded {
    use anyhow::{Context, Result, ensure};
    use std::panic::catch_unwind;
    use std::path::Path;
    use tests_fuzz::mutate::{SCENE_PIECES, damage};
    use tests_fuzz::{Dice, request, scene};
    use tests_support::{HostOptions, paths};

    const SCENES: u64 = 10_000;
    const REQUESTS: u64 = 10_000;
    const WORKERS: u64 = 2;

    #[test]
    fn a_damaged_scene_never_panics_the_reader() -> Result<()> {
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
        for number in 1..=SCENES {
            let mut dice = Dice::new(number);
            let source = dice.pick(&sources).context("sources")?.clone();
            let bytes = damage(&source, SCENE_PIECES, &mut dice);
            ensure!(
                catch_unwind(|| scene(&bytes)).is_ok(),
                "scene number {number} panicked the reader"
            );
        }
        Ok(())
    }

    /// One scene with everything that picks and lists look at, damaged as a whole and played out with its prefabs.
    #[test]
    fn a_damaged_scene_is_played_out_or_told_as_a_problem() -> Result<()> {
        let sample = paths::root().join("tests/fixtures/unity/sample");
        let workers: Vec<_> = (0..WORKERS)
            .map(|worker| {
                let sample = sample.clone();
                std::thread::spawn(move || damaged_projects(&sample, worker))
            })
            .collect();
        let mut listed = 0;
        for worker in workers {
            listed += worker.join().map_err(|_| anyhow::anyhow!("a worker panicked"))??;
        }
        // Most damage is small: if hardly anything could be listed, the test looks at the wrong thing.
        ensure!(
            listed > SCENES as usize,
            "only {listed} objects in {SCENES} damaged scenes"
        );
        Ok(())
    }

    fn damaged_projects(sample: &Path, worker: u64) -> Result<usize> {
        let project = tempfile::TempDir::new()?;
        for folder in ["ProjectSettings", "Packages", "Assets/Prefabs", "Assets/Scripts"] {
            tests_support::tree::copy_unchanged(&sample.join(folder), &project.path().join(folder))?;
        }
        let scene = project.path().join("Assets/Arena.unity");
        let meta = sample.join("Assets/Scenes/Arena.unity.meta");
        std::fs::copy(meta, project.path().join("Assets/Arena.unity.meta"))?;
        let whole = std::fs::read(sample.join("Assets/Scenes/Arena.unity"))?;
        let mut listed = 0;
        for number in (1..=SCENES).filter(|number| number % WORKERS == worker) {
            std::fs::write(&scene, damage(&whole, SCENE_PIECES, &mut Dice::new(number)))?;
            let root = project.path().to_path_buf();
            let (objects, problems) = catch_unwind(move || tests_fuzz::project(&root))
                .map_err(|_| anyhow::anyhow!("scene number {number} panicked the session"))?;
            ensure!(
                objects + problems > 0,
                "scene number {number}: nothing listed and nothing told"
            );
            listed += objects;
        }
        Ok(listed)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_damaged_explorer_request_gets_a_json_rpc_answer() -> Result<()> {
        let host = HostOptions::new().start().await?;
        let http = tests_support::host::http_client()?;
        for number in 1..=REQUESTS {
            let body = request::explorer_body(&mut Dice::new(number));
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
        host.wait_until_idle().await
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_damaged_request_gets_a_json_rpc_answer() -> Result<()> {
        let host = HostOptions::new().start().await?;
        let client = host.client().await?;
        let http = tests_support::host::http_client()?;
        let session = client.session().context("a session")?;
        for number in 1..=REQUESTS {
            let body = request::body(&mut Dice::new(number));
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
        host.wait_until_idle().await
    }
}
