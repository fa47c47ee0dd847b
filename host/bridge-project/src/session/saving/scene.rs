//! Computes the new content of one scene's file, so that it reads like the session.

use super::overrides::{How, Row, is_of, with_rows};
use super::value::Writing;
use super::{cannot, damaged_error};
use crate::session::edits::{Edit, Edits, Spot, flag};
use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, ObjectId};
use host_project_world::ids::scene_of;
use host_project_world::world::NodeAt;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_project::expand::{Component, Flat, Object, component_tree, reading};
use unity_yaml::{Document, Layout, Node, Patch, Style, apply, other_spelling};

/// The planned file of a scene.
pub(super) struct ScenePlan {
    pub(super) scene: usize,
    /// Asset path.
    pub(super) path: String,
    pub(super) source: Arc<Source>,
    pub(super) patches: Vec<Patch>,
    /// Without a byte order mark.
    pub(super) text: String,
    /// The current values at all spots that will be written.
    pub(super) before: Vec<Before>,
}

/// The value at a spot before it is written.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) spot: Spot,
    pub(super) value: Node<'static>,
    /// The layout of the value, if it is in the scene's own document.
    pub(super) layout: Option<Layout>,
    /// The PrefabInstance and the object of its source, if overrides contain the value.
    pub(super) of: Option<(i64, i64)>,
    /// Paths of the overrides that the save adds.
    pub(super) added: BTreeSet<String>,
}

impl Before {
    fn is_told_by(&self, instance: i64, target: i64, path: &str) -> bool {
        let key = self.spot.field.as_ref().map_or(ACTIVE, |(_, key)| key);
        self.of == Some((instance, target)) && is_of(path, key)
    }
}

/// The first release that quotes property paths with brackets.
const QUOTES_PATHS: (u32, u32) = (6000, 0);

/// The field of an object's active flag.
const ACTIVE: &str = "m_IsActive";

/// The documents and rows collected so far.
struct Gathered<'s> {
    flat: &'s Flat,
    source: &'s Arc<Source>,
    /// By position of the document: its new fields.
    trees: BTreeMap<u32, Node<'static>>,
    /// By the id of the PrefabInstance.
    rows: BTreeMap<i64, Vec<Row>>,
    before: Vec<Before>,
    /// The layouts of fields before this session wrote them, by document and key.
    layouts: BTreeMap<(u32, String), Layout>,
}

impl SessionView<'_> {
    /// `None` if the file contains everything that the session does.
    ///
    /// # Errors
    /// `Unsupported`, with its name, for a change that cannot be written exactly.
    pub(super) fn plan_scene(self, scene: usize) -> Result<Option<ScenePlan>, BridgeError> {
        let slot = self.scenes.get(scene);
        let Some((slot, loaded)) = slot.and_then(|slot| Some((slot, slot.loaded.as_ref()?))) else {
            return Ok(None);
        };
        let path = slot.file.path.clone();
        self.only_values_changed(scene, &path)?;
        let flat = &*loaded.flat;
        let source = flat
            .file
            .as_ref()
            .ok_or_else(|| cannot(format!("{path} is in no file")))?;
        let mut gathered = Gathered {
            flat,
            source,
            trees: BTreeMap::new(),
            rows: BTreeMap::new(),
            before: Vec::new(),
            layouts: BTreeMap::new(),
        };
        for (object, components) in self.touched_components(scene) {
            let Some(at) = self.world.find(object) else { continue };
            let of_object = self.gather(scene, object, at, &components, &mut gathered);
            of_object.map_err(|error| BridgeError {
                message: format!("{path}: {}: {}", self.world.path_of(at), error.message),
                ..error
            })?;
        }
        if gathered.before.is_empty() {
            return Ok(None);
        }
        if let Some(damage) = flat.damage.first() {
            return Err(damaged_error(&path, damage));
        }
        let newer = self.library.project().settings.release() >= Some(QUOTES_PATHS);
        gathered.into_plan(scene, path, (self.writes_one_line(), newer)).map(Some)
    }

    /// Objects and components of the scene that were set at any time, even if that was undone.
    fn touched_components(self, scene: usize) -> BTreeMap<ObjectId, BTreeSet<Option<i64>>> {
        let mut touched: BTreeMap<ObjectId, BTreeSet<Option<i64>>> = BTreeMap::new();
        let set = self.edits.journal.all().filter_map(|edit| match edit {
            Edit::Active { object, .. } => Some((*object, None)),
            Edit::Field { object, component, .. } => Some((*object, Some(*component))),
            _ => None,
        });
        let saved = self.edits.originals.keys();
        let saved = saved.map(|spot| (spot.object, spot.field.as_ref().map(|(component, _)| *component)));
        for (object, component) in set.chain(saved).filter(|(object, _)| scene_of(*object) == Some(scene)) {
            touched.entry(object).or_default().insert(component);
        }
        touched
    }

    fn gather(
        self,
        scene: usize,
        id: ObjectId,
        at: NodeAt,
        components: &BTreeSet<Option<i64>>,
        gathered: &mut Gathered<'_>,
    ) -> Result<(), BridgeError> {
        let (Some(object), Some(node)) = (self.world.object(at), self.world.node(at)) else {
            return Ok(());
        };
        if components.contains(&None) && object.active != node.active {
            gathered.active(id, object, node.active, self.edits)?;
        }
        for component in components.iter().flatten() {
            let of_file = object.components.iter().find(|known| known.id == *component);
            let here = self.world.components(at).iter().find(|known| known.id == *component);
            if let (Some(of_file), Some(here)) = (of_file, here) {
                self.gather_component(scene, (id, at, object), of_file, here, gathered)?;
            }
        }
        Ok(())
    }

    fn gather_component(
        self,
        scene: usize,
        (id, at, object): (ObjectId, NodeAt, &Object),
        of_file: &Component,
        here: &Component,
        gathered: &mut Gathered<'_>,
    ) -> Result<(), BridgeError> {
        let types = self.library.types();
        let tree = |component| {
            reading::begin();
            let tree = component_tree(component, types).map_err(|problem| cannot(problem.to_string()))?;
            tree.ok_or_else(|| cannot("no file describes the fields of this component".to_owned()))
        };
        let (old, new) = (tree(of_file)?, tree(here)?);
        if old == new {
            return Ok(());
        }
        let name = types.name(of_file.kind);
        if let Some(key) = old.duplicate_key() {
            return Err(cannot(format!(
                "{name}: the file has {key} twice in it, and it is not known which one counts"
            )));
        }
        if let Some((key, _)) = new.entries().iter().find(|(key, _)| old.get(key).is_none()) {
            let why = format!("{name}: the file has no line of {key} yet, and only Unity writes new ones");
            return Err(cannot(why).with_hint("let Unity save the scene once, then set it and save here"));
        }
        let of_component = |error: BridgeError| BridgeError {
            message: format!("{name}: {}", error.message),
            ..error
        };
        let is_own = of_file.is_in(&gathered.flat.file);
        // For an instance only rows are written, which are checked when they are inserted.
        if let Some(lost) = old.odd_reference_lost_in(Some(&new), true).filter(|_| is_own) {
            let why = format!(
                "{name}: {} is not how Unity spells references; it may be damage and is not overwritten",
                lost.to_display()
            );
            return Err(cannot(why));
        }
        let writing = Writing {
            view: self,
            scene,
            flat: gathered.flat,
            declared: types.declared_fields(of_file.kind),
            in_prefab: !is_own,
            of_file: (at, of_file),
            left: RefCell::default(),
            loose: RefCell::default(),
        };
        let was = self.as_it_was((id, of_file.id), &old);
        let new = writing
            .value("", None, (Some(&old), Some(&was)), &new)
            .map_err(of_component)?;
        let own = of_file.text.as_ref().filter(|_| is_own);
        let document = own.and_then(|(source, at)| Some((*at, source.document(*at)?)));
        for (key, value) in old.entries() {
            if new.get(key) != Some(value) {
                let spot = Spot {
                    object: id,
                    field: Some((of_file.id, key.to_string())),
                };
                let field = document.as_ref().and_then(|(_, document)| document.field(key));
                let before = self
                    .edits
                    .original(&spot, value)
                    .and_then(|original| original.layout.clone());
                // A list that is empty in the file, and had no former items, gets the layout that its class defines.
                let told = new.get(key).filter(|_| is_own && holds_empty_list(value));
                let told = told.and_then(|new| writing.declared.layout(key, new));
                let layout = match (before, told) {
                    (Some(before), Some(told)) => Some(before.or_if_empty(&told)),
                    (before, told) => before.or(told),
                };
                if let (Some((at, _)), Some(layout)) = (&document, layout) {
                    gathered.layouts.insert((*at, key.to_string()), layout);
                }
                gathered.before.push(Before {
                    spot,
                    value: value.to_static(),
                    layout: field.and_then(|field| field.layout()),
                    of: (!is_own).then_some((object.instance, of_file.id)),
                    added: BTreeSet::new(),
                });
            }
        }
        if let (true, Some((_, document)), None) = (is_own, &of_file.text, &of_file.overrides) {
            gathered.trees.insert(*document, new);
            return Ok(());
        }
        if is_own || object.instance == 0 {
            return Err(of_component(cannot("its fields are in several places".to_owned())));
        }
        let of_component_alone = gathered.before.iter_mut().filter(|before| {
            let of = before.spot.field.as_ref().map(|(component, _)| *component);
            before.spot.object == id && of == Some(of_file.id)
        });
        let rows = self.rows_of(&writing, of_file.id, (&old, &new), of_component_alone);
        let rows = rows.map_err(of_component)?;
        gathered.rows.entry(object.instance).or_default().extend(rows);
        Ok(())
    }

    /// Whether the project writes `{…}` on one line.
    fn writes_one_line(self) -> bool {
        let root = self.library.project().root();
        let file = unity_files::read_whole(&root.join("ProjectSettings/EditorSettings.asset"), 1 << 20);
        let is_on = |bytes: Vec<u8>| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            text.lines()
                .any(|line| line.trim() == "m_SerializeInlineMappingsOnOneLine: 1")
        };
        file.is_ok_and(is_on)
    }
}

fn holds_empty_list(node: &Node<'_>) -> bool {
    match node {
        Node::Text(_) => false,
        Node::List(items) => items.is_empty() || items.iter().any(holds_empty_list),
        Node::Map(entries) => entries.iter().any(|(_, value)| holds_empty_list(value)),
    }
}

impl Gathered<'_> {
    fn active(&mut self, id: ObjectId, object: &Object, active: bool, edits: &Edits) -> Result<(), BridgeError> {
        let mut before = Before {
            spot: Spot {
                object: id,
                field: None,
            },
            value: flag(object.active),
            layout: None,
            of: (object.instance != 0).then_some((object.instance, object.id)),
            added: BTreeSet::new(),
        };
        if object.instance != 0 {
            let original = edits.original(&before.spot, &before.value);
            let is_back = original.is_some_and(|original| original.was == flag(active) && !original.added.is_empty());
            before.added = original
                .filter(|_| !is_back)
                .map(|original| original.added.clone())
                .unwrap_or_default();
            self.before.push(before);
            self.rows.entry(object.instance).or_default().push(Row {
                target: object.id,
                path: ACTIVE.to_owned(),
                value: if active { "1" } else { "0" }.to_owned(),
                reference: None,
                how: if is_back { How::Remove } else { How::Put },
            });
            return Ok(());
        }
        self.before.push(before);
        let (at, document) = self.document(class::GAME_OBJECT, object.id)?;
        let tree = document.tree().map_err(|problem| cannot(problem.to_string()))?;
        let Some((_, body)) = tree.entries().first() else {
            return Err(cannot("its document is empty".to_owned()));
        };
        let mut body = body.to_static();
        if let Node::Map(entries) = &mut body
            && let Some((_, value)) = entries.iter_mut().find(|(key, _)| key == ACTIVE)
        {
            *value = flag(active);
        }
        self.trees.insert(at, body);
        Ok(())
    }

    /// The only document with that class and id.
    fn document(&self, class: u32, id: i64) -> Result<(u32, Document<'_>), BridgeError> {
        let of_id = |(_, document): &(u32, Document<'_>)| document.id() == id && document.class() == class;
        let mut found = self.source.documents().filter(of_id);
        match (found.next(), found.next()) {
            (Some(one), None) if !one.1.stripped() => Ok(one),
            _ => Err(cannot(format!(
                "the file has not exactly one document &{id} of class {class}"
            ))),
        }
    }

    fn into_plan(
        mut self,
        scene: usize,
        path: String,
        (one_line, quotes_paths): (bool, bool),
    ) -> Result<ScenePlan, BridgeError> {
        let text = self.source.text();
        if let Some((line, number)) = other_spelling(text) {
            let why = format!(
                "{path}, line {line}: {number} is not spelled as Unity 2020.3 to 2022.3 spells numbers; let Unity save the \
                 scene once, then it can be changed here"
            );
            return Err(cannot(why));
        }
        let breaks = text.matches('\n').count();
        if !matches!(text.matches("\r\n").count(), crlf if crlf == 0 || crlf == breaks) {
            let why = format!(
                "{path} mixes two forms of line ends, CR LF and LF, so it is not known which one Unity would write"
            );
            return Err(cannot(why)
                .with_hint("give all its lines one form, or let Unity save the scene once; nothing was written"));
        }
        let (mut style, told) = Style::detect(text);
        style.one_line = told.unwrap_or(one_line);
        style.quoted_paths = Style::quotes_paths(text).unwrap_or(quotes_paths);
        for (instance, rows) in std::mem::take(&mut self.rows) {
            let (at, document) = self.document(class::PREFAB_INSTANCE, instance)?;
            let (body, new) = with_rows(&document, rows)?;
            for (target, path) in new {
                let mut told = self.before.iter_mut();
                if let Some(before) = told.find(|before| before.is_told_by(instance, target, &path)) {
                    before.added.insert(path);
                }
            }
            self.trees.insert(at, body);
        }
        let mut patches = Vec::new();
        for (at, tree) in &self.trees {
            let document = self
                .source
                .document(*at)
                .ok_or_else(|| cannot(format!("{path} has no document {at}")))?;
            let before = |key: &str| self.layouts.get(&(*at, key.to_owned()));
            let of_document = document.patches_as_before(tree, style, &before);
            patches.extend(of_document.map_err(|why| cannot(format!("{path}, {why}")))?);
        }
        let text = apply(text, patches.clone()).ok_or_else(|| cannot(format!("{path}: two changes overlap")))?;
        let heads = |text: &str| -> Option<HashMap<i64, usize>> {
            let heads = unity_yaml::split(text).ok()?;
            let mut ids = HashMap::new();
            heads.iter().for_each(|head| *ids.entry(head.id).or_default() += 1);
            Some(ids)
        };
        if heads(&text) != heads(self.source.text()) {
            return Err(cannot(format!("{path} would have other documents")));
        }
        Ok(ScenePlan {
            scene,
            path,
            source: Arc::clone(self.source),
            patches,
            text,
            before: self.before,
        })
    }
}
