//! Tests whether an object belongs to an instance of a prefab, on any level of nested instances.
//!
//! This module resolves the prefab and tests one object; `find_instances` searches the objects.

use super::facts::Fact;
use crate::query_view::QueryView;
use host_api::similar_names::near_paths;
use host_bridge::{BridgeError, BridgeErrorKind};
use host_project_world::world::NodeAt;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use unity_yaml::Guid;

/// A test that accepts the objects in instances of a prefab, or only the roots of such instances.
#[derive(Debug)]
pub(crate) struct InstanceTest {
    pub(crate) guid: Guid,
    pub(crate) path: String,
    pub(super) roots_alone: bool,
    /// The objects of the currently searched file that are in instances of the prefab.
    inside: RefCell<HashSet<NodeAt>>,
}

impl InstanceTest {
    /// Creates a test for instances of the prefab or model whose path or guid is `given`. `InvalidArgument` with
    /// similar paths if the project has none.
    pub(crate) fn new(view: QueryView<'_>, fact: Fact, given: &Value) -> Result<Self, BridgeError> {
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

    pub(crate) fn has(&self, at: NodeAt) -> bool {
        self.inside.borrow().contains(&at)
    }

    /// Sets the objects that pass the test in the next searched file.
    pub(crate) fn begin(&self, inside: HashSet<NodeAt>) {
        self.inside.replace(inside);
    }
}
