//! A sample of the facts about one C# type.

use super::{some, text};
use crate::model::{ScriptEnum, ScriptField, ScriptType, ValueText};
use crate::reply::Reply;

pub(super) fn script_type() -> Reply {
    Reply::ScriptType(Box::new(ScriptType {
        type_name: text("Game.Door"),
        path: some("Assets/Door.cs"),
        assembly: some("Assembly-CSharp"),
        bases: vec![text("UnityEngine.MonoBehaviour")],
        attributes: vec![text("RequireComponent(typeof(Rigidbody))")],
        fields: vec![ScriptField {
            name: text("speed"),
            type_name: text("float"),
            default: Some(ValueText::written(text("1.50"))),
            attributes: vec![text("Range(0, 1)")],
            shown: true,
            declared_in: some("Game.Base"),
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
