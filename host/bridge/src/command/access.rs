//! The access of a command, which the permission check (gate 2) examines, and the objects that a command affects.
//!
//! Belongs here: facts that depend on arguments. Does not: facts that all uses of a function share (`function`), the
//! names that an allowlist must contain (`target`).

use super::Command;
use crate::model::{EditTouches, Gesture, ObjectId, Spot};
use crate::startup;
use host_api::{Access, Effect, Interface};

impl Command {
    /// Returns the WIT import by which a guest sends this command: the interface and the function in it.
    pub fn import(&self) -> (Interface, &'static str) {
        match self {
            // Over the link, both are one function: Unity takes the picture, and the host writes the file.
            Self::Screenshot {
                output_path: Some(_), ..
            } => (Interface::ScreenshotSave, "save"),
            _ => self.function().import(),
        }
    }

    /// Returns the import, effect and target of this command on a project folder, for the permission check (gate 2).
    pub fn access(&self) -> Access {
        let (interface, function) = self.import();
        Access {
            interface,
            function,
            effect: self.effect(),
            target: self.target(),
        }
    }

    /// Returns import, effect and target of this command in a running game or editor, for the permission check.
    pub fn access_in_running(&self) -> Access {
        let access = self.access();
        match self {
            // Opening a scene discards the loaded scenes.
            Self::OpenScene { .. } => Access {
                effect: Effect::Write,
                ..access
            },
            _ => access,
        }
    }

    fn effect(&self) -> Effect {
        match self {
            Self::WriteScript { path, .. } | Self::DeleteScript { path } if startup::is_startup(path) => Effect::Code,
            Self::Screenshot {
                output_path: Some(_), ..
            } => Effect::Write,
            other => other.function().effect(),
        }
    }

    /// Returns why the arguments of this command count as running code, and what to use instead; `None` if they do not.
    pub fn why_code(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::WriteScript { path, .. } | Self::DeleteScript { path } if startup::is_startup(path) => {
                Some(startup::WHY_CODE)
            }
            _ => None,
        }
    }

    /// Returns true if the command changes something in a project folder. Data that only a running game would lose is
    /// not counted (see `access_in_running`).
    pub fn is_write_in_folder(&self) -> bool {
        self.access().effect.changes_something()
    }

    /// Returns the digest of the edit plan that the caller expects; `None` if the command accepts any plan or has none.
    pub fn plan(&self) -> Option<&str> {
        match self {
            Self::ApplyAssets { digest, .. } | Self::ApplyEdits { digest, .. } | Self::UndoEdits { digest, .. } => {
                digest.as_deref()
            }
            _ => None,
        }
    }

    /// Returns the command without its plan, which the host adds; `None` if it has none. What remains is what the caller
    /// asked for.
    pub fn without_plan(&self) -> Option<Self> {
        let mut bare = match self {
            Self::ApplyAssets { .. } | Self::ApplyEdits { .. } | Self::UndoEdits { .. } => self.clone(),
            _ => return None,
        };
        if let Self::ApplyAssets { digest, touches, .. }
        | Self::ApplyEdits { digest, touches, .. }
        | Self::UndoEdits { digest, touches, .. } = &mut bare
        {
            (*digest, *touches) = (None, EditTouches::default());
        }
        Some(bare)
    }

    /// Returns the maximum number of items in the answer to this command; `None` if its answer has no such limit.
    pub fn most_items(&self) -> Option<u32> {
        match self {
            Self::TailLogs { count, .. } => Some(*count),
            other => other
                .page()
                .map(|page| page.limit)
                .or_else(|| other.cursor_page().map(|page| page.limit)),
        }
    }

    /// Returns all objects that the command changes, or to which it adds something.
    pub fn objects(&self) -> Vec<ObjectId> {
        let other = match self {
            Self::Reparent { parent, .. } => *parent,
            Self::CreateObject { object } => object.parent,
            Self::Select { objects } => return objects.clone(),
            Self::ApplyAssets { touches, .. } | Self::ApplyEdits { touches, .. } | Self::UndoEdits { touches, .. } => {
                return touches.objects.clone();
            }
            Self::Act { gesture } => return gesture_objects(gesture).collect(),
            _ => None,
        };
        self.object().into_iter().chain(other).collect()
    }

    /// Returns the first object to which the command applies, for the audit line; `None` if it applies to no object.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Self::SetActive { object, .. }
            | Self::Reparent { object, .. }
            | Self::DestroyObject { object }
            | Self::GetObject { object }
            | Self::ListComponents { object, .. }
            | Self::AddComponent { object, .. }
            | Self::RemoveComponent { object, .. }
            | Self::ListMembers { object, .. }
            | Self::ListOverrides { object, .. }
            | Self::GetMember { object, .. }
            | Self::ResolveMember { object, .. }
            | Self::SetMember { object, .. }
            | Self::CallMethod { object, .. } => Some(*object),
            Self::Select { objects } => objects.first().copied(),
            Self::ApplyAssets { touches, .. } | Self::ApplyEdits { touches, .. } | Self::UndoEdits { touches, .. } => {
                touches.objects.first().copied()
            }
            Self::Act { gesture } => gesture_objects(gesture).next(),
            _ => None,
        }
    }
}

/// Returns the objects that a player input (gesture) names as its spots. A spot can also be a point of the screen.
fn gesture_objects(gesture: &Gesture) -> impl Iterator<Item = ObjectId> {
    gesture.spots().into_iter().filter_map(|spot| match spot {
        Spot::Object(object) => Some(*object),
        Spot::Screen(_) | Spot::Other(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn startup_scripts_require_code_access_and_file_output_write_access() {
        let write = |path: &str| Command::WriteScript {
            path: path.to_owned(),
            content: "1".to_owned(),
        };
        let shot = |output_path: Option<&str>| Command::Screenshot {
            width: 1,
            height: 1,
            output_path: output_path.map(str::to_owned),
        };
        let content = "1".to_owned();
        for (command, effect) in [
            (Command::WriteStartupScript { content }, Effect::Code),
            (Command::SetStartupEnabled { enabled: true }, Effect::Code),
            (Command::SetStartupEnabled { enabled: false }, Effect::Code),
            (write("startup.cs"), Effect::Code),
            (write("a.cs"), Effect::Write),
            (shot(None), Effect::Read),
            (shot(Some("a.png")), Effect::Write),
        ] {
            assert_eq!(command.access().effect, effect, "{command:?}");
        }
        let asked = |command: Command| (command.access().interface, command.access().function);
        assert_eq!(asked(shot(None)), (Interface::Screenshot, "take"));
        assert_eq!(asked(shot(Some("a.png"))), (Interface::ScreenshotSave, "save"));
    }
}
