//! Twenty things asked of a real game over MCP: what it has, what becomes of a change, what is refused.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::ExitCode;
use tests_support::{McpClient, TestHost};

/// Asks all of them, prints each, and says whether all was well.
pub(crate) async fn run(host: &TestHost) -> Result<ExitCode> {
    let mut asked = Asked {
        client: host.client().await?,
        number: 0,
        failed: 0,
    };
    asked.all().await?;
    println!("{} asked, {} failed", asked.number, asked.failed);
    Ok(if asked.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

struct Asked {
    client: McpClient,
    number: u32,
    failed: u32,
}

impl Asked {
    async fn all(&mut self) -> Result<()> {
        let nothing = || json!({});
        self.check_read("it says which Unity it is", "GetStatus", nothing(), |answer| {
            answer["UnityVersion"] == "2017.2.0f3" && answer["Platform"] == "LinuxPlayer"
        })
        .await;
        self.check_read("it plays", "get_unity_info", nothing(), |answer| {
            answer["isPlaying"] == true
        })
        .await;
        self.check_read("its scene is loaded", "ListScenes", nothing(), |answer| {
            answer["Items"][0]["Name"] == "Scene" && answer["Items"][0]["IsLoaded"] == true
        })
        .await;
        self.check_read("its objects", "ListObjects", json!({ "limit": 1 }), |answer| {
            answer["Total"] == 54
        })
        .await;
        let camera = self.object("Main Camera").await?;
        self.check_read("one object", "GetObject", json!({ "id": camera }), |answer| {
            answer["Name"] == "Main Camera" && answer["Active"] == true
        })
        .await;
        self.check_read(
            "its components",
            "GetComponents",
            json!({ "objectId": camera }),
            |answer| answer.to_string().contains("UnityEngine.Camera"),
        )
        .await;
        self.check_read(
            "by a part of the name",
            "SearchObjects",
            json!({ "query": "camera" }),
            |answer| answer.to_string().contains("Main Camera"),
        )
        .await;
        self.check_read("where the camera is", "GetCameraInfo", nothing(), |answer| {
            answer.to_string().contains("Main Camera")
        })
        .await;
        self.check_read("the console", "TailLogs", json!({ "count": 5 }), Value::is_object)
            .await;
        self.check_read("time runs", "GetTimeScale", nothing(), |answer| answer["value"] == 1.0)
            .await;
        self.check_read(
            "time is stopped",
            "SetTimeScale",
            json!({ "value": 0 }),
            Value::is_object,
        )
        .await;
        self.check_read("it stands", "GetTimeScale", nothing(), |answer| answer["value"] == 0.0)
            .await;
        self.check_read("time goes on", "SetTimeScale", json!({ "value": 1 }), Value::is_object)
            .await;
        self.check_read(
            "an object is selected",
            "SelectObject",
            json!({ "objectId": camera }),
            Value::is_object,
        )
        .await;
        self.check_read("it is the selected one", "GetSelection", nothing(), |answer| {
            answer.to_string().contains(&camera)
        })
        .await;
        let off = json!({ "objectId": camera, "active": false });
        self.check_read("an object is switched off", "SetActive", off, Value::is_object)
            .await;
        self.check_read("it is off", "GetObject", json!({ "id": camera }), |answer| {
            answer["Active"] == false
        })
        .await;
        let on = json!({ "objectId": camera, "active": true });
        self.check_read("and on again", "SetActive", on, Value::is_object).await;
        self.refuses("an id that it has not", "GetObject", json!({ "id": "obj:1" }), "obj:1")
            .await;
        self.refuses(
            "what it does not serve",
            "asset_info",
            json!({ "asset": "Assets/A.mat" }),
            "does not serve",
        )
        .await;
        Ok(())
    }

    async fn check_read(&mut self, what: &str, tool: &str, arguments: Value, holds: impl Fn(&Value) -> bool) {
        let asked = self.client.ask(tool, arguments).await;
        let held = asked.and_then(|answer| {
            ensure!(holds(&answer), "{answer}");
            Ok(())
        });
        self.report_result(what, tool, held);
    }

    async fn refuses(&mut self, what: &str, tool: &str, arguments: Value, words: &str) {
        let asked = self.client.call(tool, arguments).await;
        let held = asked.and_then(|answer| {
            let failure = answer.failure().context("it was not refused")?;
            ensure!(failure.contains(words), "{failure}");
            Ok(())
        });
        self.report_result(what, tool, held);
    }

    fn report_result(&mut self, what: &str, tool: &str, held: Result<()>) {
        self.number += 1;
        match held {
            Ok(()) => println!("ok      {what} ({tool})"),
            Err(error) => {
                self.failed += 1;
                println!("FAILED  {what} ({tool}): {error:#}");
            }
        }
    }

    async fn object(&self, name: &str) -> Result<String> {
        let found = self
            .client
            .ask("ListObjects", json!({ "name": name, "limit": 1 }))
            .await?;
        let id = found["Items"][0]["Id"].as_str();
        Ok(id.with_context(|| found.to_string())?.to_owned())
    }
}
