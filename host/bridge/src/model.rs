//! The nouns of commands and replies, one file for what belongs together. They mirror `wit/deps/unity-tools-unity@*`; as JSON
//! their members have the same names.

mod code;
mod editor;
mod ids;
mod members;
mod objects;
mod page;
mod project;
mod running;
mod scenes;
mod scripts;
mod values;
mod view;

pub use code::{Evaluated, Hook, HookMethod, Script, ScriptFile, StartupScript};
pub use editor::{Asset, AssetFilter, HierarchyNode, ReferenceFinding, ReferenceProblem};
pub use ids::{ObjectId, SceneId};
pub use members::{Member, ResolvedMember};
pub use objects::{ComponentCard, NewObject, ObjectCard, ObjectFilter, ObjectOrder, Selection, TestUi};
pub use page::{Page, PageRequest};
pub use project::{LogLine, ProjectInfo, TimeScale};
pub use running::{AnnouncedCommand, Picture, TestFailure, TestMode, TestRun};
pub use scenes::{SceneCard, SceneFilter};
pub use scripts::{ScriptField, ScriptType};
pub use values::{CursorPage, FieldPath, Rows, Skipped, ValueText};
pub use view::{CameraCard, Hit, Picked, ScreenPoint, Vector3};
