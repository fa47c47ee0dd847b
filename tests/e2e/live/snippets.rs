//! The same ten snippets by each of the tools that run C#: the tools differ in what they call the value, and in nothing else.
//!
//! `run_csharp` alone has more of them, in `code`.

use super::code::{coding, expect_refusal, with_code};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::McpClient;

/// A tool, and the member of its answer that is the value as text.
const TOOLS: [(&str, &str); 3] = [
    ("run_csharp", "result"),
    ("ConsoleEval", "result"),
    ("execute_code", "output"),
];

async fn ran(client: &McpClient, tool: &str, code: &str) -> Result<Value> {
    let answer = client.ask(tool, json!({ "code": code })).await;
    answer.with_context(|| format!("{tool}: {code}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_code_tool_runs_the_same_snippets() -> Result<()> {
    let Some((host, _player)) = coding("ten snippets by each tool", with_code()).await? else {
        return Ok(());
    };
    for (tool, member) in TOOLS {
        // Each has a session, and fields, of its own.
        let client = host.client().await?;
        for (code, value) in [
            // LINQ, generics, what is awaited, what is caught, and what stays.
            (
                "Enumerable.Range(1, 9).Where(n => n % 2 == 1).Select(n => n * n).Sum()",
                "165",
            ),
            (
                "class Box<T> { public T Held; }\nnew Box<List<string>> { Held = new List<string> { \"a\" } }.Held.Count",
                "1",
            ),
            (
                "var from = Time.frameCount; await Task.Yield(); await Task.Delay(20); return Time.frameCount > from;",
                "True",
            ),
            (
                "try { throw new InvalidOperationException(\"own\"); } catch (Exception e) when (e.Message == \"own\") { return e.GetType().Name; }",
                "InvalidOperationException",
            ),
            ("var names = new Dictionary<string, int>();", "null"),
            ("names[\"a\"] = 40; names[\"b\"] = 2; return names.Values.Sum();", "42"),
        ] {
            let answer = ran(&client, tool, code).await?;
            ensure!(answer[member] == value, "{tool}: {code}: {answer}");
        }
        let logged = ran(&client, tool, "Debug.Log(\"one\"); Debug.LogWarning(\"two\");").await?;
        ensure!(logged["logs"] == json!(["one", "two"]), "{tool}: {logged}");
        let thrown = expect_refusal(&client, tool, "string none = null;\nreturn none.Length;").await?;
        ensure!(
            thrown.contains("NullReferenceException") && thrown.contains("UnityToolsBody"),
            "{tool}: {thrown}"
        );
        let wrong = expect_refusal(&client, tool, "int a = 1;\nint b = a +;").await?;
        ensure!(wrong.contains("line 2, column 11: CS1525"), "{tool}: {wrong}");
        let endless = expect_refusal(&client, tool, "for (;;) { }").await?;
        ensure!(
            endless.contains("TimeoutException") && endless.contains("5000 ms"),
            "{tool}: {endless}"
        );
        let after = ran(&client, tool, "names.Count").await?;
        ensure!(after[member] == "2", "{tool}: the earlier value stays: {after}");
    }
    Ok(())
}
