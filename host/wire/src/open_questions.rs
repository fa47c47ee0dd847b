//! Questions to one client that wait for an answer. The key of a question is the id of the request that contains it.
//!
//! This module assigns answers to questions. Dialects encode both.

use crate::random_id::random_id;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Maximum number of questions of the host that one client has not answered; further questions are not asked.
const MOST: usize = 1024;

/// The answer of a client to a question: the JSON result, or the reason why there is no result.
pub type ClientAnswer = Result<host_api::Json, String>;

/// The questions of the host that one client has not answered yet, by their ids.
#[derive(Debug, Default)]
pub struct OpenQuestions(Mutex<HashMap<Box<str>, oneshot::Sender<ClientAnswer>>>);

/// Questions that one call asked its client together. Dropping this closes those without an answer.
pub struct Opened {
    questions: Arc<OpenQuestions>,
    ids: Vec<Box<str>>,
}

impl OpenQuestions {
    /// Registers `count` questions with new random ids, and returns a receiver for each answer. `None` if the client
    /// has too many unanswered questions, or if the system has no randomness.
    pub fn open(self: &Arc<Self>, count: usize) -> Option<(Opened, Vec<oneshot::Receiver<ClientAnswer>>)> {
        let mut opened = Opened {
            questions: Arc::clone(self),
            ids: Vec::with_capacity(count),
        };
        let mut answers = Vec::with_capacity(count);
        for _ in 0..count {
            let id = new_id()?;
            let (sender, answer) = oneshot::channel();
            let mut open = self.lock();
            if open.len() >= MOST {
                return None;
            }
            open.insert(id.clone(), sender);
            drop(open);
            opened.ids.push(id);
            answers.push(answer);
        }
        Some((opened, answers))
    }

    /// Passes an answer to the waiting call. Returns false if no question has this id, or if the call no longer waits.
    pub fn deliver(&self, id: &str, said: ClientAnswer) -> bool {
        let asker = self.lock().remove(id);
        asker.is_some_and(|asker| asker.send(said).is_ok())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, oneshot::Sender<ClientAnswer>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opened {
    pub fn ids(&self) -> &[Box<str>] {
        &self.ids
    }

    /// Returns the ids of the questions without an answer.
    pub fn unanswered_keys(&self) -> Vec<&str> {
        let open = self.questions.lock();
        let ids = self.ids.iter().map(AsRef::as_ref);
        ids.filter(|id: &&str| open.contains_key(*id)).collect()
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut open = self.questions.lock();
        for id in &self.ids {
            open.remove(id);
        }
    }
}

fn new_id() -> Option<Box<str>> {
    let id = random_id::<12>()?;
    Some(format!("ask-{id}").into())
}
