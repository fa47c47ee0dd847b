//! The results of a query so far, and the state in which the search continues.

use super::filter::Plan;
use crate::query_view::QueryView;
use host_bridge::{QueryRow, Skipped, value_order};
use host_project_world::lookup::Stamp;
use host_project_world::world::{NodeAt, Place};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

/// Maximum number of rows of one query; with more, the answer is marked as incomplete.
pub(crate) const MAX_MATCHES: usize = 1_000_000;

/// The state and the results of a query, cached for the next pages.
pub(crate) struct Found {
    /// Text that identifies the query request, without its page.
    pub(crate) about: String,
    pub(crate) stamp: Stamp,
    pub(crate) plan: Plan,
    pub(crate) files: Vec<FileAt>,
    /// Where the search continues: index in `files` of the current file, and position of the next object in it.
    pub(crate) next: (usize, Place),
    pub(crate) matches: Vec<Match>,
    pub(crate) not_searched: Vec<Skipped>,
    /// Paths in `files` that could not be read at all.
    pub(crate) unread: BTreeSet<String>,
    /// Rows of the current page that were already read, by their position in the whole result.
    pub(crate) rows: BTreeMap<u64, QueryRow>,
    /// To suggest similar names: the number of files whose object names were collected, and these names.
    pub(crate) named: (usize, BTreeSet<String>),
}

pub(crate) struct Match {
    pub(crate) file: usize,
    pub(crate) at: NodeAt,
    pub(crate) component: Option<u32>,
    pub(crate) keys: Vec<Value>,
}

impl Found {
    pub(crate) fn is_complete(&self) -> bool {
        self.next.0 >= self.files.len()
    }

    /// Returns the paths of the files that were read, once the search is complete.
    pub(crate) fn searched(&self) -> HashSet<&str> {
        let paths = self.files.iter().map(|file| file.path.as_str());
        paths.filter(|path| !self.unread.contains(*path)).collect()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.matches.len() >= MAX_MATCHES
    }

    /// Sorts the matches by the sort keys, then by file and hierarchy, which is the order in which they were found.
    pub(crate) fn sort(&mut self) {
        let order = &self.plan.order;
        if order.is_empty() {
            return;
        }
        self.matches.sort_by(|one, other| {
            let keys = one.keys.iter().zip(&other.keys).zip(order);
            let by_key = keys.map(|((one, other), (_, descending))| {
                let order = value_order::order(one, other);
                if *descending { order.reverse() } else { order }
            });
            by_key
                .into_iter()
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
    }
}

#[derive(Clone, Debug)]
pub(crate) struct FileAt {
    pub(crate) path: String,
    /// Number of the scene in the project order; `None` for a prefab.
    pub(crate) scene: Option<u32>,
}

impl FileAt {
    /// Returns the positions of the file's objects in the `World` of `view`. `is_beside` is true if this is the file's
    /// own `World`, false if it is the `World` of the session.
    pub(crate) fn places(&self, view: QueryView<'_>, is_beside: bool) -> Range<Place> {
        match self.scene.filter(|_| !is_beside) {
            Some(scene) => {
                let (start, end) = view.world.range(scene).unwrap_or((0, 0));
                start..end
            }
            None => 0..view.world.count(),
        }
    }
}
