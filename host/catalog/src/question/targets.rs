//! Finds the Unity objects that the arguments of a call name, and the number of steps of the call.

use super::formatting::quote;
use host_bridge::{
    BridgeCall, BridgeErrorKind, Command, ObjectCard, ObjectFilter, ObjectId, PageRequest, Reply, UnityBridge,
};
use host_policy::{Agreed, Shown};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::time::Duration;

/// Maximum number of object ids and paths that are looked up for one question. Further ones are only counted.
const MOST_LOOKED_UP: usize = 32;
/// Maximum number of texts in the arguments, other than object ids and paths, that are looked up as object names.
/// Further texts are ignored.
const MOST_NAMES: usize = 16;
/// Maximum number of ids, paths and names of objects that a question shows one by one. Further ones are only counted.
const MOST_SHOWN: usize = 32;
/// Maximum number of objects with the same path or name that a question shows. Further ones are only counted.
const MOST_OF_ONE: u32 = 4;
/// Maximum number of objects with similar names that the host searches for an object with exactly the given name.
const ALIKE: u32 = 32;
/// Maximum size in bytes of a text in the arguments that can name an object. A longer text is not looked up.
const LONGEST: usize = 512;
/// Time limit for looking up the objects of a question, because it must not wait for a project that is still loading.
const PATIENCE: Duration = Duration::from_secs(2);

/// The Unity objects on which a call acts, as its arguments name them, and the number of its steps. A question to the
/// user shows them.
#[derive(Debug)]
pub(super) struct Targets {
    /// The named objects that an approval covers: ids, then paths, then plain names. Names restrict the approval only
    /// together with ids or paths.
    named: Vec<Named>,
    /// Number of changes (steps) that a call makes: the number of named objects, or of items in the longest list if
    /// that is larger; at least one.
    pub(super) steps: u32,
}

/// One text in the arguments that names objects.
#[derive(Debug)]
struct Named {
    text: String,
    by: By,
    /// The objects that the bridge found for the text; `None` if it was not looked up, or there was no answer in time.
    found: Option<Found>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Id,
    Path,
    Name,
}

#[derive(Debug, Default)]
struct Found {
    /// The id and the hierarchy path of each object found.
    cards: Vec<(String, String)>,
    /// The number of further objects that are not in `cards`.
    more: u64,
}

impl Targets {
    pub(super) async fn find(arguments: &Map<String, Value>, bridge: &dyn UnityBridge) -> Self {
        let mut texts = BTreeSet::new();
        arguments.values().for_each(|value| collect(value, &mut texts));
        let named = match tokio::time::timeout(PATIENCE, look_up(&texts, bridge)).await {
            Ok(named) => named,
            Err(_) => ids(&texts).map(|(text, _)| Named::unknown(text, By::Id)).collect(),
        };
        let items = arguments.values().map(items).max().unwrap_or(0);
        let objects = named.iter().filter(|named| named.by != By::Name).count();
        Self {
            named,
            steps: u32::try_from(objects.max(items).max(1)).unwrap_or(u32::MAX),
        }
    }

    /// Formats the objects on which a call acts, for a question to the user, such as `on obj:12 ("/Hall/Door") alone`.
    pub(super) fn to_display(&self) -> String {
        if self.named.is_empty() {
            return "on what it chooses: its arguments name no object".to_owned();
        }
        let all = self.named.iter().take(MOST_SHOWN).map(Named::to_display);
        let mut all = all.collect::<Vec<_>>().join(", ");
        let more = self.named.len().saturating_sub(MOST_SHOWN);
        if more > 0 {
            all.push_str(&format!(" and {more} more objects that its arguments name"));
        }
        format!("on {all} alone")
    }

    /// Converts to the user's approval, which covers only the objects and steps that the question showed.
    pub(super) fn into_approval(self) -> Agreed {
        if self.named.is_empty() {
            return Agreed::for_steps(self.steps, None);
        }
        let mut shown = Shown::default();
        for named in self.named {
            match named.by {
                By::Id => {
                    let told = named.found.and_then(|found| found.cards.into_iter().next());
                    let told = told.map(|(_, path)| path);
                    shown
                        .ids
                        .extend(ObjectId::parse(&named.text).map(|id| (id.to_string(), told)));
                }
                By::Path => shown.paths.extend(path(&named.text)),
                By::Name => {
                    shown.names.insert(named.text);
                }
            }
        }
        Agreed::for_steps(self.steps, Some(shown))
    }
}

impl Named {
    fn unknown(text: &str, by: By) -> Self {
        Self {
            text: text.to_owned(),
            by,
            found: None,
        }
    }

    fn to_display(&self) -> String {
        let Some(found) = &self.found else {
            return quote(&self.text);
        };
        if let ([(id, path)], 0) = (found.cards.as_slice(), found.more)
            && *id == self.text
        {
            return format!("{id} ({})", quote(path));
        }
        let mut all: Vec<String> = found
            .cards
            .iter()
            .map(|(id, path)| format!("{id} {}", quote(path)))
            .collect();
        if all.is_empty() {
            all.push("not there now".to_owned());
        }
        if found.more > 0 {
            let more = found.more;
            all.push(match self.by {
                By::Name => format!("at most {more} more with that name"),
                By::Id | By::Path => format!("{more} more with that path"),
            });
        }
        format!("{} ({})", quote(&self.text), all.join(", "))
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

/// Returns the number of items of a list of texts or objects; 0 for other values. A list of numbers is one vector.
fn items(value: &Value) -> usize {
    let is_thing = |item: &Value| item.is_string() || item.is_object();
    value
        .as_array()
        .filter(|items| items.iter().all(is_thing))
        .map_or(0, Vec::len)
}

fn ids(texts: &BTreeSet<String>) -> impl Iterator<Item = (&String, ObjectId)> {
    texts.iter().filter_map(|text| Some((text, ObjectId::parse(text)?)))
}

/// Returns the hierarchy path that a text may mean, with a leading slash; `None` if the text contains no slash.
fn path(text: &str) -> Option<String> {
    if !text.contains('/') {
        return None;
    }
    let slash = if text.starts_with('/') { "" } else { "/" };
    Some(format!("{slash}{text}"))
}

async fn look_up(texts: &BTreeSet<String>, bridge: &dyn UnityBridge) -> Vec<Named> {
    let mut all = Vec::new();
    for (at, (text, object)) in ids(texts).enumerate() {
        let mut named = Named::unknown(text, By::Id);
        if at < MOST_LOOKED_UP {
            named.found = find_by_id(object, bridge).await;
        }
        all.push(named);
    }
    let paths = texts.iter().filter_map(|text| Some((text, path(text)?)));
    for (at, (text, path)) in paths.enumerate() {
        let mut named = Named::unknown(text, By::Path);
        if at < MOST_LOOKED_UP {
            named.found = find_by_path(path, bridge).await;
            // Most texts with a slash are paths of files.
            if named.found.is_none() {
                continue;
            }
        }
        all.push(named);
    }
    if all.is_empty() {
        return all;
    }
    let is_name = |text: &&String| !text.is_empty() && ObjectId::parse(text).is_none() && path(text).is_none();
    for text in texts.iter().filter(is_name).take(MOST_NAMES) {
        if let Some(found) = find_by_name(text, bridge).await {
            all.push(Named {
                found: Some(found),
                ..Named::unknown(text, By::Name)
            });
        }
    }
    all
}

/// Finds the object with this id; `None` if the bridge cannot answer at this moment.
async fn find_by_id(object: ObjectId, bridge: &dyn UnityBridge) -> Option<Found> {
    let command = Command::GetObject { object }.checked().ok()?;
    match bridge.execute(command, BridgeCall::internal()).await {
        Ok(replied) => match replied.reply {
            Reply::Object(card) => Some(Found {
                cards: vec![id_and_path(&card)],
                more: 0,
            }),
            _ => None,
        },
        Err(error) => (error.kind == BridgeErrorKind::NotFound).then(Found::default),
    }
}

async fn find_by_path(path: String, bridge: &dyn UnityBridge) -> Option<Found> {
    let page = page(MOST_OF_ONE);
    objects(Command::FindObjects { path, page }, |_| true, bridge).await
}

/// Finds objects with exactly this name, among the first 32 objects with similar names; `None` without a match.
async fn find_by_name(name: &str, bridge: &dyn UnityBridge) -> Option<Found> {
    let filter = ObjectFilter {
        name: Some(name.to_owned()),
        ..ObjectFilter::default()
    };
    let command = Command::ListObjects {
        filter,
        page: page(ALIKE),
    };
    objects(command, |card| card.name == name, bridge).await
}

fn page(limit: u32) -> PageRequest {
    PageRequest {
        offset: 0,
        limit,
        max_bytes: 64 << 10,
        cursor: None,
    }
}

async fn objects(command: Command, is_one: impl Fn(&ObjectCard) -> bool, bridge: &dyn UnityBridge) -> Option<Found> {
    let command = command.checked().ok()?;
    let replied = bridge.execute(command, BridgeCall::internal()).await.ok()?;
    let Reply::Objects(page) = replied.reply else {
        return None;
    };
    let seen = page.items.len() as u64;
    let ones: Vec<&ObjectCard> = page.items.iter().filter(|card| is_one(card)).collect();
    let shown = ones.len().min(MOST_OF_ONE as usize);
    let more = (ones.len() - shown) as u64 + page.total.saturating_sub(seen);
    (!ones.is_empty()).then(|| Found {
        cards: ones.into_iter().take(shown).map(id_and_path).collect(),
        more,
    })
}

fn id_and_path(card: &ObjectCard) -> (String, String) {
    (card.id.to_string(), card.path.clone())
}
