//! Requests the MCP root folders of a client if they can decide which of several targets the client gets: the target
//! with the project that contains a root.
//!
//! This module sends one request for each session, and reads the folders in its answer. `targets` chooses the target.

use crate::catalog::Catalog;
use host_api::{Answer, AskRequest, CallContext, Caller, Question, QuestionKind, Tree, percent};
use host_bridge::Wish;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time limit for a client's answer to the request for its root folders. Programs answer it, not users. A slower client
/// counts as a client without root folders.
const PATIENCE: Duration = Duration::from_secs(5);

/// Maximum number of root folders that the host uses from the answer of one client. It ignores further ones.
const MOST: usize = 16;

/// Maximum size in bytes of the URI of a client's root folder. The host ignores a root with a longer URI.
const LONGEST: usize = 4_096;

impl Catalog {
    /// Requests the client's root folders if they could decide which project or Unity instance (target) a call uses.
    /// Requests them once for each session.
    pub(crate) async fn learn_roots(&self, caller: &Caller, named: Option<&str>, context: &CallContext) {
        let Some(channel) = context.ask.as_ref().filter(|_| context.client.roots) else {
            return;
        };
        let wish = Wish::from_caller(caller, named.or(context.unity.named.as_deref()));
        let Some(several) = self
            .shared
            .bridge
            .target_set()
            .filter(|several| several.wants_roots(&wish))
        else {
            return;
        };
        let asked = channel.ask(AskRequest {
            questions: vec![Question {
                key: "roots".to_owned(),
                kind: QuestionKind::Roots,
            }],
            // A question of the host: it belongs to no component and to no policy.
            digest: String::new(),
            policy_revision: 0,
            has_written: false,
        });
        let roots = match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(answers)) => folders(&answers),
            Ok(Err(error)) => {
                tracing::debug!(call = %context.id, %error, "the client did not return its root folders");
                Vec::new()
            }
            Err(_) => {
                tracing::debug!(call = %context.id, "the client did not return its root folders in time");
                Vec::new()
            }
        };
        if !context.cancel.is_cancelled() {
            several.has_roots(&wish, &roots);
        }
    }
}

/// Returns the root folders that a client's answers contain. Leaves out roots that are not folders on this machine.
fn folders(answers: &[Answer]) -> Vec<PathBuf> {
    let answer = answers.first().map(|answer| answer.value.get()).unwrap_or_default();
    let answer = Tree::read(answer).unwrap_or_default();
    let roots = answer["roots"].as_array().map(Vec::as_slice).unwrap_or_default();
    let addresses = roots.iter().filter_map(|root| root["uri"].as_str());
    addresses.take(MOST).filter_map(folder).collect()
}

/// Converts a URI such as `file:///srv/ann/My%20Game` or `file:///C:/Games` to a path; `None` if it is not a folder on
/// this machine.
fn folder(address: &str) -> Option<PathBuf> {
    let path = address.strip_prefix("file://").filter(|path| path.len() <= LONGEST)?;
    // The host does not look up other machines for a client.
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = percent::decoded(path.strip_prefix('/')?).ok()?;
    if path.contains('\0') {
        return None;
    }
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    let path = if has_drive {
        path.into_owned()
    } else {
        format!("/{path}")
    };
    // `file:////server` would also be another machine.
    let is_here = Path::new(&path).is_absolute() && !path.starts_with("//");
    is_here.then(|| PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_api::Json;
    use serde_json::{Value, json};

    fn root_folders(answer: &Value) -> Vec<PathBuf> {
        folders(&[Answer {
            key: "roots".to_owned(),
            value: Json::from_value(answer),
        }])
    }

    #[test]
    #[cfg(unix)]
    fn accepts_only_file_uris_of_this_machine_as_roots() {
        let answer = json!({ "roots": [
            { "uri": "file:///srv/ann/My%20Game/%C3%84", "name": "game" },
            { "uri": "file://localhost/srv" },
            { "uri": "file://server/share" },
            { "uri": "file:////server/share" },
            { "uri": "file:///%2Fserver/share" },
            { "uri": "https://example.org/" },
            { "uri": "file:///a%0" },
            { "uri": "file:///a%" },
            { "uri": "file:///a%zz" },
            { "uri": "file:///a%+1" },
            { "uri": "file:///a%00" },
            { "uri": "file:///%FF" },
            { "uri": format!("file:///{}", "a".repeat(LONGEST)) },
            { "uri": 3 },
            "file:///srv",
        ] });
        assert_eq!(
            root_folders(&answer),
            [PathBuf::from("/srv/ann/My Game/Ä"), PathBuf::from("/srv")]
        );
        for odd in [json!({}), json!({ "roots": 3 }), json!([]), json!(null)] {
            assert!(root_folders(&odd).is_empty(), "{odd}");
        }
        let many = json!({ "roots": vec![json!({ "uri": "file:///a" }); MOST + 1] });
        assert_eq!(root_folders(&many).len(), MOST);
    }

    #[test]
    #[cfg(windows)]
    fn parses_drive_letter_paths_from_root_uris() {
        let answer = json!({ "roots": [{ "uri": "file:///C:/Games" }, { "uri": "file:///c%3A/Games" }] });
        assert_eq!(
            root_folders(&answer),
            [PathBuf::from("C:/Games"), PathBuf::from("c:/Games")]
        );
    }
}
