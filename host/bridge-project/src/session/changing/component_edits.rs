//! Adds components to objects and removes them.
//!
//! Contains the two commands and the changes that they make. `component_edits/kinds` defines the component types,
//! `component_edits/rules` Unity's rules for their combinations.

mod bases;
mod kinds;
mod rules;

use crate::session::Session;
use crate::session::edits::Edit;
use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied, Reply};
use host_project_world::world::NodeAt;
use kinds::NewKind;
use std::borrow::Cow;
use std::sync::Arc;
use unity_fields::property::PropertyPath;
use unity_fields::{class, find_type};
use unity_project::expand::{Component, FieldEdit, Override, component_tree};
use unity_scripts::Origin;
use unity_yaml::Node;

struct Planned {
    component: Component,
    type_name: Arc<str>,
    once: bool,
    as_transform: bool,
}

impl Session {
    /// Adds a component with default field values, after adding other components that its type requires.
    pub(in crate::session) fn add_component(
        &mut self,
        object: ObjectId,
        type_name: &str,
    ) -> Result<Replied, BridgeError> {
        let at = self.view().find(object)?;
        self.room_for_edit()?;
        let order = self.view().kinds_for(at, type_name)?;
        let mut notes = Vec::new();
        let required: Vec<&str> = order.iter().rev().skip(1).rev().map(|kind| &*kind.name).collect();
        if !required.is_empty() {
            notes.push(format!(
                "added too, because {type_name} requires it: {}",
                required.join(", ")
            ));
        }
        notes.extend(order.iter().flat_map(|kind| kind.notes.iter().cloned()));
        // All or nothing: everything that can fail is done before the first change.
        let planned: Result<Vec<Planned>, BridgeError> = order.into_iter().map(|kind| self.plan(at, kind)).collect();
        let mut position = 0;
        for planned in planned? {
            self.change(Edit::Add {
                object,
                component: planned.component,
                type_name: planned.type_name,
                once: planned.once,
                as_transform: planned.as_transform,
            })?;
            position = match planned.as_transform {
                true => 0,
                false => self.world.components(at).len().saturating_sub(1),
            };
        }
        let mut replied = self.count_write(Reply::Added(u32::try_from(position).unwrap_or(u32::MAX)));
        replied.diagnostics.extend(notes);
        Ok(replied)
    }

    fn plan(&mut self, at: NodeAt, kind: NewKind) -> Result<Planned, BridgeError> {
        let id = self.edits.new_component();
        let type_id = match kind.script {
            Some(script) => self.library.types_mut().script(script),
            None => self.library.types_mut().engine(kind.class, kind.short()),
        };
        let mut component = Component {
            id,
            class: kind.class,
            kind: type_id,
            within: false,
            text: Some((kind.source, 0)),
            overrides: None,
        };
        let as_transform = component.class == class::RECT_TRANSFORM;
        if as_transform {
            let old = self.world.components(at).first();
            let tree = old.map(|old| (old.id, component_tree(old, self.library.types())));
            let Some((id, Ok(Some(tree)))) = tree else {
                let message = "the object's Transform is in a source that can't be read without Unity";
                return Err(BridgeError::new(BridgeErrorKind::NotReady, message));
            };
            component.id = id;
            component.overrides = taken_over(&tree);
        }
        Ok(Planned {
            component,
            type_name: kind.name,
            once: kind.once,
            as_transform,
        })
    }

    /// Removes a component. Returns `Conflict` if the component at this index no longer has the type `type_name`.
    pub(in crate::session) fn remove_component(
        &mut self,
        object: ObjectId,
        component: u32,
        type_name: &str,
    ) -> Result<Replied, BridgeError> {
        let chosen = self.view().choose(object, &component.to_string())?;
        chosen.still(object, type_name)?;
        let (at, position, id) = (chosen.at, chosen.position, chosen.component.id);
        let (type_name, class) = (Arc::clone(&chosen.type_name), chosen.component.class);
        let name = self
            .world
            .object(at)
            .map_or_else(String::new, |object| object.name.to_string());
        if class::is_transform(class) {
            let message = format!("Can't remove {type_name} from {name}: every object has one");
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint(r#"`{"destroy": …}` takes the whole object away"#));
        }
        if let Some(holder) = self.view().who_requires(at, position, &type_name) {
            let message = format!("Can't remove {type_name} from {name} because {holder} depends on it");
            return Err(
                BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(format!("remove {holder} first"))
            );
        }
        self.room_for_edit()?;
        self.change(Edit::Remove {
            object,
            component: id,
            type_name,
        })?;
        Ok(self.count_write(Reply::Done))
    }
}

impl SessionView<'_> {
    /// Returns the components to add, in order: missing required components first, the requested one last.
    fn kinds_for(self, at: NodeAt, type_name: &str) -> Result<Vec<NewKind>, BridgeError> {
        let types = self.library.types();
        let list = self.world.components(at);
        let mut there: Vec<Arc<str>> = list.iter().map(|component| types.name(component.kind)).collect();
        let name = self
            .world
            .object(at)
            .map_or_else(String::new, |object| object.name.to_string());
        let mut order = Vec::new();
        // Each item is a type, the type that requires it, and true if its requirements were already handled.
        let mut open = vec![(type_name.to_owned(), None::<String>, false)];
        while let Some((wanted, because, ready)) = open.pop() {
            if because.is_some() && there.iter().any(|known| rules::satisfies(known, &wanted)) {
                continue;
            }
            let kind = self.new_kind(&wanted)?;
            if !ready {
                rules::check(&kind, &there, &name, because.as_deref())?;
                let required = kind.requires.clone();
                let missing: Vec<String> = required
                    .into_iter()
                    .filter(|required| !there.iter().any(|known| rules::satisfies(known, required)))
                    .filter(|required| !open.iter().any(|(known, ..)| known == required))
                    .collect();
                open.push((wanted.clone(), because, true));
                open.extend(
                    missing
                        .into_iter()
                        .rev()
                        .map(|name| (name, Some(wanted.clone()), false)),
                );
                continue;
            }
            if &*kind.name == "UnityEngine.RectTransform" {
                there.retain(|known| &**known != "UnityEngine.Transform");
            }
            there.push(Arc::clone(&kind.name));
            order.push(kind);
        }
        Ok(order)
    }

    /// Resolves a short or full type name to the full name of a component type that can be added.
    pub(in crate::session) fn resolve_component_type(self, type_name: &str) -> Result<Replied, BridgeError> {
        let full = self.addable(type_name)?;
        Ok(Reply::TypeName(full).into())
    }

    /// Returns the type of another component of the object that requires a component of the type at `position`. `None`
    /// if a third component satisfies that requirement too.
    fn who_requires(self, at: NodeAt, position: usize, type_name: &str) -> Option<Arc<str>> {
        let types = self.library.types();
        let others = self
            .world
            .components(at)
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != position);
        let others: Vec<_> = others
            .map(|(_, component)| (types.name(component.kind), component.kind))
            .collect();
        let holder = others.iter().find(|(name, kind)| {
            let required: Vec<String> = match find_type(name) {
                Some(spec) => spec.requires.iter().map(|name| (*name).to_owned()).collect(),
                None if types.origin(*kind) == Origin::Known => {
                    let written = types.class_of(*kind).map(|class| class.requires).unwrap_or_default();
                    written.iter().filter_map(|written| self.full_name(written)).collect()
                }
                None => Vec::new(),
            };
            required.iter().any(|required| {
                rules::satisfies(type_name, required)
                    && !others.iter().any(|(other, _)| rules::satisfies(other, required))
            })
        });
        holder.map(|(name, _)| Arc::clone(name))
    }
}

/// Converts the values of a Transform to those of a RectTransform that replaces it: x and y become the anchored
/// position.
fn taken_over(tree: &Node<'_>) -> Option<Arc<Override>> {
    let owned = |node: &Node<'_>| {
        let entries = node.entries().iter();
        let entries = entries.map(|(key, value)| {
            let value = value.text().unwrap_or_default().to_owned();
            (Cow::Owned(key.to_string()), Node::Text(Cow::Owned(value)))
        });
        Node::Map(entries.collect())
    };
    let part = |key: &'static str, value: &str| (Cow::Borrowed(key), Node::Text(Cow::Owned(value.to_owned())));
    let mut fields: Vec<(&str, Node<'static>)> = ["m_LocalRotation", "m_LocalScale", "m_LocalEulerAnglesHint"]
        .into_iter()
        .filter_map(|key| Some((key, owned(tree.get(key)?))))
        .collect();
    if let Some(position) = tree.get("m_LocalPosition") {
        let axis = |key: &str| position.get(key).and_then(Node::text).unwrap_or("0");
        let anchored = vec![part("x", axis("x")), part("y", axis("y"))];
        let local = vec![part("x", "0"), part("y", "0"), part("z", axis("z"))];
        fields.push(("m_AnchoredPosition", Node::Map(anchored)));
        fields.push(("m_LocalPosition", Node::Map(local)));
    }
    let mut chain = None;
    for (key, value) in fields {
        let path = PropertyPath::from_field(key);
        chain = Some(Override::with_edit(chain, FieldEdit { path, value }));
    }
    chain
}

#[cfg(test)]
pub(in crate::session) mod tests;
