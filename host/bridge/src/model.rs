//! The data types of commands and replies, one file for each group. They mirror `wit/deps/unity-tools-unity@*`
//! and `wit/deps/unity-tools-authoring@*`, and their JSON members have the same names.

mod asset_changes;
mod assets;
mod code;
mod compilation;
mod editor;
mod edits;
mod ids;
mod long_work;
mod members;
mod objects;
mod page;
mod play;
mod prefabs;
mod project;
mod query;
mod references;
mod running_instance;
mod saving;
mod scenes;
mod scripts;
mod settings;
mod targets;
mod values;
mod view;

pub use asset_changes::{AssetChange, AssetPart};
pub use assets::{AssetContent, AssetDetail, AssetOrder, AssetsAnswer, AssetsRequest};
pub use code::{Evaluated, Hook, HookMethod, Script, ScriptFile, StartupScript};
pub use compilation::{Compilation, Diagnostic, LastCompilation, Severity, WrittenSource};
pub use editor::{Asset, AssetFilter, HierarchyNode, ReferenceFinding, ReferenceProblem};
pub use edits::{
    EditChange, EditComponent, EditDone, EditEntries, EditEntry, EditNeed, EditPlan, EditRequest, EditTarget,
    EditTouches,
};
pub use ids::{ObjectId, SceneId};
pub use long_work::{BuildMessage, BuildReport, ProjectPackage};
pub use members::{Member, ResolvedMember};
pub use objects::{ComponentCard, NewObject, ObjectCard, ObjectFilter, ObjectOrder, Selection, TestUi};
pub use page::{Page, PageRequest};
pub use play::{FrameStats, GameClock, Gesture, PlayMode, ScreenSpot, Spot, Stepped, Ticks, Touched, Until, Watch};
pub use prefabs::{Difference, OverrideRow, OverridesAnswer};
pub use project::{LogLine, ProjectInfo, TimeScale};
pub use query::{
    Cell, Column, ComponentTest, FilterNode, Op, OrderKey, Per, QueryAnswer, QueryRequest, QueryRow, Scope, Test,
};
pub use references::{ReferencePlace, ReferenceTarget, ReferenceUser, UsersAnswer, UsersRequest};
pub use running_instance::{AnnouncedCommand, Picture, TestFailure, TestMode, TestRun};
pub use saving::{FileChanges, LineChange, SavedFile, WrittenNeed};
pub use scenes::{SceneCard, SceneFilter};
pub use scripts::{ScriptEnum, ScriptField, ScriptType};
pub use settings::SettingsSection;
pub use targets::{TargetKind, TargetRow};
pub use values::{ComponentValues, CursorPage, FieldPath, Rows, Skipped, ValueText, ValuesRequest};
pub use view::{Aim, CameraCard, Hit, Picked, ScreenPoint, Vector3, Viewer};
