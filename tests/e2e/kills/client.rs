//! A client that edits, undoes and saves until its host is killed, and what it knows of each of its objects.
//!
//! Belongs here: the calls and the record of their answers. Does not: the comparison with the next host (`kills.rs`).

use super::project::{FIRST, SCENES, Values, name};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tests_projects::Dice;
use tests_support::{McpClient, TestHost};

/// One object for each scene.
pub(super) type Pair = [Values; SCENES.len()];

/// What all clients of a round share with the test.
#[derive(Default)]
pub(super) struct Round {
    is_over: AtomicBool,
    answers: AtomicUsize,
    saves_under_way: AtomicUsize,
}

impl Round {
    pub(super) fn answers(&self) -> usize {
        self.answers.load(Ordering::SeqCst)
    }

    pub(super) fn is_saving(&self) -> bool {
        self.saves_under_way.load(Ordering::SeqCst) > 0
    }

    /// No client begins another call.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }
}

/// Heights are given once, so that a value identifies the edit that set it.
static HEIGHTS: AtomicU64 = AtomicU64::new(1);

/// What a client knows of its objects.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// By the last answer.
    pub(super) known: Pair,
    /// If a call is without an answer: the values that it makes.
    pub(super) sent: Option<Pair>,
    /// By scene: each value that its file may hold, oldest first.
    pub(super) files: [Vec<Values>; SCENES.len()],
    /// Entries that can be undone, with the values before.
    undoable: Vec<(u64, Pair)>,
    /// Rows of each answer, by entry.
    pub(super) entries: Vec<(u64, Vec<Value>)>,
    pub(super) undone: usize,
    pub(super) saved: usize,
    /// Saves that were refused, and wrote nothing.
    pub(super) refused: usize,
}

impl Record {
    /// At the start of a host: the values it shows, and those in the files.
    pub(super) fn new(known: Pair, in_files: Pair) -> Self {
        Self {
            known,
            sent: None,
            files: [0, 1].map(|scene| vec![in_files[scene], known[scene]]),
            undoable: Vec::new(),
            entries: Vec::new(),
            undone: 0,
            saved: 0,
            refused: 0,
        }
    }

    fn send(&mut self, values: Pair) {
        self.sent = Some(values);
        for (file, value) in self.files.iter_mut().zip(values) {
            file.push(value);
        }
    }

    fn record_answer(&mut self, entry: u64, rows: Vec<Value>) {
        self.known = self.sent.take().unwrap_or(self.known);
        self.entries.push((entry, rows));
    }

    /// The file holds what was known when saving began, or what was sent since: nothing was, since this client waited.
    fn was_saved(&mut self, scenes: &[usize]) {
        self.saved += 1;
        for scene in scenes {
            self.files[*scene] = vec![self.known[*scene]];
        }
    }
}

impl Default for Record {
    fn default() -> Self {
        Self::new([FIRST; 2], [FIRST; 2])
    }
}

pub(super) struct Client {
    pub(super) number: usize,
    pub(super) dice: Dice,
    pub(super) agent: Arc<McpClient>,
    pub(super) record: Arc<Mutex<Record>>,
    pub(super) round: Arc<Round>,
}

/// A client of the same session if the next host knows it, else of a new one.
pub(super) async fn agent(host: &TestHost, before: Option<Arc<McpClient>>) -> Result<Arc<McpClient>> {
    if let Some(agent) = before
        && agent
            .request("ping", json!({}))
            .await
            .is_ok_and(|answer| answer.status == 200)
    {
        return Ok(agent);
    }
    Ok(Arc::new(host.client().await?))
}

enum Answer {
    Given(Value),
    Refused(String),
    /// The host was killed before it answered.
    None,
}

impl Client {
    /// Until the host gives no answer. An error if it refuses a call.
    pub(super) async fn run(mut self) -> Result<()> {
        while !self.round.is_over.load(Ordering::SeqCst) {
            let answered = match self.dice.throw(10) {
                0 => self.save(&[0]).await?,
                1 => self.save(&[1, 0]).await?,
                2 | 3 => self.undo().await?,
                _ => self.edit().await?,
            };
            if !answered {
                break;
            }
            self.round.answers.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    }

    fn record<T>(&self, change: impl FnOnce(&mut Record) -> T) -> T {
        change(&mut self.record.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn call(&self, tool: &str, arguments: &Value) -> Result<Answer> {
        let Ok(answer) = self.agent.call(tool, arguments.clone()).await else {
            return Ok(Answer::None);
        };
        match answer.failure() {
            Some(failure) => Ok(Answer::Refused(failure)),
            None => Ok(Answer::Given(answer.structured()?)),
        }
    }

    /// The same of a call that must not be refused; `None` without an answer.
    async fn change(&self, tool: &str, arguments: Value) -> Result<Option<Value>> {
        match self.call(tool, &arguments).await? {
            Answer::Given(answer) => Ok(Some(answer)),
            Answer::Refused(why) => bail!("{tool} {arguments}: {why}"),
            Answer::None => Ok(None),
        }
    }

    /// Changes one value, or several of one object or of both scenes in one call.
    async fn edit(&mut self) -> Result<bool> {
        let before = self.record(|record| record.known);
        let (mut after, mut edits) = (before, Vec::new());
        let scenes: &[usize] = match self.dice.throw(4) {
            0 | 1 => &[0],
            2 => &[1],
            _ => &[0, 1],
        };
        for scene in scenes {
            let object = format!("{}/{}", SCENES[*scene], name(self.number));
            let what = self.dice.throw(4);
            if what < 2 {
                let active = !before[*scene].active;
                after[*scene].active = active;
                edits.push(json!({ "set_active": { "object": object, "active": active } }));
            }
            if what > 0 {
                let height = HEIGHTS.fetch_add(1, Ordering::SeqCst);
                after[*scene].height = height;
                let set = json!({ "object": object, "component": "Transform", "field": "m_LocalPosition.y", "value": height });
                edits.push(json!({ "set": set }));
            }
        }
        self.record(|record| record.send(after));
        let Some(done) = self.change("edit_objects", json!({ "edits": edits })).await? else {
            return Ok(false);
        };
        let entry = done["entry"].as_u64().with_context(|| done.to_string())?;
        let rows = done["rows"].as_array().cloned().with_context(|| done.to_string())?;
        ensure!(rows.len() == edits.len(), "{edits:?}: {done}");
        self.record(|record| {
            record.record_answer(entry, rows);
            record.undoable.push((entry, before));
        });
        Ok(true)
    }

    /// Undoes the newest edit that is in effect.
    async fn undo(&mut self) -> Result<bool> {
        let Some((entry, before)) = self.record(|record| record.undoable.pop()) else {
            return self.edit().await;
        };
        self.record(|record| record.send(before));
        let Some(done) = self.change("undo_edits", json!({ "entries": [entry] })).await? else {
            return Ok(false);
        };
        ensure!(done["undone"] == json!([entry]), "{entry}: {done}");
        let undo = done["entry"].as_u64().with_context(|| done.to_string())?;
        self.record(|record| {
            record.record_answer(undo, Vec::new());
            record.undone += 1;
        });
        Ok(true)
    }

    async fn save(&mut self, scenes: &[usize]) -> Result<bool> {
        let files: Vec<&str> = scenes.iter().map(|scene| SCENES[*scene]).collect();
        self.round.saves_under_way.fetch_add(1, Ordering::SeqCst);
        let answer = self.call("save_scenes", &json!({ "files": files })).await;
        self.round.saves_under_way.fetch_sub(1, Ordering::SeqCst);
        match answer? {
            Answer::None => return Ok(false),
            Answer::Given(_) => self.record(|record| record.was_saved(scenes)),
            Answer::Refused(why) => {
                // Another client changed a field between the check of the call and its turn.
                ensure!(
                    why.contains("set after the save was checked") && why.contains("nothing was written"),
                    "save_scenes {files:?}: {why}"
                );
                self.record(|record| record.refused += 1);
            }
        }
        Ok(true)
    }
}
