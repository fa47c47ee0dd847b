//! What the arguments of a call name in Unity: its objects, and how many things in all.

use super::shown::quoted;
use host_bridge::{BridgeCall, BridgeErrorKind, Command, ObjectCard, ObjectId, PageRequest, Reply, UnityBridge};
use host_policy::Agreed;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Texts that are looked up for one question.
const MOST_LOOKED_UP: usize = 32;
/// Objects that are named one by one.
const MOST_SHOWN: usize = 32;
/// Objects of one path that are told.
const MOST_OF_A_PATH: u32 = 4;
/// A longer text names no object.
const LONGEST: usize = 512;
/// An object is told only where it is known soon: the question must not wait for a project that is still loading.
const PATIENCE: Duration = Duration::from_secs(2);

/// The extent of a call, as its arguments tell it.
#[derive(Debug)]
pub(super) struct Targets {
    /// By the text that stands in the arguments.
    objects: BTreeMap<String, Found>,
    /// All short texts of the arguments: whoever is called one of these was named.
    texts: BTreeSet<String>,
    /// One for each object or item of the longest list, at least one.
    pub(super) steps: u32,
}

/// What an id or path stands for.
#[derive(Debug, Default)]
struct Found {
    /// Ids and quoted paths; `None` where it was not looked up, or could not be in time.
    cards: Option<Vec<(String, String)>>,
}

impl Targets {
    pub(super) async fn of(arguments: &Map<String, Value>, bridge: &dyn UnityBridge) -> Self {
        let mut texts = BTreeSet::new();
        arguments.values().for_each(|value| collect(value, &mut texts));
        let objects = match tokio::time::timeout(PATIENCE, look_up(&texts, bridge)).await {
            Ok(objects) => objects,
            Err(_) => ids(&texts).map(|text| (text.clone(), Found::default())).collect(),
        };
        let items = arguments.values().map(items).max().unwrap_or(0);
        let steps = objects.len().max(items).max(1);
        Self {
            objects,
            texts,
            steps: u32::try_from(steps).unwrap_or(u32::MAX),
        }
    }

    /// `on obj:12 ("/Player/Hand") alone`.
    pub(super) fn shown(&self) -> String {
        if self.objects.is_empty() {
            return "on what it chooses: its arguments name no object".to_owned();
        }
        let all = self
            .objects
            .iter()
            .take(MOST_SHOWN)
            .map(|(text, found)| found.shown(text));
        let mut all = all.collect::<Vec<_>>().join(", ");
        let more = self.objects.len().saturating_sub(MOST_SHOWN);
        if more > 0 {
            all.push_str(&format!(" and {more} more objects that its arguments name"));
        }
        format!("on {all} alone")
    }

    /// What a yes covers.
    pub(super) fn agreed(self) -> Agreed {
        if self.objects.is_empty() {
            return Agreed::to(self.steps, None);
        }
        let mut names = self.texts;
        // As gate 2 writes them.
        let written = |text: &String| match ObjectId::parse(text) {
            Some(id) => Some(id.to_string()),
            None => path(text),
        };
        let written: Vec<String> = names.iter().filter_map(written).collect();
        names.extend(written);
        Agreed::to(self.steps, Some(names))
    }
}

impl Found {
    fn shown(&self, text: &str) -> String {
        let of = |cards: &[(String, String)]| match cards {
            [] => "not there now".to_owned(),
            cards => cards
                .iter()
                .map(|(id, path)| format!("{id} {path}"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        match &self.cards {
            None => quoted(text),
            Some(cards) => match cards.as_slice() {
                [(id, path)] if id == text => format!("{id} ({path})"),
                cards => format!("{} ({})", quoted(text), of(cards)),
            },
        }
    }
}

fn collect(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.len() <= LONGEST => {
            texts.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(members) => members.values().for_each(|member| collect(member, texts)),
        _ => {}
    }
}

/// Things that a list names: numbers are rather a vector.
fn items(value: &Value) -> usize {
    let is_thing = |item: &Value| item.is_string() || item.is_object();
    value
        .as_array()
        .filter(|items| items.iter().all(is_thing))
        .map_or(0, Vec::len)
}

fn ids(texts: &BTreeSet<String>) -> impl Iterator<Item = &String> {
    texts.iter().filter(|text| ObjectId::parse(text).is_some())
}

/// The hierarchy path that a text may be; its first slash may be left out.
fn path(text: &str) -> Option<String> {
    text.contains('/').then(|| {
        let slash = if text.starts_with('/') { "" } else { "/" };
        format!("{slash}{text}")
    })
}

async fn look_up(texts: &BTreeSet<String>, bridge: &dyn UnityBridge) -> BTreeMap<String, Found> {
    let mut objects = BTreeMap::new();
    for (at, text) in ids(texts).enumerate() {
        let cards = match ObjectId::parse(text) {
            Some(object) if at < MOST_LOOKED_UP => by_id(object, bridge).await,
            _ => None,
        };
        objects.insert(text.clone(), Found { cards });
    }
    let paths = texts.iter().filter_map(|text| Some((text, path(text)?)));
    for (text, path) in paths.take(MOST_LOOKED_UP) {
        let cards = by_path(path, bridge).await;
        if !cards.is_empty() {
            objects.insert(text.clone(), Found { cards: Some(cards) });
        }
    }
    objects
}

/// `None` where that cannot be told now.
async fn by_id(object: ObjectId, bridge: &dyn UnityBridge) -> Option<Vec<(String, String)>> {
    match bridge
        .execute(Command::GetObject { object }, BridgeCall::internal())
        .await
    {
        Ok(replied) => match replied.reply {
            Reply::Object(card) => Some(vec![named(&card)]),
            _ => None,
        },
        Err(error) => (error.kind == BridgeErrorKind::NotFound).then(Vec::new),
    }
}

async fn by_path(path: String, bridge: &dyn UnityBridge) -> Vec<(String, String)> {
    let page = PageRequest {
        offset: 0,
        limit: MOST_OF_A_PATH,
        max_bytes: 64 << 10,
        cursor: None,
    };
    match bridge
        .execute(Command::FindObjects { path, page }, BridgeCall::internal())
        .await
    {
        Ok(replied) => match replied.reply {
            Reply::Objects(page) => page.items.iter().map(named).collect(),
            _ => Vec::new(),
        },
        Err(_) => Vec::new(),
    }
}

fn named(card: &ObjectCard) -> (String, String) {
    (card.id.to_string(), quoted(&card.path))
}
