//! At least one sample of each kind of reply.

use super::{OBJECT, SCENE, some_text, text};
use crate::model::{
    AnnouncedCommand, Asset, AssetContent, AssetDetail, AssetsAnswer, CameraCard, Cell, ComponentCard, ComponentValues,
    Evaluated, HierarchyNode, Hit, Hook, HookMethod, LogLine, Member, ObjectCard, Page, Picked, Picture, ProjectInfo,
    QueryAnswer, QueryRow, ReferenceFinding, ReferenceProblem, ReferenceUser, ResolvedMember, Rows, SceneCard, Script,
    ScriptFile, Selection, SettingsSection, Skipped, StartupScript, TargetKind, TargetRow, TestFailure, TestRun,
    TestUi, TimeScale, UsersAnswer, ValueText, Vector3,
};
use crate::reply::Reply;
use crate::state::Activity;

/// A sample number above 2^53, which JSON contains as text.
const LARGE: u64 = (1 << 53) + 1;

pub(crate) fn replies() -> Vec<Reply> {
    [
        world(),
        queries(),
        state(),
        code(),
        project(),
        editor(),
        super::edits::replies(),
        super::prefabs::replies(),
        super::play::replies(),
    ]
    .concat()
}

fn queries() -> Vec<Reply> {
    let value = |json: &str| ValueText::from_json_text(text(json));
    vec![
        Reply::Values(Rows {
            total: LARGE,
            rows: vec![ComponentValues {
                object: OBJECT,
                index: 2,
                type_name: text("UnityEngine.Light"),
                enabled: Some(true),
                fields: vec![
                    (text("color"), value("[1,0.5,0,1]")),
                    (text("cookie"), value("null")),
                    (
                        text("flare"),
                        value("{\"missing\":\"0123456789abcdef0123456789abcdef\"}"),
                    ),
                ],
                cut: vec![text("m_Points")],
            }],
            next: some_text("bm9uZQ"),
        }),
        Reply::Found(QueryAnswer {
            total: LARGE,
            complete: false,
            rows: vec![QueryRow {
                object: OBJECT,
                file: text("Assets/Main.unity"),
                path: text("/Spawn[2]"),
                component: Some(1),
                cells: vec![Cell(Some(value("null"))), Cell(None), Cell(Some(value("\"Infinity\"")))],
            }],
            next: some_text("bm9uZQ"),
            not_searched: vec![Skipped {
                file: text("Assets/Old.unity"),
                why: text("a binary file"),
            }],
            not_searched_total: LARGE,
        }),
    ]
}

fn page<T>(item: T) -> Page<T> {
    Page {
        total: LARGE,
        items: vec![item],
        next_offset: Some(51),
        next_cursor: some_text("c:51"),
        scanned: Some((7, LARGE)),
    }
}

fn position() -> Vector3 {
    Vector3 {
        x: 1.5,
        y: f64::NEG_INFINITY,
        z: f64::NAN,
    }
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

fn world() -> Vec<Reply> {
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

fn state() -> Vec<Reply> {
    vec![
        Reply::Selection(Selection {
            active: Some(OBJECT),
            items: vec![OBJECT],
        }),
        Reply::TimeScale(TimeScale {
            value: 0.5,
            locked: true,
        }),
        Reply::Logs {
            lines: vec![LogLine {
                time: text("2026-01-01T00:00:00Z"),
                level: text("error"),
                message: text("NullReferenceException"),
                source: text("unity"),
                category: some_text("log"),
            }],
            left_out: LARGE,
        },
        Reply::Camera(CameraCard {
            object: Some(OBJECT),
            name: text("Main Camera"),
            is_freecam: true,
            fov: 60.5,
            orthographic_size: Some(5.5),
            position: position(),
            rotation: position(),
        }),
        Reply::Picked(Picked {
            hits: vec![Hit {
                object: OBJECT,
                name: text("Wall"),
                path: text("/World/Wall"),
                unique_path: text("/World/Wall[2]"),
                file: text("Assets/Main.unity"),
                distance: f64::INFINITY,
                position: position(),
                collider: some_text("UnityEngine.BoxCollider"),
                approximate: some_text("its mesh was taken as a box"),
            }],
            total: 1,
            not_tested: vec![text("/World/Sea: a terrain")],
            not_tested_total: 1,
            camera: Some(OBJECT),
            screen: (1920, 1080),
        }),
    ]
}

fn code() -> Vec<Reply> {
    vec![
        Reply::Hooks(page(Hook {
            signature: text("System.Void A::B()"),
            enabled: true,
            not_firing: some_text("offline"),
        })),
        Reply::HookMethods(page(HookMethod {
            name: text("B"),
            signature: text("System.Void A::B()"),
            origin: text("source"),
            resolved: true,
        })),
        Reply::Signature(text("System.Void A::B()")),
        Reply::Source(text("return;")),
        Reply::Returned(text("3")),
        Reply::Printed(text("3")),
        Reply::TypeName(text("UnityEngine.Light")),
        Reply::Evaluated(Evaluated {
            output: text("2"),
            logs: vec![text("a line")],
            value: some_text("2"),
        }),
        Reply::Scripts(page(Script {
            name: text("a.cs"),
            path: text("a.cs"),
        })),
        Reply::Script(ScriptFile {
            name: text("a.cs"),
            path: text("a.cs"),
            content: text("1;"),
            size_bytes: LARGE,
            last_modified: text("2026-01-01T00:00:00Z"),
            truncated: true,
        }),
        Reply::Startup(StartupScript {
            enabled: true,
            path: text("startup.cs"),
            content: some_text("1;"),
        }),
        Reply::TestUi(TestUi {
            root: OBJECT,
            blocks: vec![(text("Left"), OBJECT)],
        }),
        Reply::Commands(vec![AnnouncedCommand {
            name: text("spawn"),
            description: text("Spawns."),
            input_schema: text("{}"),
        }]),
    ]
}

fn project() -> Vec<Reply> {
    let value = |json: &str| ValueText::from_json_text(text(json));
    let asset = || Asset {
        path: text("Assets/Wood.mat"),
        guid: text("0123456789abcdef0123456789abcdef"),
        kind: text("Material"),
        type_name: None,
        size_bytes: LARGE,
    };
    vec![
        Reply::Users(UsersAnswer {
            total: LARGE,
            complete: true,
            rows: vec![ReferenceUser {
                file: text("Assets/Main.unity"),
                object: Some(OBJECT),
                path: some_text("/World/Door"),
                component: Some((2, text("Game.Door"))),
                field: some_text("slots[2].icon"),
            }],
            next: some_text("bm9uZQ"),
            not_searched: vec![Skipped {
                file: text("Assets/Old.unity"),
                why: text("a binary file"),
            }],
            not_searched_total: LARGE,
        }),
        Reply::Sections(vec![text("physics")]),
        Reply::Section(SettingsSection {
            name: text("physics"),
            values: vec![(text("gravity"), value("[0,-9.81,0]"))],
            left_out: vec![text("2 values are left out")],
        }),
        Reply::AssetRows(AssetsAnswer {
            total: LARGE,
            complete: true,
            bytes: LARGE,
            rows: vec![asset()],
            next: some_text("bm9uZQ"),
        }),
        Reply::AssetDetail(Box::new(AssetDetail {
            asset: asset(),
            importer: vec![(text("mipmaps"), value("null"))],
            dependencies: vec![text("Assets/Wood.png")],
            contents: vec![AssetContent {
                file_id: text("2100000"),
                type_name: text("UnityEngine.Material"),
                fields: vec![(text("m_Name"), value("\"Wood\""))],
            }],
            left_out: vec![text("1 object is left out")],
        })),
    ]
}

fn editor() -> Vec<Reply> {
    vec![
        Reply::Assets(page(Asset {
            path: text("Assets/Wood.mat"),
            guid: text("0123456789abcdef0123456789abcdef"),
            kind: text("Material"),
            type_name: some_text("Game.Item"),
            size_bytes: LARGE,
        })),
        Reply::References(page(ReferenceFinding {
            problem: ReferenceProblem::MissingScript,
            path: text("Assets/Main.unity"),
            object_path: some_text("/World"),
            component_index: Some(1),
            member: some_text("slots[2].icon"),
            guid: some_text("0123456789abcdef0123456789abcdef"),
            context: text("the script is gone"),
        })),
        Reply::Hierarchy(page(HierarchyNode {
            name: text("World"),
            path: text("/World"),
            id: Some(OBJECT),
            depth: 1,
            components: vec![text("UnityEngine.Transform")],
        })),
        super::scripts::script_type(),
        Reply::SourceLines(Rows {
            total: LARGE,
            rows: vec![text("class Door\r\n")],
            next: some_text("c"),
        }),
        Reply::Picture(Picture {
            png: Vec::new(),
            width: 640,
            height: 480,
            file_path: some_text("shots/now.png"),
            not_drawn: vec![text("3 particle systems")],
        }),
        Reply::Targets(vec![unity()]),
        Reply::Unity(Box::new(unity())),
        Reply::TestRun(TestRun {
            passed: 3,
            failed: 1,
            skipped: 2,
            failures: vec![TestFailure {
                name: text("Door.Opens"),
                message: text("it stayed shut"),
                stack_trace: some_text("at Door.cs:7"),
            }],
        }),
    ]
}

fn unity() -> TargetRow {
    TargetRow {
        id: text("Game@1a2b3c4d"),
        source: TargetKind::Editor,
        project: text("Game"),
        path: some_text("/games/Game"),
        unity_version: text("2022.3.45f1"),
        platform: text("LinuxEditor"),
        state: Activity::Playing,
        serves: vec![text("objects"), text("scenes")],
        problems: vec![text("its dialog is open")],
        chosen: true,
    }
}
