//! Conversion of a reply to the type that its caller expects.

use super::Reply;
use crate::model::{
    AnnouncedCommand, Asset, AssetDetail, AssetsAnswer, CameraCard, ComponentCard, ComponentValues, EditDone,
    EditEntries, EditPlan, Evaluated, FileChanges, FrameStats, GameClock, HierarchyNode, Hook, HookMethod, LogLine,
    Member, ObjectCard, ObjectId, OverridesAnswer, Page, Picked, Picture, ProjectInfo, QueryAnswer, ReferenceFinding,
    ResolvedMember, Rows, SavedFile, SceneCard, Script, ScriptFile, ScriptType, Selection, SettingsSection,
    StartupScript, Stepped, TargetRow, TestRun, TestUi, TimeScale, Touched, UsersAnswer,
};

/// A type that can be taken out of a reply that matches its command.
pub trait Payload: Sized {
    /// `None` if the reply is of another kind.
    fn from_reply(reply: Reply) -> Option<Self>;
}

macro_rules! payloads {
    ($($kind:ident $payload:ty;)+) => {
        $(impl Payload for $payload {
            fn from_reply(reply: Reply) -> Option<Self> {
                match reply {
                    Reply::$kind(payload) => Some(payload),
                    _ => None,
                }
            }
        })+
    };
}

payloads! {
    Project Box<ProjectInfo>;
    Scenes Page<SceneCard>;
    Scene SceneCard;
    Objects Page<ObjectCard>;
    Object ObjectCard;
    Components Page<ComponentCard>;
    Selection Selection;
    TimeScale TimeScale;
    Created ObjectId;
    Added u32;
    Members Page<Member>;
    Member Member;
    Resolved ResolvedMember;
    Values Rows<ComponentValues>;
    Found QueryAnswer;
    Camera CameraCard;
    Picked Picked;
    Hooks Page<Hook>;
    HookMethods Page<HookMethod>;
    Evaluated Evaluated;
    Scripts Page<Script>;
    Script ScriptFile;
    Startup StartupScript;
    TestUi TestUi;
    Assets Page<Asset>;
    References Page<ReferenceFinding>;
    Users UsersAnswer;
    Overrides OverridesAnswer;
    Sections Vec<String>;
    Section SettingsSection;
    AssetRows AssetsAnswer;
    AssetDetail Box<AssetDetail>;
    Hierarchy Page<HierarchyNode>;
    Picture Picture;
    TestRun TestRun;
    ScriptType Box<ScriptType>;
    SourceLines Rows<String>;
    Commands Vec<AnnouncedCommand>;
    Plan EditPlan;
    Entries EditEntries;
    EditDone EditDone;
    FileChanges Vec<FileChanges>;
    Saved Vec<SavedFile>;
    Clock GameClock;
    FrameStats FrameStats;
    Stepped Stepped;
    Touched Touched;
    Targets Vec<TargetRow>;
    Unity Box<TargetRow>;
}

impl Payload for () {
    fn from_reply(reply: Reply) -> Option<Self> {
        matches!(reply, Reply::Done).then_some(())
    }
}

/// Lines, and the number of lines that were left out.
impl Payload for (Vec<LogLine>, u64) {
    fn from_reply(reply: Reply) -> Option<Self> {
        match reply {
            Reply::Logs { lines, left_out } => Some((lines, left_out)),
            _ => None,
        }
    }
}

/// The command determines the meaning of the text.
impl Payload for String {
    fn from_reply(reply: Reply) -> Option<Self> {
        match reply {
            Reply::Signature(text)
            | Reply::Source(text)
            | Reply::Returned(text)
            | Reply::Printed(text)
            | Reply::TypeName(text) => Some(text),
            _ => None,
        }
    }
}
