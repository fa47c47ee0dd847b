//! Values that somebody else wrote into a file after this session had changed them, and that saving writes over.
//!
//! Belongs here: saying so. Does not: which places differ (`differing`), files that change while they are written (`saved_files`),
//! changes that were saved before (`edits/saved_edits`), which the file takes back.

mod differing;

use super::scene::ScenePlan;
use crate::session::edits::{Changed, Spot, Unsaved, cut_text, flag};
use crate::session::query::same;
use crate::session::values::field::Fields;
use crate::session::view::WorldView;
use crate::session::world::NodeAt;
use differing::{Three, differing};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use unity_project::property::PropertyPath;
use unity_yaml::Node;

/// Values of a file that are told one by one.
const NAMED: usize = 8;

/// Items of a list that are told.
const ITEMS: usize = 20;

/// What is told of one file.
#[derive(Debug, Default)]
struct Overwritten {
    lines: Vec<String>,
    more: usize,
    /// An element that was set and then cut off is one value.
    known: HashSet<(Spot, String)>,
}

impl Overwritten {
    fn line(&mut self, spot: &Spot, place: &str, line: impl FnOnce() -> String) {
        if !self.known.insert((spot.clone(), place.to_owned())) {
            return;
        }
        if self.lines.len() == NAMED {
            self.more += 1;
            return;
        }
        self.lines.push(line());
    }
}

impl WorldView<'_> {
    /// A line for each value of which the file has another one now than when it was first changed here.
    pub(super) fn written_over(self, plan: &ScenePlan) -> Vec<String> {
        let in_file = plan.before.iter().map(|before| (&before.spot, &before.value));
        let in_file: HashMap<&Spot, &Node<'static>> = in_file.collect();
        let mut told = Overwritten::default();
        for unsaved in self.edits.unsaved(plan.scene) {
            let now = in_file.get(&unsaved.spot).copied();
            let (Some(now), Some(at)) = (now, self.world.find(unsaved.spot.object)) else {
                continue;
            };
            match unsaved.what {
                Changed::Active(stood) => self.flag_over(&plan.path, &unsaved, (at, now), stood, &mut told),
                Changed::Field(path, stood) => {
                    self.field_over(&plan.path, &unsaved, (at, now), (path, stood), &mut told);
                }
            }
        }
        let Overwritten { mut lines, more, .. } = told;
        if more > 0 {
            lines.push(format!(
                "{}: {more} more values that somebody else changed since are written over",
                plan.path
            ));
        }
        lines
    }

    /// What is written is the other one of two, so that it is what stood there.
    fn flag_over(
        self,
        file: &str,
        unsaved: &Unsaved<'_>,
        (at, now): (NodeAt, &Node<'_>),
        stood: bool,
        told: &mut Overwritten,
    ) {
        if *now == flag(stood) {
            return;
        }
        let mine = self.world.node(at).is_some_and(|node| node.active);
        told.line(&unsaved.spot, "", || {
            let values = (Some(json!(stood)), Some(json!(!stood)), Some(json!(mine)));
            line(file, &format!("{}: active", self.path(at)), unsaved.entry, values)
        });
    }

    fn field_over(
        self,
        file: &str,
        unsaved: &Unsaved<'_>,
        (at, now): (NodeAt, &Node<'_>),
        (path, stood): (&PropertyPath, Option<&Node<'_>>),
        told: &mut Overwritten,
    ) {
        let Some((id, key)) = &unsaved.spot.field else { return };
        let mut components = self.world.components(at).iter().enumerate();
        let Some((position, component)) = components.find(|(_, known)| known.id == *id) else {
            return;
        };
        let types = self.library.types();
        let declared = types.declared(component.kind);
        let kinds = |names: &str| declared.kind(names);
        let list = path.without_size();
        let field = Node::Map(vec![(Cow::Borrowed(key.as_str()), now.clone())]);
        let now = list.read(&field, &kinds);
        if now.as_deref() == stood {
            return;
        }
        let Some(fields) = Fields::of(self, at, position) else {
            return;
        };
        let mine = list.read(fields.tree(), &kinds);
        let three = Three {
            was: stood,
            now: now.as_deref(),
            mine: mine.as_deref(),
        };
        for place in differing(path, declared.kind(&list.names()).as_ref(), three, ITEMS) {
            let value = |node: Option<Cow<'_, Node<'_>>>| node.map(|node| fields.told(&place.path, &node, ITEMS));
            let [was, now, mine] = [place.was, place.now, place.mine].map(value);
            // Spelled otherwise, or made what it was made here.
            if is_same(&was, &now) || is_same(&mine, &now) {
                continue;
            }
            told.line(&unsaved.spot, &place.path.to_string(), || {
                let what = format!("{}: {}.{}", self.path(at), types.name(component.kind), place.path);
                let [was, now, mine] = [was, now, mine].map(|told| told.map(|(value, _)| value));
                line(file, &what, unsaved.entry, (was, now, mine))
            });
        }
    }
}

/// A value as it is told, and whether that is cut.
type Shown = Option<(Value, bool)>;

fn is_same(one: &Shown, other: &Shown) -> bool {
    match (one, other) {
        (Some((one, is_cut)), Some((other, other_cut))) => !is_cut && !other_cut && same(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn line(
    file: &str,
    what: &str,
    entry: Option<u64>,
    (was, now, mine): (Option<Value>, Option<Value>, Option<Value>),
) -> String {
    let by = entry.map_or_else(String::new, |entry| format!(" (entry {entry})"));
    let was = was.map_or_else(
        || "was not there in the file".to_owned(),
        |was| format!("was {} in the file", cut(&was)),
    );
    let now = now.map_or_else(|| "took it out".to_owned(), |now| format!("made it {}", cut(&now)));
    let mine = mine.map_or_else(
        || "which saving takes out".to_owned(),
        |mine| format!("which saving writes over with {}", cut(&mine)),
    );
    format!("{file}: {what} {was} when it was changed here{by}, and somebody else {now} since, {mine}")
}

fn cut(value: &Value) -> String {
    cut_text(&value.to_string())
}
