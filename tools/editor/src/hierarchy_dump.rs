//! The tool `scene.hierarchy.dump`, which returns the object tree of a scene or prefab.

use crate::guard::Guard;
use crate::level_cut::{LevelCut, Object};
use crate::without_slash;
use std::time::Duration;
use unity_tools::prelude::*;
use unity_tools::similar_paths::Near;
use unity_tools::unity::editor::{self, HierarchyNode};

/// Maximum size of the object tree in an answer, in JSON bytes. It is below the host's limit, because protocols encode
/// the text again.
const RESULT_BYTES: usize = 400 * 1024;

/// Maximum number of levels of the object tree in an answer, because JSON parsers limit the depth.
const LEVELS: u32 = 50;

const TIME: Duration = Duration::from_secs(20);

/// The object tree, which the tool `scene.hierarchy.dump` returns.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Dump {
    scene_path: String,
    root_objects: Vec<Object>,
}

/// A filter that selects the requested part of an object tree. Objects arrive depth first.
pub(crate) struct Picker {
    /// The path of the requested part with its leading slash; `None` for the whole tree.
    root: Option<String>,
    most: u32,
    /// While the descendants of the requested root object arrive, its depth in the whole tree; otherwise `None`.
    inside: Option<u32>,
    pub(crate) found: bool,
    pub(crate) too_deep: u64,
}

impl Picker {
    pub(crate) fn new(root: Option<&str>, max_depth: Option<u32>) -> Self {
        let root = root
            .filter(|root| !root.is_empty())
            .map(|root| match root.strip_prefix('/') {
                Some(_) => root.to_owned(),
                None => format!("/{root}"),
            });
        Self {
            inside: None,
            found: root.is_none(),
            root,
            most: max_depth.unwrap_or(u32::MAX).min(LEVELS - 1),
            too_deep: 0,
        }
    }

    /// Returns the maximum depth to request from Unity; `None` (unlimited) for a root object at an unknown depth.
    fn requested_depth(&self) -> Option<u32> {
        self.root.is_none().then_some(self.most)
    }

    /// Returns the next object's depth in the answer; `None` if it is not in the requested part or is too deep.
    pub(crate) fn depth(&mut self, path: &str, depth: u32) -> Option<usize> {
        let base = match &self.root {
            None => 0,
            Some(root) => {
                if self.inside.is_some_and(|base| depth <= base) {
                    self.inside = None;
                }
                if self.inside.is_none() && path == root {
                    self.inside = Some(depth);
                    self.found = true;
                }
                self.inside?
            }
        };
        let depth = depth - base;
        if depth > self.most {
            self.too_deep += 1;
            return None;
        }
        usize::try_from(depth).ok()
    }
}

fn object(node: HierarchyNode) -> Object {
    let short = |name: &String| name.rsplit('.').next().unwrap_or(name).to_owned();
    Object {
        path: without_slash(&node.path).to_owned(),
        name: node.name,
        instance_id: node.id.and_then(|id| id.strip_prefix("obj:")?.parse().ok()),
        components: node.components.iter().map(short).collect(),
        ..Object::default()
    }
}

/// Dump the object tree of a scene or prefab, loaded or not, with component types.
#[tool(
    name = "scene.hierarchy.dump",
    title = "Dump hierarchy",
    category = "scene",
    needs = Scene,
    notes = "A large tree is cut level by level; a diagnostic then says how to ask for the rest.",
    rename_all = "camelCase"
)]
pub(crate) fn hierarchy_dump(
    /// Asset path of a scene or prefab.
    scene_path: String,
    /// Maximum depth; 0 returns only the roots.
    max_depth: Option<u32>,
    /// Hierarchy path; only this object and its descendants.
    root: Option<String>,
    cx: &Cx,
) -> Result<Reply<Dump>> {
    let guard = Guard::new(cx, TIME);
    let mut picker = Picker::new(root.as_deref(), max_depth);
    let mut cut = LevelCut::new(RESULT_BYTES);
    let mut page = Limit::<500>::default().page(0);
    let mut near = Near::new(root.as_deref().unwrap_or_default());
    let mut stopped = None;
    loop {
        let (nodes, info) = editor::hierarchy(&scene_path, picker.requested_depth(), &page)?;
        let looked_at = page.offset + nodes.len() as u32;
        for node in nodes {
            if !picker.found {
                near.see(&node.path);
            }
            if let Some(depth) = picker.depth(&node.path, node.depth) {
                cut.push(depth, object(node));
            }
        }
        let Some(next) = info.next_offset.filter(|next| *next > page.offset) else {
            break;
        };
        page.offset = next;
        if guard.strikes(cx)? {
            stopped = Some(guard.note("Dump", looked_at, info.total));
            break;
        }
    }
    if !picker.found && stopped.is_none() {
        let root = root.unwrap_or_default();
        let hint = near.did_you_mean();
        let hint = hint.as_deref().unwrap_or("give a path as this tool shows it");
        return Err(
            ToolError::not_found(format!("root is {root:?}, but {scene_path} has no such object"))
                .hint(format!("{hint}; without root all of it is dumped")),
        );
    }
    let (taken, left_out) = (cut.taken, cut.left_out);
    let mut reply = Reply::new(Dump {
        scene_path,
        root_objects: cut.into_roots(),
    });
    if left_out > 0 {
        reply = reply.note(format!(
            "The dump was cut, level by level, at {} KiB: {} of {taken} objects are shown. For the rest call again with root set to the path of an object that has childrenLeftOut.",
            RESULT_BYTES / 1024,
            taken - left_out
        ));
    }
    if picker.too_deep > 0 {
        reply = reply.note(format!(
            "{} objects lie deeper than maxDepth (at most {} levels at once) and are left out.",
            picker.too_deep, LEVELS
        ));
    }
    Ok(stopped.into_iter().fold(reply, Reply::note))
}
