//! The bundle `selection`: tools that read the selection and add objects to it.
//!
//! Belongs here: the list of the bundle's tools and resources.

mod events;
mod get_selection;
mod select_object;

use events::Events;
use get_selection::SelectionResource;

unity_tools::export! {
    tools: [get_selection::get_selection, select_object::select_object],
    resources: [SelectionResource],
    events: Events,
}

#[cfg(test)]
mod tests;
