//! Empty arrays that are given a length: what is in their elements.
//!
//! Belongs here: from a length to the whole array. Does not: arrays with elements, of which the last is repeated (`property/lay`).

use super::chosen::Chosen;
use super::invalid;
use host_bridge::BridgeError;
use unity_project::expand::FieldEdit;
use unity_project::fields::{Kind, zero, zero_element};
use unity_project::property::{PropertyPath, Step};
use unity_yaml::Node;

/// The same change as a value of the whole array, where the length alone does not tell what stands in it.
///
/// # Errors
/// Where nothing tells the parts of an element.
pub(super) fn whole(chosen: &Chosen<'_>, tree: &Node<'_>, edit: FieldEdit) -> Result<FieldEdit, BridgeError> {
    let count: usize = edit.value.text().and_then(|text| text.parse().ok()).unwrap_or_default();
    let Some((Step::Size, array)) = edit.path.0.split_last().filter(|_| count > 0) else {
        return Ok(edit);
    };
    let array = PropertyPath(array.to_vec());
    let kinds = |names: &str| chosen.declared(names);
    let is_empty = array.read(tree, &kinds).is_some_and(|node| match &*node {
        Node::List(items) => items.is_empty(),
        node => node.text() == Some(""),
    });
    let names = array.names();
    let is_known = match chosen.declared(&names) {
        // References are said in full, as those to the project's own classes are.
        Some(Kind::List(Some(item))) => !matches!(*item, Kind::Reference(_)) && zero(&item).is_some(),
        _ => zero_element(&names).is_some(),
    };
    if !is_empty || is_known {
        return Ok(edit);
    }
    if let Some(why) = chosen.doubt(&names) {
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
                    "{array}: {way} has to be given, since no source tells plainly what its class gives it: set the elements \
                     themselves"
                )));
            }
        },
        None if chosen.lists_references(&names) => zero(&Kind::Reference(None)),
        None => None,
    };
    let element = element.ok_or_else(|| {
        invalid(format!(
            "{array}: the array is empty, and nothing tells the parts of its elements"
        ))
    })?;
    Ok(FieldEdit {
        path: array,
        value: Node::List(vec![element; count]),
    })
}
