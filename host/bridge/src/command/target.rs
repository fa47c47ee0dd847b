//! The target of a command for the permission check: types and members that the operator's allowlists must contain.
//!
//! Belongs here: which names a command touches. Does not: comparing them with the lists (`policy`).

use crate::model::{EditNeed, ResolvedMember};
use host_api::AccessTarget;

pub(super) fn component_type(type_name: &str) -> AccessTarget {
    AccessTarget::Components(vec![type_name.to_owned()])
}

pub(super) fn components(type_names: &[String]) -> AccessTarget {
    AccessTarget::Components(type_names.to_vec())
}

pub(super) fn resolved(member: &ResolvedMember) -> AccessTarget {
    AccessTarget::Member {
        type_name: member.type_name.clone(),
        member: member.member.clone(),
        csharp_name: member.csharp_name.clone(),
    }
}

pub(super) fn called(type_name: &str, method: &str) -> AccessTarget {
    AccessTarget::Member {
        type_name: type_name.to_owned(),
        member: method.to_owned(),
        csharp_name: None,
    }
}

pub(super) fn plan<'a>(needs: impl IntoIterator<Item = &'a EditNeed>) -> AccessTarget {
    AccessTarget::Plan(needs.into_iter().map(AccessTarget::from).collect())
}

pub(super) fn hooked(type_name: &str) -> AccessTarget {
    AccessTarget::HookType(type_name.to_owned())
}

pub(super) fn hook(signature: &str) -> AccessTarget {
    hooked(declaring_type(signature))
}

pub(super) fn source(path: &str) -> AccessTarget {
    AccessTarget::Source(path.to_owned())
}

impl From<&EditNeed> for AccessTarget {
    fn from(need: &EditNeed) -> Self {
        match need.clone() {
            EditNeed::Component { type_name } => Self::Components(vec![type_name]),
            EditNeed::Components { type_names } => Self::Components(type_names),
            EditNeed::Member {
                type_name,
                member,
                csharp_name,
            } => Self::Member {
                type_name,
                member,
                csharp_name,
            },
            EditNeed::Source { path } => Self::Source(path),
        }
    }
}

/// Returns the declaring type of a signature such as `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
/// A text without `::` is returned whole; no allowlist contains such a text.
fn declaring_type(signature: &str) -> &str {
    let Some((before, _)) = signature.split_once("::") else {
        return signature;
    };
    before.rsplit_once(' ').map_or(before, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, Function};
    use crate::samples::commands;
    use std::collections::BTreeSet;

    /// The changes without a target, and why no allowlist has names for them.
    const WITHOUT_TARGET: &[(&[Function], &str)] = &[
        (
            &[
                Function::SetActive,
                Function::Reparent,
                Function::DestroyObject,
                Function::Select,
            ],
            "they change objects, and the lists contain types",
        ),
        (
            &[Function::SpawnTestUi, Function::DestroyTestUi],
            "their objects are fixed, with fixed components",
        ),
        (&[Function::RemoveHook], "the method is again as the game has it"),
        (
            &[
                Function::Evaluate,
                Function::RunScript,
                Function::RunStartupScript,
                Function::SetStartupEnabled,
                Function::WriteStartupScript,
            ],
            "code can use any type, so `policy.enable-console-eval` decides",
        ),
        (
            &[Function::WriteScript, Function::DeleteScript],
            "a file of the scripts folder runs only as code",
        ),
        (
            &[
                Function::ExecuteMenuItem,
                Function::RunTests,
                Function::RunCommand,
                Function::BuildPlayer,
            ],
            "the project's own code does the change; the grant decides",
        ),
        (
            &[Function::RefreshAssets],
            "the editor imports what other programs wrote, as it does when its window gets the focus",
        ),
        (
            &[Function::ChangePackages],
            "packages contain code, so `policy.enable-console-eval` decides",
        ),
        (
            &[
                Function::SetTimeScale,
                Function::SetPlayMode,
                Function::Freeze,
                Function::Step,
            ],
            "they change the time of the game",
        ),
        (&[Function::Act], "it is the input of a player"),
        (&[Function::Screenshot], "the picture is a file of the exports folder"),
        (
            &[Function::ChooseTarget],
            "it changes only where the calls of a session go",
        ),
    ];

    #[test]
    fn every_change_has_a_target_or_a_listed_exception() {
        let excepted: BTreeSet<Function> = WITHOUT_TARGET.iter().flat_map(|(row, _)| *row).copied().collect();
        let changes = |command: &Command| command.access().effect.changes_something();
        let mut seen = BTreeSet::new();
        for command in commands().into_iter().filter(changes) {
            let function = command.function();
            let has_target = command.target() != AccessTarget::None;
            assert_ne!(has_target, excepted.contains(&function), "{command:?}");
            seen.insert(function);
        }
        let is_sampled = |function: &&Function| !function.effect().changes_something() || seen.contains(*function);
        assert!(Function::ALL.iter().all(|function| is_sampled(&function)), "{seen:?}");
        assert!(excepted.is_subset(&seen), "{excepted:?}");
    }

    #[test]
    fn parses_declaring_type_from_signature() {
        let table = [
            (
                "System.Void UnityEngine.GameObject::SetActive(System.Boolean)",
                "UnityEngine.GameObject",
            ),
            ("System.Void A.B`1::M(System.Collections.Generic.List`1<T>)", "A.B`1"),
            ("SetActive", "SetActive"),
            ("X::Y", "X"),
        ];
        for (signature, expected) in table {
            assert_eq!(declaring_type(signature), expected);
        }
    }
}
