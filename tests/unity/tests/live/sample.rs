//! The samples of the package, as Unity copies them into a project, in the test double of an editor.
//!
//! Belongs here: that they compile and do what their README says. Does not: the list of samples (`cargo xtask tidy`).

use crate::editing::make_project;
use crate::mono::repository;
use anyhow::{Result, ensure};
use serde_json::json;
use tests_support::editor::Editor;
use tests_support::unity_versions::{NEWEST, VERSIONS};

const SAMPLE: &str = "sdk/unity/com.unity-tools.bridge/Samples~/SceneReport/SceneReport.cs";

#[test]
fn scene_report_writes_its_result_to_the_console() -> Result<()> {
    for version in [VERSIONS[0], NEWEST] {
        let (project, data) = (make_project()?, tempfile::tempdir()?);
        let folder = project.path().join("Assets/Editor");
        std::fs::create_dir(&folder)?;
        std::fs::copy(repository(SAMPLE), folder.join("SceneReport.cs"))?;
        let started = Editor::start_version("the samples of the package", version, project.path(), data.path())?;
        let Some(mut editor) = started else {
            return Ok(());
        };
        let executed = editor.ask("menu", json!({"item": "Tools/Scene Report"}))?;
        ensure!(executed["executed"] == true, "{executed}");
        loop {
            let line = editor.wait_for("log")?;
            ensure!(line["level"] != "error", "{line}");
            if line["text"] == "Tools/Scene Report: 2 objects, 0 missing scripts" {
                break;
            }
        }
        editor.quit()?;
    }
    Ok(())
}
