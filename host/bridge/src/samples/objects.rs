//! Samples of replies about the project, its scenes, objects, components and members.

use super::replies::{LARGE, page};
use super::{OBJECT, SCENE, some_text, text};
use crate::model::{ComponentCard, Member, ObjectCard, ProjectInfo, ResolvedMember, SceneCard};
use crate::reply::Reply;

pub(super) fn replies() -> Vec<Reply> {
    vec![
        Reply::Done,
        Reply::Project(Box::new(ProjectInfo {
            product_name: text("Game"),
            company_name: text("Us"),
            product_version: text("1.0"),
            unity_version: text("2022.3.45f1"),
            runtime: text("mono"),
            platform: text("LinuxPlayer"),
            is_playing: true,
            ready: true,
            scenes_total: 4,
            scenes_loaded: 1,
            objects_loaded: LARGE,
            session_edits: LARGE,
            folder: text("Game"),
            packages: vec![(text("com.unity.ugui"), text("1.0.0"))],
            tags: vec![text("Untagged")],
            layers: vec![text("Default"), text("")],
            problems: vec![text("one scene is empty")],
        })),
        Reply::Scenes(page(scene())),
        Reply::Scene(scene()),
        Reply::Objects(page(object())),
        Reply::Object(object()),
        Reply::Components(page(ComponentCard {
            index: 2,
            type_name: text("UnityEngine.Light"),
            summary: text("Lamp (UnityEngine.Light)"),
            enabled: Some(true),
        })),
        Reply::Created(OBJECT),
        Reply::Added(2),
        Reply::Members(page(member())),
        Reply::Member(member()),
        Reply::Resolved(ResolvedMember {
            component: 2,
            type_name: text("UnityEngine.Light"),
            member: text("m_Intensity"),
            csharp_name: some_text("intensity"),
            rest: text(""),
        }),
    ]
}

fn scene() -> SceneCard {
    SceneCard {
        id: SCENE,
        name: text("Main"),
        path: text("Assets/Main.unity"),
        index: 3,
        build_index: Some(0),
        is_loaded: true,
        root_count: 4,
        problem: some_text("a Git LFS pointer"),
    }
}

fn object() -> ObjectCard {
    ObjectCard {
        id: OBJECT,
        name: text("Player"),
        path: text("/World/Player"),
        tag: text("Player"),
        layer: 5,
        active: true,
        active_in_hierarchy: true,
        component_count: 3,
        scene: SCENE,
        parent: Some(OBJECT),
        child_count: 2,
        opaque: true,
        global_id: some_text("GlobalObjectId_V1-2-0-1-0"),
    }
}

fn member() -> Member {
    Member {
        name: text("m_Intensity"),
        csharp_name: some_text("intensity"),
        type_name: text("float"),
        value: text("1.5"),
    }
}
