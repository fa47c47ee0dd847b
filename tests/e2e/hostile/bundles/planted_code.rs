//! Code that Unity runs later, brought in as a mere write.

use anyhow::{Result, ensure};
use serde_json::json;
use tests_support::{Explorer, HostOptions};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn write_permission_does_not_permit_startup_scripts() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let explorer = Explorer::new(&host)?;
    for (tool, arguments) in [
        ("WriteStartupScript", json!({ "content": "Evil();" })),
        ("SetStartupScriptEnabled", json!({ "enabled": true })),
        (
            "WriteConsoleScript",
            json!({ "path": "startup.cs", "content": "Evil();" }),
        ),
        (
            "WriteConsoleScript",
            json!({ "path": "./STARTUP.cs", "content": "Evil();" }),
        ),
        (
            "WriteConsoleScript",
            json!({ "path": "startup.disabled.cs", "content": "Evil();" }),
        ),
        (
            "WriteConsoleScript",
            json!({ "path": "./Startup.DISABLED.cs", "content": "Evil();" }),
        ),
        ("DeleteConsoleScript", json!({ "path": "startup.cs" })),
        ("DeleteConsoleScript", json!({ "path": "a/../startup.disabled.cs" })),
    ] {
        let error = explorer.expect_refusal(tool, arguments.clone()).await?;
        ensure!(error["kind"] == "PermissionDenied", "{tool} {arguments}: {error}");
        let through = arguments.get("path").is_none() || error.to_string().contains("use WriteStartupScript");
        ensure!(through, "{tool} {arguments} does not name the tool that may: {error}");
        let startup = explorer.json("GetStartupScript", json!({})).await?;
        ensure!(
            startup["content"].is_null() && startup["enabled"] == false,
            "{tool} {arguments}: {startup}"
        );
    }
    let ordinary = json!({ "path": "tool.cs", "content": "1" });
    explorer.write("WriteConsoleScript", ordinary).await?;
    let saved = json!({ "output_path": "shot.png" });
    let (status, error) = explorer.call("take_screenshot", saved).await?;
    ensure!(
        status == 403 && error.to_string().contains("save_screenshot"),
        "{status} {error}"
    );
    Ok(())
}
