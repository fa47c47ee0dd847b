//! Scenes and prefabs that a search did not read; they can contain components of a type that no other file names.
//!
//! This module finds these files and formats the note about them; `unity_scripts` knows types.

use crate::query_view::QueryView;
use serde_json::{Value, json};

/// How many scenes and prefabs a query did not read, which could contain the name it searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    scenes: usize,
    prefabs: usize,
    /// Asset path of the first scene or prefab that was not read.
    first: String,
}

impl Elsewhere {
    /// Returns the end of an error's sentence: how many scenes and prefabs were not read and could use the type.
    pub(crate) fn words(&self) -> String {
        let count = |number: usize, what: &str| match number {
            0 => None,
            1 => Some(format!("1 {what}")),
            number => Some(format!("{number} {what}s")),
        };
        let counts: Vec<String> = [count(self.scenes, "scene"), count(self.prefabs, "prefab")]
            .into_iter()
            .flatten()
            .collect();
        let was = if self.scenes + self.prefabs == 1 { "was" } else { "were" };
        format!(
            "{} {was} not searched (first: {}) and may have components of that type",
            counts.join(" and "),
            self.first
        )
    }

    /// Returns the number of unread scenes and prefabs and the first path as JSON, for the data of an error.
    pub(crate) fn data(&self) -> Value {
        json!({"scenes": self.scenes, "prefabs": self.prefabs, "first": self.first})
    }
}

impl QueryView<'_> {
    /// Returns the scenes that are not loaded and the prefabs, without those that `is_searched` accepts; `None` if no
    /// file remains. Reads no file.
    pub fn unloaded_scope(self, is_searched: &dyn Fn(&str) -> bool) -> Option<Elsewhere> {
        let scenes = self
            .scenes
            .iter()
            .filter(|slot| slot.listed && slot.loaded.is_none() && slot.file.exists);
        let scenes = scenes.map(|slot| slot.file.path.as_str());
        let prefabs = self.library.project().index.with_extension("prefab").into_iter();
        let [scenes, prefabs] = [scenes.collect::<Vec<_>>(), prefabs.collect()]
            .map(|paths: Vec<&str>| paths.into_iter().filter(|path| !is_searched(path)).collect::<Vec<_>>());
        let first = scenes.iter().chain(&prefabs).next()?;
        Some(Elsewhere {
            scenes: scenes.len(),
            prefabs: prefabs.len(),
            first: (*first).to_owned(),
        })
    }
}
