//! The replies of Unity as types; one variant for each form of answer.

mod fit;

use crate::json::{variant, whole_numbers};
use crate::model::{
    AnnouncedCommand, Asset, AssetDetail, AssetsAnswer, CameraCard, ComponentCard, ComponentValues, EditDone,
    EditEntries, EditPlan, Evaluated, FileChanges, FrameStats, GameClock, HierarchyNode, Hook, HookMethod, LogLine,
    Member, ObjectCard, ObjectId, OverridesAnswer, Page, Picked, Picture, ProjectInfo, QueryAnswer, ReferenceFinding,
    ResolvedMember, Rows, SavedFile, SceneCard, Script, ScriptFile, ScriptType, Selection, SettingsSection,
    StartupScript, Stepped, TargetRow, TestRun, TestUi, TimeScale, Touched, UsersAnswer,
};
use host_bridge_derive::{Replies, Weight};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::fmt;

/// The answer to a `Command`. It is sent as `Replied`, and alone only as `to_json`, so it implements no serde trait.
/// The comment at each variant names the commands that return it; `Function::reply` is the same as a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Replies, Weight)]
#[serde(remote = "Self", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Reply {
    /// A write without a result.
    #[weight(16)]
    Done,
    /// `ProjectInfo`
    Project(Box<ProjectInfo>),
    /// `ListScenes`
    Scenes(Page<SceneCard>),
    /// `FindScene`, `OpenScene`
    Scene(SceneCard),
    /// `ListObjects`, `FindObjects`
    Objects(Page<ObjectCard>),
    /// `GetObject`
    Object(ObjectCard),
    /// `ListComponents`
    Components(Page<ComponentCard>),
    /// `GetSelection`, `Select`
    Selection(Selection),
    /// `GetTimeScale`, `SetTimeScale`: the applied value
    TimeScale(TimeScale),
    /// `TailLogs`: oldest first, and how many matching lines were left out.
    Logs {
        #[listed]
        lines: Vec<LogLine>,
        #[serde(with = "whole_numbers")]
        left_out: u64,
    },
    /// `CreateObject`
    #[weight(16)]
    Created(ObjectId),
    /// `AddComponent`: its position on the object
    #[weight(16)]
    Added(u32),
    /// `ListMembers`
    Members(Page<Member>),
    /// `GetMember`
    Member(Member),
    /// `ResolveMember`
    Resolved(ResolvedMember),
    /// `ReadValues`
    Values(Rows<ComponentValues>),
    /// `Query`
    Found(QueryAnswer),
    /// `ActiveCamera`
    Camera(CameraCard),
    /// `PickWorld`, `PickUi`
    Picked(Picked),
    /// `ListHooks`
    Hooks(Page<Hook>),
    /// `ListHookMethods`
    HookMethods(Page<HookMethod>),
    /// `AddHook`
    Signature(String),
    /// `GetHookSource`
    Source(String),
    /// `CallMethod`, `RunCommand`: the returned value, as JSON text
    Returned(#[serde(with = "crate::naming::json_text")] String),
    /// `RunScript`, `RunStartupScript`
    Printed(String),
    /// `ResolveComponentType`: the full name
    TypeName(String),
    /// `Evaluate`
    Evaluated(Evaluated),
    /// `ListScripts`
    Scripts(Page<Script>),
    /// `ReadScript`
    Script(ScriptFile),
    /// `GetStartupScript`
    Startup(StartupScript),
    /// `SpawnTestUi`
    TestUi(TestUi),
    /// `ListAssets`; `total` counts the matches among the scanned assets
    Assets(Page<Asset>),
    /// `MissingReferences`; `total` counts the findings so far
    References(Page<ReferenceFinding>),
    /// `ListOverrides`, `CompareObjects`
    Overrides(OverridesAnswer),
    /// `FindUsers`
    Users(UsersAnswer),
    /// `ListSettings`
    Sections(Vec<String>),
    /// `GetSettings`
    Section(SettingsSection),
    /// `FindAssets`
    AssetRows(AssetsAnswer),
    /// `GetAsset`
    AssetDetail(Box<AssetDetail>),
    /// `Hierarchy`
    Hierarchy(Page<HierarchyNode>),
    /// `Screenshot`, `Wireframe`
    Picture(Picture),
    /// `RunTests`
    TestRun(TestRun),
    /// `DescribeScript`
    ScriptType(Box<ScriptType>),
    /// `ReadScriptSource`: lines with their ends
    SourceLines(Rows<String>),
    /// `ListCommands`
    Commands(Vec<AnnouncedCommand>),
    /// `GetClock`, `Freeze`
    Clock(GameClock),
    /// `FrameStats`
    FrameStats(FrameStats),
    /// `Step`
    Stepped(Stepped),
    /// `Act`
    Touched(Touched),
    /// `PreviewEdits`, `PreviewUndo`
    Plan(EditPlan),
    /// `ListEntries`
    Entries(EditEntries),
    /// `ApplyEdits`, `UndoEdits`
    EditDone(EditDone),
    /// `PreviewSave`
    FileChanges(Vec<FileChanges>),
    /// `SaveFiles`
    Saved(Vec<SavedFile>),
    /// `ListTargets`: the chosen one first
    Targets(Vec<TargetRow>),
    /// `ChooseTarget`
    Unity(Box<TargetRow>),
}

/// A type that can be taken out of a reply that matches its command.
pub trait Payload: Sized {
    /// `None` if the reply is of another kind.
    fn from_reply(reply: Reply) -> Option<Self>;
}

/// A reply with its notes for the caller (e.g. "changed in this host's session only; …").
#[derive(Clone, Debug, PartialEq, Weight)]
#[weight(0)]
pub struct Replied {
    pub reply: Reply,
    pub diagnostics: Vec<String>,
}

/// The serialized form: `{"reply":"scene","value":{…},"diagnostics":[]}`. A value in an answer stays text.
impl<'de> Deserialize<'de> for Replied {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts {
            reply: String,
            value: Option<Box<RawValue>>,
            #[serde(default, deserialize_with = "few_notes")]
            diagnostics: Vec<String>,
        }
        let parts = Parts::deserialize(from)?;
        let value = parts.value.as_deref().map(RawValue::get);
        Ok(Self {
            reply: Reply::from_parts(&parts.reply, value).map_err(D::Error::custom)?,
            diagnostics: parts.diagnostics,
        })
    }
}

/// Notes that an answer may contain: more than any answer of this project has, and few enough to cost a reader little.
const MOST_NOTES: usize = 10_000;

fn few_notes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    struct Few;

    impl<'de> Visitor<'de> for Few {
        type Value = Vec<String>;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(to, "at most {MOST_NOTES} notes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            let mut notes = Vec::new();
            while let Some(note) = items.next_element()? {
                if notes.len() == MOST_NOTES {
                    return Err(A::Error::invalid_length(MOST_NOTES + 1, &self));
                }
                notes.push(note);
            }
            Ok(notes)
        }
    }

    from.deserialize_seq(Few)
}

impl Reply {
    /// The form that `Replied` reads, without the bytes of a picture (`Reply::split`).
    ///
    /// # Errors
    /// None are known for a reply.
    pub fn to_json(&self) -> serde_json::Result<Box<RawValue>> {
        RawValue::from_string(format!("{{{}}}", self.members()?))
    }

    fn members(&self) -> serde_json::Result<String> {
        Ok(match variant::split_variant(|to| Self::serialize(self, to))? {
            (name, Some(value)) => format!("\"reply\":\"{name}\",\"value\":{value}"),
            (name, None) => format!("\"reply\":\"{name}\""),
        })
    }

    /// Compiled only here: the code that reads all replies takes the compiler several seconds in each crate that
    /// contains it.
    fn from_parts(name: &str, value: Option<&str>) -> serde_json::Result<Self> {
        if name.len() > 64 {
            return Err(serde_json::Error::custom(format!(
                "no reply has a name of {} bytes",
                name.len()
            )));
        }
        variant::join_variant(name, value, |from| Self::deserialize(from))
    }
}

impl Replied {
    /// The form that is read back, without the bytes of a picture (`Reply::split`).
    ///
    /// # Errors
    /// None are known for a reply.
    pub fn to_json(&self) -> serde_json::Result<Box<RawValue>> {
        let members = self.reply.members()?;
        let diagnostics = serde_json::to_string(&self.diagnostics)?;
        RawValue::from_string(format!("{{{members},\"diagnostics\":{diagnostics}}}"))
    }
}

impl From<Reply> for Replied {
    fn from(reply: Reply) -> Self {
        Self {
            reply,
            diagnostics: Vec::new(),
        }
    }
}
