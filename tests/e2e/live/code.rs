//! C# in a real Unity player: compiled by the host, run by the game, and every way in which that cannot be done says so.

use super::options;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::player::Player;
use tests_support::{HostOptions, McpClient, TestHost};

pub(super) fn with_code() -> HostOptions {
    options().set("policy.enable-console-eval", "true")
}

/// A host, and a real player whose owner lets it run code. `None`, announced, where there is no player.
pub(super) async fn coding(what: &str, options: HostOptions) -> Result<Option<(TestHost, Player)>> {
    let host = options.start().await?;
    let Some(player) = Player::with_code(what, &host.data_dir())? else {
        return Ok(None);
    };
    let ready = host.wait_until_ready().await;
    ready.with_context(|| player.log())?;
    Ok(Some((host, player)))
}

async fn run(client: &McpClient, code: &str) -> Result<Value> {
    let ran = client.ask("run_csharp", json!({ "code": code })).await;
    ran.with_context(|| code.to_owned())
}

pub(super) async fn expect_refusal(client: &McpClient, tool: &str, code: &str) -> Result<String> {
    let answer = client.call(tool, json!({ "code": code })).await?;
    answer.failure().with_context(|| format!("{tool} did {code}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_csharp_snippets_in_a_game() -> Result<()> {
    let Some((host, _player)) = coding("snippets in a real game", with_code()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    for (code, result, value) in [
        (
            "Object.FindObjectsOfType<Rigidbody>().Where(b => b.mass > 0).Count()",
            "12",
            json!(12),
        ),
        (
            "class Pair<A, B> { public A First; public B Second; }\nvar p = new Pair<string, int> { First = \"x\", Second = 2 };\np.First + p.Second",
            "x2",
            json!("x2"),
        ),
        (
            "var from = Time.frameCount; await Task.Delay(100); return Time.frameCount > from;",
            "True",
            json!(true),
        ),
        ("int kept = 20;", "null", json!(null)),
        ("kept += 22; Vector3 at = new Vector3(1, 2, 3);", "null", json!(null)),
        ("at.x = kept; return at.x + at.y;", "44", json!(44)),
        (
            "GameObject.Find(\"Main Camera\").GetComponent<Camera>()",
            "Main Camera (UnityEngine.Camera)",
            Value::Null,
        ),
        (
            "new[] { 3, 1, 2 }.OrderBy(x => x).ToList()",
            "[1, 2, 3]",
            json!([1, 2, 3]),
        ),
        (
            "try { throw new Exception(\"inner\"); } catch (Exception e) { return e.Message; }",
            "inner",
            json!("inner"),
        ),
    ] {
        let ran = run(&client, code).await?;
        ensure!(ran["result"] == result && ran["value"] == value, "{code}: {ran}");
    }
    let ran = run(&client, "Debug.Log(\"from a snippet\");").await?;
    ensure!(ran["logs"] == json!(["from a snippet"]), "{ran}");
    let thrown = expect_refusal(&client, "run_csharp", "int[] none = null;\nreturn none.Length;").await?;
    ensure!(
        thrown.contains("NullReferenceException") && thrown.contains("UnityToolsBody"),
        "{thrown}"
    );
    let wrong = expect_refusal(&client, "run_csharp", "var a = 1;\n  var b = nothing;").await?;
    ensure!(wrong.contains("line 2, column 11: CS0103"), "{wrong}");
    let endless = expect_refusal(&client, "run_csharp", "while (true) { }").await?;
    ensure!(
        endless.contains("TimeoutException") && endless.contains("5000 ms"),
        "{endless}"
    );
    // Another session has fields of its own.
    let other = expect_refusal(&host.client().await?, "run_csharp", "kept").await?;
    ensure!(other.contains("CS0103"), "{other}");
    let evaluated = client.ask("ConsoleEval", json!({ "code": "kept * 2" })).await?;
    ensure!(evaluated == json!({ "ok": true, "result": "84" }), "{evaluated}");
    let executed = client
        .ask("execute_code", json!({ "code": "Debug.Log(\"Hello\"); return 42;" }))
        .await?;
    ensure!(
        executed == json!({ "output": "42", "logs": ["Hello"], "returnValue": 42 }),
        "{executed}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancels_an_awaiting_snippet_at_the_deadline() -> Result<()> {
    let options = with_code().set("limits.deadline", "\"8s\"");
    let Some((host, _player)) = coding("leaving a snippet in a real game", options).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let late = expect_refusal(
        &client,
        "run_csharp",
        "int turns = 0; while (true) { turns++; await Task.Yield(); }",
    )
    .await?;
    ensure!(
        late.contains("cancelled") || late.contains("deadline") || late.contains("time"),
        "{late}"
    );
    let ran = run(&client, "1 + 1").await?;
    ensure!(ran["result"] == "2", "the game goes on: {ran}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_why_code_cannot_run_before_the_policy() -> Result<()> {
    let host = options().start().await?;
    let Some(closed) = Player::start("a real game without code", &host.data_dir())? else {
        return Ok(());
    };
    host.wait_until_ready().await.with_context(|| closed.log())?;
    let client = host.client().await?;
    for tool in ["run_csharp", "ConsoleEval", "execute_code"] {
        let why = expect_refusal(&client, tool, "1 + 1").await?;
        ensure!(why.contains("its own switch is off"), "{tool}: {why}");
    }
    drop(closed);
    let compilers = [("unity.mcs", "off"), ("unity.editors", "off")];
    let without = compilers
        .iter()
        .fold(with_code(), |options, (key, value)| options.set(key, value));
    let Some((host, _player)) = coding("a real game without a compiler", without).await? else {
        return Ok(());
    };
    let why = expect_refusal(&host.client().await?, "run_csharp", "1 + 1").await?;
    ensure!(why.contains("no compiler") && why.contains("unity.editors"), "{why}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_code_once_per_idempotency_key() -> Result<()> {
    let Some((host, _player)) = coding("code with a key in a real game", with_code()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    run(&client, "int count = 0;").await?;
    for _ in 0..2 {
        let asked = json!({
            "name": "run_csharp", "arguments": { "code": "count++;" }, "_meta": { "unity-tools/idempotencyKey": "once" }
        });
        let answer = client.request("tools/call", asked).await?;
        ensure!(answer.message["result"]["isError"] != true, "{:?}", answer.message);
    }
    let ran = run(&client, "count").await?;
    ensure!(ran["result"] == "1", "{ran}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_clients_read_and_write_while_a_snippet_awaits() -> Result<()> {
    let Some((host, _player)) = coding("others beside a snippet", with_code()).await? else {
        return Ok(());
    };
    let (waiting, other) = (host.client().await?, host.client().await?);
    let code = "new GameObject(\"Begun\");\nwhile (GameObject.Find(\"Go\") == null) { await Task.Delay(10); }\nreturn \"seen\";";
    let waits = run(&waiting, code);
    let goes = async {
        tests_support::wait_for("the snippet to begin", async || {
            super::player::object(&other, "Begun").await.ok()
        })
        .await?;
        // The snippet ends only by what another one does meanwhile.
        let edits = json!([{ "create": { "name": "Go" } }]);
        other.ask("edit_objects", json!({ "edits": edits })).await
    };
    let (ran, _) = tokio::try_join!(waits, goes)?;
    ensure!(ran["result"] == "seen", "{ran}");
    Ok(())
}
