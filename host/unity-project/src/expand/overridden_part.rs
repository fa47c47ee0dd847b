//! The fields of one part of a prefab instance, with and without the overrides of that instance.

use super::component::{body, lay};
use super::flat::Component;
use super::override_chain::Override;
use super::reading::ReadProblem;
use std::collections::HashSet;
use std::sync::Arc;
use unity_fields::Source;
use unity_fields::property::{Ignored, Laying, PropertyPath};
use unity_scripts::Types;
use unity_yaml::Node;

/// Fields of a part of a prefab instance, with and without the changes by the outermost instance and the session.
pub struct Overridden<'a> {
    /// The fields with all prefab overrides and all edits of the session applied.
    pub here: Node<'a>,
    /// The fields in the source prefab, without the changes by the outermost instance and the session.
    pub source: Node<'a>,
    /// Paths of the overridden fields without duplicates, in the order of the override rows.
    pub paths: Vec<PropertyPath>,
    /// Override rows of the outermost prefab instance that have no effect, with the reasons.
    pub ignored: Ignored,
}

impl Component {
    /// Returns a copy of this component without the session's edits and without the overrides by `instance` of `file`.
    pub fn in_source(&self, file: &Arc<Source>, instance: i64) -> Self {
        Self {
            overrides: Override::without_instance(self.overrides.as_ref(), file, instance),
            ..self.clone()
        }
    }

    /// Returns the fields of this component with and without the overrides by `instance` and the edits of the session.
    ///
    /// # Errors
    /// If the document is not valid YAML of Unity's dialect. `Ok(None)` if no file describes the component.
    pub fn overridden(
        &self,
        file: &Arc<Source>,
        instance: i64,
        types: &Types,
    ) -> Result<Option<Overridden<'_>>, ReadProblem> {
        let Some((document, mut here)) = body(self)? else {
            return Ok(None);
        };
        let declared = types.declared_fields(self.kind);
        let kinds = |names: &str| declared.kind(names);
        let mut laying = Laying::new(&kinds);
        let beneath = Override::without_instance(self.overrides.as_ref(), file, instance);
        let inner = beneath.map_or(0, |chain| chain.levels().len());
        let levels = self.overrides.as_ref().map(|chain| chain.levels()).unwrap_or_default();
        let (inner, outer) = levels.split_at_checked(inner).unwrap_or_default();
        for level in inner {
            lay(&mut laying, &mut here, level, &document)?;
        }
        // Rows that an inner level ignores do not belong to this instance.
        laying.take_ignored();
        let mut source = here.clone();
        laying.settle(&mut source);
        let mut laid = Vec::new();
        for level in outer {
            laid.extend(lay(&mut laying, &mut here, level, &document)?);
        }
        let mut ignored = laying.finish(&mut here);
        let (standing, cut_off): (Vec<_>, Vec<_>) =
            laid.into_iter().partition(|path| path.resolve(&here, &kinds).is_ok());
        cut_off.iter().for_each(|path| ignored.note_cut_off(&path.to_string()));
        Ok(Some(Overridden {
            paths: outermost(standing),
            here,
            source,
            ignored,
        }))
    }
}

/// Returns the paths without duplicates and without paths of fields inside another one of them.
fn outermost(paths: Vec<PropertyPath>) -> Vec<PropertyPath> {
    let all: HashSet<PropertyPath> = paths.iter().cloned().collect();
    let mut seen = HashSet::new();
    let is_below = |path: &PropertyPath| {
        let lengths = 1..path.0.len();
        lengths
            .filter_map(|length| path.0.get(..length))
            .any(|above| all.contains(&PropertyPath(above.to_vec())))
    };
    let mut kept = paths;
    kept.retain(|path| !is_below(path) && seen.insert(path.clone()));
    kept
}
