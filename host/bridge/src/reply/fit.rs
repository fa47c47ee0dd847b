//! The check whether a reply matches its command.
//!
//! Belongs here: the comparison of an answer with its command. Does not: whether the content of the answer is true.

use super::Reply;
use crate::command::{Command, Function};
use crate::model::{ComponentValues, Picked, Stepped};

impl Reply {
    /// Checks that the reply answers `command`: its kind matches, it has no more items than requested or possible, and
    /// it is about the requested object or scene.
    ///
    /// # Errors
    /// The difference between the given and the expected reply, as one sentence.
    pub fn fits(&self, command: &Command) -> Result<(), String> {
        let function = command.function();
        let (given, wanted) = (self.kind(), function.reply());
        if given != wanted {
            return Err(format!("it answered `{function}` with {given:?} instead of {wanted:?}"));
        }
        if let (Some(items), Some(most)) = (self.listed(), command.most_items())
            && items > most as usize
        {
            return Err(format!(
                "it answered `{function}` with {items} items; at most {most} were requested"
            ));
        }
        match self {
            Self::Values(page) => of_requested_objects(&page.rows, command),
            Self::Picked(picked) => {
                at_most(function, picked.hits.len(), Picked::MOST_HITS, "hits")?;
                at_most(
                    function,
                    picked.not_tested.len(),
                    Picked::MOST_UNTESTED,
                    "objects that were not tested",
                )
            }
            Self::Stepped(stepped) => at_most(function, stepped.values.len(), Stepped::MOST_ROWS, "rows"),
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
            // The others hold one item each, or an unlimited list, which the frame limit bounds.
            _ => Ok(()),
        }
    }
}

fn of_requested_objects(rows: &[ComponentValues], command: &Command) -> Result<(), String> {
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

fn at_most(function: Function, given: usize, most: usize, what: &str) -> Result<(), String> {
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
    use crate::reply::ReplyKind;
    use crate::samples::{commands, replies};

    #[test]
    fn accepts_exactly_one_reply_kind_per_command() {
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
    fn mismatch_error_names_expected_and_actual_reply() {
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
    fn rejects_replies_over_their_limit_or_for_another_target() {
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
