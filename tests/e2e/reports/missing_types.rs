//! Report 01: an object of `[SerializeReference]` whose class is gone, and the users of a plain class.

use super::{HEAD, behaviour, members, notes, object, rows, script, served};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_projects::{TinyProject, guid, instance};

const PREFAB: &str = "Assets/Ship.prefab";
const SCENE: &str = "Assets/Port.unity";
const LIST: &str = "Assets/List.asset";

/// A ship with two barrels, and instances of it whose deck holds nothing, a heavier barrel, a class that is gone, and a chest.
fn port() -> TinyProject {
    let project = TinyProject::new();
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.vendor.pallets": "1.0.0"}}"#,
    );
    let ship = "namespace Harbour {\n  public interface ICargo {}\n  [Serializable] public class Barrel : ICargo { public int litres = 1; }\n  [Serializable] public class Chest : ICargo { public int coins = 2; }\n  public class Ship : MonoBehaviour {\n    [SerializeReference] public ICargo deck;\n    [SerializeReference] public List<ICargo> hold;\n  }\n}";
    project.asset("Assets/Ship.cs", &guid('a'), script(ship));
    let list = "namespace Harbour {\n  public class CargoList : ScriptableObject {\n    [SerializeReference] public ICargo first;\n    [SerializeReference] public ICargo second;\n  }\n}";
    project.asset("Assets/CargoList.cs", &guid('b'), script(list));
    let fields = "  deck:\n    rid: 100\n  hold:\n  - rid: 101\n  references:\n    version: 2\n    RefIds:\n    - rid: 100\n      type: {class: Barrel, ns: Harbour, asm: Assembly-CSharp}\n      data:\n        litres: 40\n    - rid: 101\n      type: {class: Barrel, ns: Harbour, asm: Assembly-CSharp}\n      data:\n        litres: 50\n";
    let ship = object(11, "Ship", &[13]) + &behaviour(13, 11, &guid('a'), fields);
    project.asset(PREFAB, &guid('c'), format!("{HEAD}{ship}"));
    let of = |id, name, mods: &[(i64, &str, &str)]| {
        let named = [&[(11, "m_Name", name)], mods].concat();
        instance(id, &guid('c'), 0, &named)
    };
    let scene = [
        of(31, "Empty", &[(13, "deck", "-2"), (13, "'managedReferences[-2]'", "")]),
        of(32, "Full", &[(13, "'managedReferences[100].litres'", "90")]),
        of(
            33,
            "Sunken",
            &[
                (13, "deck", "7001"),
                (13, "'managedReferences[7001]'", "Assembly-CSharp Harbour.Wreck"),
                (13, "'managedReferences[7001].depth'", "3"),
            ],
        ),
        of(
            34,
            "Rich",
            &[
                (13, "deck", "7002"),
                (13, "'managedReferences[7002]'", "Assembly-CSharp Harbour.Chest"),
                (13, "'managedReferences[7002].coins'", "9"),
            ],
        ),
    ];
    project.asset(SCENE, &guid('d'), format!("{HEAD}{}", scene.concat()));
    let fields = "  first:\n    rid: 1\n  second:\n    rid: 2\n  references:\n    version: 2\n    RefIds:\n    - rid: 1\n      type: {class: Wreck, ns: Harbour, asm: Assembly-CSharp}\n      data:\n        depth: 4\n    - rid: 2\n      type: {class: Pallet, ns: Vendor, asm: Vendor.Pallets}\n      data:\n        boxes: 5\n";
    project.asset(
        LIST,
        &guid('e'),
        format!("{HEAD}{}", behaviour(11_400_000, 0, &guid('b'), fields)),
    );
    project
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_missing_classes_and_marks_absent_packages_unverifiable() -> Result<()> {
    let project = port();
    let (_host, client) = served(project.root()).await?;
    let found = client.ask("missing_references", json!({ "group": "none" })).await?;
    let names = ["problem", "file", "path", "class", "namespace", "assembly"];
    let mut gone = members(&found, names)?;
    gone.sort_by_key(|row| row[1].to_string());
    let row = |file: &str, path: Value| {
        [
            json!("missing_type"),
            json!(file),
            path,
            json!("Wreck"),
            json!("Harbour"),
            json!("Assembly-CSharp"),
        ]
    };
    ensure!(
        gone == [row(LIST, Value::Null), row(SCENE, json!("/Sunken"))],
        "{found}"
    );
    ensure!(found["total"] == 2, "{found}");
    let field = members(&found, ["file", "field"])?;
    ensure!(
        field.contains(&[json!(SCENE), json!("managedReferences[7001]")]),
        "{found}"
    );
    let unverifiable = client
        .ask("missing_references", json!({ "group": "none", "kind": "unverifiable" }))
        .await?;
    let open = members(&unverifiable, ["problem", "file", "field"])?;
    ensure!(
        open == [[json!("unverifiable"), json!(LIST), json!("second")]],
        "{unverifiable}"
    );
    let why = unverifiable["rows"][0]["context"].as_str().unwrap_or_default();
    for part in ["Vendor.Pallet", "com.vendor.pallets"] {
        ensure!(why.contains(part), "no {part} in {why}");
    }
    ensure!(found["unverifiable"]["count"] == 1, "{found}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn marks_only_values_of_missing_classes() -> Result<()> {
    let project = port();
    let (_host, client) = served(project.root()).await?;
    let deck = async |path: &str| {
        let asked = json!({ "objects": [path], "types": ["Ship"] });
        let found = client.ask("get_components", asked).await?;
        ensure!(rows(&found)?.len() == 1, "{found}");
        // Each field is declared, so that no note says otherwise.
        ensure!(!notes(&found).contains("declares the types"), "{found}");
        Ok(found["rows"][0]["values"]["deck"].clone())
    };
    let sunken = deck("/Sunken").await?;
    ensure!(
        sunken["$type"] == "Assembly-CSharp:Harbour.Wreck"
            && sunken["depth"] == "3"
            && sunken["$missing"]
                .as_str()
                .is_some_and(|why| why.contains("Assembly-CSharp")),
        "{sunken}"
    );
    ensure!(deck("/Full").await? == json!({ "$type": "Assembly-CSharp:Harbour.Barrel", "litres": 90 }));
    ensure!(deck("/Rich").await? == json!({ "$type": "Assembly-CSharp:Harbour.Chest", "coins": 9 }));
    ensure!(deck("/Empty").await? == Value::Null);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finds_fields_that_reference_a_plain_class() -> Result<()> {
    let project = port();
    let (_host, client) = served(project.root()).await?;
    let users = async |target: &str| {
        let found = client.ask("find_references", json!({ "target": target })).await?;
        ensure!(found["complete"] == true, "{found}");
        members(&found, ["file", "path", "field"])
    };
    let row = |file: &str, path: &str, field: &str| [json!(file), json!(path), json!(field)];
    let barrels = [row(PREFAB, "/Ship", "deck"), row(PREFAB, "/Ship", "hold[0]")];
    ensure!(users("Barrel").await? == barrels, "{:?}", users("Barrel").await?);
    let chests = users("Chest").await?;
    ensure!(chests == [row(SCENE, "/Rich", "managedReferences[7002]")], "{chests:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_a_null_managed_reference_as_one_override() -> Result<()> {
    let project = port();
    let (_host, client) = served(project.root()).await?;
    let found = client.ask("prefab_overrides", json!({ "objects": ["/Empty"] })).await?;
    let changed = members(&found, ["field", "value", "source_value"])?;
    let barrel = json!({ "$type": "Assembly-CSharp:Harbour.Barrel", "litres": 40 });
    let expected = [
        [json!("m_Name"), json!("Empty"), json!("Ship")],
        [json!("deck"), Value::Null, barrel],
    ];
    ensure!(changed == expected && found["total"] == 2, "{found}");
    Ok(())
}
