//! What a file is given looks as Unity itself would have written it, also where C# has another form.

use super::every_kind::{FILE, opened};
use super::*;
use std::fs;
use unity_project::DiskChange;

fn everything(session: &mut Session) {
    session.disk_changed(&DiskChange {
        everything: true,
        ..DiskChange::default()
    });
}

#[test]
fn a_reference_to_a_prefab_is_of_type_3_also_where_its_meta_is_older_than_its_importer() {
    let (copy, mut session, object, _) = opened("GameObject v", "v: {fileID: 0}", "");
    let guid = "0123456789abcdef0123456789abcde3";
    let prefab = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &5\nGameObject:\n  m_Component:\n  - component: {fileID: 6}\n  \
                  m_Name: Old\n  m_IsActive: 1\n--- !u!4 &6\nTransform:\n  m_GameObject: {fileID: 5}\n  m_Children: []\n  m_Father: \
                  {fileID: 0}\n";
    fs::write(copy.root().join("Assets/Old.prefab"), prefab).expect("a file");
    let meta = format!("fileFormatVersion: 2\nguid: {guid}\nNativeFormatImporter:\n  mainObjectFileID: 100100000\n");
    fs::write(copy.root().join("Assets/Old.prefab.meta"), meta).expect("a file");
    everything(&mut session);
    apply(
        &mut session,
        vec![set(object, "Kinds", "v", &json!("Assets/Old.prefab"))],
        None,
    )
    .expect("set");
    save(&mut session, &[FILE]).expect("saved");
    let line = format!("  v: {{fileID: 5, guid: {guid}, type: 3}}\n");
    assert!(copy.read(FILE).contains(&line), "{}", copy.read(FILE));
}
