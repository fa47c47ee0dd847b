//! How instances differ from their prefabs.

#[allow(dead_code, reason = "nothing asks where a part comes from yet")]
mod sources;
