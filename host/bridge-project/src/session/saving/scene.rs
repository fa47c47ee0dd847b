//! Computes the new content of a scene file, which results in the session's state when it is loaded.

mod components;

use super::overrides::{How, Row, is_of, with_rows};
use super::{cannot, damaged_error};
use crate::session::edits::{Edit, Edits, Spot, flag};
use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, ObjectId};
use host_project_world::ids::scene_of;
use host_project_world::world::NodeAt;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_project::expand::{Flat, Object};
use unity_yaml::{Document, Layout, Node, Patch, Style, apply, other_spelling};

/// The new content of a scene file, before it is written.
pub(super) struct ScenePlan {
    pub(super) scene: usize,
    pub(super) path: String,
    pub(super) source: Arc<Source>,
    pub(super) patches: Vec<Patch>,
    /// The whole new text, without byte order mark.
    pub(super) text: String,
    pub(super) before: Vec<Before>,
}

/// The value of a field or flag in the file before it is written.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) spot: Spot,
    pub(super) value: Node<'static>,
    /// The text layout of the value; `None` if no YAML document of the scene file contains the value.
    pub(super) layout: Option<Layout>,
    /// The file ids of the PrefabInstance and of the object in its prefab, if overrides of a prefab contain the value.
    pub(super) of: Option<(i64, i64)>,
    /// Property paths of the override rows that the save adds for this value.
    pub(super) added: BTreeSet<String>,
}

impl Before {
    fn is_told_by(&self, instance: i64, target: i64, path: &str) -> bool {
        let key = self.spot.field.as_ref().map_or(ACTIVE, |(_, key)| key);
        self.of == Some((instance, target)) && is_of(path, key)
    }
}

/// The first Unity release (major and minor version) that quotes property paths with brackets.
const QUOTES_PATHS: (u32, u32) = (6000, 0);

const ACTIVE: &str = "m_IsActive";

/// Collects the changed documents and override rows of one scene.
struct Gathered<'s> {
    scene: usize,
    flat: &'s Flat,
    source: &'s Arc<Source>,
    /// The new fields of each changed YAML document, by the index of the document in the scene file.
    trees: BTreeMap<u32, Node<'static>>,
    /// The changed override rows, by the file id of the PrefabInstance to which they belong.
    rows: BTreeMap<i64, Vec<Row>>,
    before: Vec<Before>,
    /// The text layouts that fields had before this session wrote them, by index of the YAML document and field key.
    layouts: BTreeMap<(u32, String), Layout>,
}

impl SessionView<'_> {
    /// Computes the new content of the scene's file; `None` if the file already contains all changes of the session.
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
            scene,
            flat,
            source,
            trees: BTreeMap::new(),
            rows: BTreeMap::new(),
            before: Vec::new(),
            layouts: BTreeMap::new(),
        };
        for (object, components) in self.touched_components(scene) {
            let Some(at) = self.world.find(object) else { continue };
            let of_object = self.gather(object, at, &components, &mut gathered);
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
        gathered.into_plan(path, self.writes_one_line(), newer).map(Some)
    }

    /// Returns the objects and components that were ever edited, including undone edits. `None` means the active flag.
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
            self.gather_component(id, at, *component, gathered)?;
        }
        Ok(())
    }

    /// True if the project settings make Unity write `{…}` mappings on one line.
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

    /// Returns the scene file's only YAML document with this class number and file id, and the document's index.
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

    fn into_plan(mut self, path: String, one_line: bool, quotes_paths: bool) -> Result<ScenePlan, BridgeError> {
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
            scene: self.scene,
            path,
            source: Arc::clone(self.source),
            patches,
            text,
            before: self.before,
        })
    }
}
