//! The values of an object's own Transform, and the reasons why some of them cannot be known without Unity.

use super::Numbers;
use crate::view::WorldView;
use crate::world::NodeAt;
use glam::DVec3;
use std::rc::Rc;
use unity_layout::geometry::Local;
use unity_project::expand::{component_tree, override_tree};
use unity_yaml::Node;

/// The local values of an object's own Transform, with Unity's defaults instead of unknown values.
pub(super) struct OwnPlace {
    pub(super) local: Local,
    /// The reason why the object's local position is unknown; `None` if it is known.
    pub(crate) position: Option<Rc<str>>,
    /// The reason why the object's rotation or scale is unknown (as then in all descendants); `None` if both are known.
    pub(crate) turn: Option<Rc<str>>,
}

impl OwnPlace {
    fn from_local(local: Local) -> Self {
        Self {
            local,
            position: None,
            turn: None,
        }
    }
}

impl<'v> WorldView<'v> {
    pub(super) fn own_place(self, at: NodeAt) -> OwnPlace {
        let Some(transform) = self.transform(at) else {
            return OwnPlace::from_local(Local::IDENTITY);
        };
        match component_tree(transform, self.library.types()) {
            Ok(Some(tree)) => OwnPlace::from_local(local_of(&tree)),
            Ok(None) => self.place_from_overrides(at, &override_tree(transform).unwrap_or(Node::EMPTY)),
            Err(problem) => {
                let path = self.world.path_of(at);
                let why: Rc<str> = format!("the Transform of {path} cannot be read: {problem}").into();
                OwnPlace {
                    local: Local::IDENTITY,
                    position: Some(Rc::clone(&why)),
                    turn: Some(why),
                }
            }
        }
    }

    /// Returns the values of a Transform from its prefab overrides, because the prefab itself is unreadable.
    fn place_from_overrides(self, at: NodeAt, told: &Node<'_>) -> OwnPlace {
        let why = |field: &str| -> Rc<str> {
            let path = self.world.path_of(at);
            format!("the {field} of {path} is not known: {}", self.why_unread(at)).into()
        };
        let flat = self.is_rect(at) && told.vector2("m_AnchoredPosition").is_none();
        let turned = told.get("m_LocalRotation");
        let turned = turned.is_some_and(|turn| ["x", "y", "z", "w"].iter().all(|part| turn.real(part).is_some()));
        OwnPlace {
            local: local_of(told),
            position: match flat {
                true => Some(why("m_AnchoredPosition")),
                false => told
                    .vector3("m_LocalPosition")
                    .is_none()
                    .then(|| why("m_LocalPosition")),
            },
            turn: match turned {
                false => Some(why("m_LocalRotation")),
                true => told.vector3("m_LocalScale").is_none().then(|| why("m_LocalScale")),
            },
        }
    }

    /// Returns the reason why the position of the object's parent is unknown, such as an unreadable prefab; `None` if
    /// it is known.
    pub(super) fn hangs_within(self, at: NodeAt) -> Option<Rc<str>> {
        let within = self.world.object(at)?.within && self.world.hangs_as_in_file(at);
        let parent = self.world.node(at)?.parent.filter(|_| within)?;
        let (path, above) = (self.world.path_of(at), self.world.path_of(parent));
        let why = match self.world.object(parent)?.is_opaque() {
            true => self.why_unread(parent),
            false => "the source of an instance in it cannot be read without Unity",
        };
        Some(format!("{path} is below a part of {above}, whose position is not known: {why}").into())
    }

    /// Returns the reason why only the overrides of the object's prefab instance are known.
    pub fn why_unread(self, at: NodeAt) -> &'v str {
        let unread = self.world.object(at).and_then(|object| object.unread.as_ref());
        unread.map_or("no file describes it", |unread| &*unread.why)
    }
}

fn local_of(tree: &Node<'_>) -> Local {
    let position = tree.vector3("m_LocalPosition").unwrap_or(DVec3::ZERO);
    // Only a RectTransform has it; Unity does not keep its saved x and y up to date.
    let anchored = tree.vector2("m_AnchoredPosition");
    Local {
        position: anchored.map_or(position, |anchored| anchored.extend(position.z)),
        rotation: tree.rotation("m_LocalRotation"),
        scale: tree.vector3("m_LocalScale").unwrap_or(DVec3::ONE),
    }
}
