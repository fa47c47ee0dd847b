//! What a bridge says it can do. Tools name what they need; a missing one is marked in the listing.

/// One ability of a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Scenes, objects and components can be read.
    Scene,
    /// They can be changed (in a session or in a running Unity).
    SceneEdit,
    /// C# can be run (`ConsoleEval`, `CallMethod`, scripts).
    Code,
    /// Hooks fire.
    HooksFire,
    /// Pictures of the running game.
    Screenshot,
    /// Editor menu items and test runs.
    EditorRun,
    /// Dynamic commands announced by the peer.
    Commands,
    /// Time that passes by itself and can be stopped, and input of a player.
    Play,
}

impl Capability {
    /// The spelling in WIT `needs` lists and in messages.
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

    /// Whether no project on disk can ever have it.
    pub fn is_of_running_unity(self) -> bool {
        match self {
            Self::Scene | Self::SceneEdit => false,
            Self::Code | Self::HooksFire | Self::Screenshot | Self::EditorRun | Self::Commands | Self::Play => true,
        }
    }

    /// All of them, for checking what a tool names.
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

    /// From the spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.as_str() == text)
    }
}
