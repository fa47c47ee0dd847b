//! Reports values that another program changed in a file after they were edited here, and that a save overwrites.

mod differences;

use super::scene::ScenePlan;
use crate::session::edits::{Changed, Spot, Unsaved, cut_text, flag};
use crate::session::reading::session_view::SessionView;
use differences::{Three, find_differences};
use host_project_query::query::is_same_value;
use host_project_query::values::field::Fields;
use host_project_world::world::NodeAt;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use unity_fields::property::PropertyPath;
use unity_yaml::Node;

/// Maximum number of overwritten values that are listed for one file. Further values are only counted.
const NAMED: usize = 8;

/// Maximum number of list items of an overwritten value in a message.
const ITEMS: usize = 20;

#[derive(Debug, Default)]
struct Overwritten<'p> {
    file: &'p str,
    lines: Vec<String>,
    more: usize,
    /// The overwritten values that are listed already. A list item that was set and then removed is listed once.
    known: HashSet<(Spot, String)>,
}

impl Overwritten<'_> {
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

impl SessionView<'_> {
    /// Returns a line for each value that another program changed in the file since its first unsaved edit.
    pub(super) fn written_over(self, plan: &ScenePlan) -> Vec<String> {
        let in_file = plan.before.iter().map(|before| (&before.spot, &before.value));
        let in_file: HashMap<&Spot, &Node<'static>> = in_file.collect();
        let mut told = Overwritten {
            file: &plan.path,
            ..Overwritten::default()
        };
        for unsaved in self.edits.unsaved_edits(plan.scene) {
            let now = in_file.get(&unsaved.spot).copied();
            let (Some(now), Some(at)) = (now, self.world.find(unsaved.spot.object)) else {
                continue;
            };
            match unsaved.what {
                Changed::Active(stood) => self.flag_over(&unsaved, at, now, stood, &mut told),
                Changed::Field(path, stood) => self.field_over(&unsaved, at, now, path, stood, &mut told),
            }
        }
        let Overwritten { mut lines, more, .. } = told;
        if more > 0 {
            lines.push(format!(
                "{}: {more} more values that another program changed since are overwritten",
                plan.path
            ));
        }
        lines
    }

    /// Adds a line if another program changed the active flag that a save overwrites. As a flag has only two values,
    /// the session writes the one from the time of the edit.
    fn flag_over(self, unsaved: &Unsaved<'_>, at: NodeAt, now: &Node<'_>, stood: bool, told: &mut Overwritten<'_>) {
        if *now == flag(stood) {
            return;
        }
        let mine = self.world.node(at).is_some_and(|node| node.active);
        let file = told.file;
        told.line(&unsaved.spot, "", || {
            let [was, now, mine] = [stood, !stood, mine].map(|flag| Some(json!(flag)));
            line(
                file,
                &format!("{}: active", self.path(at)),
                unsaved.entry,
                was,
                now,
                mine,
            )
        });
    }

    fn field_over(
        self,
        unsaved: &Unsaved<'_>,
        at: NodeAt,
        now: &Node<'_>,
        path: &PropertyPath,
        stood: Option<&Node<'_>>,
        told: &mut Overwritten<'_>,
    ) {
        let Some((id, key)) = &unsaved.spot.field else { return };
        let mut components = self.world.components(at).iter().enumerate();
        let Some((position, component)) = components.find(|(_, known)| known.id == *id) else {
            return;
        };
        let types = self.library.types();
        let declared = types.declared_fields(component.kind);
        let kinds = |names: &str| declared.kind(names);
        let list = path.without_size();
        let field = Node::Map(vec![(Cow::Borrowed(key.as_str()), now.clone())]);
        let now = list.read(&field, &kinds);
        if now.as_deref() == stood {
            return;
        }
        let Some(fields) = Fields::for_component(*self, at, position) else {
            return;
        };
        let mine = list.read(fields.tree(), &kinds);
        let three = Three {
            was: stood,
            now: now.as_deref(),
            mine: mine.as_deref(),
        };
        for place in find_differences(path, declared.kind(&list.names()).as_ref(), three, ITEMS) {
            let value =
                |node: Option<Cow<'_, Node<'_>>>| node.map(|node| fields.convert_value(&place.path, &node, ITEMS));
            let [was, now, mine] = [place.was, place.now, place.mine].map(value);
            // Only the spelling differs, or the file already has the session's value.
            if is_same(&was, &now) || is_same(&mine, &now) {
                continue;
            }
            let file = told.file;
            told.line(&unsaved.spot, &place.path.to_string(), || {
                let what = format!("{}: {}.{}", self.path(at), types.name(component.kind), place.path);
                let [was, now, mine] = [was, now, mine].map(|told| told.map(|(value, _)| value));
                line(file, &what, unsaved.entry, was, now, mine)
            });
        }
    }
}

/// A value for a message, and true if it is shortened. `None` if the value does not exist.
type Shown = Option<(Value, bool)>;

fn is_same(one: &Shown, other: &Shown) -> bool {
    match (one, other) {
        (Some((one, is_cut)), Some((other, other_cut))) => !is_cut && !other_cut && is_same_value(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn line(
    file: &str,
    what: &str,
    entry: Option<u64>,
    was: Option<Value>,
    now: Option<Value>,
    mine: Option<Value>,
) -> String {
    let by = entry.map_or_else(String::new, |entry| format!(" (entry {entry})"));
    let was = was.map_or_else(
        || "was not there in the file".to_owned(),
        |was| format!("was {} in the file", cut(&was)),
    );
    let now = now.map_or_else(|| "removed it".to_owned(), |now| format!("made it {}", cut(&now)));
    let mine = mine.map_or_else(
        || "which saving removes".to_owned(),
        |mine| format!("which saving overwrites with {}", cut(&mine)),
    );
    format!("{file}: {what} {was} when it was changed here{by}, and another program {now} since, {mine}")
}

fn cut(value: &Value) -> String {
    cut_text(&value.to_string())
}
