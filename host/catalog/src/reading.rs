//! Reads resources, renders prompts and completes arguments, each from the pinned snapshot with a read permit.

use crate::catalog::Catalog;
use crate::readable::Reading;
use crate::snapshot::{Home, Snapshot};
use crate::uri;
use host_api::{
    CallContext, CallError, Caller, Completion, CompletionReference, CompletionRequest, ErrorKind, PromptDescriptor,
    PromptOutcome, PromptRequest, ReadPurpose, Refusal, ResourceContents, ResourceOutcome, ResourceRequest, visible,
};
use host_policy::Permit;
use host_runtime::{CompletionQuery, InvocationBase, PreparedBundle};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Maximum number of completions in an answer, as MCP specifies.
const MAX_COMPLETIONS: usize = 100;

impl Catalog {
    pub(crate) async fn read(&self, request: ResourceRequest, context: CallContext) -> ResourceOutcome {
        let _in_flight = self.shared.counters.in_flight.enter();
        let accepted_at = Instant::now();
        let served = |snapshot: &Snapshot<_>| snapshot.resource(&request.uri).is_some();
        let snapshot = self.pin(request.deadline, &context.cancel, accepted_at, served).await?;
        let found = snapshot
            .resource(&request.uri)
            .ok_or_else(|| unknown_resource(&request.uri))?;
        let permit = self.permit(ReadPurpose::Resource, &found.reading, &found.home, &context)?;
        let base = self.base(&found.home, context, request.caller, request.deadline, accepted_at)?;
        let reading = self
            .runtime
            .read_resource(&found.home.code, permit, request.uri.clone(), base);
        let outcome = reading.await?;
        check_contents(&found.home.id, &request.uri, &outcome)?;
        Ok(outcome)
    }

    pub(crate) async fn find(&self, uris: Vec<&str>) -> Result<(), (usize, CallError)> {
        let served = |snapshot: &Snapshot<_>| uris.iter().all(|uri| snapshot.resource(uri).is_some());
        // A caller that no longer waits drops this future.
        let never = CancellationToken::new();
        let pinned = self.pin(None, &never, Instant::now(), served).await;
        let snapshot = pinned.map_err(|error| (0, error))?;
        let policy = self.gate.policy.load();
        for (at, uri) in uris.iter().enumerate() {
            let found = snapshot.resource(uri).ok_or_else(|| (at, unknown_resource(uri)))?;
            found
                .reading
                .readable(&policy)
                .map_err(|refusal| (at, refusal.into()))?;
        }
        Ok(())
    }

    pub(crate) async fn render(&self, request: PromptRequest, context: CallContext) -> PromptOutcome {
        let _in_flight = self.shared.counters.in_flight.enter();
        let accepted_at = Instant::now();
        let served = |snapshot: &Snapshot<_>| snapshot.prompt(&request.name).is_some();
        let snapshot = self.pin(request.deadline, &context.cancel, accepted_at, served).await?;
        let found = snapshot
            .prompt(&request.name)
            .ok_or_else(|| unknown_prompt(&request.name))?;
        let permit = self.permit(ReadPurpose::Prompt, &found.reading, &found.home, &context)?;
        check_prompt(&found.descriptor, &request.arguments)?;
        let base = self.base(&found.home, context, request.caller, request.deadline, accepted_at)?;
        self.runtime
            .get_prompt(&found.home.code, permit, request.name, request.arguments, base)
            .await
    }

    /// Asks a bundle for completions of an argument of a prompt or resource template. The list is empty for a bundle
    /// without completions, which is not an error in MCP.
    pub(crate) async fn suggest(
        &self,
        request: CompletionRequest,
        context: CallContext,
    ) -> Result<Completion, CallError> {
        let _in_flight = self.shared.counters.in_flight.enter();
        let accepted_at = Instant::now();
        let served = |snapshot: &Snapshot<_>| match &request.reference {
            CompletionReference::Prompt(name) => snapshot.prompt(name).is_some(),
            CompletionReference::ResourceTemplate(uri) => snapshot.template(uri).is_some(),
        };
        let snapshot = self.pin(None, &context.cancel, accepted_at, served).await?;
        let (home, permit) = match &request.reference {
            CompletionReference::Prompt(name) => {
                let prompt = snapshot.prompt(name).ok_or_else(|| unknown_prompt(name))?;
                let permit = self.permit(ReadPurpose::Completion, &prompt.reading, &prompt.home, &context)?;
                if !prompt
                    .descriptor
                    .arguments
                    .iter()
                    .any(|known| known.name == request.argument)
                {
                    return Err(unknown_argument(&prompt.descriptor, &request.argument));
                }
                (&prompt.home, permit)
            }
            CompletionReference::ResourceTemplate(uri) => {
                let resource = snapshot.template(uri).ok_or_else(|| unknown_resource(uri))?;
                let permit = self.permit(ReadPurpose::Completion, &resource.reading, &resource.home, &context)?;
                (&resource.home, permit)
            }
        };
        if !home.completions {
            return Ok(Completion::default());
        }
        let query = CompletionQuery {
            reference: request.reference,
            argument: request.argument,
            value: request.value,
            context: request.context,
        };
        let base = self.base(home, context, request.caller, None, accepted_at)?;
        let mut completion = self.runtime.complete(&home.code, permit, query, base).await?;
        if completion.values.len() > MAX_COMPLETIONS {
            completion.values.truncate(MAX_COMPLETIONS);
            completion.has_more = true;
        }
        Ok(completion)
    }

    fn permit(
        &self,
        purpose: ReadPurpose,
        reading: &Reading,
        home: &Home<PreparedBundle>,
        context: &CallContext,
    ) -> Result<Permit, Refusal> {
        let decided = reading.permit(&self.gate.policy.load(), purpose);
        tracing::debug!(target: "hop", call = %context.id, hop = "catalog.dispatch", piece = ?reading.piece, bundle = %home.id);
        let decision = decided.as_ref().map_or_else(|refusal| refusal.rule.id(), |_| "permit");
        tracing::debug!(target: "hop", call = %context.id, hop = "policy.decide", ?purpose, decision);
        decided
    }

    /// Creates the inputs for reading a resource, rendering a prompt or completing an argument: caller, limits, target.
    fn base(
        &self,
        home: &Home<PreparedBundle>,
        context: CallContext,
        caller: Caller,
        deadline: Option<Duration>,
        accepted_at: Instant,
    ) -> Result<InvocationBase, CallError> {
        let unity = self.choose_target(&caller, None, &context)?;
        Ok(InvocationBase {
            context,
            caller,
            limits: home.limits.with_deadline(deadline),
            accepted_at,
            idempotency_key: None,
            plans: None,
            unity,
            own: home.own.clone(),
        })
    }
}

/// Checks that a bundle returned contents of the requested URI, or of URIs below it. A client would treat contents
/// under another URI as another resource.
fn check_contents(bundle: &str, read: &str, contents: &[ResourceContents]) -> Result<(), CallError> {
    let Some(other) = contents.iter().find(|one| !uri::is_at_or_below(&one.uri, read)) else {
        return Ok(());
    };
    let message = format!(
        "bundle `{bundle}` returned contents under `{}` for `{}`",
        display_uri(&other.uri),
        display_uri(read)
    );
    Err(CallError::new(ErrorKind::ToolFailed, message).with_hint(
        "contents must have the URI that was read, or one below it; the author of the bundle must correct this",
    ))
}

/// Formats a URI for messages: truncated to 200 characters, with deceptive characters escaped.
fn display_uri(uri: &str) -> String {
    visible(&uri.chars().take(200).collect::<String>()).to_string()
}

fn unknown_resource(uri: &str) -> CallError {
    CallError::new(
        ErrorKind::UnknownName,
        format!("Resource not found: {}", display_uri(uri)),
    )
    .with_hint("list the resources and resource templates to see which URIs are served")
}

fn unknown_prompt(name: &str) -> CallError {
    let shown: String = name.chars().take(100).collect();
    CallError::new(ErrorKind::UnknownName, format!("Prompt not found: {shown}"))
        .with_hint("list the prompts to see which are served")
}

fn unknown_argument(prompt: &PromptDescriptor, argument: &str) -> CallError {
    let known: Vec<String> = prompt
        .arguments
        .iter()
        .map(|known| format!("`{}`", known.name))
        .collect();
    CallError::new(
        ErrorKind::InvalidArgument,
        format!("Prompt `{}` has no argument `{argument}`", prompt.name),
    )
    .with_hint(format!("its arguments are: {}", known.join(", ")))
}

fn check_prompt(prompt: &PromptDescriptor, given: &[(String, String)]) -> Result<(), CallError> {
    if let Some((name, _)) = given
        .iter()
        .find(|(name, _)| !prompt.arguments.iter().any(|known| known.name == *name))
    {
        return Err(unknown_argument(prompt, name));
    }
    let missing: Vec<&str> = prompt
        .arguments
        .iter()
        .filter(|known| known.required && !given.iter().any(|(name, _)| *name == known.name))
        .map(|known| known.name.as_str())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let message = format!("Prompt `{}` lacks the argument `{}`", prompt.name, missing.join("`, `"));
    Err(CallError::new(ErrorKind::InvalidArgument, message).with_details(&json!({"missingParameters": missing})))
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_api::PromptArgument;

    #[test]
    fn prompt_arguments_are_checked_by_name() {
        let argument = |name: &str, required| PromptArgument {
            name: name.into(),
            description: None,
            required,
        };
        let prompt = PromptDescriptor {
            name: "explain".into(),
            bundle: "objects".into(),
            title: None,
            description: None,
            arguments: vec![argument("scene", true), argument("style", false)],
            extra: Vec::new(),
        };
        let given = |names: &[&str]| {
            names
                .iter()
                .map(|&name| (name.to_owned(), String::new()))
                .collect::<Vec<_>>()
        };
        assert!(check_prompt(&prompt, &given(&["scene"])).is_ok());
        assert!(check_prompt(&prompt, &given(&["scene", "style"])).is_ok());
        let missing = check_prompt(&prompt, &given(&["style"])).expect_err("scene is required");
        assert_eq!(
            missing.details.expect("details").to_value(),
            json!({"missingParameters": ["scene"]})
        );
        let unknown = check_prompt(&prompt, &given(&["scene", "colour"])).expect_err("no such argument");
        assert!(unknown.message.contains("`colour`") && unknown.hint.expect("a hint").contains("`style`"));
    }

    #[test]
    fn rejects_contents_outside_the_requested_uri() {
        let contents = |uri: &str| ResourceContents {
            uri: uri.to_owned(),
            mime_type: None,
            body: host_api::ResourceBody::Text(String::new()),
            extra: Vec::new(),
        };
        let parts = [contents("x://a"), contents("x://a/b")];
        assert!(check_contents("evil", "x://a", &parts).is_ok());
        assert!(check_contents("evil", "x://a", &[]).is_ok());
        let mixed = [contents("x://a"), contents("unity://status")];
        let error = check_contents("evil", "x://a", &mixed).expect_err("another resource");
        assert_eq!(error.kind, ErrorKind::ToolFailed);
        assert_eq!(
            error.message,
            "bundle `evil` returned contents under `unity://status` for `x://a`"
        );
    }
}
