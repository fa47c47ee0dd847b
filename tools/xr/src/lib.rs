//! The bundle `xr`: objects for virtual reality.
//!
//! Belongs here: which tools the bundle has.

mod create_vr_interactable;

unity_tools::bundle![create_vr_interactable::create_vr_interactable];

#[cfg(test)]
mod tests;
