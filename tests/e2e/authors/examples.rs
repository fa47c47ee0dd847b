//! The bundles of `examples/`: the commands of their READMEs, and the answers of their tools.
//!
//! Belongs here: what each example answers on the sample project. Does not: the templates (`languages`).

use super::Author;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tests_support::{HostOptions, component, paths, readme};

/// An example, by the shell blocks of its README.
pub(super) struct Example {
    /// The id of the bundle, which is also its folder.
    pub(super) id: String,
    /// The commands after `new`.
    commands: String,
    language: &'static str,
}

impl Example {
    pub(super) fn read(language: &'static str) -> Result<Self> {
        let file = paths::root().join("examples").join(language).join("README.md");
        let blocks = readme::fenced(&file, "sh")?;
        let (new, commands) = blocks
            .first()
            .and_then(|block| block.split_once('\n'))
            .context("its README shows no commands")?;
        let id = new.split(' ').nth(2).unwrap_or_default().to_owned();
        ensure!(
            new == format!("unity-tool-host new {id} --language {language}"),
            "{new}"
        );
        let serves = blocks
            .get(1)
            .is_some_and(|block| block.trim() == "unity-tool-host serve --tools .");
        ensure!(serves, "{} has no second block that serves", file.display());
        Ok(Self {
            id,
            commands: commands.to_owned(),
            language,
        })
    }

    /// Runs the commands after `new` in the folder above the bundle, then calls the tool.
    pub(super) async fn works(&self, author: &Author, kept: &[(&str, PathBuf)]) -> Result<()> {
        let script = self.commands.replace("PATH/TO", &paths::root().to_string_lossy());
        let said = author.run(Path::new("sh"), &["-euc", &script], "", kept).await?;
        ensure!(said.code == Some(0), "{script}\n{}\n{}", said.output, said.errors);
        for words in ["no fault: 1 tools", "1 examples ran"] {
            ensure!(said.output.contains(words), "no {words:?} in {}", said.output);
        }
        let log_line = "reading Assets/Scenes/";
        ensure!(said.errors.contains(log_line), "no {log_line:?} in {}", said.errors);
        let folder = author.home().join(&self.id);
        // Some languages keep each import of the world, others those that the code uses: in these bundles all of them.
        let imports = component::imports_of_contract(&std::fs::read(paths::component_of(&folder)?)?)?;
        let named = ["host/log", "host/progress", "unity/objects", "unity/scenes"];
        ensure!(
            imports
                .into_iter()
                .eq(named.map(|name| format!("unity-tools:{name}@0.3.0")))
        );
        let host = HostOptions::new().no_bundled().tools(&folder).start().await?;
        let (tool, arguments, right) = case(self.language);
        for client in [host.client().await?, host.stateless()?] {
            ensure!(client.tool_names().await? == [tool]);
            let answer = client.ask(tool, arguments.clone()).await?;
            ensure!(answer == right, "{answer}");
            for (scene, words) in [
                (json!(7), "scene"),
                (json!("été \"quoted\" 日本 😀 \\ \n end"), "日本 😀"),
            ] {
                let wrong = client.call(tool, json!({ "scene": scene })).await?.expect_failure()?;
                ensure!(wrong.contains(words), "no {words:?} in {wrong}");
            }
        }
        Ok(())
    }
}

/// The tool of an example, arguments for it, and the right answer. The answers follow from `tests/fixtures/unity/SAMPLE.md`.
fn case(language: &str) -> (&'static str, Value, Value) {
    let (main, arena) = ("Assets/Scenes/Main.unity", "Assets/Scenes/Arena.unity");
    match language {
        "rust" => {
            let tags = [
                ("Untagged", 35),
                ("Pickup", 4),
                ("Enemy", 3),
                ("Boss", 1),
                ("MainCamera", 1),
            ];
            let tags = tags.map(|(tag, objects)| json!({"tag": tag, "objects": objects}));
            (
                "count_tags",
                json!({"scene": "Arena"}),
                json!({"scene": arena, "tags": tags}),
            )
        }
        "js" => {
            let names = [("Lid", 4), ("Label", 3), ("Button #2", 2), ("Twin", 2)];
            let names = names.map(|(name, objects)| json!({"name": name, "objects": objects}));
            (
                "list_shared_names",
                json!({"scene": "Main"}),
                json!({"scene": main, "names": names}),
            )
        }
        "ts" => {
            let objects = [1, 2, 3, 4, 5].map(|item| format!("/HUD Canvas/Scroll View/Viewport/Content/Item {item}"));
            let answer = json!({"scene": main, "deepest": 4, "objects": objects});
            ("list_deep_objects", json!({"scene": "Main", "levels": 4}), answer)
        }
        "python" => {
            let slash = "`Transform.Find` reads the `/` in the name as a separator";
            let rows = json!([
                {"path": "/Names/trailing space ", "problem": "the name begins or ends with a blank"},
                {"path": "/Names/Left/Right", "problem": slash},
            ]);
            ("check_names", json!({"scene": main}), json!({ "result": rows }))
        }
        "c" => {
            let objects = [("/Squad/Leader", 7), ("/Squad/Wing Left", 6), ("/Squad/Wing Right", 6)];
            let objects = objects.map(|(path, components)| json!({"path": path, "components": components}));
            let answer = json!({"scene": arena, "objects": objects});
            ("list_heavy_objects", json!({"scene": "Arena", "limit": 3}), answer)
        }
        _ => {
            let objects = [
                "/Lighting/Night/Spot Light",
                "/Player/Weapon/Muzzle",
                "/Crates/Hidden Crate/Lid",
                "/Disabled Root/Active Child",
                "/Disabled Root/Active Child/Grandchild",
                "/HUD Canvas/Options Panel/Apply",
                "/HUD Canvas/Options Panel/Apply/Label",
            ];
            (
                "list_hidden_objects",
                json!({"scene": "Main"}),
                json!({"scene": main, "objects": objects}),
            )
        }
    }
}
