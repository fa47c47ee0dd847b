//! A read-only view of the objects: a few shared references. A reader therefore changes nothing, can be tested without
//! a session, and reads the world of any file in the same way as the session's own world.
//!
//! The caches for readers are in `lookup`.

use crate::changes::Changes;
use crate::scene_slot::SceneSlot;
use crate::world::{NodeAt, World};
use glam::DVec2;
use unity_fields::class;
use unity_project::expand::{Library, unique_step};

/// Expected number of levels of a hierarchy path, for which memory is reserved. A deeper path only needs more memory.
const LEVELS: usize = 16;

/// A view of a world (the loaded scenes, or one other file), with the data that is necessary to interpret it.
#[derive(Clone, Copy)]
pub struct WorldView<'v> {
    /// The files, guids, component types and settings of the project.
    pub library: &'v Library,
    /// All scenes, loaded or not.
    pub scenes: &'v [SceneSlot],
    /// The objects to which this view gives access: those of the loaded scenes, or those of one other file.
    pub world: &'v World,
    pub changes: &'v dyn Changes,
    /// Width and height of the screen in pixels: from the host's settings, or the project's default resolution.
    screen: (u32, u32),
    /// The asset path of the file whose objects this view shows; `None` for the loaded scenes.
    beside: Option<&'v str>,
}

impl<'v> WorldView<'v> {
    /// Creates a view of the objects of the loaded scenes.
    pub fn new(
        library: &'v Library,
        scenes: &'v [SceneSlot],
        world: &'v World,
        changes: &'v dyn Changes,
        screen: Option<(u32, u32)>,
    ) -> Self {
        Self {
            library,
            scenes,
            world,
            changes,
            screen: screen.unwrap_or(library.project().settings.screen),
            beside: None,
        }
    }

    /// Returns this view with another world, which belongs to the file at the path `file`. `None` changes nothing.
    pub fn with_world(self, world: Option<&'v World>, file: &'v str) -> Self {
        match world {
            None => self,
            Some(world) => Self {
                world,
                beside: Some(file),
                ..self
            },
        }
    }

    /// Returns this view with another screen size, in pixels.
    pub fn on_screen(self, width: u32, height: u32) -> Self {
        Self {
            screen: (width, height),
            ..self
        }
    }

    /// Returns the screen size (width, height) in pixels for picks and layouts, at least 1 each.
    #[inline]
    pub fn screen(self) -> (u32, u32) {
        let (width, height) = self.screen;
        (width.max(1), height.max(1))
    }

    /// Returns the screen size (width, height) in pixels as a vector.
    pub fn screen_size(self) -> DVec2 {
        let (width, height) = self.screen();
        DVec2::new(f64::from(width), f64::from(height))
    }

    /// Returns the asset path of the scene or prefab that contains the object.
    pub fn file(self, at: NodeAt) -> &'v str {
        self.beside.unwrap_or_else(|| {
            let scene = self.world.node(at).map(|node| node.scene as usize);
            let slot = scene.and_then(|scene| self.scenes.get(scene));
            slot.map_or("", |slot| slot.file.path.as_str())
        })
    }

    /// Returns the hierarchy path. A second or later sibling with the same name gets a number: `/Spawn[2]/Point`.
    pub fn path(self, at: NodeAt) -> String {
        let mut chain = Vec::with_capacity(LEVELS);
        let mut bytes = 0;
        let mut next = Some(at);
        while let Some(at) = next.filter(|_| chain.len() <= self.world.count() as usize) {
            chain.push(at);
            bytes += 1 + self.name(at).len();
            next = self.world.node(at).and_then(|node| node.parent);
        }
        let mut path = String::with_capacity(bytes);
        for at in chain.into_iter().rev() {
            let name = self.name(at);
            unique_step(&mut path, name, self.world.number_among(at));
        }
        path
    }

    /// Returns the name of the object; empty if the object does not exist.
    #[inline]
    pub fn name(self, at: NodeAt) -> &'v str {
        self.world.object(at).map_or("", |object| &*object.name)
    }

    /// Returns the asset path of the object's prefab, for nested prefabs of the outermost one. `None` without a prefab.
    pub fn prefab(self, at: NodeAt) -> Option<&'v str> {
        let instance = self.world.object(at)?.instance;
        let file = self.world.flat(at)?.file.as_ref()?;
        let mut documents = file.documents().map(|(_, document)| document);
        let found = documents.find(|document| document.id() == instance && document.class() == class::PREFAB_INSTANCE);
        let source = found.filter(|_| instance != 0)?.field("m_SourcePrefab")?.file_ref();
        self.library.project().index.path(source.guid)
    }
}
