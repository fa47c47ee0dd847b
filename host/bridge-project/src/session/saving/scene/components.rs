//! Collects the changed components of a scene: the fields to write, and their values in the file.

use super::{Before, Gathered};
use crate::session::edits::Spot;
use crate::session::reading::session_view::SessionView;
use crate::session::saving::cannot;
use crate::session::saving::value::Writing;
use host_bridge::{BridgeError, ObjectId};
use host_project_world::world::NodeAt;
use std::cell::RefCell;
use std::collections::BTreeSet;
use unity_project::expand::{Component, component_tree, reading};
use unity_yaml::Node;

impl SessionView<'_> {
    pub(super) fn gather_component(
        self,
        id: ObjectId,
        at: NodeAt,
        component: i64,
        gathered: &mut Gathered<'_>,
    ) -> Result<(), BridgeError> {
        let object = self.world.object(at);
        let of_file = object.and_then(|object| object.components.iter().find(|known| known.id == component));
        let here = self.world.components(at).iter().find(|known| known.id == component);
        let (Some(object), Some(of_file), Some(here)) = (object, of_file, here) else {
            return Ok(());
        };
        let is_own = of_file.is_in(&gathered.flat.file);
        let [old, new] = self.trees(of_file, here)?;
        if old == new {
            return Ok(());
        }
        let types = self.library.types();
        let name = types.name(of_file.kind);
        check_fields(&name, &old, &new, is_own)?;
        let of_component = |error: BridgeError| BridgeError {
            message: format!("{name}: {}", error.message),
            ..error
        };
        let writing = Writing {
            view: self,
            scene: gathered.scene,
            flat: gathered.flat,
            declared: types.declared_fields(of_file.kind),
            in_prefab: !is_own,
            at,
            of_file,
            left: RefCell::default(),
            loose: RefCell::default(),
        };
        let was = self.as_it_was(id, component, &old);
        let new = writing
            .value("", None, Some(&old), Some(&was), &new)
            .map_err(of_component)?;
        let first = gathered.before.len();
        gathered.add_before(id, object.instance, &writing, &old, &new);
        if let (true, Some((_, document)), None) = (is_own, &of_file.text, &of_file.overrides) {
            gathered.trees.insert(*document, new);
            return Ok(());
        }
        if is_own || object.instance == 0 {
            return Err(of_component(cannot("its fields are in several places".to_owned())));
        }
        let before = gathered.before.iter_mut().skip(first);
        let rows = self.rows_of(&writing, component, &old, &new, before);
        let rows = rows.map_err(of_component)?;
        gathered.rows.entry(object.instance).or_default().extend(rows);
        Ok(())
    }

    fn trees<'c>(self, of_file: &'c Component, here: &'c Component) -> Result<[Node<'c>; 2], BridgeError> {
        let tree = |component| {
            reading::begin();
            let tree = component_tree(component, self.library.types());
            let tree = tree.map_err(|problem| cannot(problem.to_string()))?;
            tree.ok_or_else(|| cannot("no file describes the fields of this component".to_owned()))
        };
        Ok([tree(of_file)?, tree(here)?])
    }
}

/// Checks that the host may overwrite the component's fields: none is duplicate, missing or has an unusual reference.
fn check_fields(name: &str, old: &Node<'_>, new: &Node<'_>, is_own: bool) -> Result<(), BridgeError> {
    if let Some(key) = old.duplicate_key() {
        return Err(cannot(format!(
            "{name}: the file has {key} twice in it, and it is not known which one counts"
        )));
    }
    if let Some((key, _)) = new.entries().iter().find(|(key, _)| old.get(key).is_none()) {
        let why = format!("{name}: the file has no line of {key} yet, and only Unity writes new ones");
        return Err(cannot(why).with_hint("let Unity save the scene once, then set it and save here"));
    }
    // For an instance only rows are written, which are checked when they are inserted.
    if let Some(lost) = old.odd_reference_lost_in(Some(new), true).filter(|_| is_own) {
        let why = format!(
            "{name}: {} is not how Unity spells references; it may be damage and is not overwritten",
            lost.to_display()
        );
        return Err(cannot(why));
    }
    Ok(())
}

impl Gathered<'_> {
    /// Stores the current file values of the fields that the save changes, and the text layouts for writing them.
    fn add_before(&mut self, id: ObjectId, instance: i64, writing: &Writing<'_>, old: &Node<'_>, new: &Node<'_>) {
        let (of_file, is_own) = (writing.of_file, !writing.in_prefab);
        let own = of_file.text.as_ref().filter(|_| is_own);
        let document = own.and_then(|(source, at)| Some((*at, source.document(*at)?)));
        for (key, value) in old.entries() {
            if new.get(key) == Some(value) {
                continue;
            }
            let spot = Spot {
                object: id,
                field: Some((of_file.id, key.to_string())),
            };
            let field = document.as_ref().and_then(|(_, document)| document.field(key));
            let original = writing.view.edits.original(&spot, value);
            let before = original.and_then(|original| original.layout.clone());
            // An empty list in the file without a layout from earlier items gets the layout that its class defines.
            let told = new.get(key).filter(|_| is_own && holds_empty_list(value));
            let told = told.and_then(|new| writing.declared.layout(key, new));
            let layout = match (before, told) {
                (Some(before), Some(told)) => Some(before.or_if_empty(&told)),
                (before, told) => before.or(told),
            };
            if let (Some((at, _)), Some(layout)) = (&document, layout) {
                self.layouts.insert((*at, key.to_string()), layout);
            }
            self.before.push(Before {
                spot,
                value: value.to_static(),
                layout: field.and_then(|field| field.layout()),
                of: (!is_own).then_some((instance, of_file.id)),
                added: BTreeSet::new(),
            });
        }
    }
}

fn holds_empty_list(node: &Node<'_>) -> bool {
    match node {
        Node::Text(_) => false,
        Node::List(items) => items.is_empty() || items.iter().any(holds_empty_list),
        Node::Map(entries) => entries.iter().any(|(_, value)| holds_empty_list(value)),
    }
}
