//! Selects the overrides of prefab instances that take part in the final value of their component.
//!
//! Unity ignores an override of a field that the component's class lacks; real projects contain many of them. The
//! prefab's file can lack a newer field. Then only the class decides, and the source of the class can be missing.

use std::collections::HashMap;
use unity_fields::Source;
use unity_fields::property::{PropertyPath, Why, no_kinds};
use unity_fields::reference_walk::addressed_at;
use unity_project::expand::{Component, Library, Place, Places, component_tree};
use unity_project::missing::{Lost, Spot, Wrong};
use unity_yaml::{FileRef, Node};

/// Whether an override with a missing reference has an effect on its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applies {
    /// The override has an effect on its field.
    Yes,
    /// The effect is unknown: the prefab's file lacks the field, and it is unknown whether the class has it.
    Untold,
}

/// Decides for each override in `lost`, by its index, whether it has an effect. Each component is read once. An
/// override of a UnityEvent call or of a managed reference applies if its component exists.
pub(super) fn decide_applies(
    library: &Library,
    source: &Source,
    places: &Places<'_>,
    lost: &[Lost],
) -> HashMap<usize, Applies> {
    let mut by_component: HashMap<Place, Vec<(usize, &str, FileRef)>> = HashMap::new();
    let mut applying = HashMap::new();
    let instance_of = |lost: &Lost| source.document(lost.document).map_or(0, |document| document.id());
    for (at, one) in lost.iter().enumerate() {
        let Spot::Override {
            target,
            path,
            reference,
        } = &one.spot
        else {
            continue;
        };
        let Some(place) = places.place_of_target(instance_of(one), *target) else {
            continue;
        };
        if matches!(one.wrong, Wrong::NoType(..) | Wrong::MaybeType(..) | Wrong::NoCall(_)) {
            let component = places.component(place).filter(|one| one.text.is_some());
            applying.extend(component.map(|_| (at, Applies::Yes)));
            continue;
        }
        by_component.entry(place).or_default().push((at, path, *reference));
    }
    for (place, rows) in by_component {
        let Some(component) = places.component(place) else {
            continue;
        };
        let Ok(Some(tree)) = component_tree(component, library.types()) else {
            continue;
        };
        let rows = rows.into_iter();
        applying.extend(rows.filter_map(|(at, path, to)| Some((at, applies(library, component, &tree, path, to)?))));
    }
    applying
}

fn applies(
    library: &Library,
    component: &Component,
    tree: &Node<'_>,
    written: &str,
    wanted: FileRef,
) -> Option<Applies> {
    let path = PropertyPath::parse(written).ok()?;
    if let Some(value) = path.find(tree) {
        let address = value.text().and_then(|text| addressed_at(written, text));
        let is_this = address.unwrap_or_else(|| value.file_ref()) == wanted;
        return is_this.then_some(Applies::Yes);
    }
    let stop = path.resolve(tree, &no_kinds).err()?;
    if stop.why != Why::NoKey || !library.types().is_script(component.kind) {
        return None;
    }
    let declared = library.types().declared_fields(component.kind);
    let is_known = match stop.step {
        0 => declared.surely_lacks(path.top()),
        _ => declared.class().is_some(),
    };
    (!is_known).then_some(Applies::Untold)
}
