//! Tests on the prefabs that objects come from: of nested instances each level counts.
//!
//! Belongs here: which objects of a file are in an instance of one prefab. Does not: the levels (`prefabs/sources`).

use super::facts::Fact;
use super::filter::Plan;
use super::found::FileAt;
use crate::session::lookup::Lookup;
use crate::session::prefabs::Prefabs;
use crate::session::view::WorldView;
use crate::session::world::{NodeAt, World};
use host_api::near::near_paths;
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use unity_yaml::Guid;

/// Objects that are in an instance of a prefab, or are the root of one.
#[derive(Debug)]
pub(super) struct InstanceTest {
    guid: Guid,
    path: String,
    roots_alone: bool,
    /// Of the file that is searched now.
    inside: RefCell<HashSet<NodeAt>>,
}

impl InstanceTest {
    /// # Errors
    /// `InvalidArgument` for what is no asset path or guid of the project, with the nearest paths.
    pub(super) fn of(view: WorldView<'_>, fact: Fact, given: &Value) -> Result<Self, BridgeError> {
        let index = &view.library.project().index;
        let text = given.as_str().unwrap_or_default();
        let guid = index
            .guid(text)
            .or_else(|| Guid::parse(text).filter(|guid| index.path(*guid).is_some()));
        if let Some((guid, path)) = guid.and_then(|guid| Some((guid, index.path(guid)?.to_owned()))) {
            return Ok(Self {
                guid,
                path,
                roots_alone: fact == Fact::PrefabRoot,
                inside: RefCell::default(),
            });
        }
        let known = index.assets().map(|(path, _)| path);
        let with_file = match text.contains('.') {
            true => text.to_owned(),
            false => format!("{text}.prefab"),
        };
        let near = near_paths(&with_file, known.filter(|path| path.ends_with(".prefab")));
        let message = format!(
            "where: {} is compared with {given}: expected the path of a prefab or model of the project, or null",
            fact.name()
        );
        let hint = match near.as_slice() {
            [] => "list_assets with kind Prefab lists them".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
            .with_hint(hint)
            .with_data(&json!({"argument": "where", "given": given, "nearest": near})))
    }

    pub(super) fn has(&self, at: NodeAt) -> bool {
        self.inside.borrow().contains(&at)
    }

    fn fill(&self, lookup: &mut Lookup<'_>, prefabs: &mut Prefabs, world: Option<&World>, file: &FileAt) {
        self.inside.borrow_mut().clear();
        let view = lookup.view().over(world, &file.path);
        let places = file.places(view, world.is_some());
        let uses = |at: &NodeAt| {
            let flat = view.world.flat(*at);
            let is_instance = view.world.object(*at).is_some_and(|object| object.instance != 0);
            is_instance && flat.is_some_and(|flat| flat.needs.contains(&self.guid))
        };
        let nodes: Vec<NodeAt> = places
            .filter_map(|place| view.world.at_place(place))
            .filter(uses)
            .collect();
        for at in nodes {
            let sources = lookup.sources_of(prefabs, world, at);
            let is_in = sources
                .iter()
                .any(|(path, is_root)| *path == self.path && (*is_root || !self.roots_alone));
            if is_in {
                self.inside.borrow_mut().insert(at);
            }
        }
    }
}

impl Lookup<'_> {
    /// Before the objects of a file are compared.
    pub(super) fn find_instances(&mut self, plan: &Plan, world: Option<&World>, file: &FileAt) {
        let mut prefabs = Prefabs::default();
        for test in plan.instance_tests() {
            test.fill(self, &mut prefabs, world, file);
        }
    }
}
