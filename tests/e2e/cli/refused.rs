//! Whatever the operator's words do not reach is no success: exit codes for people and for CI.

use super::Cli;
use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The text of the configuration, with which bundles beside it, and the words that name what is wrong.
struct Case {
    config: &'static str,
    bundle: Option<fn() -> Result<Vec<u8>>>,
    says: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        config: "",
        bundle: Some(|| Ok(b"this is no component at all".to_vec())),
        says: &["mine", "component"],
    },
    Case {
        config: "",
        bundle: Some(|| guests::component(guests::UNGRANTED)),
        says: &["mine", "unity-tools:unity/objects-edit"],
    },
    Case {
        config: "[bundles.time-scael]\nenabled = true\n",
        bundle: None,
        says: &["`[bundles.time-scael]`", "did you mean `time-scale`?"],
    },
    Case {
        config: "[bundles.objects]\ngrants = { deny = [\"unity-tools:unity/object-edit\"] }\n",
        bundle: None,
        says: &[
            "`unity-tools:unity/object-edit`",
            "did you mean `unity-tools:unity/objects-edit`?",
        ],
    },
    Case {
        config: "[bundles.time-scale]\ntools = { deny = [\"SetTimeScal\"] }\n",
        bundle: None,
        says: &["`SetTimeScal`", "did you mean `SetTimeScale`?"],
    },
    Case {
        config: "[policy]\ndisabled-categories = [\"tmie\"]\n",
        bundle: None,
        says: &["`tmie`, which is no category here"],
    },
    Case {
        config: "",
        bundle: None,
        says: &["no bundle.toml in"],
    },
];

#[tokio::test]
async fn rejected_bundles_and_unknown_names_exit_with_error() -> Result<()> {
    for case in CASES {
        let cli = Cli::new()?;
        let config = cli.path().join("unity-tool-host.toml");
        std::fs::write(&config, case.config)?;
        let bundles = cli.path().join("bundles");
        std::fs::create_dir(&bundles)?;
        if let Some(bytes) = case.bundle {
            guests::write_bundle(&bundles.join("mine"), "mine", &bytes()?)?;
        }
        let bundles = bundles.to_str().context("a plain path")?;
        for command in [
            &["list"][..],
            &["list", "--json"],
            &["call", "GetTimeScale", "{}"],
            &["serve", "--check"],
        ] {
            let arguments = [command, &["--tools", bundles]].concat();
            let said = cli.run(&arguments).await?;
            ensure!(
                said.code == Some(1),
                "{arguments:?} exits {:?}: {}",
                said.code,
                said.errors
            );
            for word in case.says {
                ensure!(
                    said.errors.contains(word),
                    "{arguments:?}: no {word:?} in: {}",
                    said.errors
                );
            }
            // What can be answered is answered all the same.
            ensure!(!said.output.is_empty(), "{arguments:?} printed nothing");
        }
    }
    Ok(())
}

/// The caller on the command line may grant what is missing, and sees all that is wrong.
#[tokio::test]
async fn ungranted_call_also_reports_invalid_arguments() -> Result<()> {
    let cli = Cli::new()?;
    let bundles = cli.path().join("bundles");
    guests::write_bundle(&bundles.join("mine"), "mine", &guests::component(guests::UNGRANTED)?)?;
    let bundles = bundles.to_str().context("a plain path")?;
    for (arguments, does_not_fit) in [(r#"{"id":"obj:1"}"#, false), (r#"{"idd":"obj:1"}"#, true)] {
        let said = cli
            .run(&["call", "ungranted_destroy", arguments, "--tools", bundles])
            .await?;
        ensure!(said.code == Some(1), "exit {:?}: {}", said.code, said.errors);
        let all = format!("{}{}", said.output, said.errors);
        ensure!(
            all.contains("its bundle `mine` is not granted unity-tools:unity/objects-edit"),
            "{all}"
        );
        ensure!(
            all.contains("the call would fail in any case: ") == does_not_fit,
            "{all}"
        );
        ensure!(all.contains("`id`") == does_not_fit, "{all}");
    }
    Ok(())
}

#[tokio::test]
async fn dev_rejects_folders_without_a_bundle() -> Result<()> {
    let cli = Cli::new()?;
    std::fs::create_dir(cli.path().join("empty"))?;
    let empty = cli.run(&["dev", "empty"]).await?;
    empty.expect_refusal(&["empty contains no bundle.toml", "`unity-tool-host new`"])?;
    let nowhere = cli.run(&["dev", "nowhere"]).await?;
    nowhere.expect_refusal(&["cannot open nowhere"])
}

#[tokio::test]
async fn check_reports_each_misspelled_tool_once() -> Result<()> {
    let cli = Cli::new()?;
    let config = "[bundles.time-scale]\ntools = { deny = [\"SetTimeScal\"], allow = [\"GetTimeScal\"] }\n";
    std::fs::write(cli.path().join("unity-tool-host.toml"), config)?;
    let said = cli.run(&["serve", "--check"]).await?;
    let (log, report): (Vec<&str>, Vec<&str>) = said.errors.lines().partition(|line| line.contains(" WARN "));
    for name in ["`SetTimeScal`", "`GetTimeScal`"] {
        for (part, lines) in [("log", &log), ("report", &report)] {
            let count = lines.iter().filter(|line| line.contains(name)).count();
            ensure!(
                count == 1,
                "{name} is printed {count} times in the {part}: {}",
                said.errors
            );
        }
    }
    Ok(())
}

#[tokio::test]
async fn check_prints_values_and_bundles_as_json() -> Result<()> {
    let cli = Cli::new()?;
    let said = cli
        .run(&["serve", "--check", "--json", "--set", "policy.allow-writes=true"])
        .await?;
    ensure!(said.code == Some(0), "{}", said.errors);
    let printed: Value = serde_json::from_str(&said.output).with_context(|| said.output.clone())?;
    let writes = &printed["values"]["policy.allow-writes"];
    ensure!(
        writes["value"] == true && writes["origin"] == "flag --set policy.allow-writes",
        "{writes}"
    );
    let bundles = printed["bundles"].as_array().context("bundles")?;
    let objects = bundles
        .iter()
        .find(|bundle| bundle["id"] == "objects")
        .context("objects")?;
    ensure!(
        objects["state"] == "published" && objects["error"].is_null(),
        "{objects}"
    );
    ensure!(objects["tools"].as_u64().is_some_and(|tools| tools > 0), "{objects}");
    let save = bundles.iter().find(|bundle| bundle["id"] == "save").context("save")?;
    ensure!(save["state"] == "not granted", "{save}");
    let remedy = save["error"].as_str().context("what to add")?;
    ensure!(
        remedy.contains(r#"add `[bundles.save] grants = ["unity-tools:unity/edits-save"]`"#),
        "{remedy}"
    );
    Ok(())
}
