//! Which Unity a connection is for as a whole: by the folders that its client works in, by its address, by its command line.
#![expect(
    deprecated,
    reason = "the newest MCP will drop roots in a year, and the clients of today tell them"
)]

use super::several::{host_with_game, ids};
use crate::confirmation::{Era, call, connect};
use crate::dialects::command_link::Link;
use anyhow::{Result, ensure};
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ListRootsResult};
use rmcp::service::RequestContext;
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A client that works in some folder; `None` = it declares roots, and lists none.
#[derive(Clone)]
struct Working {
    in_folder: Arc<Mutex<Option<PathBuf>>>,
    asked: Arc<Mutex<u32>>,
}

impl Working {
    fn in_folder(folder: Option<&Path>) -> Self {
        Self {
            in_folder: Arc::new(Mutex::new(folder.map(Path::to_path_buf))),
            asked: Arc::default(),
        }
    }

    fn ask_count(&self) -> u32 {
        *self.asked.lock().expect("a number")
    }

    fn moves_to(&self, folder: &Path) {
        *self.in_folder.lock().expect("a folder") = Some(folder.to_path_buf());
    }
}

impl ClientHandler for Working {
    fn get_info(&self) -> ClientConfig {
        let declared = json!({ "roots": { "listChanged": true } });
        let capabilities: ClientCapabilities = serde_json::from_value(declared).expect("capabilities");
        ClientConfig::new(capabilities, Implementation::new("working", "1"))
    }

    async fn list_roots(&self, _context: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        *self.asked.lock().expect("a number") += 1;
        let folder = self.in_folder.lock().expect("a folder").clone();
        let folder = folder.ok_or_else(|| ErrorData::internal_error("no folder is open", None))?;
        // A space is written as editors write it.
        let uri = format!("file://{}", folder.display()).replace(' ', "%20");
        let roots = json!({ "roots": [{ "uri": "https://example.org/" }, { "uri": uri, "name": "game" }] });
        Ok(serde_json::from_value(roots).expect("roots"))
    }
}

fn unity(answer: &Value) -> &Value {
    &answer["_meta"]["unity-tools/target"]["unity"]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn root_folder_of_a_client_selects_its_project() -> Result<()> {
    let (host, peer) = host_with_game().await?;
    let (folder, game) = ids(&host).await?;
    let client = Working::in_folder(Some(&super::sample().join("Assets")));
    let session = connect(&host, Era::Handshake, client.clone()).await?;
    let read = call(&session, "GetTimeScale", json!({})).await?;
    ensure!(
        *unity(&read) == *folder && !read.to_string().contains("no target was named or chosen"),
        "{read}"
    );
    let written = call(&session, "SetTimeScale", json!({ "value": 3 })).await?;
    ensure!(*unity(&written) == *folder && written["isError"] != true, "{written}");
    ensure!(
        peer.write_count() == 0 && client.ask_count() == 1,
        "asked {} times",
        client.ask_count()
    );
    // What it chooses itself wins over where it works.
    call(&session, "use_unity", json!({ "unity": game })).await?;
    let chosen = call(&session, "SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(*unity(&chosen) == *game && peer.write_count() == 1, "{chosen}");
    ensure!(client.ask_count() == 1, "asked {} times", client.ask_count());
    session.cancel().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_without_a_matching_root_selects_no_target() -> Result<()> {
    let (host, peer) = host_with_game().await?;
    let (folder, game) = ids(&host).await?;
    let elsewhere = tempfile::tempdir()?;
    for place in [None, Some(elsewhere.path())] {
        let client = Working::in_folder(place);
        let session = connect(&host, Era::Handshake, client.clone()).await?;
        let read = call(&session, "GetTimeScale", json!({})).await?;
        ensure!(*unity(&read) == *game, "{read}");
        let refused = call(&session, "SetTimeScale", json!({ "value": 3 })).await?;
        ensure!(refused.to_string().contains("names none of them"), "{refused}");
        ensure!(
            client.ask_count() == 1 && peer.write_count() == 0,
            "asked {} times",
            client.ask_count()
        );
        // It opens a folder of the project.
        client.moves_to(&super::sample());
        session.notify_roots_list_changed().await?;
        let read = call(&session, "GetTimeScale", json!({})).await?;
        ensure!(*unity(&read) == *folder && client.ask_count() == 2, "{read}");
        session.cancel().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn websocket_commands_reach_the_instance_of_the_url() -> Result<()> {
    let (host, peer) = host_with_game().await?;
    let (folder, game) = ids(&host).await?;
    let mut unsaid = Link::open(&host, "/ws").await?;
    let refused = unsaid.ask("SetTimeScale", json!({ "value": 2 })).await?.to_string();
    ensure!(
        refused.contains(&folder) && refused.contains("names none of them"),
        "{refused}"
    );
    let value = |reply: &Value| reply["result"]["value"].as_f64();
    for (place, named, wanted) in [("/ws", &folder, 3.0), ("/", &game, 2.0)] {
        let mut link = Link::open(&host, &format!("{place}?unity={named}")).await?;
        let set = link.ask("SetTimeScale", json!({ "value": wanted })).await?;
        ensure!(set["status"] != "error", "{set}");
        let read = link.ask("GetTimeScale", json!({})).await?;
        ensure!(value(&read) == Some(wanted), "{read}");
    }
    ensure!(peer.write_count() == 1, "one went to the game");
    let mut nobody = Link::open(&host, "/ws?unity=Gmae").await?;
    let why = nobody.ask("GetTimeScale", json!({})).await?.to_string();
    ensure!(why.contains("no target is called"), "{why}");
    Ok(())
}
