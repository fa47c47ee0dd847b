//! The result of expanding a file: its objects in depth-first order, each with its components.

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
    /// In a scene: the object's file id, or its id in the source prefab if it belongs to an instance. In a prefab: the
    /// object's file id in that prefab.
    pub id: i64,
    /// In a scene: the file id of the object's PrefabInstance, or 0 without one. In a prefab: 0.
    pub instance: i64,
    pub name: Arc<str>,
    /// The object's tag; empty if the file sets none.
    pub tag: Arc<str>,
    pub layer: u32,
    /// Unity's `StaticEditorFlags` of the object; 0 if the file sets none.
    pub static_flags: u32,
    /// The object's own active flag (`activeSelf`).
    pub active: bool,
    /// The reason why a prefab cannot be read, if this object stands for an instance of that prefab; otherwise `None`.
    pub unread: Option<Unread>,
    /// True if the parent is in an unreadable prefab instance, so that the object is shown below the instance's root.
    pub within: bool,
    /// Number of components in the object's list whose documents are missing in the file or cannot be read.
    pub lost: u32,
    /// Index of the parent in the list of objects; `None` for a root.
    pub parent: Option<u32>,
    /// The file, and the index of the object's document in it; `None` if no file describes the object.
    pub text: Option<(Arc<Source>, u32)>,
    pub overrides: Option<Arc<Override>>,
    /// The object's components, with the Transform first.
    pub components: Vec<Component>,
}

/// One component: the location of its document, and the overrides and session edits that apply to it.
#[derive(Clone, Debug)]
pub struct Component {
    /// The component's file id, with the same meaning as `Object::id`.
    pub id: i64,
    pub class: u32,
    pub kind: TypeId,
    /// True if the component is on a part of an unreadable instance; the object that stands for the instance shows it.
    pub within: bool,
    /// The file, and the index of the component's document in it; `None` if no file describes the component.
    pub text: Option<(Arc<Source>, u32)>,
    pub overrides: Option<Arc<Override>>,
}

/// Numbers of objects, components and prefab instances of an expanded file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of objects, without those that represent unreadable instances.
    pub objects: u32,
    pub opaque: u32,
    pub rect_transforms: u32,
    /// Components without Transforms; components on objects inside models are included.
    pub components: u32,
    pub mono_behaviours: u32,
    /// Number of prefab instances in the file, including those inside other instances.
    pub instances: u32,
    /// Maximum number of levels on which prefab instances of this file contain each other.
    pub depth: u32,
}

/// A scene or prefab after expansion: copies of the prefabs' objects replace the prefab instances.
#[derive(Debug, Default)]
pub struct Flat {
    /// Objects in depth-first order, roots in the order of the file.
    pub objects: Vec<Object>,
    pub counts: Counts,
    /// Number of all objects and components of the expanded file, from which the cost of copying a prefab is estimated.
    pub size: Size,
    /// Approximate memory of the expanded file in bytes; for a scene, it includes the session's data about the scene.
    pub weight: usize,
    /// Components on objects inside model files, which the host cannot read; each with the file id of the object.
    pub loose: Vec<(i64, Component)>,
    /// The text of the expanded file; `None` if there is no file.
    pub file: Option<Arc<Source>>,
    /// Maps the file id of each placeholder (stripped) document to the ids of its PrefabInstance and of the source
    /// part.
    pub placeholders: HashMap<i64, (i64, i64)>,
    /// Class numbers of all objects and components of this file, by file id.
    pub classes: HashMap<i64, u32>,
    pub stripped: StrippedReport,
    /// Guids of all prefabs on which this file depends, including missing ones.
    pub needs: BTreeSet<Guid>,
    /// Sentences about parts of the file that could not be expanded, each with the reason.
    pub problems: Vec<String>,
    /// Sentences about rules of Unity's format that this file breaks; `problems` has them too, with the file's path.
    /// The data of such a file can be incomplete, and the host does not save it.
    pub damage: Vec<String>,
}

impl Flat {
    /// Computes the numbers of objects and components. Instances and nesting depth are counted during copying.
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
    /// Returns the path of the object with the index `at` in `objects`: `/Root/Child`, from the names of its parents.
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

    /// Returns a function that computes the id of an object or component in this file if the file is a prefab. Its
    /// arguments are the file id of the PrefabInstance (0 for the file's own parts) and the id in the source prefab.
    /// The result is the id of the placeholder document if there is one.
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

    /// Returns the bytes of memory for the text of this file and the positions of its documents.
    pub fn text_bytes(&self) -> usize {
        self.file.as_ref().map_or(0, |file| file.bytes())
    }

    /// Fills `classes`, which is used to check the placeholders in files that contain this prefab.
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
    /// Text that names the prefab or model and says why it cannot be read.
    pub why: Arc<str>,
    /// True if the unreadable source is a 3D model. Models contain meshes and bones, but neither UI nor scripts.
    pub is_model: bool,
}

impl Object {
    /// Returns true if the object stands for an unreadable prefab instance; then only its overridden values are known.
    pub fn is_opaque(&self) -> bool {
        self.unread.is_some()
    }

    /// Returns the GameObject's own fields (name, layer, flags) in the form of a component, for reading them like one.
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
    /// Returns true if the component's document is in `file`.
    pub fn is_in(&self, file: &Option<Arc<Source>>) -> bool {
        match (&self.text, file) {
            (Some((source, _)), Some(file)) => Arc::ptr_eq(source, file),
            _ => false,
        }
    }
}
