//! C# sources that an agent writes in a project folder: off by default, checked before the write, undone by their entry.

use crate::saving::{copy, options};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use tests_support::{HostOptions, McpClient};

const CRATE: &str = "Assets/Scripts/Crate.cs";
const GRANTS: &str = r#"["unity-tools:authoring/scripts-edit"]"#;

/// The settings that allow writing sources.
const SETTINGS: [(&str, &str); 3] = [
    ("bundles.scripts.grants", GRANTS),
    ("project.allow-save", "true"),
    ("policy.enable-console-eval", "true"),
];

fn allowing(root: &Path, left_out: Option<&str>) -> HostOptions {
    let settings = SETTINGS.iter().filter(|(key, _)| Some(*key) != left_out);
    settings.fold(options(root), |options, (key, value)| options.set(key, value))
}

/// Returns the text of a source and its digest, as an agent reads them.
async fn read(client: &McpClient, path: &str) -> Result<(String, String)> {
    let arguments = json!({ "asset": path, "source": true, "limit": 500 });
    let answer = client.call("script_info", arguments).await?.text();
    let (text, last) = answer.rsplit_once("[the end of").context("a last line")?;
    let digest = last.rsplit_once("digest ").context("a digest")?.1;
    Ok((text.to_owned(), digest.trim_end_matches(']').to_owned()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_writing_sources_unless_each_setting_allows_it() -> Result<()> {
    for (key, _) in SETTINGS {
        let (_folder, root) = copy()?;
        let before = tests_projects::tree_hash(&root);
        let host = allowing(&root, Some(key)).start().await?;
        let client = host.client().await?;
        let refused = client
            .call(
                "write_script",
                json!({ "path": "Assets/New.cs", "text": "class New { }" }),
            )
            .await;
        let told = match refused {
            Ok(answer) => answer.failure().context("a refusal")?.to_owned(),
            Err(error) => format!("{error:#}"),
        };
        let named = match key.split_once('.') {
            Some(("bundles", _)) => "scripts-edit",
            Some((_, setting)) => setting,
            None => key,
        };
        ensure!(told.contains(named), "{key}: {told}");
        ensure!(tests_projects::tree_hash(&root) == before, "{key}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_patches_rewrites_creates_and_undoes_sources() -> Result<()> {
    let (_folder, root) = copy()?;
    let before = std::fs::read_to_string(root.join(CRATE))?;
    let host = allowing(&root, None).start().await?;
    let client = host.client().await?;
    let (text, digest) = read(&client, CRATE).await?;
    ensure!(text.trim_end() == before.trim_end(), "{text}");

    let line = before
        .lines()
        .find(|line| line.contains("class Crate"))
        .context("a class")?;
    let comment = format!("// A crate.\n{line}");
    let patches = json!([{ "old": line, "new": comment }]);
    let written = client
        .ask("patch_script", json!({ "path": CRATE, "patches": patches }))
        .await?;
    ensure!(written["entry"] == 1 && written["created"] == false, "{written}");
    ensure!(written["notes"].to_string().contains("not compiled"), "{written}");
    ensure!(std::fs::read_to_string(root.join(CRATE))? == before.replacen(line, &comment, 1));

    // The digest of the old text proves nothing any more.
    let stale = json!({ "path": CRATE, "text": "class Crate { }", "digest": digest });
    let stale = client.call("write_script", stale).await?;
    ensure!(
        stale.failure().context("a refusal")?.contains("was changed since"),
        "{}",
        stale.text()
    );
    let (_, digest) = read(&client, CRATE).await?;
    ensure!(written["digest"] == digest.as_str(), "{written} {digest}");

    let broken = json!({ "path": CRATE, "text": "class Crate {\n  int a\n}\n", "digest": digest });
    let broken = client.call("write_script", broken).await?;
    let told = broken.failure().context("a refusal")?;
    ensure!(told.contains("syntax") && told.contains("Crate.cs(2,"), "{told}");

    let created = json!({ "path": "Assets/Scripts/Key.cs", "text": "public class Key : UnityEngine.MonoBehaviour { public int teeth = 5; }\n" });
    let created = client.ask("write_script", created).await?;
    ensure!(created["created"] == true && created["entry"] == 2, "{created}");
    let info = client.ask("script_info", json!({ "type": "Key" })).await?;
    ensure!(
        info["fields"][0]["name"] == "teeth" && info["fields"][0]["default"] == 5,
        "{info}"
    );

    let listed = client.ask("list_edits", json!({})).await?;
    ensure!(
        listed["total"] == 2 && listed.to_string().contains("sha256"),
        "{listed}"
    );
    let plan = client
        .ask("undo_edits", json!({ "entries": [2, 1], "dry_run": true }))
        .await?;
    ensure!(
        plan["total"] == 2 && root.join("Assets/Scripts/Key.cs").exists(),
        "{plan}"
    );
    client.ask("undo_edits", json!({ "entries": [2, 1] })).await?;
    ensure!(!root.join("Assets/Scripts/Key.cs").exists());
    ensure!(std::fs::read_to_string(root.join(CRATE))? == before);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undo_of_a_source_needs_the_permission_to_run_code() -> Result<()> {
    let (_folder, root) = copy()?;
    let host = allowing(&root, None).start().await?;
    let client = host.client().await?;
    let text = "public class Key { }\n";
    client
        .ask("write_script", json!({ "path": "Assets/Key.cs", "text": text }))
        .await?;
    let off = json!({ "enableConsoleEval": false, "confirm": true });
    client.ask("SetConfig", off).await?;
    let refused = client.call("undo_edits", json!({ "entries": [1] })).await?;
    let told = refused.failure().context("a refusal")?;
    ensure!(told.contains("enable-console-eval"), "{told}");
    let plan = client
        .ask("undo_edits", json!({ "entries": [1], "dry_run": true }))
        .await?;
    ensure!(plan.to_string().contains("policy.enable-console-eval"), "{plan}");
    ensure!(std::fs::read_to_string(root.join("Assets/Key.cs"))? == text);
    Ok(())
}
