//! Which reply belongs to which command.
//!
//! Belongs here: whether an answer is one to the question. Does not: whether it is true.

use super::Reply;
use crate::command::Command;

macro_rules! kinds {
    ($($kind:ident)+) => {
        /// The shape of a reply.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ReplyKind {
            $(#[doc = concat!("`Reply::", stringify!($kind), "`")] $kind,)+
        }

        impl Reply {
            /// Its shape.
            pub fn kind(&self) -> ReplyKind {
                match self { $(Self::$kind { .. } => ReplyKind::$kind,)+ }
            }
        }
    };
}

kinds! {
    Done Project Scenes Scene Objects Object Components Selection TimeScale Logs Created Added Members Member Resolved Camera
    Picked Hooks HookMethods Signature Source Returned Printed TypeName Evaluated Scripts Script Startup TestUi Assets References
    Hierarchy Picture TestRun ScriptType SourceLines Commands Values Found Users Sections Section AssetRows AssetDetail Plan
    Entries EditDone FileChanges Saved Overrides Clock FrameStats Stepped Touched
    Unitys Unity
}

impl Reply {
    /// Whether it answers `command`: its shape, no more items than were asked for, the object that was meant.
    ///
    /// # Errors
    /// What it is and what would belong there, as one sentence.
    pub fn fits(&self, command: &Command) -> Result<(), String> {
        let function = command.function();
        let (given, wanted) = (self.kind(), function.reply());
        if given != wanted {
            return Err(format!(
                "it answered `{function}` with {given:?}, where {wanted:?} belongs"
            ));
        }
        if let (Some(items), Some(most)) = (self.items(), command.most_items())
            && items > most as usize
        {
            return Err(format!(
                "it answered `{function}` with {items} items, at most {most} were asked for"
            ));
        }
        if let (Self::Object(card), Some(object)) = (self, command.object())
            && card.id != object
        {
            return Err(format!("it answered `{function}` of {object} with {}", card.id));
        }
        Ok(())
    }

    /// Of what is given in parts.
    fn items(&self) -> Option<usize> {
        Some(match self {
            Self::Scenes(page) => page.items.len(),
            Self::Objects(page) => page.items.len(),
            Self::Components(page) => page.items.len(),
            Self::Members(page) => page.items.len(),
            Self::Hooks(page) => page.items.len(),
            Self::HookMethods(page) => page.items.len(),
            Self::Scripts(page) => page.items.len(),
            Self::Assets(page) => page.items.len(),
            Self::References(page) => page.items.len(),
            Self::Users(answer) => answer.rows.len(),
            Self::Overrides(answer) => answer.rows.len(),
            Self::AssetRows(answer) => answer.rows.len(),
            Self::Hierarchy(page) => page.items.len(),
            Self::SourceLines(lines) => lines.rows.len(),
            Self::Values(page) => page.rows.len(),
            Self::Found(answer) => answer.rows.len(),
            Self::Logs { lines, .. } => lines.len(),
            Self::Entries(page) => page.rows.len(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Function;
    use crate::model::ObjectId;
    use crate::samples::{commands, replies};

    #[test]
    fn every_command_takes_its_own_reply_and_no_other() {
        for command in commands() {
            let fitting = replies().into_iter().filter(|reply| reply.fits(&command).is_ok());
            let kinds: Vec<ReplyKind> = fitting.map(|reply| reply.kind()).collect();
            assert_eq!(kinds, [command.function().reply()], "{command:?}");
        }
        let unused = replies().into_iter().map(|reply| reply.kind());
        for kind in unused {
            assert!(
                Function::ALL.iter().any(|function| function.reply() == kind),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn what_was_not_asked_for_is_named() {
        let object = ObjectId(13);
        let replies = replies();
        let other = replies
            .iter()
            .find(|reply| reply.kind() == ReplyKind::Object)
            .expect("one");
        let why = other.fits(&Command::GetObject { object }).expect_err("obj:12");
        assert!(why.contains("obj:13") && why.contains("obj:12"), "{why}");
        let why = Reply::Done.fits(&Command::GetObject { object }).expect_err("nothing");
        assert!(
            why.contains("`objects/get`") && why.contains("Done") && why.contains("Object"),
            "{why}"
        );
        let many = commands().into_iter().find_map(|command| match command {
            Command::ListHooks { mut page } => {
                page.limit = 0;
                Some(Command::ListHooks { page })
            }
            _ => None,
        });
        let hooks = replies
            .iter()
            .find(|reply| reply.kind() == ReplyKind::Hooks)
            .expect("one");
        let why = hooks.fits(&many.expect("one")).expect_err("one more than none");
        assert!(why.contains("1 items"), "{why}");
    }
}
