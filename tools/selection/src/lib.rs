//! The bundle `selection`: the selected objects.
//!
//! Belongs here: which tools and resources the bundle has.

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
