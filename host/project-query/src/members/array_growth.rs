//! Resizing of empty arrays: the content of the new elements.
//!
//! An edit of the length of an empty array becomes an edit of the whole array. An array with elements repeats the last
//! element instead (`property/lay`).

use super::component_choice::Chosen;
use super::invalid;
use host_bridge::BridgeError;
use unity_fields::property::{PropertyPath, Step};
use unity_fields::{Kind, zero, zero_element};
use unity_project::expand::FieldEdit;
use unity_yaml::Node;

/// Converts an edit of an array's length to one of the whole array, if the length does not define the new elements.
pub(super) fn whole(chosen: &Chosen<'_>, tree: &Node<'_>, edit: FieldEdit) -> Result<FieldEdit, BridgeError> {
    let count: usize = edit.value.text().and_then(|text| text.parse().ok()).unwrap_or_default();
    let Some((Step::Size, array)) = edit.path.0.split_last().filter(|_| count > 0) else {
        return Ok(edit);
    };
    let array = PropertyPath(array.to_vec());
    let kinds = |names: &str| chosen.declared_kind(names);
    let is_empty = array.read(tree, &kinds).is_some_and(|node| match &*node {
        Node::List(items) => items.is_empty(),
        node => node.text() == Some(""),
    });
    let names = array.names();
    let is_known = match chosen.declared_kind(&names) {
        // References, and elements of project classes, are written completely.
        Some(Kind::List(Some(item))) => !matches!(*item, Kind::Reference(_)) && zero(&item).is_some(),
        _ => zero_element(&names).is_some(),
    };
    if !is_empty || is_known {
        return Ok(edit);
    }
    if let Some(why) = chosen.unknown_type_reason(&names) {
        return Err(invalid(format!(
            "{array}: the array is empty, and {why}: set it in Unity"
        )));
    }
    let form = chosen
        .element_form(&names)
        .map_err(|why| invalid(format!("{array}: the array is empty, and {why}")))?;
    let element = match form {
        Some(form) => match form.untold.first() {
            None => Some(form.node),
            Some(way) => {
                return Err(invalid(format!(
                    "{array}: {way} has to be given, because no source shows its default plainly: set the elements themselves"
                )));
            }
        },
        None if chosen.lists_references(&names) => zero(&Kind::Reference(None)),
        None => None,
    };
    let element = element.ok_or_else(|| {
        invalid(format!(
            "{array}: the array is empty, and the parts of its elements are not known"
        ))
    })?;
    Ok(FieldEdit {
        path: array,
        value: Node::List(vec![element; count]),
    })
}
