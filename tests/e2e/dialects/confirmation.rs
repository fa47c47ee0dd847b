//! `require-confirm` for clients that cannot be asked: refused with the hint, Unity as it was, and a line in the audit file.

use super::command_link::Link;
use super::rpc;
use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions, TestHost};

/// A protocol whose client cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Protocol {
    Explorer,
    Editor,
    Sessionless,
    Command,
}

const ALL: [Protocol; 4] = [
    Protocol::Explorer,
    Protocol::Editor,
    Protocol::Sessionless,
    Protocol::Command,
];

/// The refusal that a client gets.
#[derive(Debug)]
struct Refused {
    kind: Value,
    /// All that it says, as JSON.
    said: String,
}

impl Protocol {
    fn in_audit(self) -> &'static str {
        match self {
            Self::Explorer => "explorer",
            Self::Editor => "editor",
            Self::Sessionless => "sessionless",
            Self::Command => "command",
        }
    }

    /// Calls a tool: its result, or how it was refused.
    async fn call(self, host: &TestHost, tool: &str, arguments: Value) -> Result<Result<Value, Refused>> {
        let (answer, kind, result) = match self {
            Self::Explorer => {
                let (_, answer) = Explorer::new(host)?.call(tool, arguments).await?;
                let json = answer["result"]["content"][0]["json"].clone();
                let refused = json["ok"] == false || json.is_null();
                (answer, json["error"]["kind"].clone(), (!refused).then_some(json))
            }
            Self::Editor => {
                let answer = rpc(
                    host,
                    "/editor",
                    "tools/call",
                    json!({ "tool": tool, "arguments": arguments }),
                )
                .await?;
                let kind = answer["error"]["data"]["kind"].clone();
                let result = answer["result"].get("output").cloned();
                if result.is_none() {
                    ensure!(answer["error"]["code"] == -32005, "{answer}");
                    ensure!(answer["error"]["data"]["errorType"] == "permission", "{answer}");
                }
                (answer, kind, result)
            }
            Self::Sessionless => {
                let answer = rpc(host, "/", "tools/call", json!({ "name": tool, "arguments": arguments })).await?;
                let kind = answer["error"]["data"]["kind"].clone();
                let result = answer["result"].get("structuredContent").cloned();
                if result.is_none() {
                    ensure!(answer["error"]["code"] == -32000, "{answer}");
                }
                (answer, kind, result)
            }
            Self::Command => {
                let answer = Link::open(host, "/ws").await?.ask(tool, arguments).await?;
                let kind = answer["error_kind"].clone();
                let result = answer.get("result").cloned();
                (answer, kind, result)
            }
        };
        let said = answer.to_string();
        Ok(result.ok_or(Refused { kind, said }))
    }

    async fn scale(self, host: &TestHost) -> Result<f64> {
        let answer = self.call(host, "GetTimeScale", json!({})).await?;
        let answer = answer.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
        answer["value"].as_f64().with_context(|| answer.to_string())
    }
}

/// The audit lines of `tool` by `protocol`, in order.
fn lines_of(host: &TestHost, protocol: Protocol, tool: &str) -> Result<Vec<Value>> {
    let mut lines = audit(host)?;
    lines.retain(|line| line["tool"] == tool && line["dialect"] == protocol.in_audit());
    Ok(lines)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn argument_mode_hints_at_confirm_and_accepts_it() -> Result<()> {
    let host = HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", "argument")
        .start()
        .await?;
    for (turn, protocol) in ALL.into_iter().enumerate() {
        let before = protocol.scale(&host).await?;
        let value = 0.25 + turn as f64 * 0.125;
        for arguments in [json!({ "value": value }), json!({ "value": value, "confirm": false })] {
            let refused = protocol.call(&host, "SetTimeScale", arguments).await?;
            let refused = refused
                .err()
                .with_context(|| format!("{protocol:?} wrote unconfirmed"))?;
            ensure!(
                refused.kind == "ConfirmationRequired" || protocol == Protocol::Explorer,
                "{refused:?}"
            );
            ensure!(refused.said.contains("confirm=true"), "{protocol:?}: {refused:?}");
            ensure!(
                protocol.scale(&host).await? == before,
                "{protocol:?}: a refused write changed something"
            );
        }
        let done = protocol
            .call(&host, "SetTimeScale", json!({ "value": value, "confirm": true }))
            .await?;
        let done = done.map_err(|refused| anyhow::anyhow!("{protocol:?}: {refused:?}"))?;
        ensure!(done["value"] == value, "{protocol:?}: {done}");
        let mine = lines_of(&host, protocol, "SetTimeScale")?;
        let denied: Vec<_> = mine.iter().filter(|line| line["outcome"] == "denied").collect();
        ensure!(denied.len() == 2, "{protocol:?}: {mine:?}");
        ensure!(
            denied.iter().all(|line| line["rule"] == "policy.require-confirm"),
            "{denied:?}"
        );
        ensure!(
            mine.iter()
                .any(|line| line["outcome"] == "allowed" && line["rule"] == "policy.confirmed"),
            "{protocol:?}: {mine:?}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn person_mode_rejects_calls_of_clients_that_cannot_prompt() -> Result<()> {
    let host = HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", "person")
        .start()
        .await?;
    for protocol in ALL {
        let attempts = [json!({ "value": 0.5 }), json!({ "value": 0.5, "confirm": true })];
        for arguments in &attempts {
            let refused = protocol.call(&host, "SetTimeScale", arguments.clone()).await?;
            let refused = refused
                .err()
                .with_context(|| format!("{protocol:?} {arguments} went through"))?;
            ensure!(
                refused.kind == "ConfirmationRequired" || protocol == Protocol::Explorer,
                "{refused:?}"
            );
            ensure!(refused.said.contains("confirm-by"), "{protocol:?}: {refused:?}");
        }
        ensure!(
            protocol.scale(&host).await? == 1.0,
            "{protocol:?}: a refused write changed something"
        );
        let mine = lines_of(&host, protocol, "SetTimeScale")?;
        ensure!(mine.len() == attempts.len(), "{protocol:?}: {mine:?}");
        for line in mine {
            ensure!(
                line["outcome"] == "denied" && line["rule"] == "policy.confirm-by",
                "{line}"
            );
            ensure!(
                line["bundle"] == "time-scale" && line["stage"].is_string() && line["address"].is_string(),
                "{line}"
            );
            ensure!(line["arguments"]["value"] == 0.5, "{line}");
        }
    }
    Ok(())
}
