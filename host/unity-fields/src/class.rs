//! Class numbers (`!u!4`) of the Unity classes that the host handles specially.

pub const GAME_OBJECT: u32 = 1;
pub const TRANSFORM: u32 = 4;
pub const MONO_BEHAVIOUR: u32 = 114;
pub const RECT_TRANSFORM: u32 = 224;
pub const PREFAB_INSTANCE: u32 = 1001;
pub const SCENE_ROOTS: u32 = 1_660_057_539;
/// Class numbers of the scene settings that belong to no object: occlusion, render, lightmap and navigation settings,
/// in this order.
pub const SCENE_SETTINGS: [u32; 4] = [29, 104, 157, 196];

#[inline]
pub fn is_transform(class: u32) -> bool {
    matches!(class, TRANSFORM | RECT_TRANSFORM)
}
