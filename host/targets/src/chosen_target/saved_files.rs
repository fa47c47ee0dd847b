//! Answers from the saved files of the project, in place of an editor that has the project open.
//!
//! Belongs here: when the folder answers alone, and with which note. Does not: queries that the editor and the folder
//! answer together (`joined_query`), and the object of a file for one of the editor (`file_object`).

use super::One;
use crate::numbers::{FolderNumbers, Numbers};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, CommandKey, Function, ObjectId, ObjectNumbers,
    Replied, Reply, UnityBridge, naming,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The note on an answer of the folder in place of its editor.
pub(super) const FROM_FILES: &str =
    "read from the saved files of the project: unsaved changes of the editor are not in this answer";

/// Returns a note on an answer of the folder, `note`, with the number of unsaved edits of this host, which the answer
/// contains.
pub(super) fn with_unsaved_edits(note: &str, files: &dyn UnityBridge) -> String {
    match files.project().session_edits {
        0 => note.to_owned(),
        1 => format!("{note}; 1 edit of this host that is not saved is in it"),
        count => format!("{note}; {count} edits of this host that are not saved are in it"),
    }
}

/// The kinds of object ids in a command: those of running instances, and those of the folder's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ids {
    pub(super) of_instances: bool,
    pub(super) of_files: bool,
}

/// Notes the kinds of the object ids in a command while the command is written.
#[derive(Default)]
struct NotedIds {
    of_instances: AtomicBool,
    of_files: AtomicBool,
}

impl ObjectNumbers for NotedIds {
    fn number(&self, _: &str, native: &str) -> ObjectId {
        ObjectId(native.parse().unwrap_or_default())
    }

    fn native(&self, _: &str, object: ObjectId) -> Result<String, BridgeError> {
        let noted = match Numbers::is_live(object) {
            true => &self.of_instances,
            false => &self.of_files,
        };
        noted.store(true, Ordering::Relaxed);
        Ok(object.0.to_string())
    }

    fn invalidate(&self, _: &str) {}
}

pub(super) fn ids_in(command: &Command) -> Ids {
    let noted = Arc::new(NotedIds::default());
    let numbers: Arc<dyn ObjectNumbers> = Arc::clone(&noted) as _;
    // The numbers above reject no id.
    let _ = naming::outgoing(&numbers, "", || drop(command.arguments()));
    Ids {
        of_instances: noted.of_instances.load(Ordering::Relaxed),
        of_files: noted.of_files.load(Ordering::Relaxed),
    }
}

/// The distance between the numbers of a client's commands and of the commands to which one of them leads. No call has so
/// many commands of its own.
const PARTS: u32 = 1 << 20;

/// The commands to which one command of a client leads. Each has its own key, in a fixed order, so that a repeated call gets
/// the remembered answer of each.
pub(super) struct Parts {
    call: BridgeCall,
    count: AtomicU32,
}

impl Parts {
    pub(super) fn of(call: &BridgeCall) -> Self {
        Self {
            call: call.clone(),
            count: AtomicU32::new(0),
        }
    }

    /// Returns the call of the next command.
    pub(super) fn next(&self) -> BridgeCall {
        let part = self.count.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        let key = &self.call.key;
        BridgeCall {
            key: CommandKey {
                call: Arc::clone(&key.call),
                number: key.number.wrapping_add(PARTS.wrapping_mul(part)),
            },
            fate: Arc::default(),
            ..self.call.clone()
        }
    }
}

impl One {
    /// Returns the folder if it answers `function` in place of the editor.
    pub(super) fn files_for(&self, function: Function) -> Option<&Arc<dyn UnityBridge>> {
        let files = self.saved_files.as_ref()?;
        let answers = function.answers_from_files() && !self.answering.supports(function) && files.supports(function);
        answers.then_some(files)
    }

    /// Returns the folder if it answers `command` because the command reads objects of its files: those of prefabs and of
    /// scenes that the editor has not loaded, which an earlier answer contained.
    ///
    /// # Errors
    /// The command also names objects of the editor, which the folder does not know.
    pub(super) fn files_of_objects(
        &self,
        command: &CheckedCommand,
    ) -> Result<Option<&Arc<dyn UnityBridge>>, BridgeError> {
        // Most calls have no such folder, and need not look for ids, which writes all arguments.
        let Some(files) = self.readable_files(command) else {
            return Ok(None);
        };
        match ids_in(command) {
            Ids {
                of_files: true,
                of_instances: true,
            } => {
                let message =
                    "some of the object ids are of scenes that the editor has loaded, and some of saved files";
                let hint = "call once with the ids of loaded scenes, and once with those of files; `file` in each row shows \
                            where the object is";
                Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(hint))
            }
            ids => Ok(ids.of_files.then_some(files)),
        }
    }

    /// Returns the folder of this editor if `command` is a read that the folder can answer.
    pub(super) fn readable_files(&self, command: &CheckedCommand) -> Option<&Arc<dyn UnityBridge>> {
        let files = self.saved_files.as_ref()?;
        let function = command.function();
        let is_read = function.reads_project() && !self.answering.access(command).effect.changes_something();
        (is_read && files.supports(function)).then_some(files)
    }

    /// Returns the answer of the project folder, from the saved files. It has no object ids, because those of the folder
    /// are not those of the editor.
    pub(super) async fn answer_from_files(
        &self,
        files: &Arc<dyn UnityBridge>,
        command: CheckedCommand,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        let (command, object) = self.with_object_of_file(files, command, &call).await?;
        self.require_folder_ids(&command)?;
        let function = command.function();
        let mut replied = self.read_files(files, command, call).await?;
        if let Reply::Users(answer) = &mut replied.reply {
            for row in &mut answer.rows {
                row.object = None;
            }
        }
        // A source has no unsaved changes in an editor.
        if function != Function::ReadScriptSource {
            replied.diagnostics.push(with_unsaved_edits(FROM_FILES, &**files));
        }
        replied.diagnostics.extend(object);
        Ok(replied)
    }

    /// Executes a read of the saved files. If something is missing and the editor has made changes since, the folder looks
    /// for new files, and the read runs again.
    async fn read_files(
        &self,
        files: &Arc<dyn UnityBridge>,
        command: CheckedCommand,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        let answered = files.execute(command.clone(), call.clone()).await;
        if !matches!(&answered, Err(error) if error.kind == BridgeErrorKind::NotFound) {
            return answered;
        }
        let Some(changes) = self.inner.look_for_new_files() else {
            return answered;
        };
        let answered = files.execute(command, call).await;
        self.inner.has_looked(changes);
        answered
    }

    /// For an id of a running instance, the error names the origin of the id.
    pub(super) fn require_folder_ids(&self, command: &CheckedCommand) -> Result<(), BridgeError> {
        let numbers: Arc<dyn ObjectNumbers> = Arc::new(FolderNumbers(Arc::clone(&self.inner.numbers)));
        naming::outgoing(&numbers, "", || drop(command.arguments())).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_command_have_different_keys_in_a_fixed_order() {
        let call = BridgeCall::internal();
        let numbers = || {
            let parts = Parts::of(&call);
            [parts.next(), parts.next()].map(|part| part.key.number)
        };
        assert_eq!(numbers(), numbers());
        let [first, second] = numbers();
        assert!(first != second && ![first, second].contains(&call.key.number));
    }

    #[test]
    fn distinguishes_ids_of_instances_and_of_files() {
        let get = |object: i64| Command::GetObject {
            object: ObjectId(object),
        };
        let of_files = Ids {
            of_instances: false,
            of_files: true,
        };
        let of_instances = Ids {
            of_instances: true,
            of_files: false,
        };
        assert_eq!(ids_in(&get(12)), of_files);
        assert_eq!(ids_in(&get(1_000_000_000_012)), of_files);
        assert_eq!(ids_in(&get(900_000_000_012)), of_instances);
        assert_eq!(ids_in(&Command::GetTimeScale), Ids::default());
    }
}
