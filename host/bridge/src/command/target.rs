//! The target of a command: the types and members that the operator's allowlists must contain.
//!
//! Belongs here: which names a command touches. Does not: comparing them with the lists (`policy`).

use super::Command;
use crate::model::EditNeed;
use host_api::AccessTarget;

impl Command {
    /// Each variant is named, so that a new write cannot pass without a target by default.
    pub(super) fn target(&self) -> AccessTarget {
        match self {
            Self::AddComponent { type_name, .. } | Self::RemoveComponent { type_name, .. } => {
                AccessTarget::Components(vec![type_name.clone()])
            }
            Self::CreateObject { object } => AccessTarget::Components(object.components.clone()),
            Self::SetMember { member, .. } => AccessTarget::Member {
                type_name: member.type_name.clone(),
                member: member.member.clone(),
                csharp_name: member.csharp_name.clone(),
            },
            Self::ApplyEdits { touches, .. } | Self::UndoEdits { touches, .. } => {
                AccessTarget::Plan(touches.needs.iter().map(AccessTarget::from).collect())
            }
            Self::SaveFiles { needs, .. } => {
                AccessTarget::Plan(needs.iter().flatten().map(AccessTarget::from).collect())
            }
            Self::CallMethod { type_name, method, .. } => AccessTarget::Member {
                type_name: type_name.clone(),
                member: method.clone(),
                csharp_name: None,
            },
            Self::AddHook { type_name, .. } | Self::ListHookMethods { type_name, .. } => {
                AccessTarget::HookType(type_name.clone())
            }
            Self::SetHookEnabled { signature, .. } | Self::SetHookSource { signature, .. } => {
                AccessTarget::HookType(declaring_type(signature).to_owned())
            }
            // Changes for which no list has names; `tests` has the reason of each.
            Self::SetActive { .. }
            | Self::Reparent { .. }
            | Self::DestroyObject { .. }
            | Self::Select { .. }
            | Self::SetTimeScale { .. }
            | Self::RemoveHook { .. }
            | Self::Evaluate { .. }
            | Self::WriteScript { .. }
            | Self::DeleteScript { .. }
            | Self::RunScript { .. }
            | Self::SetStartupEnabled { .. }
            | Self::WriteStartupScript { .. }
            | Self::RunStartupScript
            | Self::SpawnTestUi
            | Self::DestroyTestUi
            | Self::ExecuteMenuItem { .. }
            | Self::RunTests { .. }
            | Self::RunCommand { .. }
            | Self::SetPlayMode { .. }
            | Self::Freeze { .. }
            | Self::Step { .. }
            | Self::Act { .. }
            | Self::ChooseTarget { .. } => AccessTarget::None,
            // An argument makes some of these a change: opening a scene in a game, saving a picture.
            Self::ProjectInfo
            | Self::ListScenes { .. }
            | Self::FindScene { .. }
            | Self::OpenScene { .. }
            | Self::ListObjects { .. }
            | Self::GetObject { .. }
            | Self::FindObjects { .. }
            | Self::ListComponents { .. }
            | Self::ListMembers { .. }
            | Self::GetMember { .. }
            | Self::ResolveMember { .. }
            | Self::ResolveComponentType { .. }
            | Self::ReadValues { .. }
            | Self::Query { .. }
            | Self::GetSelection
            | Self::GetTimeScale
            | Self::TailLogs { .. }
            | Self::ActiveCamera
            | Self::PickWorld { .. }
            | Self::PickUi { .. }
            | Self::ListHooks { .. }
            | Self::GetHookSource { .. }
            | Self::ListScripts { .. }
            | Self::ReadScript { .. }
            | Self::GetStartupScript
            | Self::DescribeScript { .. }
            | Self::ReadScriptSource { .. }
            | Self::ListAssets { .. }
            | Self::MissingReferences { .. }
            | Self::Hierarchy { .. }
            | Self::ListOverrides { .. }
            | Self::CompareObjects { .. }
            | Self::FindUsers { .. }
            | Self::ListSettings
            | Self::GetSettings { .. }
            | Self::FindAssets { .. }
            | Self::GetAsset { .. }
            | Self::Screenshot { .. }
            | Self::Wireframe { .. }
            | Self::ListCommands
            | Self::GetClock
            | Self::FrameStats { .. }
            | Self::PreviewEdits { .. }
            | Self::PreviewUndo { .. }
            | Self::ListEntries { .. }
            | Self::PreviewSave { .. }
            | Self::ListTargets => AccessTarget::None,
        }
    }
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
        }
    }
}

/// `UnityEngine.GameObject` from `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`. A text of another
/// form is returned whole; no allowlist contains such a text.
fn declaring_type(signature: &str) -> &str {
    let Some((before, _)) = signature.split_once("::") else {
        return signature;
    };
    before.rsplit_once(' ').map_or(before, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Function;
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
            &[Function::ExecuteMenuItem, Function::RunTests, Function::RunCommand],
            "the project's own code does the change; the grant decides",
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
    fn every_change_has_a_target_or_a_reason_to_have_none() {
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
    fn the_declaring_type_is_read_from_a_signature() {
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
