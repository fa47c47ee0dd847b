//! Decides which scenes are loaded: at start, on request, after changes on disk, and within the memory limit.

pub(super) mod reload;
pub(super) mod restore;
pub(super) mod room;
pub(super) mod scene_reading;
pub(super) mod scenes;
