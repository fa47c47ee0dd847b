//! Selection of a component that a caller names: by index, full type name, or short name that is unique on the object.

use crate::query_view::QueryView;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId};
use host_project_world::world::NodeAt;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;
use unity_fields::Kind;
use unity_fields::property::{Ignored, PropertyPath};
use unity_project::expand::{Component, component_fields};
use unity_scripts::{Declared, ElementForm, Lacking, Origin, Types};
use unity_yaml::Node;

/// A component that a caller named.
pub struct Chosen<'s> {
    pub at: NodeAt,
    pub position: usize,
    /// The named component, with the overrides of its prefab instance.
    pub component: &'s Component,
    /// Full type name of the component.
    pub type_name: Arc<str>,
    pub(crate) origin: Origin,
    /// Indexes of the object's other components that match the given name.
    others: Vec<usize>,
    types: &'s Types,
    declared: Declared<'s>,
    /// Overrides without effect; empty until the fields are read.
    ignored: OnceCell<Ignored>,
    /// Fields that the class declares and the file lacks; empty until the fields are read.
    lacking: OnceCell<Vec<Lacking>>,
    /// A key that the component's document contains twice, if any; empty until the fields are read.
    twice: OnceCell<Option<String>>,
}

impl<'v> QueryView<'v> {
    /// Finds the component of an object by its index, its type name, or a type name with a number (`Wave[2]`).
    ///
    /// # Errors
    /// `NotFound` if the object or the component does not exist; the hint lists the components of the object.
    pub fn choose(self, object: ObjectId, component: &str) -> Result<Chosen<'v>, BridgeError> {
        let at = self.find(object)?;
        let types = self.library.types();
        let list = self.world.components(at);
        let named = match (component.trim().parse::<usize>(), numbered(component)) {
            (Ok(position), _) => vec![position],
            (Err(_), Some((type_name, number))) => {
                let all = self.positions_by_name(list, type_name);
                let one = number.checked_sub(1).and_then(|at| all.get(at));
                match one {
                    Some(position) => vec![*position],
                    None if all.is_empty() => Vec::new(),
                    None => return Err(out_of_range_error(component, type_name, &all)),
                }
            }
            (Err(_), None) => self.positions_by_name(list, component),
        };
        let mut named = named.into_iter();
        if let Some((position, found)) = named.next().and_then(|position| Some((position, list.get(position)?))) {
            return Ok(Chosen {
                at,
                position,
                component: found,
                type_name: types.name(found.kind),
                origin: types.origin(found.kind),
                others: named.collect(),
                types,
                declared: types.declared_fields(found.kind),
                ignored: OnceCell::new(),
                lacking: OnceCell::new(),
                twice: OnceCell::new(),
            });
        }
        if matches!(component, "GameObject" | "UnityEngine.GameObject") {
            let message = format!("component is {component:?}, which is the object itself, not a component");
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("its active flag and its parent are changed on the object itself (set_active, reparent); name, tag, layer and static flags can't be changed here"));
        }
        let message = format!("Component not found: {object} has no {component}");
        let names: Vec<Arc<str>> = list.iter().map(|known| types.name(known.kind)).collect();
        let near = near_names(component, names.iter().map(|name| &**name));
        let meant = did_you_mean(near).map(|meant| format!("{meant} "));
        let hint = meant.unwrap_or_default() + &self.what_it_has(at);
        Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
    }

    fn positions_by_name(self, list: &[Component], type_name: &str) -> Vec<usize> {
        let types = self.library.types();
        let named = positions_of_type(list.iter().map(|known| types.name(known.kind)), type_name);
        if !named.is_empty() {
            return named;
        }
        // As `GetComponent` does, a component of a derived type or with that interface matches too.
        let derived = (0..).zip(list).filter(|(_, known)| types.is_a(known.kind, type_name));
        derived.map(|(position, _)| position).collect()
    }

    /// Returns one line that lists the components of an object with their indexes.
    pub fn what_it_has(self, at: NodeAt) -> String {
        let types = self.library.types();
        let list = self.world.components(at);
        let rows = list.iter().enumerate().take(30);
        let mut rows: Vec<String> = rows
            .map(|(position, component)| format!("{position} {}", types.name(component.kind)))
            .collect();
        if list.len() > rows.len() {
            rows.push(format!("and {} more", list.len() - rows.len()));
        }
        format!("it has: {}", rows.join(", "))
    }
}

/// Splits a component name such as `Wave[2]` into `Wave` and 2: the second component of that type, counted from 1.
fn numbered(component: &str) -> Option<(&str, usize)> {
    let (type_name, number) = component.strip_suffix(']')?.split_once('[')?;
    Some((type_name, number.parse().ok()?))
}

fn out_of_range_error(component: &str, type_name: &str, positions: &[usize]) -> BridgeError {
    let message = format!("Component not found: {component}");
    BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(format!(
        "there are {} (the first is [1]): {}",
        positions.len(),
        list_positions(type_name, positions)
    ))
}

/// Formats the positions of all components of one type, such as `Wave[1] at position 1, Wave[2] at position 2`.
fn list_positions(type_name: &str, positions: &[usize]) -> String {
    let each = positions.iter().take(20).zip(1..);
    let mut each: Vec<String> = each
        .map(|(position, number)| format!("{type_name}[{number}] at position {position}"))
        .collect();
    if positions.len() > each.len() {
        each.push("…".to_owned());
    }
    each.join(", ")
}

/// Returns the indexes of the components with the type name `wanted`. A name without namespace matches if only one type
/// on the object has this name.
fn positions_of_type(names: impl Iterator<Item = Arc<str>>, wanted: &str) -> Vec<usize> {
    let (mut full, mut short) = (Vec::new(), Vec::new());
    let mut of_short = Vec::new();
    for (position, name) in names.enumerate() {
        if *name == *wanted {
            full.push(position);
        } else if name.rsplit('.').next() == Some(wanted) {
            short.push(position);
            of_short.push(name);
        }
    }
    of_short.dedup();
    match (full.is_empty(), of_short.len()) {
        (true, 0 | 1) => short,
        _ => full,
    }
}

impl<'s> Chosen<'s> {
    /// Checks that the component has the type `type_name`, with which it was resolved before.
    ///
    /// # Errors
    /// `Conflict` if the component no longer has the type with which it was resolved.
    pub fn still(&self, object: ObjectId, type_name: &str) -> Result<(), BridgeError> {
        if *self.type_name == *type_name {
            return Ok(());
        }
        let message = format!(
            "component {} of {object} is {} now, not {type_name}",
            self.position, self.type_name
        );
        Err(BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("name the component again"))
    }

    /// Checks that the name matches exactly one component, for a change whose target must be certain.
    ///
    /// # Errors
    /// `InvalidArgument` with the indexes of all matching components.
    pub fn require_unique(&self, object: ObjectId) -> Result<(), BridgeError> {
        if self.others.is_empty() {
            return Ok(());
        }
        let mut all = vec![self.position];
        all.extend(&self.others);
        let short = self.type_name.rsplit('.').next().unwrap_or(&self.type_name);
        let message = format!(
            "{object} has {} components {}, and the type alone does not identify one",
            all.len(),
            self.type_name
        );
        Err(
            BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(format!(
                "give one of {}, or the position as a number",
                list_positions(short, &all)
            )),
        )
    }

    pub(crate) fn ambiguity_note(&self) -> Vec<String> {
        if self.others.is_empty() {
            return Vec::new();
        }
        let rest: Vec<String> = self.others.iter().take(20).map(usize::to_string).collect();
        let more = if rest.len() < self.others.len() { ", …" } else { "" };
        vec![format!(
            "{} components of the object are of the type: this is about the first, {} at position {}; give a position instead of the type for another ({}{more})",
            self.others.len() + 1,
            self.type_name,
            self.position,
            rest.join(", ")
        )]
    }

    /// Returns the fields of the component; fields that the file lacks have the default values of the class. `NotReady`
    /// if no file describes the component, or its document cannot be parsed.
    pub(crate) fn tree(&self) -> Result<Node<'s>, BridgeError> {
        match component_fields(self.component, self.types) {
            Ok(Some(fields)) => {
                self.ignored.get_or_init(|| fields.ignored);
                self.twice
                    .get_or_init(|| fields.tree.duplicate_key().map(str::to_owned));
                let lacking = self.lacking.get_or_init(|| self.declared.missing_fields(&fields.tree));
                Ok(add_missing_fields(fields.tree, lacking, |lacking| {
                    lacking.default.clone()
                }))
            }
            Ok(None) => {
                let message = format!(
                    "the fields of this {} are not known: it is in a source that can't be read without Unity",
                    self.type_name
                );
                Err(BridgeError::new(BridgeErrorKind::NotReady, message)
                    .with_hint("a model file or a missing prefab; open the project in Unity to see it"))
            }
            Err(problem) => {
                let path = self
                    .component
                    .text
                    .as_ref()
                    .map_or("", |(source, _)| source.path.as_str());
                let message = format!("the fields of this {} can't be read: {path}, {problem}", self.type_name);
                Err(BridgeError::new(BridgeErrorKind::NotReady, message).with_hint("let Unity save the file again"))
            }
        }
    }

    /// Returns the component's fields for a write. Missing fields of unknown default value are zero here.
    pub(super) fn tree_to_set(&self) -> Result<Node<'s>, BridgeError> {
        let tree = self.tree()?;
        let untold = self.missing_fields().iter().filter(|lacking| lacking.default.is_none());
        Ok(add_missing_fields(tree, untold, Lacking::form))
    }

    /// Returns the fields that the class declares and the file lacks; empty before the fields were read.
    pub(super) fn missing_fields(&self) -> &[Lacking] {
        self.lacking.get().map_or(&[], Vec::as_slice)
    }

    /// Returns true if the file contains this field although the class certainly no longer declares it.
    pub(super) fn is_leftover(&self, key: &str) -> bool {
        self.declared.is_leftover(key)
    }

    /// Returns the type of a field that the class declares but Unity does not serialize; `None` for other fields.
    pub(super) fn unserialized_type(&self, key: &str) -> Option<String> {
        self.declared.unserialized_type(key)
    }

    /// Returns the reason why the type of a field is unknown, as the end of a sentence; `None` if it is known.
    pub(super) fn unknown_type_reason(&self, names: &str) -> Option<String> {
        self.declared.unknown_type_reason(names)
    }

    pub(super) fn type_name(&self, names: &str) -> Option<String> {
        self.declared.type_name(names)
    }

    pub(crate) fn declared_kind(&self, names: &str) -> Option<Kind> {
        self.declared.kind(names)
    }

    /// Returns the kind for reading the field at or below `path`: `Untyped` for a script's field of unknown type.
    pub(super) fn kind_in(&self, tree: &Node<'_>, path: &PropertyPath, names: &str) -> Option<Kind> {
        self.declared.kind_in(tree, path, names)
    }

    pub(super) fn project_class(&self, names: &str) -> Option<String> {
        self.declared.project_class(names)
    }

    pub(super) fn lists_references(&self, names: &str) -> bool {
        self.declared.lists_references(names)
    }

    /// Returns a new element of the list field `names`, if a C# source declares it. An error is the end of a sentence.
    pub(super) fn element_form(&self, names: &str) -> Result<Option<ElementForm>, String> {
        self.declared.element_form(names)
    }

    pub(super) fn is_of_source(&self, names: &str) -> bool {
        self.declared.is_of_source(names)
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let of_script = match self.origin {
            Origin::Known => None,
            Origin::Missing => {
                let remark = match self.types.identifier(self.component.kind) {
                    "" => String::new(),
                    identifier => format!("; the file calls its class {identifier}"),
                };
                Some(format!(
                    "the component's script is missing; these are the values it was saved with{remark}"
                ))
            }
            Origin::Unverifiable => Some(
                "the component's script is unverifiable: its package is not on disk; the fields are as saved"
                    .to_owned(),
            ),
            Origin::NotCompiled => Some(
                "the component's script is in an assembly that the editor does not compile; the fields are as saved"
                    .to_owned(),
            ),
            Origin::Unresolved => Some(
                "which class of its library the component's script is, is not known; the fields are as saved"
                    .to_owned(),
            ),
        };
        let ignored = self.ignored.get().and_then(Ignored::summary);
        let twice = self.twice.get().and_then(Option::as_ref);
        let twice =
            twice.map(|key| format!("the file has {key} twice in this component; nothing of it can be changed"));
        let about = of_script.into_iter().chain(ignored).chain(twice);
        self.ambiguity_note().into_iter().chain(about).collect()
    }
}

fn add_missing_fields<'s, 'l>(
    mut tree: Node<'s>,
    lacking: impl IntoIterator<Item = &'l Lacking>,
    form: impl Fn(&Lacking) -> Option<Node<'static>>,
) -> Node<'s> {
    if let Node::Map(entries) = &mut tree {
        let lacking = lacking.into_iter();
        entries.extend(lacking.filter_map(|lacking| Some((Cow::Owned(lacking.name.clone()), form(lacking)?))));
    }
    tree
}
