//! Samples of the facts about one C# type, of a written source and of a compilation.

use super::replies::LARGE;
use super::{some_text, text};
use crate::model::{Compilation, Diagnostic, ScriptEnum, ScriptField, ScriptType, Severity, ValueText, WrittenSource};
use crate::reply::Reply;

pub(super) fn source_written() -> Reply {
    Reply::SourceWritten(Box::new(WrittenSource {
        path: text("Assets/Door.cs"),
        entry: LARGE,
        created: true,
        digest: "0123456789abcdef".repeat(4),
        compilation: Some(compilation()),
    }))
}

pub(super) fn compilation() -> Compilation {
    Compilation {
        succeeded: false,
        diagnostics: vec![
            Diagnostic {
                severity: Severity::Error,
                path: some_text("Assets/Door.cs"),
                line: Some(12),
                column: Some(9),
                code: some_text("CS0103"),
                message: text("The name `spead` does not exist in the current context"),
            },
            Diagnostic {
                severity: Severity::Warning,
                path: None,
                line: None,
                column: None,
                code: None,
                message: text("an assembly of a package is obsolete"),
            },
        ],
        total: LARGE,
    }
}

pub(super) fn script_type() -> Reply {
    Reply::ScriptType(Box::new(ScriptType {
        type_name: text("Game.Door"),
        path: some_text("Assets/Door.cs"),
        assembly: some_text("Assembly-CSharp"),
        bases: vec![text("UnityEngine.MonoBehaviour")],
        attributes: vec![text("RequireComponent(typeof(Rigidbody))")],
        fields: vec![ScriptField {
            name: text("speed"),
            type_name: text("float"),
            default: Some(ValueText::from_json_text(text("1.50"))),
            attributes: vec![text("Range(0, 1)")],
            shown: true,
            declared_in: some_text("Game.Base"),
        }],
        enums: vec![ScriptEnum {
            type_name: text("Game.Side"),
            is_flags: true,
            members: vec![(text("Left"), Some(-1)), (text("Both"), None)],
        }],
        messages: vec![text("Awake")],
        methods: vec![text("public void Open()")],
        not_known: vec![text("defaults that are no plain values: a = F()")],
    }))
}
