//! Assemblies of a real player: named, sent, and loaded only if its owner allows it.

use crate::raw::RawHost;
use anyhow::{Context, Result};
use serde_json::json;
use sha2::{Digest, Sha256};
use tests_support::mono::compile;
use tests_support::player::{Player, references};

const SNIPPET: &str = r#"
using System.Linq;
using UnityEngine;
public static class Snippet
{
    public static object Run(string[] words)
    {
        if (words.Length > 1) { throw new System.InvalidOperationException(words[1]); }
        Debug.Log("counting " + words[0]);
        return Object.FindObjectsOfType<Rigidbody>().Where(body => body.mass > 0).Count();
    }
}
"#;

#[tokio::test(flavor = "multi_thread")]
async fn player_loads_code_if_its_owner_allows_it() -> Result<()> {
    let host = RawHost::start().await?;
    let Some(player) = Player::with_code("code in a real player", host.data.path())? else {
        return Ok(());
    };
    let mut link = host.next_link().await?;
    link.call(1, "link/assemblies", json!({}), "read", None).await?;
    let told = link.hear("result").await?;
    let all = told["value"].as_array().context("a list")?;
    let core = all
        .iter()
        .find(|one| one["name"] == "UnityTools.Bridge.Core")
        .context("our own")?;
    assert!(
        all.iter().any(|one| one["name"] == "UnityEngine.CoreModule") && all.len() > 5,
        "{told}"
    );
    let args = json!({"sha256": core["sha256"]});
    link.call(2, "link/assembly", args, "read", None).await?;
    let bytes = link.hear_bytes().await?;
    let (head, given) = bytes.split_at(8);
    assert_eq!(head, 2_u64.to_be_bytes());
    let digest: String = Sha256::digest(given).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        (json!(digest), json!(given.len())),
        (core["sha256"].clone(), core["size"].clone())
    );

    let folder = tempfile::tempdir()?;
    let (source, library) = (folder.path().join("Snippet.cs"), folder.path().join("Snippet.dll"));
    std::fs::write(&source, SNIPPET)?;
    compile(&[source], "library", &library, &references(&player.managed())?)?;
    let snippet = std::fs::read(&library)?;
    let args = |words: &[&str]| json!({"name": "snippet-1", "type": "Snippet", "method": "Run", "arguments": words});
    link.call(3, "link/load-assembly", args(&["bodies"]), "code", Some(&snippet))
        .await?;
    let done = link.hear("result").await?;
    assert_eq!(done["value"], json!({"logs": ["counting bodies"], "value": "12"}));
    link.call(4, "link/load-assembly", args(&["", "as told"]), "code", Some(&snippet))
        .await?;
    let thrown = link.hear("result").await?["value"]["exception"].to_string();
    assert!(
        thrown.contains("InvalidOperationException: as told") && thrown.contains("Snippet.Run"),
        "{thrown}"
    );
    link.call(5, "link/load-assembly", args(&[]), "code", Some(b"MZ"))
        .await?;
    assert_eq!(link.hear("result").await?["error"]["kind"], "invalid-argument");
    assert_eq!(link.hear("pulse").await?["assemblies"], 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn player_does_not_offer_code_loading_by_default() -> Result<()> {
    let host = RawHost::start().await?;
    let Some(_player) = Player::start("code in a real player", host.data.path())? else {
        return Ok(());
    };
    let mut link = host.next_link().await?;
    let offered = |name: &str| link.hello.functions.iter().any(|function| function == name);
    assert!(offered("link/assemblies") && !offered("link/load-assembly"));
    let args = json!({"name": "s", "type": "S", "method": "M", "arguments": []});
    link.call(1, "link/load-assembly", args, "code", Some(b"MZ")).await?;
    assert_eq!(link.hear("result").await?["error"]["kind"], "unsupported");
    Ok(())
}
