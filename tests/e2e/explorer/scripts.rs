//! Console scripts over the wire: the round trip, the bounds, and no way out of the folder.

use super::open_host;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, tree};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_reads_and_deletes_a_script() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let write = |content: &str| json!({ "path": "mcp-test.cs", "content": content, "confirm": true });
    explorer.write("WriteConsoleScript", write("return 123;")).await?;
    let file = explorer
        .json("ReadConsoleScript", json!({ "path": "mcp-test.cs" }))
        .await?;
    ensure!(
        file["Name"] == "mcp-test.cs"
            && file["Content"] == "return 123;"
            && file["SizeBytes"] == 11
            && file["Truncated"] == false,
        "{file}"
    );
    let changed = file["LastModifiedUtc"].as_str().context("LastModifiedUtc")?;
    ensure!(changed.ends_with('Z') && changed.contains('T'), "{changed}");
    // The path that comes back can be given back.
    let again = explorer
        .json("ReadConsoleScript", json!({ "path": file["Path"] }))
        .await?;
    ensure!(again == file, "{again}");
    explorer.write("WriteConsoleScript", write("\u{feff}return 1;")).await?;
    let file = explorer
        .json("ReadConsoleScript", json!({ "path": "mcp-test.cs" }))
        .await?;
    ensure!(file["Content"] == "return 1;" && file["SizeBytes"] == 9, "{file}");
    let error = explorer
        .expect_refusal("WriteConsoleScript", write(&"x".repeat(262_145)))
        .await?;
    ensure!(error["kind"] == "InvalidArgument", "{error}");
    let file = explorer
        .json("ReadConsoleScript", json!({ "path": "mcp-test.cs" }))
        .await?;
    ensure!(
        file["Content"] == "return 1;",
        "a refused write changed the file: {file}"
    );
    let error = explorer
        .expect_refusal("RunConsoleScript", json!({ "path": "mcp-test.cs" }))
        .await?;
    ensure!(error["kind"] == "NotReady" && error["hint"].is_string(), "{error}");
    explorer
        .write("DeleteConsoleScript", json!({ "path": "mcp-test.cs" }))
        .await?;
    let error = explorer
        .expect_refusal("DeleteConsoleScript", json!({ "path": "mcp-test.cs" }))
        .await?;
    ensure!(error["kind"] == "NotFound", "{error}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn enables_and_disables_startup_script_and_keeps_content() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    explorer
        .write("WriteStartupScript", json!({ "content": "Log(1);" }))
        .await?;
    let startup = explorer.json("GetStartupScript", json!({})).await?;
    // Writing does not enable, unlike in the original: what Unity runs at start is switched on by a call that says so.
    ensure!(
        startup["enabled"] == false && startup["content"] == "Log(1);",
        "{startup}"
    );
    explorer
        .write("SetStartupScriptEnabled", json!({ "enabled": true }))
        .await?;
    let startup = explorer.json("GetStartupScript", json!({})).await?;
    ensure!(startup["enabled"] == true, "{startup}");
    explorer
        .write("SetStartupScriptEnabled", json!({ "enabled": false }))
        .await?;
    let startup = explorer.json("GetStartupScript", json!({})).await?;
    ensure!(
        startup["enabled"] == false && startup["content"] == "Log(1);",
        "{startup}"
    );
    let error = explorer.expect_refusal("RunStartupScript", json!({})).await?;
    ensure!(error["kind"] == "NotReady", "{error}");
    Ok(())
}

/// Twelve families of ways out, two or more of each.
fn hostile(outside: &str) -> Vec<(&'static str, Vec<String>)> {
    let own = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
    vec![
        ("parent", own(&["../out.cs", "a/../../out.cs", "./../out.cs"])),
        ("backslashes", own(&["..\\out.cs", "a\\..\\..\\out.cs"])),
        ("absolute", vec![format!("{outside}/out.cs"), "/out.cs".to_owned()]),
        (
            "drive",
            own(&[
                "C:\\out.cs",
                "C:out.cs",
                "\\\\server\\share\\out.cs",
                "\\\\?\\C:\\out.cs",
            ]),
        ),
        ("extension", own(&["out.txt", "out", "out.cs.txt", ".cs"])),
        ("device", own(&["CON.cs", "nul.cs", "COM1.cs", "a/LPT9.cs", "con .cs"])),
        ("stream", own(&["out.cs:hidden.cs", "a:b.cs"])),
        ("control", own(&["out\u{0}.cs", "out.cs\u{0}.txt", "o\nut.cs"])),
        ("trailing", own(&["out.cs.", "out.cs ", "a./out.cs"])),
        ("link", own(&["link.cs", "folder/out.cs"])),
        ("empty", own(&["", " ", "/", "."])),
        (
            "long",
            vec![
                format!("{}.cs", "x".repeat(5_000)),
                format!("{}out.cs", "a/".repeat(3_000)),
            ],
        ),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_paths_outside_the_script_folder() -> Result<()> {
    let outside = tempfile::TempDir::new()?;
    std::fs::write(outside.path().join("out.cs"), "secret")?;
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    explorer
        .write("WriteConsoleScript", json!({ "path": "inside.cs", "content": "1" }))
        .await?;
    let file = explorer
        .json("ReadConsoleScript", json!({ "path": "inside.cs" }))
        .await?;
    let inside = std::path::PathBuf::from(file["Path"].as_str().context("Path")?);
    let folder = inside.parent().context("a folder")?;
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path().join("out.cs"), folder.join("link.cs"))?;
        std::os::unix::fs::symlink(outside.path(), folder.join("folder"))?;
    }
    let before = (tree::hash(outside.path())?, tree::hash(folder)?);
    let families = hostile(&outside.path().display().to_string());
    ensure!(families.len() == 12, "{} families", families.len());
    for (family, paths) in families {
        for path in paths {
            let (status, answer) = explorer.call("ReadConsoleScript", json!({ "path": path })).await?;
            ensure!(
                status == 400 || status == 404,
                "{family} {path:?} was read: {status} {answer}"
            );
            ensure!(!answer.to_string().contains("secret"), "{family} {path:?}: {answer}");
            for (tool, arguments) in [
                ("WriteConsoleScript", json!({ "path": path, "content": "written" })),
                ("DeleteConsoleScript", json!({ "path": path })),
                ("RunConsoleScript", json!({ "path": path })),
            ] {
                let error = explorer.expect_refusal(tool, arguments).await?;
                let fits = |kind: &Value| kind == "InvalidArgument" || kind == "NotFound";
                ensure!(fits(&error["kind"]), "{tool}: {family} {path:?}: {error}");
            }
        }
    }
    ensure!(
        (tree::hash(outside.path())?, tree::hash(folder)?) == before,
        "something was written or deleted"
    );
    Ok(())
}
