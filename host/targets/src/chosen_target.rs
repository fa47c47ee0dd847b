//! The bridge of one call, which sends all commands of the call to the target that was selected at its start.
//!
//! This module rejects changes if no target was chosen, or if the target replaces another one. `choice` selects the
//! target, and `silent_editor` the reads in place of an editor that answers nothing.

mod file_object;
mod joined_page;
mod joined_query;
mod saved_files;
mod silent_editor;

use crate::ambiguous_target::ambiguous_target_error;
use crate::choice::Choice;
use crate::choosing::ITS_OWN;
use crate::inner::Inner;
use crate::target::Target;
use host_api::{Access, Announced, BoxFuture, Deadline, Effect, Source};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, CallKey, Capability, CheckedCommand, Command,
    Event, Function, LogBuffer, ProjectInfo, Replied, Reply, SelectedTarget, Several, UnityBridge, Wish, of_call_alone,
};
use host_pipeline::PipelineCommands;
use saved_files::{FROM_FILES, with_unsaved_edits};
use silent_editor::OTHER_IDS;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;

/// The functions that list and run announced commands, for which Unity's Pipeline is a second source.
const ANNOUNCED: [Function; 2] = [Function::ListCommands, Function::RunCommand];

/// The part of the note on an answer about edits, in place of an editor that has ended or is away.
const NO_EDITS_OF_EDITOR: &str = "edits that were made in the editor are not in this answer";

pub(crate) struct One {
    inner: Arc<Inner>,
    /// The project folder or instance that runs this call's commands. If none is available, the access for all calls.
    answering: Arc<dyn UnityBridge>,
    /// The folder of the editor that runs this call's commands, for functions that the editor does not serve.
    saved_files: Option<Arc<dyn UnityBridge>>,
    /// The commands of Unity's Pipeline in the project folder of this target; `None` if it has none.
    pipeline: Option<Arc<PipelineCommands>>,
    source: Source,
    id: BridgeId,
    choice: Choice,
    wish: Wish,
    /// True after the client was told, in an answer of this call, that it chose no project or instance. Also true if the
    /// only other target is an editor that proves now that it has the folder open: both are one target in a moment.
    is_told: AtomicBool,
}

impl One {
    /// Creates the access to Unity of one call. `everyone`, the access for all calls, is used if nothing is available.
    pub(crate) fn new(inner: &Arc<Inner>, everyone: Arc<dyn UnityBridge>, choice: Choice, wish: Wish) -> Self {
        let (answering, source, id) = match &choice.target {
            Some(target) => {
                let (bridge, source) = target.answering_bridge();
                inner.noticed(target);
                (bridge, source, target.id())
            }
            None => {
                let id = choice.gone.as_ref().map(|(id, _)| id.clone());
                let id = id.unwrap_or_else(|| everyone.id());
                (everyone, Source::Live, id)
            }
        };
        Self {
            inner: Arc::clone(inner),
            answering,
            pipeline: choice.target.as_ref().and_then(Target::pipeline).cloned(),
            saved_files: choice.target.as_ref().and_then(Target::saved_files),
            source,
            id,
            is_told: AtomicBool::new(choice.unsaid.len() == 2 && inner.proves_folder()),
            choice,
            wish,
        }
    }

    pub(crate) fn source(&self) -> Source {
        self.source
    }

    /// Returns true if the target has Unity's Pipeline now, and `function` lists or runs announced commands.
    fn pipeline_serves(&self, function: Function) -> bool {
        ANNOUNCED.contains(&function) && self.has_pipeline()
    }

    fn has_pipeline(&self) -> bool {
        let pipeline = self.pipeline.as_ref();
        pipeline.is_some_and(|pipeline| pipeline.presence().is_there())
    }

    /// Runs a command on the bridge that answers. Commands of Unity's Pipeline go there, and the list has them, too.
    async fn execute_or_announce(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        let function = command.function();
        let Some(pipeline) = self.pipeline.as_ref().filter(|_| ANNOUNCED.contains(&function)) else {
            return self.answering.execute(command, call).await;
        };
        if PipelineCommands::runs(&command) {
            return pipeline.run(&self.inner.tasks, command, call).await;
        }
        if function != Function::ListCommands {
            return self.answering.execute(command, call).await;
        }
        let deadline = call.deadline.as_ref().map(Deadline::at);
        let mut replied = match self.answering.supports(function) {
            true => self.answering.execute(command, call).await?,
            false => Reply::Commands(Vec::new()).into(),
        };
        pipeline.add_to(&mut replied, deadline).await;
        Ok(replied)
    }

    /// Returns true for the plan of a change in the folder. If the folder receives no changes, the plan is of no use, and
    /// its own error would hide the reason.
    fn plans_rejected_change(&self, command: &CheckedCommand) -> bool {
        let is_plan = matches!(
            command.function(),
            Function::PreviewEdits | Function::PreviewUndo | Function::PreviewAssets
        );
        is_plan && self.source == Source::Folder && self.choice.unsaid.is_empty()
    }

    /// Returns the error if this call must not change anything, because it is unclear for which project; else `None`.
    fn no_change(&self) -> Option<BridgeError> {
        if let Some((_, error)) = &self.choice.gone {
            return Some(error.clone());
        }
        if !self.choice.unsaid.is_empty() {
            return Some(match self.inner.proves_folder() {
                true => proof_error(),
                false => ambiguous_target_error(&self.choice.unsaid),
            });
        }
        if self.source != Source::Folder || self.choice.is_folder_meant {
            return None;
        }
        if self.inner.sessions().habits_of(&self.wish).used_live {
            let who = "the Unity instance that this session worked with";
            return Some(self.editor_away_error(who, "the folder does not receive its changes"));
        }
        if self.choice.target.as_ref().is_some_and(Target::may_be_open_in_editor) {
            let why = "it may still have the project open, so the folder receives no changes";
            return Some(self.editor_away_error("the editor of this project", why));
        }
        if self.inner.proves_folder() {
            return Some(proof_error());
        }
        self.inner.expects_editor().then(|| self.editor_expected_error())
    }

    fn editor_away_error(&self, who: &str, why: &str) -> BridgeError {
        let absence = self.choice.target.as_ref().map(Target::absence);
        let (what, wait) = absence.unwrap_or(("is away", "wait until it reconnects"));
        let message = format!("{who} {what}, and {why}; nothing was changed");
        let error = BridgeError::new(BridgeErrorKind::NotReady, message);
        error.with_hint(format!(
            "{wait}, or choose the folder by its own id, {}",
            self.answering.id()
        ))
    }

    fn editor_expected_error(&self) -> BridgeError {
        let message = "an editor has the project open and is not linked since this host started, so the folder does not receive changes yet; \
                       this call changed nothing";
        let hint = format!(
            "call again in some seconds; to change the folder in any case, choose it by its own id, {}",
            self.answering.id()
        );
        let error = BridgeError::new(BridgeErrorKind::NotReady, message);
        error.with_hint(hint).retry_after(Duration::from_secs(2))
    }

    /// Returns the note on a read of the folder, if the session worked with its editor, which has ended or is away. The
    /// session did not choose the folder, so it does not know that another target answers.
    fn editor_left_note(&self, function: Function) -> Option<String> {
        let is_about_edits = matches!(function, Function::ListEntries | Function::PreviewSave);
        let is_affected = function.reads_project() || is_about_edits;
        if self.source != Source::Folder || self.choice.is_folder_meant || !is_affected {
            return None;
        }
        let state = self.choice.target.as_ref()?.state_of_absent_editor()?;
        let worked_live = self.inner.sessions().habits_of(&self.wish).used_live;
        worked_live.then(|| match is_about_edits {
            true => format!("{state}. {NO_EDITS_OF_EDITOR}"),
            false => with_unsaved_edits(&format!("{state}. {FROM_FILES}; {OTHER_IDS}"), &*self.answering),
        })
    }

    async fn run(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        let target = self.choice.target.as_ref();
        if let Some(answer) = self.inner.answer_itself(&command, &self.wish, target) {
            return answer;
        }
        if let Some((_, error)) = &self.choice.gone {
            return Err(error.clone());
        }
        if let Some(scripts) = self.inner.scripts(command.function()) {
            return scripts.answer(command, call).await;
        }
        let is_change = self.access(&command).effect.changes_something();
        if (is_change || self.plans_rejected_change(&command))
            && let Some(error) = self.no_change()
        {
            return Err(error);
        }
        if self.saved_files.is_some() && command.function().reads_project() {
            self.inner.look_for_written_files();
        }
        if let Some(files) = self.files_for(command.function()) {
            return self.answer_from_files(files, command, call).await;
        }
        if let Some(substitute) = self.substitute_for(&command) {
            return substitute.answer(command, call).await;
        }
        if let Some(files) = self.files_of_objects(&command)? {
            let mut replied = files.execute(command, call).await?;
            replied.diagnostics.push(with_unsaved_edits(FROM_FILES, &**files));
            return Ok(replied);
        }
        if self.source == Source::Folder {
            self.require_folder_ids(&command)?;
        }
        // Recorded before the command is sent, because a command without an answer may have been executed.
        if self.source == Source::Live && self.choice.target.is_some() {
            let mut sessions = self.inner.sessions();
            if !sessions.habits_of(&self.wish).used_live {
                sessions.change(&self.wish, |habits| habits.used_live = true);
            }
        }
        let function = command.function();
        let answered = self.execute_or_substitute(command, call).await;
        // A change that failed can have written files, too.
        if is_change && self.saved_files.is_some() {
            self.inner.editor_changed(function.writes_files());
        }
        let mut replied = answered?;
        replied.diagnostics.extend(self.editor_left_note(function));
        if !self.choice.unsaid.is_empty() && !self.is_told.swap(true, Ordering::Relaxed) {
            let all = self.choice.unsaid.join(", ");
            let note = format!(
                "no target was named or chosen, so {} answered, the first of {all}",
                self.id
            );
            replied.diagnostics.push(note);
        }
        Ok(replied)
    }
}

impl UnityBridge for One {
    fn name(&self) -> &'static str {
        self.answering.name()
    }

    fn capabilities(&self) -> BTreeSet<Capability> {
        let mut capabilities = self.answering.capabilities();
        if self.has_pipeline() {
            capabilities.insert(Capability::Commands);
        }
        capabilities
    }

    fn state(&self) -> BridgeState {
        self.answering.state()
    }

    fn project(&self) -> ProjectInfo {
        self.answering.project()
    }

    fn has_executed(&self, key: &CallKey) -> bool {
        self.answering.has_executed(key)
    }

    fn queue_depth(&self) -> usize {
        self.answering.queue_depth()
    }

    fn id(&self) -> BridgeId {
        self.id.clone()
    }

    fn target_set(&self) -> Option<&dyn Several> {
        None
    }

    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        of_call_alone(self, None, wish)
    }

    fn functions(&self) -> BTreeSet<Function> {
        let mut functions = self.answering.functions();
        functions.extend(ITS_OWN);
        if self.has_pipeline() {
            functions.extend(ANNOUNCED);
        }
        if let Some(files) = &self.saved_files {
            let saved = files.functions();
            functions.extend(saved.into_iter().filter(|function| function.answers_from_files()));
        }
        functions
    }

    fn supports(&self, function: Function) -> bool {
        ITS_OWN.contains(&function)
            || self.answering.supports(function)
            || self.pipeline_serves(function)
            || self.files_for(function).is_some()
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        if ITS_OWN.contains(&function) {
            return None;
        }
        self.no_change().or_else(|| match self.files_for(function) {
            Some(files) => files.refuses(function),
            None => self.answering.refuses(function),
        })
    }

    /// The commands of Pipeline can run any C# in the editor, so they count as code.
    fn access(&self, command: &Command) -> Access {
        let access = self.answering.access(command);
        match self.pipeline.is_some() && PipelineCommands::runs(command) {
            true => Access {
                effect: Effect::Code,
                ..access
            },
            false => access,
        }
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.answering.events()
    }

    fn log(&self) -> &LogBuffer {
        self.answering.log()
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        Box::pin(self.run(command, call))
    }
}

/// Returns the error for a change while an editor proves that it has the project folder open.
fn proof_error() -> BridgeError {
    let message = "an editor has just linked and proves that it has the project of this host open; nothing was changed";
    let error = BridgeError::new(BridgeErrorKind::NotReady, message);
    error.with_hint("call again").retry_after(Duration::from_millis(500))
}
