//! At least one sample of each command.

use super::{OBJECT, SCENE, cursor_page, page, some_text, text};
use crate::command::Command;
use crate::model::{
    Aim, AssetFilter, AssetOrder, AssetsRequest, CursorPage, NewObject, ObjectFilter, ObjectOrder, PageRequest,
    ReferencePlace, ReferenceTarget, ResolvedMember, SceneFilter, ScreenPoint, TestMode, UsersRequest, Vector3, Viewer,
};

pub(crate) fn commands() -> Vec<Command> {
    [
        scenes_and_objects(),
        components(),
        super::queries::commands(),
        state(),
        code(),
        project(),
        editor(),
        super::edits::commands(),
        super::edits::asset_commands(),
        super::prefabs::commands(),
        super::play::commands(),
    ]
    .concat()
}

fn scenes_and_objects() -> Vec<Command> {
    vec![
        Command::ProjectInfo,
        Command::ListScenes {
            filter: SceneFilter {
                loaded_only: true,
                name: some_text("Main"),
            },
            page: page(),
        },
        Command::FindScene { name: text("Main") },
        Command::OpenScene {
            scene: SCENE,
            additive: Some(true),
        },
        Command::ListObjects {
            filter: ObjectFilter {
                scene: Some(SCENE),
                query: some_text("player"),
                name: some_text("Player"),
                path: some_text("/World"),
                component_type: some_text("UnityEngine.Camera"),
                tag: some_text("Player"),
                layer: Some(5),
                active_only: true,
                under: Some(OBJECT),
                roots_only: true,
                order: ObjectOrder::Path,
            },
            page: page(),
        },
        Command::ListObjects {
            filter: ObjectFilter::default(),
            page: PageRequest {
                offset: 0,
                cursor: None,
                ..page()
            },
        },
        Command::GetObject { object: OBJECT },
        Command::FindObjects {
            path: text("/World/Player"),
            page: page(),
        },
        Command::SetActive {
            object: OBJECT,
            active: true,
        },
        Command::Reparent {
            object: OBJECT,
            parent: Some(OBJECT),
        },
        Command::DestroyObject { object: OBJECT },
        Command::CreateObject {
            object: NewObject {
                name: text("Lamp"),
                parent: Some(OBJECT),
                scene: Some(SCENE),
                position: Vector3 {
                    x: 1.5,
                    y: -0.25,
                    z: f64::INFINITY,
                },
                components: vec![text("UnityEngine.Light")],
            },
        },
    ]
}

fn components() -> Vec<Command> {
    let member = ResolvedMember {
        component: 2,
        type_name: text("UnityEngine.Light"),
        member: text("m_Intensity"),
        csharp_name: some_text("intensity"),
        rest: text(".x"),
    };
    vec![
        Command::ListComponents {
            object: OBJECT,
            page: page(),
        },
        Command::AddComponent {
            object: OBJECT,
            type_name: text("UnityEngine.Light"),
        },
        Command::RemoveComponent {
            object: OBJECT,
            component: 2,
            type_name: text("UnityEngine.Light"),
        },
        Command::ListMembers {
            object: OBJECT,
            component: text("UnityEngine.Light"),
            page: page(),
        },
        Command::GetMember {
            object: OBJECT,
            component: text("2"),
            member: text("intensity"),
        },
        Command::ResolveMember {
            object: OBJECT,
            component: text("Light"),
            member: some_text("intensity"),
        },
        Command::ResolveComponentType {
            type_name: text("Light"),
        },
        Command::SetMember {
            object: OBJECT,
            member,
            value: text("{\"ref\":\"obj:12\"}"),
        },
        Command::CallMethod {
            object: OBJECT,
            component: 3,
            type_name: text("Game.Door"),
            method: text("Open"),
            arguments: text("[true,{\"ref\":\"obj:12\"}]"),
        },
    ]
}

fn state() -> Vec<Command> {
    let point = ScreenPoint {
        x: Some(0.5),
        y: Some(f64::NAN),
        normalized: true,
    };
    vec![
        Command::GetSelection,
        Command::Select { objects: vec![OBJECT] },
        Command::GetTimeScale,
        Command::SetTimeScale {
            value: 0.5,
            lock: Some(true),
        },
        Command::TailLogs {
            count: 100,
            min_level: some_text("warn"),
            source: some_text("unity"),
            text: some_text("null"),
            max_bytes: 16_384,
        },
        Command::ActiveCamera,
        Command::PickWorld {
            aim: Aim::Screen(point),
            viewer: Viewer::default(),
        },
        Command::PickWorld {
            aim: Aim::Ray {
                origin: Vector3::default(),
                direction: Vector3::default(),
            },
            viewer: Viewer {
                scene: Some(SCENE),
                camera: Some(OBJECT),
            },
        },
        Command::PickWorld {
            aim: Aim::Other(text("sphere")),
            viewer: Viewer::default(),
        },
        Command::PickUi {
            at: ScreenPoint::default(),
            viewer: Viewer::default(),
        },
    ]
}

fn code() -> Vec<Command> {
    let signature = || text("System.Void UnityEngine.GameObject::SetActive(System.Boolean)");
    vec![
        Command::ListHooks { page: page() },
        Command::ListHookMethods {
            type_name: text("UnityEngine.GameObject"),
            filter: some_text("Active"),
            page: page(),
        },
        Command::GetHookSource { signature: signature() },
        Command::AddHook {
            type_name: text("UnityEngine.GameObject"),
            method: text("SetActive"),
        },
        Command::RemoveHook { signature: signature() },
        Command::SetHookEnabled {
            signature: signature(),
            enabled: true,
        },
        Command::SetHookSource {
            signature: signature(),
            source: text("return;"),
        },
        Command::Evaluate { code: text("1 + 1") },
        Command::ListScripts { page: page() },
        Command::ReadScript { path: text("a.cs") },
        Command::GetStartupScript,
        Command::WriteScript {
            path: text("a.cs"),
            content: text("\"\\ü\u{2028}\n\""),
        },
        Command::DeleteScript { path: text("a.cs") },
        Command::RunScript { path: text("a.cs") },
        Command::SetStartupEnabled { enabled: true },
        Command::WriteStartupScript { content: text("") },
        Command::RunStartupScript,
        Command::SpawnTestUi,
        Command::DestroyTestUi,
    ]
}

fn project() -> Vec<Command> {
    let users = |target, places| Command::FindUsers {
        request: UsersRequest {
            target,
            places,
            page: cursor_page(),
        },
    };
    vec![
        users(
            ReferenceTarget::Asset(text("Assets/Wood.mat")),
            vec![ReferencePlace::Scenes, ReferencePlace::Other(text("later"))],
        ),
        users(
            ReferenceTarget::Guid(text("0123456789abcdef0123456789abcdef")),
            vec![ReferencePlace::Prefabs, ReferencePlace::Assets, ReferencePlace::Scripts],
        ),
        users(ReferenceTarget::TypeName(text("Rigidbody")), Vec::new()),
        users(ReferenceTarget::Object(OBJECT), Vec::new()),
        users(ReferenceTarget::Other(text("later")), Vec::new()),
        Command::ListSettings,
        Command::GetSettings {
            section: text("physics"),
            max_bytes: 16_384,
        },
        Command::FindAssets {
            request: AssetsRequest {
                kind: some_text("Material"),
                folder: some_text("Assets"),
                name: some_text("*wood*"),
                order: AssetOrder::Bytes,
                page: cursor_page(),
            },
        },
        Command::GetAsset {
            asset: text("Assets/Wood.mat"),
            max_bytes: 16_384,
        },
    ]
}

fn editor() -> Vec<Command> {
    vec![
        Command::ListAssets {
            filter: AssetFilter {
                folder: some_text("Assets"),
                kind: some_text("Material"),
                path: some_text("wood"),
            },
            page: page(),
        },
        Command::MissingReferences { page: page() },
        Command::Hierarchy {
            path: text("Assets/Main.unity"),
            max_depth: Some(2),
            page: page(),
        },
        Command::DescribeScript {
            script: text("Game.Door"),
        },
        Command::ReadScriptSource {
            path: text("Assets/Door.cs"),
            page: CursorPage {
                limit: 50,
                cursor: some_text("c"),
                max_bytes: 16_384,
            },
        },
        Command::WriteScriptSource {
            path: text("Assets/Door.cs"),
            text: text("class Door\n{\n}\n"),
            digest: Some("0123456789abcdef".repeat(4)),
            allow_syntax_errors: true,
        },
        Command::WriteScriptSource {
            path: text("Packages/com.game.doors/Door.cs"),
            text: text("class Door {}"),
            digest: None,
            allow_syntax_errors: false,
        },
        Command::LastCompilation,
        Command::RefreshAssets,
        Command::ChangePackages {
            add: vec![text("com.unity.cinemachine@2.9.7")],
            remove: vec![text("com.unity.ads")],
        },
        Command::BuildPlayer {
            target: some_text("StandaloneLinux64"),
            path: text("Builds/Game"),
            scenes: vec![text("Assets/Main.unity")],
            development: true,
        },
        Command::Screenshot {
            width: 640,
            height: 480,
            output_path: some_text("shots/now.png"),
        },
        Command::Wireframe {
            width: 640,
            height: 480,
        },
        Command::ExecuteMenuItem {
            path: text("Assets/Create/Folder"),
        },
        Command::RunTests {
            mode: TestMode::Play,
            filter: some_text("Door"),
        },
        Command::ListCommands,
        Command::RunCommand {
            name: text("spawn"),
            parameters: text("{\"count\":3,\"at\":{\"ref\":\"obj:12\"}}"),
        },
        Command::ListTargets,
        Command::ChooseTarget {
            unity: text("Game@1a2b3c4d"),
        },
    ]
}
