//! The bundle `xr`: a tool that creates objects for virtual reality.
//!
//! Belongs here: the list of the bundle's tools.

mod create_vr_interactable;

unity_tools::bundle![create_vr_interactable::create_vr_interactable];

#[cfg(test)]
mod tests;
