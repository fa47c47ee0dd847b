//! The selection of the target of a call.
//!
//! The target is the one that the request names, that its session chose, in which its client works, or the default
//! target. `habits` stores earlier choices of sessions, and `chosen_target` runs the call.

use crate::inner::Inner;
use crate::target::Target;
use host_api::Source;
use host_bridge::{BridgeError, BridgeErrorKind, BridgeId, UnityBridge, Wish, nobody_called};
use std::fmt::Write;

pub(crate) struct Choice {
    /// The project folder or Unity instance for the call; `None` if none is available, or the chosen one is gone.
    pub(crate) target: Option<Target>,
    /// The ids of all projects and instances, if there are several and neither call nor session chose one; else empty.
    pub(crate) unsaid: Vec<String>,
    /// True if the request named the id of the project folder, and not the id of the editor that has the folder open.
    pub(crate) is_folder_meant: bool,
    /// The project or instance that the session chose and the error for it, if it is no longer available; else `None`.
    pub(crate) gone: Option<(BridgeId, BridgeError)>,
}

impl Choice {
    /// Returns why this target rejects changes for some seconds; `None` if nothing of this kind is expected.
    pub(crate) fn unsettled(&self, inner: &Inner) -> Option<&'static str> {
        let is_folder = matches!(self.target, Some(Target::Folder(_))) && !self.is_folder_meant;
        let is_affected = is_folder || !self.unsaid.is_empty();
        if is_affected && inner.proves_folder() {
            return Some("an editor proves that it has the project open");
        }
        (is_folder && inner.expects_editor()).then_some("an editor has the project open and is not linked yet")
    }
}

impl Inner {
    /// Returns the project folder and the available Unity instances (the targets of calls), the default one first.
    pub(crate) fn targets(&self) -> Vec<Target> {
        let table = self.table();
        let editor = table.editor();
        let mut here = table.linked_bridges();
        drop(table);
        here.sort_by_key(|live| !live.is_linked());
        let is_of_pair = |id: &BridgeId| editor.as_ref().is_some_and(|editor| editor.id() == *id);
        let mut targets = Vec::new();
        for live in here {
            targets.push(match &self.folder {
                Some(folder) if is_of_pair(&live.id()) => Target::Pair(folder.clone(), live, true),
                _ => Target::Live(live),
            });
        }
        let has_folder = targets.iter().any(|target| matches!(target, Target::Pair(..)));
        if let (Some(folder), false) = (&self.folder, has_folder) {
            targets.push(match editor {
                Some(editor) => Target::Pair(folder.clone(), editor, false),
                None => Target::Folder(folder.clone()),
            });
        }
        targets
    }

    /// Returns all projects and instances that a call can name: first the available, then the disconnected ones.
    pub(crate) fn all_targets(&self) -> Vec<Target> {
        let mut targets = self.targets();
        for live in self.table().all() {
            if targets.iter().all(|target| target.id() != live.id()) {
                targets.push(Target::Live(live));
            }
        }
        targets
    }

    /// Selects the project folder or Unity instance for a call. Fails if the name matches none, or several.
    pub(crate) fn choose(&self, wish: &Wish) -> Result<Choice, BridgeError> {
        let said = |target: Target, is_folder_meant| Choice {
            target: Some(target),
            unsaid: Vec::new(),
            is_folder_meant,
            gone: None,
        };
        if let Some(named) = &wish.named {
            let target = self.find_target(named)?;
            let is_folder = target.is_folder_id(named);
            return Ok(said(target, is_folder));
        }
        let habits = self.sessions().habits_of(wish);
        if let Some(chosen) = habits.chose {
            let all = self.all_targets();
            let Some(target) = all.iter().find(|target| target.has_id(chosen.as_str())) else {
                let message =
                    format!("the target {chosen}, which this session chose, is no longer available; nothing was done");
                let error = BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(list_targets(&all));
                return Ok(Choice {
                    target: None,
                    unsaid: Vec::new(),
                    is_folder_meant: false,
                    // Calls that list targets or choose another one are still answered.
                    gone: Some((chosen, error)),
                });
            };
            // A caller that chose the folder before its editor connected may have worked in the editor since.
            return Ok(said(target.clone(), false));
        }
        let targets = self.targets();
        if habits.is_rooted == Some(true)
            && let Some(rooted) = targets.iter().find(|target| target.folder().is_some())
        {
            return Ok(said(rooted.clone(), false));
        }
        let unsaid = match targets.len() {
            0 | 1 => Vec::new(),
            _ => targets.iter().map(|target| target.id().to_string()).collect(),
        };
        Ok(Choice {
            target: targets.into_iter().next(),
            unsaid,
            is_folder_meant: false,
            gone: None,
        })
    }

    /// Returns the project or instance with this id, path or project name; ids precede paths, and paths precede names.
    pub(crate) fn find_target(&self, named: &str) -> Result<Target, BridgeError> {
        let all = self.all_targets();
        let of =
            |is_it: &dyn Fn(&Target) -> bool| all.iter().filter(|target| is_it(target)).cloned().collect::<Vec<_>>();
        let found = [
            of(&|target| target.has_id(named)),
            of(&|target| target.has_path(named)),
            of(&|target| target.has_name(named)),
        ];
        let mut found = found.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(nobody_called(named, &list_targets(&all))),
            _ => {
                let shown: String = named.chars().take(100).collect();
                let message = format!("{} targets are called {shown:?}; nothing was done", found.len());
                Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(list_targets(&found)))
            }
        }
    }

    /// Returns whether the folder or a running instance runs the calls to `target` now. Logs and records a change.
    pub(crate) fn noticed(&self, target: &Target) -> Source {
        let (_, source) = target.answering_bridge();
        if matches!(target, Target::Pair(..)) {
            self.switched(&target.id(), source);
        }
        source
    }
}

fn list_targets(targets: &[Target]) -> String {
    if targets.is_empty() {
        return "no target is available; start a game or an editor that contains the package".to_owned();
    }
    let mut text = "name one by its id, its project or its path; available targets: ".to_owned();
    for (at, target) in targets.iter().enumerate() {
        let row = target.row();
        let comma = if at == 0 { "" } else { ", " };
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "{comma}{} ({}, {})",
            row.id,
            row.source.as_str(),
            row.state.as_str()
        );
    }
    text
}
