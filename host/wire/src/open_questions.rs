//! Questions of one client that wait for an answer, by the id of the request that carries each.
//!
//! Belongs here: matching answers to questions. Does not: what either looks like (dialects).

use crate::random_id::random_id;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Questions open at once for one client; a call asks a few.
const MOST: usize = 1024;

/// What a client said: JSON of its result, or why it gives none.
pub(crate) type ClientAnswer = Result<host_api::Json, String>;

/// All open questions of one client.
#[derive(Debug, Default)]
pub(crate) struct OpenQuestions(Mutex<HashMap<Box<str>, oneshot::Sender<ClientAnswer>>>);

/// Questions of one ask, closed on drop.
pub(crate) struct Opened {
    questions: Arc<OpenQuestions>,
    ids: Vec<Box<str>>,
}

impl OpenQuestions {
    /// Opens `count` questions under ids that nobody can guess and no earlier run of the host gave out. `None` where too
    /// many are open or there is no randomness.
    pub(crate) fn open(self: &Arc<Self>, count: usize) -> Option<(Opened, Vec<oneshot::Receiver<ClientAnswer>>)> {
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

    /// Hands an answer to whoever asked; false where nobody asked that, or no longer waits.
    pub(crate) fn deliver(&self, id: &str, said: ClientAnswer) -> bool {
        let asker = self.lock().remove(id);
        asker.is_some_and(|asker| asker.send(said).is_ok())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, oneshot::Sender<ClientAnswer>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opened {
    pub(crate) fn ids(&self) -> &[Box<str>] {
        &self.ids
    }

    /// Those that nobody answered yet.
    pub(crate) fn unanswered(&self) -> Vec<&str> {
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
