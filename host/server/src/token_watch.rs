//! Watches the token file while the host serves: a new token becomes active within seconds.
//!
//! This module notices changes, and keeps the active token. `token` checks the syntax of a token.

use crate::token;
use host_wire::{Problems, Token};
use std::path::PathBuf;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const EVERY: Duration = Duration::from_secs(2);

/// Reads the client token from its file every two seconds until the host ends, and activates a changed token.
pub(crate) async fn follow(file: PathBuf, token: Token, problems: Problems, end: CancellationToken) {
    let mut watch = Watch {
        file,
        token,
        problems,
        problem: None,
    };
    while tokio::time::timeout(EVERY, end.cancelled()).await.is_err() {
        let looked = tokio::task::spawn_blocking(move || {
            watch.look();
            watch
        });
        match looked.await {
            Ok(back) => watch = back,
            Err(error) => {
                tracing::error!(%error, "the token file is no longer checked for changes");
                return;
            }
        }
    }
}

struct Watch {
    file: PathBuf,
    /// The active token that clients must send, shared with the network listeners.
    token: Token,
    problems: Problems,
    /// The error of the last check of the token file; `None` if the file was valid.
    problem: Option<String>,
}

impl Watch {
    /// Reads the token file and activates a changed token. A missing or invalid file does not change the active token;
    /// its error is logged.
    fn look(&mut self) {
        match token::read(&self.file) {
            Ok(found) => {
                self.problem = None;
                self.problems.set("token", None);
                if found != self.token {
                    self.token.replace(&found);
                    tracing::warn!(file = %self.file.display(), "the token changed; only the new one is accepted from now on");
                }
            }
            Err(error) => {
                let text = format!("{error:#}; the token before it stays active");
                // Many programs write a file in two steps, so an error counts only after two looks.
                if self.problem.as_ref() == Some(&text) && !self.is_reported(&text) {
                    tracing::error!("{text}");
                    self.problems.set("token", Some(text.clone()));
                }
                self.problem = Some(text);
            }
        }
    }

    fn is_reported(&self, text: &str) -> bool {
        self.problems.all().iter().any(|told| told.ends_with(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places;

    #[test]
    fn keeps_token_and_reports_problem_until_file_is_valid() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        let token = token::read_or_create(&file).unwrap();
        let first = token::read(&file).unwrap();
        let problems = Problems::default();
        let mut watch = Watch {
            file: file.clone(),
            token: token.clone(),
            problems: problems.clone(),
            problem: None,
        };
        watch.look();
        assert!(token == first && problems.all().is_empty());
        for (content, told) in [(None, "cannot be read"), (Some("short"), "at least 16")] {
            std::fs::remove_file(&file).unwrap();
            if let Some(content) = content {
                places::write_private_new(&file, content.as_bytes()).unwrap();
            }
            watch.look();
            watch.look();
            assert!(token == first, "{told}");
            assert!(problems.all().concat().contains(told), "{:?}", problems.all());
            if content.is_none() {
                places::write_private_new(&file, b"x").unwrap();
            }
        }
        std::fs::write(&file, "a-new-token-of-some-length\n").unwrap();
        watch.look();
        assert!(token == Token::new("a-new-token-of-some-length") && problems.all().is_empty());
    }
}
