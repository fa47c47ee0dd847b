//! The fuzz bodies over a bounded number of inputs, each of which follows from its printed number.

#[cfg(test)]
mod bounded {
    use anyhow::{Context, Result, ensure};
    use std::panic::catch_unwind;
    use tests_fuzz::mutate::{SCENE_PIECES, damage};
    use tests_fuzz::{Dice, request, scene};
    use tests_support::{HostOptions, paths};

    const SCENES: u64 = 10_000;
    const REQUESTS: u64 = 10_000;

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
