//! The capabilities of a bridge, which tools declare as needs; the listing marks a tool whose capability is missing.

/// Something that a bridge to a Unity target can do, and that a tool can require.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Scenes, objects and components can be read.
    Scene,
    /// Scenes, objects and components can be changed (in the session of a folder or in a running instance).
    SceneEdit,
    /// C# can be run (`ConsoleEval`, `CallMethod`, scripts).
    Code,
    /// Hooks run their code when the game calls the hooked method.
    HooksFire,
    /// Screenshots of the running game can be taken.
    Screenshot,
    /// Menu items of the editor can be executed, and tests can be run.
    EditorRun,
    /// The custom commands that a running instance announces can be listed and executed.
    Commands,
    /// Game time can be stopped and stepped, and player input can be sent.
    Play,
}

impl Capability {
    /// Returns the spelling of the capability in WIT `needs` lists and in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::SceneEdit => "scene-edit",
            Self::Code => "code",
            Self::HooksFire => "hooks-fire",
            Self::Screenshot => "screenshot",
            Self::EditorRun => "editor-run",
            Self::Commands => "commands",
            Self::Play => "play",
        }
    }

    /// Returns true if only a running instance can have this capability, never a project folder.
    pub fn is_of_running_unity(self) -> bool {
        match self {
            Self::Scene | Self::SceneEdit => false,
            Self::Code | Self::HooksFire | Self::Screenshot | Self::EditorRun | Self::Commands | Self::Play => true,
        }
    }

    /// All capabilities, to check the declarations of tools.
    pub const ALL: [Self; 8] = [
        Self::Scene,
        Self::SceneEdit,
        Self::Code,
        Self::HooksFire,
        Self::Screenshot,
        Self::EditorRun,
        Self::Commands,
        Self::Play,
    ];

    /// Returns the capability with that name, as spelled by `as_str`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.as_str() == text)
    }
}
