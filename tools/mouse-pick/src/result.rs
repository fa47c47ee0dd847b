//! The result of a pick in the form that clients expect, with its notes.

use crate::point::Mode;
use unity_tools::prelude::*;
use unity_tools::unity::pick::{Hit, Picked, Point};

/// Maximum number of notes about imprecise hits in an answer. Further ones are only counted.
const NOTES: usize = 5;

/// Maximum number of untested objects that the answer lists. Further ones are only counted.
pub(crate) const UNTESTED: usize = 100;

/// Maximum number of UI objects under the point that the answer lists. Further ones are only counted.
pub(crate) const ITEMS: usize = 500;

/// The hits of a pick, which the tool `MousePick` returns.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct PickResult {
    mode: Mode,
    hit: bool,
    /// Id of the nearest or topmost object; null without a hit.
    id: Option<String>,
    /// UI objects, topmost first; null in mode `world`.
    items: Option<Vec<Item>>,
    /// Objects that could not be tested, with reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_tested: Vec<String>,
}

/// One object under the point.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Item {
    id: String,
    name: String,
    path: String,
}

/// Creates the answer of a pick. Only shown hits have a note about their precision; in the world, that is the first
/// hit. Untested objects are in the result, so they have no note.
pub(crate) fn reply(mode: Mode, at: &Point, picked: Picked) -> Reply<PickResult> {
    let shown = match mode {
        Mode::World => 1,
        Mode::Ui => ITEMS,
    };
    let below = (picked.total as usize).saturating_sub(shown);
    let inexact: Vec<String> = picked.hits.iter().take(shown).filter_map(inexact).collect();
    let id = picked.hits.first().map(|hit| hit.object.clone());
    let items = picked.hits.into_iter().take(shown).map(|hit| Item {
        id: hit.object,
        name: hit.name,
        path: hit.path,
    });
    let mut reply = Reply::new(PickResult {
        mode,
        hit: id.is_some(),
        id,
        items: (mode == Mode::Ui).then(|| items.collect()),
        not_tested: bounded(picked.not_tested, picked.not_tested_total),
    })
    .note_first(inexact, NOTES, "hits that are not exact");
    if !at.normalized && (at.x.is_some() || at.y.is_some()) {
        let (width, height) = picked.screen;
        reply = reply.note(format!("x and y were read as pixels of a screen of {width} × {height}"));
    }
    if mode == Mode::Ui && below > 0 {
        reply = reply.note(format!("{below} more hits are below these {ITEMS}"));
    }
    reply
}

/// Creates the answer without hits for a pick whose point is unknown. `why` is the reason for the caller.
pub(crate) fn no_point_result(mode: Mode, why: &ToolError) -> Reply<PickResult> {
    let reply = Reply::new(PickResult {
        mode,
        hit: false,
        id: None,
        items: (mode == Mode::Ui).then(Vec::new),
        not_tested: Vec::new(),
    });
    let hint = why.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
    reply.note(format!("nothing was picked: {}{hint}", why.message))
}

fn inexact(hit: &Hit) -> Option<String> {
    let why = hit.approximate.as_ref()?;
    Some(format!("the hit on {} ({}) is not exact: {why}", hit.object, hit.path))
}

fn bounded(mut all: Vec<String>, total: u32) -> Vec<String> {
    all.truncate(UNTESTED);
    let more = (total as usize).saturating_sub(all.len());
    if more > 0 {
        all.push(format!("and {more} more"));
    }
    all
}
