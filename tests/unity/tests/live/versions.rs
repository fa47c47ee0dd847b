//! The editor half of the package with the API of each supported version, in the test double of an editor.
//!
//! Belongs here: what could differ between versions, above all ids of objects. Does not: what holds in one (`editing.rs`).

use crate::asking::{create_object, member, set};
use crate::editing::{change_script, make_project, wait_for_epoch};
use crate::host::TestHost;
use anyhow::Result;
use serde_json::json;
use tests_support::editor::Editor;
use tests_support::unity_versions::{NEWEST, VERSIONS, Version};

async fn edit_in(version: Version) -> Result<()> {
    let (host, project) = (TestHost::start().await?, make_project()?);
    let what = "an editor of each version";
    let Some(mut editor) = Editor::start_version(what, version, project.path(), host.data.path())? else {
        return Ok(());
    };
    let hello = host.wait_for_link().await?;
    assert_eq!(hello.unity, version.tag);
    let lamp = create_object(&host, "Lamp", [0.0, 5.0, 0.0], &["Lamp"]).await?;
    let is_long = lamp.0.unsigned_abs() > 1 << 53;
    assert_eq!(is_long, version == NEWEST, "{lamp} in {}", version.line);
    set(&host, lamp, "Lamp", "power", json!(2.5)).await?;
    assert_eq!(member(&host, lamp, "Lamp", "power").await?, json!(2.5));
    editor.ask("undo", json!({}))?;
    assert_eq!(member(&host, lamp, "Lamp", "power").await?, json!(1));
    change_script(project.path(), 1)?;
    editor.ask("refresh", json!({}))?;
    editor.wait_for("loaded")?;
    wait_for_epoch(&host, 2).await?;
    assert_eq!(
        member(&host, lamp, "Lamp", "power").await?,
        json!(1),
        "the id is that of before the reload"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn editor_of_each_version_edits_and_undoes() -> Result<()> {
    for version in VERSIONS {
        edit_in(version).await?;
    }
    Ok(())
}
