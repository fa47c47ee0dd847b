//! A sample of the facts about one C# type.

use super::{some_text, text};
use crate::model::{ScriptEnum, ScriptField, ScriptType, ValueText};
use crate::reply::Reply;

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
