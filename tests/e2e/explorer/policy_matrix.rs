//! The whole matrix: each guarded tool under every combination of settings, with the gate that must answer first.

use super::handshake::TOOLS;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions, TestHost};

/// Which allowlist a tool asks.
#[derive(Clone, Copy, PartialEq)]
enum List {
    None,
    Components,
    Members,
    Hooks,
}

/// One guarded tool: its arguments, and its gates.
struct Guarded {
    tool: &'static str,
    arguments: Value,
    eval: bool,
    confirm: bool,
    list: List,
}

const LIGHT: &str = "UnityEngine.Light";
const HOOK: &str = "System.Void UnityEngine.GameObject::SetActive(System.Boolean)";

async fn guarded_calls(explorer: &Explorer) -> Result<Vec<Guarded>> {
    let light = explorer.object("/Lighting/Point Light").await?;
    let twin = explorer.object("/Names/yes").await?;
    let other = explorer.object("/Names/010").await?;
    let row = |tool, arguments, eval, confirm, list| Guarded {
        tool,
        arguments,
        eval,
        confirm,
        list,
    };
    Ok(vec![
        row(
            "SetActive",
            json!({ "objectId": light, "active": true }),
            false,
            true,
            List::None,
        ),
        row("SelectObject", json!({ "objectId": light }), false, false, List::None),
        row(
            "SetMember",
            json!({ "objectId": light, "componentType": LIGHT, "member": "m_Intensity", "jsonValue": "2" }),
            false,
            true,
            List::Members,
        ),
        row(
            "CallMethod",
            json!({ "objectId": light, "componentType": LIGHT, "method": "Reset" }),
            true,
            true,
            List::Members,
        ),
        row(
            "AddComponent",
            json!({ "objectId": light, "type": "UnityEngine.AudioSource" }),
            false,
            true,
            List::Components,
        ),
        row(
            "RemoveComponent",
            json!({ "objectId": light, "typeOrIndex": "UnityEngine.AudioSource" }),
            false,
            true,
            List::Components,
        ),
        row(
            "RemoveComponent",
            json!({ "objectId": light, "typeOrIndex": "77" }),
            false,
            true,
            List::None,
        ),
        row(
            "HookAdd",
            json!({ "type": "UnityEngine.GameObject", "method": "SetActive" }),
            false,
            true,
            List::Hooks,
        ),
        row(
            "HookSetEnabled",
            json!({ "signature": HOOK, "enabled": true }),
            false,
            true,
            List::Hooks,
        ),
        row(
            "HookSetSource",
            json!({ "signature": HOOK, "source": "class A {}" }),
            true,
            true,
            List::Hooks,
        ),
        row("HookRemove", json!({ "signature": HOOK }), false, true, List::None),
        row(
            "Reparent",
            json!({ "objectId": twin, "newParentId": other }),
            false,
            true,
            List::None,
        ),
        row("DestroyObject", json!({ "objectId": twin }), false, true, List::None),
        row("ConsoleEval", json!({ "code": "1" }), true, true, List::None),
        row(
            "WriteConsoleScript",
            json!({ "path": "a.cs", "content": "1" }),
            false,
            true,
            List::None,
        ),
        row("RunConsoleScript", json!({ "path": "a.cs" }), true, true, List::None),
        row(
            "DeleteConsoleScript",
            json!({ "path": "a.cs" }),
            false,
            true,
            List::None,
        ),
        row("WriteStartupScript", json!({ "content": "1" }), true, true, List::None),
        row(
            "SetStartupScriptEnabled",
            json!({ "enabled": true }),
            true,
            true,
            List::None,
        ),
        row("RunStartupScript", json!({}), true, true, List::None),
        row("SetTimeScale", json!({ "value": 1 }), false, true, List::None),
        row("SpawnTestUi", json!({}), false, true, List::None),
        row("DestroyTestUi", json!({}), false, true, List::None),
    ])
}

/// One combination of settings.
#[derive(Clone, Copy, Debug)]
struct Settings {
    writes: bool,
    require: bool,
    confirm: Option<bool>,
    eval: bool,
    listed: bool,
}

impl Settings {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for bits in 0..16_u8 {
            let bit = |at: u8| bits & (1 << at) != 0;
            for confirm in [None, Some(false), Some(true)] {
                all.push(Self {
                    writes: bit(0),
                    require: bit(1),
                    eval: bit(2),
                    listed: bit(3),
                    confirm,
                });
            }
        }
        all
    }

    /// The message and a word of the hint of the first gate that must refuse; `None` where all let it through.
    fn refusal(self, row: &Guarded) -> Option<(&'static str, &'static str)> {
        if row.eval && !self.eval {
            return Some(("ConsoleEval disabled", "enable-console-eval"));
        }
        if !self.writes {
            return Some(("Writes disabled", "allow-writes"));
        }
        if row.confirm && self.require && self.confirm != Some(true) {
            return Some(("Confirmation required", "confirm=true"));
        }
        match row.list {
            _ if self.listed => None,
            List::None => None,
            List::Components => Some(("No components are allowlisted", "component-allowlist")),
            List::Members => Some(("Denied by allowlist", "reflection-allowlist-members")),
            List::Hooks => Some(("Denied by hook allowlist", "hook-allowlist-signatures")),
        }
    }
}

const CEILING: &str = r#"
[policy]
allow-writes = false

[policy.ceiling]
allow-writes = true
require-confirm = false
enable-console-eval = true
component-allowlist = ["UnityEngine.AudioSource"]
reflection-allowlist-members = ["UnityEngine.Light.m_Intensity", "UnityEngine.Light.Reset"]
hook-allowlist-signatures = ["UnityEngine.GameObject"]
"#;

/// Tools of which a refusal also says that no policy makes them work on a folder.
const NEED_UNITY: &[&str] = &["CallMethod", "ConsoleEval", "RunConsoleScript", "RunStartupScript"];

async fn start() -> Result<TestHost> {
    HostOptions::new().config(CEILING).start().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_the_first_policy_rule_that_denies_a_call() -> Result<()> {
    let host = start().await?;
    let explorer = Explorer::new(&host)?;
    let rows = guarded_calls(&explorer).await?;
    // Every tool that is not read-only has a row.
    let client = host.client_of("all").await?;
    for tool in client.list_tools().await? {
        let name = tool["name"].as_str().context("name")?;
        let writes = tool["annotations"]["readOnlyHint"] != true;
        let known = rows.iter().any(|row| row.tool == name) || name == "SetConfig";
        ensure!(
            !TOOLS.contains(&name) || writes == known,
            "{name}: writes {writes}, in the matrix {known}"
        );
    }
    for settings in Settings::all() {
        let list = |names: &[&str]| if settings.listed { json!(names) } else { json!([]) };
        let change = json!({
            "allowWrites": settings.writes,
            "requireConfirm": settings.require,
            "enableConsoleEval": settings.eval,
            "componentAllowlist": list(&["UnityEngine.AudioSource"]),
            "reflectionAllowlistMembers": list(&["UnityEngine.Light.Reset", "UnityEngine.Light.m_Intensity"]),
            "hookAllowlistSignatures": list(&["UnityEngine.GameObject"]),
        });
        let mut confirmed = change.clone();
        confirmed["confirm"] = json!(true);
        explorer.write("SetConfig", confirmed).await?;
        let config = explorer.json("GetConfig", json!({})).await?;
        for (key, value) in change.as_object().into_iter().flatten() {
            ensure!(&config[key] == value, "{key}: {config}");
        }
        for row in &rows {
            let mut arguments = row.arguments.clone();
            if let Some(confirm) = settings.confirm.filter(|_| row.confirm) {
                arguments["confirm"] = json!(confirm);
            }
            let json = explorer.json(row.tool, arguments).await?;
            let shown = format!("{} under {settings:?}: {json}", row.tool);
            let refusal = settings.refusal(row);
            let is_of_list = refusal.is_some_and(|(message, _)| message == "Denied by allowlist");
            match refusal {
                // No allowlist is named that nothing could come of.
                Some(_) if is_of_list && NEED_UNITY.contains(&row.tool) => {
                    ensure!(json["error"]["kind"] == "NotReady", "{shown}");
                    ensure!(json.to_string().contains("needs a running Unity"), "{shown}");
                }
                Some((message, hint)) => {
                    let error = &json["error"];
                    ensure!(
                        json["ok"] == false && error["message"] == message,
                        "expected `{message}`: {shown}"
                    );
                    ensure!(error["kind"] == "PermissionDenied", "{shown}");
                    ensure!(
                        error["hint"].as_str().is_some_and(|text| text.contains(hint)),
                        "no `{hint}`: {shown}"
                    );
                    let also = error["hint"].to_string().contains("also needs a running Unity");
                    ensure!(also == NEED_UNITY.contains(&row.tool), "{shown}");
                }
                // Behind the gates the tool answers: done, nothing there, or a Unity that is not running.
                None => ensure!(json["error"]["kind"] != "PermissionDenied", "{shown}"),
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_whole_config_change_if_a_key_exceeds_the_ceiling() -> Result<()> {
    let host = HostOptions::new()
        .config("[policy]\ncomponent-allowlist = [\"UnityEngine.Light\"]\n")
        .start()
        .await?;
    let explorer = Explorer::new(&host)?;
    let before = explorer.json("GetConfig", json!({})).await?;
    for (key, wider) in [
        ("allowWrites", json!(true)),
        ("requireConfirm", json!(false)),
        ("enableConsoleEval", json!(true)),
        ("componentAllowlist", json!(["UnityEngine.Light", "UnityEngine.Camera"])),
        ("reflectionAllowlistMembers", json!(["UnityEngine.Light.range"])),
        ("hookAllowlistSignatures", json!(["UnityEngine.GameObject"])),
    ] {
        // A narrowing beside it is not made either.
        let mut change = json!({ "componentAllowlist": [], "confirm": true });
        change[key] = wider;
        let error = explorer.expect_refusal("SetConfig", change.clone()).await?;
        let told = error.to_string();
        ensure!(told.contains("policy.ceiling"), "{change}: {error}");
        ensure!(
            explorer.json("GetConfig", json!({})).await? == before,
            "{change} changed something"
        );
    }
    explorer
        .write(
            "SetConfig",
            json!({ "componentAllowlist": [], "allowWrites": null, "confirm": true }),
        )
        .await?;
    let after = explorer.json("GetConfig", json!({})).await?;
    ensure!(after["componentAllowlist"] == json!([]), "{after}");
    let error = explorer
        .expect_refusal(
            "SetConfig",
            json!({ "componentAllowlist": ["UnityEngine.Light"], "confirm": true }),
        )
        .await;
    // Up to the ceiling it may be widened again.
    ensure!(error.is_err(), "the ceiling equals the file's policy: {error:?}");
    let after = explorer.json("GetConfig", json!({})).await?;
    ensure!(after["componentAllowlist"] == json!(["UnityEngine.Light"]), "{after}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn policy_change_requires_confirmation_even_if_it_narrows() -> Result<()> {
    // The operator wants no confirmations of other tools.
    let host = HostOptions::new()
        .config("[policy]\nallow-writes = true\nrequire-confirm = false\n")
        .start()
        .await?;
    let explorer = Explorer::new(&host)?;
    let before = explorer.json("GetConfig", json!({})).await?;
    ensure!(
        before["allowWrites"] == true && before["requireConfirm"] == false,
        "{before}"
    );
    for change in [
        json!({ "allowWrites": false }),
        json!({ "allowWrites": false, "confirm": false }),
        json!({ "requireConfirm": true }),
        json!({ "restart": true }),
    ] {
        let error = explorer.expect_refusal("SetConfig", change.clone()).await?;
        ensure!(error["message"] == "Confirmation required", "{change}: {error}");
        ensure!(
            explorer.json("GetConfig", json!({})).await? == before,
            "{change} changed something"
        );
    }
    explorer
        .write("SetConfig", json!({ "allowWrites": false, "confirm": true }))
        .await?;
    let after = explorer.json("GetConfig", json!({})).await?;
    ensure!(after["allowWrites"] == false, "{after}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restart_reloads_config_file_in_the_same_process() -> Result<()> {
    let host = start().await?;
    let explorer = Explorer::new(&host)?;
    let pid = host.pid()?;
    explorer
        .write("SetConfig", json!({ "allowWrites": true, "confirm": true }))
        .await?;
    explorer
        .write("SetConfig", json!({ "restart": true, "confirm": true }))
        .await?;
    let config = explorer.json("GetConfig", json!({})).await?;
    ensure!(config["allowWrites"] == false && host.pid()? == pid, "{config}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_confirm_argument_if_the_user_must_confirm() -> Result<()> {
    let host = HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", "person")
        .start()
        .await?;
    let explorer = Explorer::new(&host)?;
    let error = explorer
        .expect_refusal("SetTimeScale", json!({ "value": 1, "confirm": true }))
        .await?;
    ensure!(
        error["message"] == "Confirmation required" && error["hint"].to_string().contains("confirm-by"),
        "{error}"
    );
    Ok(())
}
