//! States of targets as words.

use crate::unity::targets::State;

/// Returns the state as the word that answers of tools contain.
///
/// ```
/// use unity_tools::unity::targets::State;
///
/// assert_eq!(unity_tools::target_state::word_of(State::EnteringPlay), "entering-play");
/// assert_eq!(unity_tools::target_state::word_of(State::Other("building".to_owned())), "building");
/// ```
pub fn word_of(state: State) -> String {
    let word = match state {
        State::Ready => "ready",
        State::Compiling => "compiling",
        State::Reloading => "reloading",
        State::EnteringPlay => "entering-play",
        State::Playing => "playing",
        State::Paused => "paused",
        State::Blocked => "blocked",
        State::Unfocused => "unfocused",
        State::Quitting => "quitting",
        State::Away => "away",
        State::Other(word) => return word,
    };
    word.to_owned()
}
