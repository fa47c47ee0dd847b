//! The object in a saved file that is an object of the editor: the object with the same path in the same file.
//!
//! Only the references in the files need it, because the editor has no index of them.

use super::One;
use super::saved_files::Parts;
use crate::numbers::Numbers;
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, CursorPage, FilterNode, Function, ObjectId, Op,
    Per, QueryRequest, QueryRow, ReferenceTarget, Reply, Scope, Test, UnityBridge, UsersRequest, ValueText,
};
use serde_json::json;
use std::sync::Arc;

/// Maximum JSON bytes of the answer with one object.
const BYTES: usize = 64 * 1024;

impl One {
    /// Replaces the object of the editor whose references a command finds by the same object in its saved file. Also
    /// returns a note about the replacement.
    ///
    /// # Errors
    /// `NotFound` if the editor does not have the object, or if its saved file does not contain it.
    pub(super) async fn with_object_of_file(
        &self,
        files: &Arc<dyn UnityBridge>,
        command: CheckedCommand,
        call: &BridgeCall,
    ) -> Result<(CheckedCommand, Option<String>), BridgeError> {
        let Command::FindUsers { request } = &*command else {
            return Ok((command, None));
        };
        let object = match request.target {
            ReferenceTarget::Object(object) if Numbers::is_live(object) => object,
            _ => return Ok((command, None)),
        };
        if !self.answering.supports(Function::Query) || !files.supports(Function::Query) {
            return Ok((command, None));
        }
        let parts = Parts::of(call);
        let QueryRow { file, path, .. } = self.row_in_editor(object, parts.next()).await?;
        let own = row_in_file(files, &file, &path, parts.next()).await?;
        let Some(own) = own else {
            let message =
                format!("{object} is {path} of {file} in the editor, and the saved file has no object at this path");
            return Err(BridgeError::new(BridgeErrorKind::NotFound, message)
                .with_hint("references are read from the saved files: save the scene, then call again"));
        };
        let request = UsersRequest {
            target: ReferenceTarget::Object(own),
            ..request.clone()
        };
        let note = format!(
            "for {object}, the references to the object at the same path {path} of the saved file {file} are listed; it may be another \
             object if the scene has unsaved changes"
        );
        Ok((Command::FindUsers { request }.checked()?, Some(note)))
    }

    async fn row_in_editor(&self, object: ObjectId, call: BridgeCall) -> Result<QueryRow, BridgeError> {
        let query = query(Scope::Loaded, "id", object.to_string()).checked()?;
        let replied = self.answering.execute(query, call).await?;
        rows(replied.reply).into_iter().next().ok_or_else(|| {
            let message = format!("{object} is in no loaded scene of the editor");
            BridgeError::new(BridgeErrorKind::NotFound, message).with_hint("find_objects gives ids")
        })
    }
}

async fn row_in_file(
    files: &Arc<dyn UnityBridge>,
    file: &str,
    path: &str,
    call: BridgeCall,
) -> Result<Option<ObjectId>, BridgeError> {
    let query = query(Scope::Files(vec![file.to_owned()]), "path", path.to_owned()).checked()?;
    match files.execute(query, call).await {
        Ok(replied) => {
            let found = rows(replied.reply).into_iter().find(|row| row.path == path);
            Ok(found.map(|row| row.object))
        }
        // A scene that was never saved has no file.
        Err(error) if error.kind == BridgeErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the query for the objects in `scope` of which `fact` has this value.
fn query(scope: Scope, fact: &str, value: String) -> Command {
    let test = Test {
        path: fact.to_owned(),
        op: Op::Equal,
        value: Some(ValueText::from_json_text(json!(value).to_string())),
    };
    let request = QueryRequest {
        scope,
        filter: vec![FilterNode::Fact(test)],
        per: Per::Object,
        select: Vec::new(),
        order: Vec::new(),
        page: CursorPage {
            limit: 2,
            cursor: None,
            max_bytes: BYTES,
        },
    };
    Command::Query {
        request: Box::new(request),
    }
}

fn rows(reply: Reply) -> Vec<QueryRow> {
    match reply {
        Reply::Found(answer) => answer.rows,
        _ => Vec::new(),
    }
}
