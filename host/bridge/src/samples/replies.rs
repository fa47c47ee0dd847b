//! At least one sample of each kind of reply: the list of all topics, and the samples without a file of their own.

use super::{OBJECT, some_text, text};
use crate::model::{
    Asset, BuildMessage, BuildReport, CameraCard, HierarchyNode, Hit, LastCompilation, LogLine, Page, Picked, Picture,
    ProjectPackage, ReferenceFinding, ReferenceProblem, Rows, Selection, Severity, TargetKind, TargetRow, TestFailure,
    TestRun, TimeScale, Vector3,
};
use crate::reply::Reply;
use crate::state::Activity;

/// A sample number above 2^53, which JSON contains as text.
pub(super) const LARGE: u64 = (1 << 53) + 1;

pub(crate) fn replies() -> Vec<Reply> {
    [
        super::objects::replies(),
        super::queries::replies(),
        state(),
        super::code::replies(),
        super::project_files::replies(),
        editor(),
        super::edits::replies(),
        super::prefabs::replies(),
        super::play::replies(),
    ]
    .concat()
}

pub(super) fn page<T>(item: T) -> Page<T> {
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
        super::scripts::source_written(),
        Reply::Packages(vec![ProjectPackage {
            name: text("com.unity.cinemachine"),
            version: text("2.9.7"),
            source: text("registry"),
        }]),
        Reply::Built(Box::new(BuildReport {
            succeeded: false,
            path: text("Builds/Game"),
            target: text("StandaloneLinux64"),
            bytes: LARGE,
            seconds: 12.5,
            errors: 1,
            warnings: 0,
            messages: vec![BuildMessage {
                severity: Severity::Error,
                text: text("the scene Assets/Main.unity is missing"),
            }],
        })),
        Reply::Compilation(LastCompilation {
            last: Some(super::scripts::compilation()),
        }),
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
