//! The files of a Unity project folder: assets with their guids, the settings of the project, the scripts that the editor
//! compiles, and the lock of an editor. Reading is limited in size.
//!
//! The list of files never depends on the content of scenes or sources: this crate knows no fields, types or objects.
//! Files are opened read-only and read completely; nothing here writes into the project.

mod asset_problem;
mod disk_change;
mod project;
pub mod text_assets;
mod unity_lock;

pub use asset_problem::{AssetProblem, Excess};
pub use disk_change::DiskChange;
pub use project::{
    AbsentPackages, Assemblies, Assembly, AssetIndex, AssetRoots, BuildScene, FOLLOW_LINKS, Hidden, HiddenKind,
    HiddenParts, InEditor, Links, MAX_FILE_BYTES, NoLayer, NotReadable, Project, ProjectProblem, SceneFile, Settings,
    entries_of, find_roots_near, has_extension, is_asset, is_readable_root, is_root, nearest_readable_root,
    nearest_root, read_whole, relative, stays_inside,
};
pub use unity_lock::lock_reason;
