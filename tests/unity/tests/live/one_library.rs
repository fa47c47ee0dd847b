//! The package as one assembly, as mods and games load it that no editor of ours builds.

use crate::asking::objects;
use crate::host::TestHost;
use anyhow::{Result, bail};
use host_bridge::{Command, Gesture, ObjectFilter, Reply, Spot};
use std::collections::BTreeSet;
use tests_support::environment;
use tests_support::mono::mono;
use tests_support::player::{Player, one_library};

#[tokio::test(flavor = "multi_thread")]
async fn single_assembly_package_serves_the_same_functions() -> Result<()> {
    let (parts, one) = (TestHost::start().await?, TestHost::start().await?);
    let what = "the package as one assembly";
    let (Some(_parts), Some(_one)) = (
        Player::start(what, parts.data.path())?,
        Player::with_one_library(what, one.data.path())?,
    ) else {
        return Ok(());
    };
    let served = async |host: &TestHost| {
        anyhow::Ok(
            host.wait_for_link()
                .await?
                .functions
                .into_iter()
                .collect::<BTreeSet<_>>(),
        )
    };
    assert_eq!(served(&one).await?, served(&parts).await?);
    assert_eq!(objects(&one, ObjectFilter::default()).await?.len(), 54);
    // Of the parts that need a module, too.
    let Reply::TestUi(canvas) = one.value(Command::SpawnTestUi).await? else {
        bail!("no test canvas")
    };
    let (object, type_name) = (canvas.blocks[0].1, "Game.Bell".to_owned());
    one.value(Command::AddComponent { object, type_name }).await?;
    let gesture = Gesture::Click(Spot::Object(object));
    let Reply::Touched(touched) = one.value(Command::Act { gesture }).await? else {
        bail!("nothing touched")
    };
    assert_eq!(touched.handlers, ["Game.Bell.OnPointerClick"]);
    Ok(())
}

#[test]
fn single_assembly_omits_parts_whose_module_is_missing() -> Result<()> {
    let what = "the package for a game without physics";
    let Some(player) = environment::unity_player(what)?.filter(|_| mono(what).unwrap_or_default()) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let managed = folder.path().join("Managed");
    std::fs::create_dir(&managed)?;
    let empty = one_library(&managed, &folder.path().join("A.dll")).expect_err("no engine");
    assert!(format!("{empty:#}").contains("IL2CPP"), "{empty:#}");
    for entry in std::fs::read_dir(player.join("3dball_Data/Managed"))? {
        let (name, from) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        if name != "UnityEngine.PhysicsModule.dll" {
            std::fs::copy(from, managed.join(name))?;
        }
    }
    let parts = one_library(&managed, &folder.path().join("out/B.dll"))?;
    assert_eq!(parts, ["Core", "Player", "Image", "UI"]);
    Ok(())
}
