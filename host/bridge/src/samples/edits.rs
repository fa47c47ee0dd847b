//! Samples of edits, plans and the edit journal.

use super::{OBJECT, some_text, text};
use crate::command::Command;
use crate::model::{
    AssetChange, AssetPart, CursorPage, EditChange, EditComponent, EditDone, EditEntry, EditNeed, EditPlan,
    EditRequest, EditTarget, EditTouches, FileChanges, LineChange, Rows, SavedFile, ValueText, WrittenNeed,
};
use crate::reply::Reply;

/// A sample number above 2^53, which JSON contains as text.
const LARGE: u64 = (1 << 53) + 1;

fn value(json: &str) -> ValueText {
    ValueText::from_json_text(text(json))
}

fn sample_touches() -> EditTouches {
    EditTouches {
        objects: vec![OBJECT],
        needs: vec![
            EditNeed::Component {
                type_name: text("UnityEngine.Light"),
            },
            EditNeed::Components {
                type_names: vec![text("UnityEngine.Light"), text("UnityEngine.BoxCollider")],
            },
            EditNeed::Member {
                type_name: text("UnityEngine.Light"),
                member: text("m_Intensity"),
                csharp_name: some_text("intensity"),
            },
        ],
    }
}

pub(super) fn commands() -> Vec<Command> {
    let object = EditTarget::Object(OBJECT);
    let batch = vec![
        EditRequest::Set {
            object,
            component: EditComponent::ByType(text("Light")),
            path: text("m_Color"),
            value: value("[1,0.5,0,1]"),
        },
        EditRequest::SetActive {
            object: EditTarget::Made(0),
            active: true,
        },
        EditRequest::Create {
            name: text("Lamp"),
            parent: Some(object),
            scene: some_text("scn:3"),
            position: Some(value("[0,1.5,0]")),
            components: vec![text("Light")],
        },
        EditRequest::Instantiate {
            prefab: text("Assets/Lamp.prefab"),
            parent: None,
            scene: None,
            position: None,
        },
        EditRequest::Destroy { object },
        EditRequest::Reparent {
            object,
            parent: Some(EditTarget::Made(2)),
            index: Some(0),
            keep_world: true,
        },
        EditRequest::AddComponent {
            object,
            type_name: text("Light"),
        },
        EditRequest::RemoveComponent {
            object,
            component: EditComponent::ByIndex(1),
        },
    ];
    vec![
        Command::PreviewEdits { edits: batch.clone() },
        Command::PreviewUndo { entries: vec![4, 7] },
        Command::ListEntries {
            page: CursorPage {
                limit: 50,
                cursor: some_text("c"),
                max_bytes: 16_384,
            },
        },
        Command::PreviewSave {
            files: vec![text("Assets/Main.unity")],
        },
        Command::SaveFiles {
            files: vec![text("Assets/Main.unity"), text("Assets/Arena.unity")],
            needs: Some(sample_touches().needs),
        },
        Command::ApplyEdits {
            edits: batch,
            digest: some_text("00ff"),
            touches: sample_touches(),
        },
        Command::UndoEdits {
            entries: vec![7],
            digest: None,
            touches: sample_touches(),
        },
    ]
}

fn asset_changes() -> Vec<AssetChange> {
    let material = || text("Assets/Lamp.mat");
    vec![
        AssetChange::CreateFolder {
            path: text("Assets/Lamps"),
        },
        AssetChange::CreateAsset {
            path: material(),
            type_name: text("Material"),
            shader: some_text("Standard"),
        },
        AssetChange::CreatePrefab {
            path: text("Assets/Lamp.prefab"),
            object: OBJECT,
            connect: true,
        },
        AssetChange::Copy {
            from: material(),
            to: text("Assets/Lamps/Copy.mat"),
        },
        AssetChange::Move {
            from: material(),
            to: text("Assets/Lamps/Lamp.mat"),
        },
        AssetChange::Delete { path: material() },
        AssetChange::Set {
            asset: material(),
            part: AssetPart::Main,
            field: text("_Color"),
            value: value("[1,0.5,0,1]"),
        },
        AssetChange::Set {
            asset: text("Assets/Lamp.png"),
            part: AssetPart::Importer,
            field: text("m_MaxTextureSize"),
            value: value("512"),
        },
        AssetChange::Set {
            asset: material(),
            part: AssetPart::Sub(text("-2100000")),
            field: text("m_Name"),
            value: value("\"Lamp\""),
        },
        AssetChange::ApplyOverrides {
            object: OBJECT,
            component: Some(EditComponent::ByType(text("Light"))),
            field: some_text("m_Intensity"),
        },
        AssetChange::RevertOverrides {
            object: OBJECT,
            component: None,
            field: None,
        },
        AssetChange::Unpack {
            object: OBJECT,
            completely: false,
        },
    ]
}

pub(super) fn asset_commands() -> Vec<Command> {
    vec![
        Command::PreviewAssets {
            changes: asset_changes(),
        },
        Command::ApplyAssets {
            changes: asset_changes(),
            digest: some_text("00ff"),
            touches: sample_touches(),
        },
    ]
}

fn plan() -> EditPlan {
    let value = |json: &str| Some(ValueText::from_json_text(text(json)));
    EditPlan {
        digest: text("00ff"),
        changes: vec![EditChange {
            edit: 0,
            object: Some(OBJECT),
            file: text("Assets/Main.unity"),
            path: text("/World"),
            component: Some((1, text("UnityEngine.Light"))),
            field: some_text("m_Intensity"),
            old: value("null"),
            new: value("2"),
            need: Some(EditNeed::Component {
                type_name: text("UnityEngine.Light"),
            }),
            unchecked: some_text("no source declares its type"),
        }],
        total: LARGE,
        touches: EditTouches::default(),
    }
}

pub(super) fn replies() -> Vec<Reply> {
    vec![
        Reply::Plan(plan()),
        Reply::Entries(Rows {
            total: LARGE,
            rows: vec![EditEntry {
                id: 7,
                at_ms: 1_700_000_000_000,
                caller: text("agent 1 (local)"),
                mine: true,
                tool: text("edit_objects"),
                changes: plan().changes,
                fixed: some_text("entry 8 builds on it"),
                undone_by: Some(9),
                undoes: vec![3],
                lost: true,
                saved: true,
                group: None,
            }],
            next: some_text("c"),
        }),
        Reply::EditDone(EditDone { entry: 8, plan: plan() }),
        Reply::FileChanges(vec![FileChanges {
            file: text("Assets/Main.unity"),
            lines: vec![LineChange {
                line: 12,
                old: some_text("  m_IsActive: 1"),
                new: some_text("  m_IsActive: 0"),
            }],
            total: LARGE,
            needs: sample_touches()
                .needs
                .into_iter()
                .map(|need| WrittenNeed {
                    need,
                    path: text("/World"),
                    objects: LARGE,
                })
                .collect(),
        }]),
        Reply::Saved(vec![SavedFile {
            file: text("Assets/Main.unity"),
            bytes: LARGE,
            backup: text("backups/game/00-Main.unity"),
        }]),
    ]
}
