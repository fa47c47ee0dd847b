//! The objects of the fake scene, and the answers of the imports that read them.
//! Belongs here: a real host's answers for a small scene. Does not: imports that change objects (the test's answers).

use super::FakeUnity;
use crate::ToolError;
use crate::lookup::field;
use crate::unity::components::{self, ComponentCard};
use crate::unity::objects::{self, ObjectCard, ObjectFilter};
use crate::unity::scenes::{self, Scene};
use crate::unity::types::{PageInfo, PageRequest};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

const SCENE: &str = "scn:1";

/// An object to add to the fake Unity with [`FakeUnity::add`]; by default active, untagged, on layer 0.
#[derive(Clone, Debug)]
#[must_use]
pub struct FakeObject {
    name: String,
    parent: Option<String>,
    tag: String,
    layer: u32,
    active: bool,
    components: Vec<FakeComponent>,
}

#[derive(Clone, Debug)]
pub(super) struct FakeComponent {
    pub(super) type_name: String,
    pub(super) fields: Vec<(String, Value)>,
}

impl FakeComponent {
    fn new(type_name: &str) -> Self {
        Self {
            // A short name counts as a type of Unity, in the namespace `UnityEngine`.
            type_name: match type_name.contains('.') {
                true => type_name.to_owned(),
                false => format!("UnityEngine.{type_name}"),
            },
            fields: Vec::new(),
        }
    }
}

impl FakeObject {
    /// Creates an object that has only a `Transform`.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            parent: None,
            tag: "Untagged".to_owned(),
            layer: 0,
            active: true,
            components: vec![FakeComponent::new("Transform")],
        }
    }

    /// Adds a component by its type: a full name, or the short name of a type in `UnityEngine`.
    pub fn with(mut self, component: &str) -> Self {
        self.components.push(FakeComponent::new(component));
        self
    }

    /// Sets a field value of the last component of this type, for queries: `field("Rigidbody.mass", 12)`.
    /// `wit/value.md` defines the form of a value.
    ///
    /// # Panics
    /// If the object has no such component yet.
    #[expect(clippy::panic, reason = "this is code of tests, which fail by it")]
    pub fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        let of = field(name);
        let mut these = self.components.iter_mut().rev();
        let component = these.find(|one| of.as_ref().is_some_and(|of| is_type(&one.type_name, &of.component)));
        let (Some(component), Some(of)) = (component, of) else {
            panic!(
                "{} has no component for {name:?}; add it first, by its type: `.with(\"Rigidbody\").field(\"Rigidbody.mass\", 12)`",
                self.name
            );
        };
        component.fields.push((of.path, value.into()));
        self
    }

    /// Sets the object's parent; `parent` is the id of the parent object.
    pub fn below(mut self, parent: &str) -> Self {
        self.parent = Some(parent.to_owned());
        self
    }

    /// Sets the object's Unity tag.
    pub fn tag(mut self, tag: &str) -> Self {
        self.tag = tag.to_owned();
        self
    }

    /// Sets the number of the object's Unity layer.
    pub fn layer(mut self, layer: u32) -> Self {
        self.layer = layer;
        self
    }

    /// Makes the object inactive.
    pub fn inactive(mut self) -> Self {
        self.active = false;
        self
    }
}

#[derive(Debug, Default)]
pub(super) struct World {
    pub(super) objects: Vec<Placed>,
}

#[derive(Debug)]
pub(super) struct Placed {
    pub(super) card: ObjectCard,
    pub(super) components: Vec<FakeComponent>,
}

impl World {
    pub(super) fn find(&self, id: &str) -> Result<&Placed, ToolError> {
        let found = self.objects.iter().find(|object| object.card.id == id);
        found.ok_or_else(|| ToolError::not_found(format!("no object {id}")))
    }

    fn add(&mut self, object: FakeObject) -> String {
        let id = format!("obj:{}", self.objects.len() + 1);
        let mut card = ObjectCard {
            path: format!("/{}", object.name),
            id: id.clone(),
            name: object.name,
            tag: object.tag,
            layer: object.layer,
            active: object.active,
            active_in_hierarchy: object.active,
            component_count: u32::try_from(object.components.len()).unwrap_or(u32::MAX),
            scene: SCENE.to_owned(),
            parent: object.parent,
            child_count: 0,
            opaque: false,
            global_id: None,
        };
        if let Some(parent) = &card.parent
            && let Some(Placed { card: parent, .. }) = self.objects.iter_mut().find(|above| above.card.id == *parent)
        {
            parent.child_count += 1;
            card.path = format!("{}{}", parent.path, card.path);
            card.active_in_hierarchy &= parent.active_in_hierarchy;
        }
        self.objects.push(Placed {
            card,
            components: object.components,
        });
        id
    }

    pub(super) fn is_below(&self, card: &ObjectCard, above: &str) -> bool {
        let mut parent = card.parent.as_deref();
        while let Some(id) = parent {
            if id == above {
                return true;
            }
            parent = self.find(id).ok().and_then(|object| object.card.parent.as_deref());
        }
        false
    }

    fn fits(&self, Placed { card, components }: &Placed, filter: &ObjectFilter) -> bool {
        let has = |wanted: &Option<String>, texts: &[&str]| {
            wanted.as_ref().is_none_or(|part| {
                texts
                    .iter()
                    .any(|text| text.to_lowercase().contains(&part.to_lowercase()))
            })
        };
        let is_of = |wanted: &String| components.iter().any(|known| is_type(&known.type_name, wanted));
        filter.scene.as_ref().is_none_or(|scene| *scene == card.scene)
            && has(&filter.query, &[&card.name, &card.path])
            && has(&filter.name, &[&card.name])
            && has(&filter.path, &[&card.path])
            && filter.component_type.as_ref().is_none_or(is_of)
            && filter.tag.as_ref().is_none_or(|tag| *tag == card.tag)
            && filter.layer.is_none_or(|layer| layer == card.layer)
            && (!filter.active_only || card.active_in_hierarchy)
            && filter.under.as_ref().is_none_or(|above| self.is_below(card, above))
            && (!filter.roots_only || card.parent.is_none())
    }

    pub(super) fn scene(&self) -> Scene {
        Scene {
            id: SCENE.to_owned(),
            name: "Main".to_owned(),
            path: "Assets/Main.unity".to_owned(),
            index: 0,
            build_index: Some(0),
            is_loaded: true,
            root_count: u32::try_from(
                self.objects
                    .iter()
                    .filter(|object| object.card.parent.is_none())
                    .count(),
            )
            .unwrap_or(u32::MAX),
            problem: None,
        }
    }
}

/// Returns true if `wanted` is the full or short name of the type `known`, ignoring case.
pub(super) fn is_type(known: &str, wanted: &str) -> bool {
    known.eq_ignore_ascii_case(wanted)
        || known
            .rsplit('.')
            .next()
            .is_some_and(|short| short.eq_ignore_ascii_case(wanted))
}

fn paged<T: Clone>(all: &[T], page: &PageRequest) -> (Vec<T>, PageInfo) {
    let shown: Vec<T> = all
        .iter()
        .skip(page.offset as usize)
        .take(page.limit as usize)
        .cloned()
        .collect();
    let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let next = page
        .offset
        .saturating_add(u32::try_from(shown.len()).unwrap_or(u32::MAX));
    let info = PageInfo {
        total,
        next_offset: (next < total).then_some(next),
        next_cursor: None,
        scanned: None,
    };
    (shown, info)
}

pub(super) fn answer(unity: &FakeUnity, world: &Rc<RefCell<World>>) {
    let at = Rc::clone(world);
    unity.on::<objects::list_objects>(move |(filter, page)| {
        let world = at.borrow();
        let these: Vec<ObjectCard> = world
            .objects
            .iter()
            .filter(|object| world.fits(object, &filter))
            .map(|object| object.card.clone())
            .collect();
        Ok(paged(&these, &page))
    });
    let at = Rc::clone(world);
    unity.on::<objects::get>(move |(id,)| Ok(at.borrow().find(&id)?.card.clone()));
    let at = Rc::clone(world);
    unity.on::<objects::find>(move |(path, page)| {
        let world = at.borrow();
        let these: Vec<ObjectCard> = world
            .objects
            .iter()
            .map(|object| &object.card)
            .filter(|card| card.path == path)
            .cloned()
            .collect();
        Ok(paged(&these, &page))
    });
    let at = Rc::clone(world);
    unity.on::<components::list_components>(move |(id, page)| {
        let world = at.borrow();
        let components = &world.find(&id)?.components;
        let cards: Vec<ComponentCard> = (0..)
            .zip(components)
            .map(|(index, component)| ComponentCard {
                index,
                type_name: component.type_name.clone(),
                summary: String::new(),
                enabled: None,
            })
            .collect();
        Ok(paged(&cards, &page))
    });
    let at = Rc::clone(world);
    unity.on::<scenes::list_scenes>(move |(filter, page)| {
        let scene = at.borrow().scene();
        let fits = filter
            .name
            .is_none_or(|name| scene.path.to_lowercase().contains(&name.to_lowercase()));
        Ok(paged(&if fits { vec![scene] } else { Vec::new() }, &page))
    });
    let at = Rc::clone(world);
    unity.on::<scenes::find>(move |(name,)| {
        let scene = at.borrow().scene();
        let is_it = name == scene.id || name == scene.path || name.eq_ignore_ascii_case(&scene.name);
        match is_it {
            true => Ok(scene),
            false => Err(ToolError::not_found(format!(
                "no scene {name}; there is {}",
                scene.path
            ))),
        }
    });
}

impl FakeUnity {
    /// Adds an object to the scene; returns its id, such as `obj:1`.
    pub fn add(&self, object: FakeObject) -> String {
        self.world.borrow_mut().add(object)
    }
}
