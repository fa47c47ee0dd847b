//! The kinds of replies, and the check whether a reply matches its command.
//!
//! Belongs here: whether an answer matches its command. Does not: whether the answer is true.

use super::Reply;
use crate::command::{Command, Function};
use crate::model::{ComponentValues, Picked, Stepped};

macro_rules! kinds {
    ($($kind:ident)+) => {
        /// The kind of a reply.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ReplyKind {
            $(#[doc = concat!("`Reply::", stringify!($kind), "`")] $kind,)+
        }

        impl Reply {
            /// Its kind.
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
    Targets Unity
}

impl Reply {
    /// Whether it answers `command`: its kind matches, it has no more items than requested or possible, and it is
    /// about the requested object or scene.
    ///
    /// # Errors
    /// The difference between the given and the expected reply, as one sentence.
    pub fn fits(&self, command: &Command) -> Result<(), String> {
        let function = command.function();
        let (given, wanted) = (self.kind(), function.reply());
        if given != wanted {
            return Err(format!("it answered `{function}` with {given:?} instead of {wanted:?}"));
        }
        let asked_for = |items: usize| match command.most_items() {
            Some(most) if items > most as usize => Err(format!(
                "it answered `{function}` with {items} items; at most {most} were requested"
            )),
            _ => Ok(()),
        };
        match self {
            Self::Scenes(page) => asked_for(page.items.len()),
            Self::Objects(page) => asked_for(page.items.len()),
            Self::Components(page) => asked_for(page.items.len()),
            Self::Members(page) => asked_for(page.items.len()),
            Self::Hooks(page) => asked_for(page.items.len()),
            Self::HookMethods(page) => asked_for(page.items.len()),
            Self::Scripts(page) => asked_for(page.items.len()),
            Self::Assets(page) => asked_for(page.items.len()),
            Self::References(page) => asked_for(page.items.len()),
            Self::Users(answer) => asked_for(answer.rows.len()),
            Self::Overrides(answer) => asked_for(answer.rows.len()),
            Self::AssetRows(answer) => asked_for(answer.rows.len()),
            Self::Hierarchy(page) => asked_for(page.items.len()),
            Self::SourceLines(lines) => asked_for(lines.rows.len()),
            Self::Found(answer) => asked_for(answer.rows.len()),
            Self::Logs { lines, .. } => asked_for(lines.len()),
            Self::Entries(page) => asked_for(page.rows.len()),
            Self::Values(page) => {
                asked_for(page.rows.len())?;
                check_requested_objects(&page.rows, command)
            }
            Self::Picked(picked) => {
                check_count(function, picked.hits.len(), Picked::MOST_HITS, "hits")?;
                check_count(
                    function,
                    picked.not_tested.len(),
                    Picked::MOST_UNTESTED,
                    "objects that were not tested",
                )
            }
            Self::Stepped(stepped) => check_count(function, stepped.values.len(), Stepped::MOST_ROWS, "rows"),
            Self::Object(card) => match command.object() {
                Some(object) if object != card.id => {
                    Err(format!("it answered `{function}` of {object} with {}", card.id))
                }
                _ => Ok(()),
            },
            Self::Scene(card) => match command {
                Command::OpenScene { scene, .. } if *scene != card.id => {
                    Err(format!("it answered `{function}` of {scene} with {}", card.id))
                }
                _ => Ok(()),
            },
            // These hold one item each, or an unlimited list, which the frame limit bounds.
            Self::Done
            | Self::Project(_)
            | Self::Selection(_)
            | Self::TimeScale(_)
            | Self::Created(_)
            | Self::Added(_)
            | Self::Member(_)
            | Self::Resolved(_)
            | Self::Camera(_)
            | Self::Signature(_)
            | Self::Source(_)
            | Self::Returned(_)
            | Self::Printed(_)
            | Self::TypeName(_)
            | Self::Evaluated(_)
            | Self::Script(_)
            | Self::Startup(_)
            | Self::TestUi(_)
            | Self::Sections(_)
            | Self::Section(_)
            | Self::AssetDetail(_)
            | Self::Picture(_)
            | Self::TestRun(_)
            | Self::ScriptType(_)
            | Self::Commands(_)
            | Self::Clock(_)
            | Self::FrameStats(_)
            | Self::Touched(_)
            | Self::Plan(_)
            | Self::EditDone(_)
            | Self::FileChanges(_)
            | Self::Saved(_)
            | Self::Targets(_)
            | Self::Unity(_) => Ok(()),
        }
    }
}

fn check_requested_objects(rows: &[ComponentValues], command: &Command) -> Result<(), String> {
    let Command::ReadValues { request } = command else {
        return Ok(());
    };
    match rows.iter().find(|row| !request.objects.contains(&row.object)) {
        Some(row) => Err(format!(
            "it answered `{}` with {}, which was not requested",
            command.function(),
            row.object
        )),
        None => Ok(()),
    }
}

fn check_count(function: Function, given: usize, most: usize, what: &str) -> Result<(), String> {
    match given > most {
        true => Err(format!(
            "it answered `{function}` with {given} {what}; at most {most} are possible"
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ObjectId, SceneId};
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

    #[test]
    fn what_is_bounded_is_held_against_its_bound_and_what_is_named_against_its_name() {
        let other = |command: Command| match command {
            Command::OpenScene { additive, .. } => Command::OpenScene {
                scene: SceneId(7),
                additive,
            },
            Command::ReadValues { mut request } => {
                request.objects = vec![ObjectId(7)];
                Command::ReadValues { request }
            }
            same => same,
        };
        let larger = |reply: Reply| match reply {
            Reply::Picked(mut picked) => {
                picked.hits = vec![picked.hits.remove(0); Picked::MOST_HITS + 1];
                Reply::Picked(picked)
            }
            Reply::Stepped(mut stepped) => {
                stepped.values = vec![Vec::new(); Stepped::MOST_ROWS + 1];
                Reply::Stepped(stepped)
            }
            same => same,
        };
        for (function, told) in [
            (Function::OpenScene, "scn:7"),
            (Function::ReadValues, "which was not requested"),
            (Function::PickWorld, "501 hits"),
            (Function::Step, "1001 rows"),
        ] {
            let command = commands()
                .into_iter()
                .find(|command| command.function() == function)
                .expect("one");
            let reply = replies()
                .into_iter()
                .find(|reply| reply.kind() == function.reply())
                .expect("one");
            assert_eq!(reply.fits(&command), Ok(()));
            let why = larger(reply).fits(&other(command)).expect_err(told);
            assert!(why.contains(told), "{why}");
        }
        let picked = Reply::Picked(Picked {
            not_tested: vec![String::new(); Picked::MOST_UNTESTED + 1],
            ..Picked::default()
        });
        let pick = commands()
            .into_iter()
            .find(|command| command.function() == Function::PickUi)
            .expect("one");
        assert!(picked.fits(&pick).expect_err("too many").contains("51 objects"));
    }
}
