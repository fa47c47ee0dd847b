//! One file's objects for a reader, loaded or not: which file, which unique path, which prefab, where it stands.

use super::Session;
use super::world::{NodeAt, World};
use unity_project::expand::{class, unique_step};

/// A world, which is the session's own or lies beside it.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    pub(super) session: &'v Session,
    pub(super) world: &'v World,
    /// The file of a world beside the session.
    pub(super) beside: Option<&'v str>,
}

impl Session {
    /// The session's own objects.
    pub(super) fn view(&self) -> View<'_> {
        View {
            session: self,
            world: &self.world,
            beside: None,
        }
    }
}

impl<'v> View<'v> {
    /// The asset path of the object's scene or prefab.
    pub(super) fn file(&self, at: NodeAt) -> &'v str {
        self.beside.unwrap_or_else(|| {
            let scene = self.world.node(at).map(|node| node.scene as usize);
            let slot = scene.and_then(|scene| self.session.scenes.get(scene));
            slot.map_or("", |slot| slot.file.path.as_str())
        })
    }

    /// The hierarchy path, with the number of siblings of the same name from the second on: `/Spawn[2]/Point`.
    pub(super) fn path(&self, at: NodeAt) -> String {
        let mut chain = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next.filter(|_| chain.len() <= self.world.len() as usize) {
            chain.push(at);
            next = self.world.node(at).and_then(|node| node.parent);
        }
        let mut path = String::new();
        for at in chain.into_iter().rev() {
            let name = self.name(at);
            let siblings = self.world.siblings(at).iter();
            let before = siblings.take_while(|sibling| **sibling != at);
            let same = before.filter(|sibling| self.name(**sibling) == name).count();
            path.push_str(&unique_step(name, u32::try_from(same + 1).unwrap_or(u32::MAX)));
        }
        path
    }

    pub(super) fn name(&self, at: NodeAt) -> &'v str {
        self.world.object(at).map_or("", |object| &*object.name)
    }

    /// The asset path of the prefab that it is an instance of; of nested ones the outermost.
    pub(super) fn prefab(&self, at: NodeAt) -> Option<&'v str> {
        let instance = self.world.object(at)?.instance;
        let file = self.world.flat(at)?.file.as_ref()?;
        let mut documents = file.documents().map(|(_, document)| document);
        let found = documents.find(|document| document.id() == instance && document.class() == class::PREFAB_INSTANCE);
        let source = found.filter(|_| instance != 0)?.field("m_SourcePrefab")?.file_ref();
        self.session.library.project().index.path(source.guid)
    }
}
