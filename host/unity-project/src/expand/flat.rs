//! The result of an expansion: objects in depth-first order, each with its components.

use super::budget::Size;
use super::override_chain::Override;
use super::placeholders::{Found, StrippedReport};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_scripts::TypeId;
use unity_yaml::Guid;

/// One object of an expanded file. Parents come before their children.
#[derive(Clone, Debug)]
pub struct Object {
    /// In a scene: the file id of an object of the scene itself, or the id in the source for an object of an instance.
    /// In a prefab: the object's file id in that prefab.
    pub id: i64,
    /// In a scene: the file id of the PrefabInstance, 0 for an object of the scene itself. In a prefab: 0.
    pub instance: i64,
    pub name: Arc<str>,
    /// Empty if none is set.
    pub tag: Arc<str>,
    pub layer: u32,
    /// Unity's `StaticEditorFlags`; 0 if none is set.
    pub static_flags: u32,
    /// The object's own active flag (`activeSelf`).
    pub active: bool,
    /// Set if this object represents an instance whose source cannot be read; contains the reason.
    pub unread: Option<Unread>,
    /// Whether the parent is inside an instance that cannot be read. The object is then shown below the instance's
    /// root, because its real parent is unknown.
    pub within: bool,
    /// Number of components that the object lists but whose documents cannot be read.
    pub lost: u32,
    /// Index of the parent in the list of objects; `None` for a root.
    pub parent: Option<u32>,
    /// The file and the index of its document; `None` if no file describes the object.
    pub text: Option<(Arc<Source>, u32)>,
    pub overrides: Option<Arc<Override>>,
    /// The components, the Transform first.
    pub components: Vec<Component>,
}

/// One component: the location of its document, and the overrides and session edits that apply to it.
#[derive(Clone, Debug)]
pub struct Component {
    /// File id, with the meaning of `Object::id`.
    pub id: i64,
    pub class: u32,
    pub kind: TypeId,
    /// Whether it is on a part of an instance that cannot be read. The component is then shown on the object that
    /// represents the instance.
    pub within: bool,
    /// The file and the index of its document; `None` if no file describes the component (the Transform of an opaque
    /// instance).
    pub text: Option<(Arc<Source>, u32)>,
    pub overrides: Option<Arc<Override>>,
}

/// Totals of an expanded file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Objects that files describe.
    pub objects: u32,
    pub opaque: u32,
    pub rect_transforms: u32,
    /// Components without Transforms; components on objects inside models are counted too.
    pub components: u32,
    pub mono_behaviours: u32,
    /// Prefab instances, including nested ones.
    pub instances: u32,
    /// Maximum number of nested levels of instances.
    pub depth: u32,
}

/// An expanded scene or prefab.
#[derive(Debug, Default)]
pub struct Flat {
    /// Objects in depth-first order, roots in the order of the file.
    pub objects: Vec<Object>,
    pub counts: Counts,
    /// Number of all objects and components, which determines the cost of a copy.
    pub size: Size,
    /// Approximate memory in bytes; for a scene including all data that the session keeps for it.
    pub weight: usize,
    /// Components on objects inside model files: (file id of the object, component).
    pub loose: Vec<(i64, Component)>,
    /// The file's text; `None` if there is no file.
    pub file: Option<Arc<Source>>,
    /// Placeholders: from their file id in this file to (file id of the PrefabInstance, id in its source).
    pub placeholders: HashMap<i64, (i64, i64)>,
    /// Class number of every object and component of this file, by file id.
    pub classes: HashMap<i64, u32>,
    pub stripped: StrippedReport,
    /// Guids of all prefabs on which this file depends, including missing ones.
    pub needs: BTreeSet<Guid>,
    /// Sentences about parts that could not be expanded, each with the reason.
    pub problems: Vec<String>,
    /// Sentences about the format rules that the file itself breaks; `problems` has them with the file's path. The data
    /// of such a file can be incomplete, and the host does not save the file.
    pub damage: Vec<String>,
}

impl Flat {
    /// Counts objects and components in `counts` and `size`; instances and depth are counted while instances are
    /// copied.
    pub(super) fn count(&mut self) {
        let counts = &mut self.counts;
        self.size = Size {
            objects: self.objects.len(),
            components: self.loose.len(),
        };
        for object in &self.objects {
            self.size.components += object.components.len();
            if object.is_opaque() {
                counts.opaque += 1;
            } else {
                counts.objects += 1;
            }
            for component in &object.components {
                counts.add(component);
            }
        }
        for (_, component) in &self.loose {
            counts.add(component);
        }
    }
}

impl Flat {
    /// Returns the path of the object with that index, from the names of its parents: `/Root/Child`.
    pub fn path(&self, at: usize) -> String {
        let mut names = Vec::new();
        let mut next = self.objects.get(at);
        while let Some(object) = next {
            names.push(&*object.name);
            // Parents come before their children, so this ends.
            next = object.parent.and_then(|parent| self.objects.get(parent as usize));
        }
        let bytes = names.iter().map(|name| name.len() + 1).sum();
        let mut path = String::with_capacity(bytes);
        for name in names.iter().rev() {
            path.push('/');
            path.push_str(name);
        }
        path
    }

    /// Returns a function that maps a part to its id in this file, if the file is used as a prefab. Its arguments are
    /// the file id of the PrefabInstance (0 for the file itself) and the id in the source. The result is a
    /// placeholder's id, otherwise a computed id.
    pub fn local_ids(&self) -> impl Fn(i64, i64) -> i64 {
        let placeholders = self.placeholders.iter();
        let named: HashMap<(i64, i64), i64> = placeholders.map(|(id, names)| (*names, *id)).collect();
        move |instance, id| match instance {
            0 => id,
            _ => named
                .get(&(instance, id))
                .copied()
                .unwrap_or((instance ^ id) & i64::MAX),
        }
    }

    /// Returns the memory in bytes of the file's own text and of the positions of its documents.
    pub fn text_bytes(&self) -> usize {
        self.file.as_ref().map_or(0, |file| file.bytes())
    }

    /// Records the class of every id, for the placeholders of files that use this one.
    pub(super) fn index_classes(&mut self) {
        let objects = self.objects.iter();
        let own = objects.clone().filter(|object| !object.is_opaque());
        let own = own.map(|object| (object.id, class::GAME_OBJECT));
        let components = objects.flat_map(|object| &object.components);
        let loose = self.loose.iter().map(|(_, component)| component);
        let components = components
            .chain(loose)
            .filter(|component| component.text.is_some())
            .map(|component| (component.id, component.class));
        self.classes = own.chain(components).collect();
    }

    /// Returns what a placeholder with that id in another file finds in this one.
    pub(super) fn find(&self, id: i64) -> Found {
        match self.classes.get(&id) {
            Some(class) => Found::Class(*class),
            None if self.counts.opaque > 0 => Found::Unread,
            None => Found::Nothing,
        }
    }
}

impl Counts {
    fn add(&mut self, component: &Component) {
        match component.class {
            class::RECT_TRANSFORM => self.rect_transforms += u32::from(component.text.is_some()),
            class::TRANSFORM => {}
            other => {
                self.components += 1;
                self.mono_behaviours += u32::from(other == class::MONO_BEHAVIOUR);
            }
        }
    }
}

/// The reason why the source of an instance cannot be read.
#[derive(Clone, Debug)]
pub struct Unread {
    /// A sentence that names the source.
    pub why: Arc<str>,
    /// Whether the source is a model, which contains meshes and bones, but neither UI nor scripts.
    pub is_model: bool,
}

impl Object {
    /// Whether the object represents an instance whose source cannot be read. Parts, components and values that the
    /// instance does not set are unknown.
    pub fn is_opaque(&self) -> bool {
        self.unread.is_some()
    }

    /// Returns the fields of the object itself (name, layer, flags) as a component.
    pub fn own_fields(&self) -> Component {
        Component {
            id: self.id,
            class: class::GAME_OBJECT,
            kind: TypeId::GAME_OBJECT,
            within: false,
            text: self.text.clone(),
            overrides: self.overrides.clone(),
        }
    }
}

impl Component {
    /// Whether the component's document is in `file`.
    pub fn is_in(&self, file: &Option<Arc<Source>>) -> bool {
        match (&self.text, file) {
            (Some((source, _)), Some(file)) => Arc::ptr_eq(source, file),
            _ => false,
        }
    }
}
