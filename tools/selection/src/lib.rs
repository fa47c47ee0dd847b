//! The bundle `selection`: the selected objects.
//!
//! Belongs here: which tools and resources the bundle has.

mod events;
mod get_selection;
mod select_object;

pub use events::Events;
pub use get_selection::{GetSelection, SelectionResource};
pub use select_object::SelectObject;

unity_tools::export! {
    tools: [GetSelection, SelectObject],
    resources: [SelectionResource],
    events: Events,
}

#[cfg(test)]
mod tests;
