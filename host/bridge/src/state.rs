//! The state of a bridge, and the id of its target.
//!
//! Belongs here: states and ids that all bridges share. Does not: transitions between states.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The id of one target as long as this host runs: `Game@1a2b3c4d`, the project name and eight hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BridgeId(String);

impl BridgeId {
    /// Maximum number of characters of the project name in the id of a target.
    const LONGEST_NAME: usize = 64;

    /// Creates an id from a name, in which control characters and `@` become `_`, and a unique number.
    pub fn new(name: &str, number: u32) -> Self {
        let plain = |letter: char| {
            if letter.is_control() || letter == '@' {
                '_'
            } else {
                letter
            }
        };
        let name: String = name.chars().take(Self::LONGEST_NAME).map(plain).collect();
        Self(format!("{name}@{number:08x}"))
    }

    /// Returns the whole id of the target, such as `Game@1a2b3c4d`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BridgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The state of a bridge: loading, ready, failed, or the state of a running Unity instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BridgeState {
    /// The bridge loads the project: `done` of `total` scenes are read. Calls wait.
    Loading {
        done: u32,
        total: u32,
    },
    Ready,
    /// The bridge cannot serve: the reason and the next step.
    Failed {
        reason: String,
        remedy: String,
    },
    /// The state of a running instance.
    Unity(UnityState),
}

impl BridgeState {
    /// Returns true if the bridge can answer a call now, without waiting for another state.
    pub fn answers_calls(&self) -> bool {
        match self {
            Self::Ready => true,
            Self::Loading { .. } | Self::Failed { .. } => false,
            Self::Unity(state) => state.activity.accepts_commands(),
        }
    }
}

/// The activity of a running instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    Ready,
    Compiling,
    Reloading,
    EnteringPlay,
    Playing,
    Paused,
    /// It builds a player, so the main thread does not run.
    Building,
    /// The main thread does not run: a dialog is open, or an operation takes long.
    Blocked,
    /// The window is in the background, so the main thread runs rarely.
    Unfocused,
    Quitting,
    /// The link to the instance is down; it may be opened again.
    Away,
}

impl Activity {
    /// Returns true if the main thread accepts commands.
    pub fn accepts_commands(self) -> bool {
        match self {
            Self::Ready | Self::Playing | Self::Paused | Self::Unfocused => true,
            Self::Compiling
            | Self::Reloading
            | Self::EnteringPlay
            | Self::Building
            | Self::Blocked
            | Self::Quitting
            | Self::Away => false,
        }
    }

    /// Returns true for a state that ends by itself, and that the instance announces before it accepts no commands.
    pub fn is_passing(self) -> bool {
        matches!(self, Self::Compiling | Self::Reloading | Self::EnteringPlay)
    }

    /// Returns the name of the activity in messages between the host and an instance.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Compiling => "compiling",
            Self::Reloading => "reloading",
            Self::EnteringPlay => "entering-play",
            Self::Playing => "playing",
            Self::Paused => "paused",
            Self::Building => "building",
            Self::Blocked => "blocked",
            Self::Unfocused => "unfocused",
            Self::Quitting => "quitting",
            Self::Away => "away",
        }
    }

    /// Returns what a client can do while the instance executes no commands.
    pub fn next_step(self) -> &'static str {
        match self {
            Self::Blocked => {
                "ask the user to look at the window of Unity and to close an open dialog, or to wait for its operation, then call again; the \
                 saved files of the project can be read meanwhile"
            }
            Self::Away => "wait until Unity is linked again, or start it, then call again",
            _ => "call again when Unity is ready",
        }
    }

    /// Returns the activity as the verb phrase of a sentence about Unity, such as `is paused`.
    fn describe(self) -> &'static str {
        match self {
            Self::Ready => "is ready",
            Self::Compiling => "compiles",
            Self::Reloading => "reloads its scripts",
            Self::EnteringPlay => "enters play mode",
            Self::Playing => "plays",
            Self::Paused => "is paused",
            Self::Building => "builds a player",
            Self::Blocked => "does not run its main thread",
            Self::Unfocused => "is behind another window",
            Self::Quitting => "quits",
            Self::Away => "is away",
        }
    }
}

/// The activity of a running instance with details for callers that wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnityState {
    pub activity: Activity,
    /// How long the instance has had this activity.
    pub since: Duration,
    /// How long this activity lasted the last time, if it is known.
    pub last_time: Option<Duration>,
    /// Title of an open dialog, if it is known.
    pub dialog: Option<String>,
    /// The last command that a blocked instance received, as a phrase such as `objects/get, which it answered`; `None`
    /// in other states, and if it received none.
    pub command: Option<String>,
    /// True for the activity `away` if the process has ended or announced that it quits, so that the instance does not
    /// return by itself. An editor whose user no longer allows agents announces the same.
    pub has_ended: bool,
    /// True if the process has certainly ended.
    pub is_gone: bool,
}

impl fmt::Display for UnityState {
    /// Writes a sentence such as `Unity compiles (3 s, last time 9 s)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match (self.is_gone, self.has_ended) {
            (true, _) => "has ended",
            (false, true) => "has quit or no longer allows agents",
            (false, false) => self.activity.describe(),
        };
        write!(f, "Unity {what} ({} s", self.since.as_secs())?;
        if let Some(last) = self.last_time {
            write!(f, ", last time {} s", last.as_secs())?;
        }
        f.write_str(")")?;
        match (&self.dialog, self.activity) {
            (Some(title), _) => write!(f, ": the dialog {title:?} is open")?,
            (None, Activity::Blocked) => f.write_str(": a dialog may be open")?,
            (None, _) => {}
        }
        match &self.command {
            Some(command) => write!(f, "; its last command was {command}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn busy_state_names_its_reason_and_answers_no_calls() {
        let state = |activity, last_time: Option<u64>, dialog: Option<&str>| UnityState {
            activity,
            since: Duration::from_millis(3_400),
            last_time: last_time.map(Duration::from_secs),
            dialog: dialog.map(str::to_owned),
            command: None,
            has_ended: activity == Activity::Away,
            is_gone: false,
        };
        for (state, told) in [
            (
                state(Activity::Compiling, Some(9), None),
                "Unity compiles (3 s, last time 9 s)",
            ),
            (
                state(Activity::Blocked, None, None),
                "Unity does not run its main thread (3 s): a dialog may be open",
            ),
            (
                state(Activity::Blocked, None, Some("Save?")),
                "Unity does not run its main thread (3 s): the dialog \"Save?\" is open",
            ),
            (
                state(Activity::Away, None, None),
                "Unity has quit or no longer allows agents (3 s)",
            ),
            (
                UnityState {
                    is_gone: true,
                    ..state(Activity::Away, None, None)
                },
                "Unity has ended (3 s)",
            ),
        ] {
            assert_eq!(state.to_string(), told);
            assert!(!BridgeState::Unity(state).answers_calls());
        }
        assert!(BridgeState::Unity(state(Activity::Playing, None, None)).answers_calls());
    }

    #[test]
    fn activity_name_matches_its_link_name() {
        for word in [
            "ready",
            "compiling",
            "reloading",
            "entering-play",
            "playing",
            "paused",
            "building",
            "blocked",
            "unfocused",
            "quitting",
            "away",
        ] {
            let activity: Activity = serde_json::from_value(word.into()).expect("a state of the link");
            assert_eq!(activity.as_str(), word);
        }
    }

    #[test]
    fn bridge_id_joins_sanitized_name_and_hex_number() {
        assert_eq!(BridgeId::new("Game", 0x1a2b_3c4d).to_string(), "Game@1a2b3c4d");
        assert_eq!(BridgeId::new("a@b\n", 1).as_str(), "a_b_@00000001");
    }
}
