//! Bounds of names that the caller chooses and of texts that are passed on unchanged: types, members, signatures,
//! code, JSON.

use super::{SOURCE, TEXT, VALUE, check_length, invalid_value, not_blank, quote_shortened};
use crate::error::BridgeError;
use crate::model::{AssetFilter, ObjectFilter, ResolvedMember};
use host_api::Tree;
use serde_json::Value;

pub(super) fn type_name(field: &str, name: &str) -> Result<(), BridgeError> {
    check_name(
        field,
        name,
        "a component's type name",
        "e.g. UnityEngine.Light, as the lists show it",
    )
}

pub(super) fn hook_type(name: &str) -> Result<(), BridgeError> {
    check_name("type-name", name, "a type's full name", "e.g. UnityEngine.GameObject")
}

pub(super) fn component(text: &str) -> Result<(), BridgeError> {
    let right = "a component's position or type name";
    check_name("component", text, right, "list the object's components")
}

pub(super) fn member(text: &str) -> Result<(), BridgeError> {
    check_name("member", text, "a member's name", "list the component's members")
}

pub(super) fn method(text: &str) -> Result<(), BridgeError> {
    check_name(
        "method",
        text,
        "a method's name",
        "without its arguments, e.g. SetActive",
    )
}

pub(super) fn signature(text: &str) -> Result<(), BridgeError> {
    let hint = "as the lists of hooks show it, e.g. System.Void UnityEngine.GameObject::SetActive(System.Boolean)";
    check_name("signature", text, "a method's signature", hint)
}

/// A member that was resolved before.
pub(super) fn check_resolved(found: &ResolvedMember) -> Result<(), BridgeError> {
    type_name("member.type-name", &found.type_name)?;
    check_name(
        "member.member",
        &found.member,
        "a member's name",
        "list the component's members",
    )?;
    check_length("member.rest", found.rest.len(), TEXT)
}

/// One value.
pub(super) fn value(field: &str, text: &str) -> Result<(), BridgeError> {
    json(field, text, "one JSON value", |_| true)
}

pub(super) fn arguments(text: &str) -> Result<(), BridgeError> {
    json("arguments", text, "a JSON array", Value::is_array)
}

pub(super) fn parameters(text: &str) -> Result<(), BridgeError> {
    json("parameters", text, "a JSON object", Value::is_object)
}

pub(super) fn code(text: &str) -> Result<(), BridgeError> {
    not_blank("code", text, "C# text", "e.g. 1 + 1")?;
    check_length("code", text.len(), SOURCE)
}

pub(super) fn objects(filter: &ObjectFilter) -> Result<(), BridgeError> {
    optional("filter.query", filter.query.as_deref())?;
    optional("filter.name", filter.name.as_deref())?;
    optional("filter.path", filter.path.as_deref())?;
    optional("filter.component-type", filter.component_type.as_deref())?;
    optional("filter.tag", filter.tag.as_deref())
}

pub(super) fn assets(filter: &AssetFilter) -> Result<(), BridgeError> {
    optional("filter.folder", filter.folder.as_deref())?;
    optional("filter.kind", filter.kind.as_deref())?;
    optional("filter.path", filter.path.as_deref())
}

/// An optional text: if it is given, it must not be blank.
pub(super) fn optional(field: &str, text: Option<&str>) -> Result<(), BridgeError> {
    check_length(field, text.map_or(0, str::len), TEXT)
}

fn check_name(field: &str, text: &str, right: &str, hint: &str) -> Result<(), BridgeError> {
    not_blank(field, text, right, hint)?;
    check_length(field, text.len(), TEXT)
}

fn json(field: &str, text: &str, right: &str, fits: fn(&Value) -> bool) -> Result<(), BridgeError> {
    check_length(field, text.len(), VALUE)?;
    match Tree::read(text) {
        Ok(value) if fits(&value) => Ok(()),
        Ok(_) => Err(invalid_value(field, quote_shortened(text), right)),
        Err(error) => Err(invalid_value(field, quote_shortened(text), format!("{right}: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::error::BridgeErrorKind;
    use crate::model::{AssetFilter, ObjectId, SceneFilter, TestMode};
    use crate::samples::page;

    const OBJECT: ObjectId = ObjectId(1);

    fn add(type_name: &str) -> Command {
        let type_name = type_name.to_owned();
        Command::AddComponent {
            object: OBJECT,
            type_name,
        }
    }

    fn get(component: &str, member: &str) -> Command {
        Command::GetMember {
            object: OBJECT,
            component: component.to_owned(),
            member: member.to_owned(),
        }
    }

    fn set(value: String) -> Command {
        Command::SetMember {
            object: OBJECT,
            member: ResolvedMember {
                component: 1,
                type_name: "Game.Door".to_owned(),
                member: "speed".to_owned(),
                csharp_name: None,
                rest: String::new(),
            },
            value,
        }
    }

    fn call(method: &str, arguments: &str) -> Command {
        Command::CallMethod {
            object: OBJECT,
            component: 1,
            type_name: "Game.Door".to_owned(),
            method: method.to_owned(),
            arguments: arguments.to_owned(),
        }
    }

    fn tail(source: Option<String>, text: Option<String>) -> Command {
        Command::TailLogs {
            count: 1,
            min_level: None,
            source,
            text,
            max_bytes: 1,
        }
    }

    #[test]
    fn what_is_named_is_neither_blank_nor_endless_and_what_is_handed_on_is_json() {
        let long = || "x".repeat(TEXT + 1);
        let none = String::new;
        let table: Vec<(Command, &str, &str)> = vec![
            (add(" "), "`type-name` is blank", "type name"),
            (add(&long()), "`type-name` is 4097 bytes", "4096"),
            (
                Command::ResolveComponentType { type_name: none() },
                "`type-name` is blank",
                "type name",
            ),
            (get("", "speed"), "`component` is blank", "position or type name"),
            (get("Door", "\t"), "`member` is blank", "member's name"),
            (get("Door", &long()), "`member` is 4097 bytes", "4096"),
            (
                Command::ResolveMember {
                    object: OBJECT,
                    component: long(),
                    member: None,
                },
                "`component` is 4097 bytes",
                "4096",
            ),
            (
                Command::ListMembers {
                    object: OBJECT,
                    component: none(),
                    page: page(),
                },
                "`component` is blank",
                "position",
            ),
            (set("x".repeat(VALUE + 1)), "`value` is 1048577 bytes", "1048576"),
            (set("not json".to_owned()), "`value` is \"not json\"", "one JSON value"),
            (set("1 2".to_owned()), "`value` is \"1 2\"", "one JSON value"),
            (call(" ", "[]"), "`method` is blank", "method's name"),
            (call("Open", "{}"), "`arguments` is \"{}\"", "a JSON array"),
            (
                Command::RunCommand {
                    name: "spawn".to_owned(),
                    parameters: "[]".to_owned(),
                },
                "`parameters` is \"[]\"",
                "a JSON object",
            ),
            (
                Command::AddHook {
                    type_name: none(),
                    method: "Open".to_owned(),
                },
                "`type-name` is blank",
                "full name",
            ),
            (
                Command::AddHook {
                    type_name: "Game.Door".to_owned(),
                    method: none(),
                },
                "`method` is blank",
                "method's name",
            ),
            (
                Command::ListHookMethods {
                    type_name: none(),
                    filter: None,
                    page: page(),
                },
                "`type-name` is blank",
                "full name",
            ),
            (
                Command::GetHookSource { signature: none() },
                "`signature` is blank",
                "signature",
            ),
            (
                Command::RemoveHook { signature: long() },
                "`signature` is 4097 bytes",
                "4096",
            ),
            (
                Command::SetHookEnabled {
                    signature: none(),
                    enabled: true,
                },
                "`signature` is blank",
                "signature",
            ),
            (Command::Evaluate { code: none() }, "`code` is blank", "C#"),
            (
                Command::Evaluate {
                    code: "x".repeat(SOURCE + 1),
                },
                "`code` is 262145 bytes",
                "262144",
            ),
            (
                Command::Hierarchy {
                    path: none(),
                    max_depth: None,
                    page: page(),
                },
                "`path` is blank",
                "scene or prefab",
            ),
            (tail(Some(long()), None), "`source` is 4097 bytes", "4096"),
            (tail(None, Some(long())), "`text` is 4097 bytes", "4096"),
            (
                Command::RunTests {
                    mode: TestMode::Play,
                    filter: Some(long()),
                },
                "`filter` is 4097 bytes",
                "4096",
            ),
            (
                Command::ListScenes {
                    filter: SceneFilter {
                        name: Some(long()),
                        ..SceneFilter::default()
                    },
                    page: page(),
                },
                "`filter.name` is 4097 bytes",
                "4096",
            ),
            (
                Command::ListObjects {
                    filter: ObjectFilter {
                        tag: Some(long()),
                        ..ObjectFilter::default()
                    },
                    page: page(),
                },
                "`filter.tag` is 4097 bytes",
                "4096",
            ),
            (
                Command::ListAssets {
                    filter: AssetFilter {
                        path: Some(long()),
                        ..AssetFilter::default()
                    },
                    page: page(),
                },
                "`filter.path` is 4097 bytes",
                "4096",
            ),
        ];
        for (command, given, right) in table {
            let error = command.check().expect_err(given);
            assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
            assert!(
                error.message.contains(given) && error.message.contains(right) && error.message.len() < 300,
                "{error}"
            );
        }
        for command in [
            add("Light"),
            get("0", "m_Size.x"),
            set(" [1] ".to_owned()),
            call("Open", "[]"),
        ] {
            assert_eq!(command.check(), Ok(()), "{command:?}");
        }
    }
}
