//! Implements the import `unity-tools:unity/edits-edit`.
//!
//! Each function first plans its changes, so that gate 2 checks all of them, and then executes exactly this plan.

use crate::bindings::current::unity_tools::unity::edits_edit::{Done, Edit, Host};
use crate::fault::{BadValue, Fault};
use crate::imports::edits::{plan_with_rules, refused_edits, requests, weight};
use crate::store::CallState;
use host_bridge::{Command, EditDone, EditPlan, Function};

/// Maximum number of times that a call plans its edits again because the project changed meanwhile; then it fails.
const ANEW: u32 = 16;

impl Host for CallState {
    async fn apply(&mut self, edits: Vec<Edit>, digest: Option<String>) -> Result<Done, Fault> {
        let bytes = weight(&edits);
        let edits = requests(edits);
        // A call without a plan digest and without a key wants its changes regardless of other changes. With a key each
        // try would be one more of its commands, and a repeated call must send the same commands in the same order.
        let mut left = if digest.is_none() && !self.gate.has_key() {
            ANEW
        } else {
            0
        };
        loop {
            let first = copy(&edits).map(|edits| Command::PreviewEdits { edits });
            let plan = self
                .preview_plan(Function::ApplyEdits, bytes, first, digest.clone())
                .await?;
            let changes = plan.changes;
            let command = copy(&edits).map(|edits| Command::ApplyEdits {
                edits,
                digest: Some(plan.digest),
                touches: plan.touches,
            });
            let done: Result<EditDone, Fault> = self.unity_if(Function::ApplyEdits, 0, command).await;
            match done {
                Ok(done) => return Ok(self.convert_done(done)),
                // Other conflicts, such as a full session or an unapproved plan, would occur in each attempt.
                Err(fault) if left > 0 && fault.is_other_plan() => left -= 1,
                Err(fault) => {
                    return Err(match refused_edits(&changes, &self.gate.policy()) {
                        Some(edits) => fault.with_rejected(&edits),
                        None => fault,
                    });
                }
            }
        }
    }

    async fn undo(&mut self, entries: Vec<u64>, digest: Option<String>) -> Result<Done, Fault> {
        let bytes = 8 * entries.len();
        let first = Ok(Command::PreviewUndo {
            entries: entries.clone(),
        });
        let plan = self.preview_plan(Function::UndoEdits, bytes, first, digest).await?;
        let command = Command::UndoEdits {
            entries,
            digest: Some(plan.digest),
            touches: plan.touches,
        };
        let done: EditDone = self.unity(0, command).await?;
        Ok(self.convert_done(done))
    }
}

/// Clones a guest's converted edits, or the error of their conversion, to preview them before they are executed.
pub(super) fn copy<T: Clone>(edits: &Result<Vec<T>, BadValue>) -> Result<Vec<T>, BadValue> {
    match edits {
        Ok(edits) => Ok(edits.clone()),
        Err(bad) => Err(bad.clone()),
    }
}

impl CallState {
    pub(super) async fn preview_plan(
        &mut self,
        import: Function,
        bytes: usize,
        preview: Result<Command, BadValue>,
        digest: Option<String>,
    ) -> Result<EditPlan, Fault> {
        let plan: EditPlan = self.unity_for(import, bytes, preview).await?;
        plan.is_meant(digest.as_deref())?;
        Ok(plan)
    }

    pub(super) fn convert_done(&self, done: EditDone) -> Done {
        Done {
            entry: done.entry,
            plan: plan_with_rules(done.plan, &self.gate.policy()),
        }
    }
}
