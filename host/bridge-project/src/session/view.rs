//! What readers get of the session: shared references to what they may read, and nothing else. A reader therefore changes
//! nothing, needs no session to be tested, and reads a world beside the session as it reads the session's own.
//!
//! Belongs here: what a reader holds, and what it is told of one file's objects: which file, which unique path, which prefab.
//! Does not: what reading keeps for the next question (`lookup`).

use super::edits::Edits;
use super::scene_slot::SceneSlot;
use super::world::{NodeAt, World};
use crate::options::ProjectOptions;
use unity_project::expand::{Library, class, unique_step};

/// Most hierarchies are no deeper.
const LEVELS: usize = 16;

/// A world, which is the session's own or lies beside it, and what is needed to understand it. Copied freely: it is a few references.
#[derive(Clone, Copy)]
pub(super) struct WorldView<'v> {
    /// The project's files, its guids, its types and its settings.
    pub(super) library: &'v Library,
    /// All scenes, loaded or not.
    pub(super) scenes: &'v [SceneSlot],
    pub(super) world: &'v World,
    /// What the session laid over the files.
    pub(super) edits: &'v Edits,
    /// Width and height in pixels: the host's setting, else the project's default resolution.
    screen: (u32, u32),
    /// The file of a world beside the session.
    beside: Option<&'v str>,
}

impl<'v> WorldView<'v> {
    /// The session's own objects.
    pub(super) fn of(
        library: &'v Library,
        scenes: &'v [SceneSlot],
        world: &'v World,
        edits: &'v Edits,
        options: &ProjectOptions,
    ) -> Self {
        Self {
            library,
            scenes,
            world,
            edits,
            screen: options.screen.unwrap_or(library.project().settings.screen),
            beside: None,
        }
    }

    /// The same over that world, which is of that file; as it is where there is none.
    pub(super) fn over(self, world: Option<&'v World>, file: &'v str) -> Self {
        match world {
            None => self,
            Some(world) => Self {
                world,
                beside: Some(file),
                ..self
            },
        }
    }

    /// The same for a screen of that size.
    pub(super) fn on_screen(self, screen: (u32, u32)) -> Self {
        Self { screen, ..self }
    }

    /// Width and height in pixels of the screen that picks and layouts reckon with.
    pub(super) fn screen(self) -> (u32, u32) {
        let (width, height) = self.screen;
        (width.max(1), height.max(1))
    }

    /// The asset path of the object's scene or prefab.
    pub(super) fn file(self, at: NodeAt) -> &'v str {
        self.beside.unwrap_or_else(|| {
            let scene = self.world.node(at).map(|node| node.scene as usize);
            let slot = scene.and_then(|scene| self.scenes.get(scene));
            slot.map_or("", |slot| slot.file.path.as_str())
        })
    }

    /// The hierarchy path, with the number of siblings of the same name from the second on: `/Spawn[2]/Point`.
    pub(super) fn path(self, at: NodeAt) -> String {
        let mut chain = Vec::with_capacity(LEVELS);
        let mut bytes = 0;
        let mut next = Some(at);
        while let Some(at) = next.filter(|_| chain.len() <= self.world.len() as usize) {
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

    pub(super) fn name(self, at: NodeAt) -> &'v str {
        self.world.object(at).map_or("", |object| &*object.name)
    }

    /// The asset path of the prefab that it is an instance of; of nested ones the outermost.
    pub(super) fn prefab(self, at: NodeAt) -> Option<&'v str> {
        let instance = self.world.object(at)?.instance;
        let file = self.world.flat(at)?.file.as_ref()?;
        let mut documents = file.documents().map(|(_, document)| document);
        let found = documents.find(|document| document.id() == instance && document.class() == class::PREFAB_INSTANCE);
        let source = found.filter(|_| instance != 0)?.field("m_SourcePrefab")?.file_ref();
        self.library.project().index.path(source.guid)
    }
}
