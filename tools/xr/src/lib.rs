//! The bundle `xr`: objects for virtual reality.
//!
//! Belongs here: which tools the bundle has.

mod create_vr_interactable;

pub use create_vr_interactable::CreateVrInteractable;

unity_tools::export! { tools: [CreateVrInteractable] }

#[cfg(test)]
mod tests;
