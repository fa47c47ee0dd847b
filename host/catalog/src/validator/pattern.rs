//! `pattern` and `patternProperties`: ECMA-262's words, engines with an end.
//!
//! A pattern runs in linear time where it can. What needs to look around or back gets an engine that counts how often it
//! turned back, and short texts only. What a pattern may take is bounded with the length of the text that it may be given.

use super::budget::{Budget, Exhausted};

/// Bytes of one compiled pattern that may be given any text; and of one that may be given [`LARGE_TEXT`].
const SMALL: usize = 16 << 10;
const LARGE: usize = 256 << 10;
/// Bytes that a pattern may remember of texts it has seen.
const DFA_CACHE: usize = 256 << 10;
/// Bytes of text.
const LARGE_TEXT: usize = 64 << 10;
const BACKTRACKING_TEXT: usize = 4 << 10;
/// A text for which the engine turns back more often does not match.
const MOST_BACKTRACKS: usize = 10_000;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) source: String,
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    Small(regex::Regex),
    Large(regex::Regex),
    Backtracking(Box<fancy_regex::Regex>),
}

impl Pattern {
    pub(super) fn compile(source: &str) -> Result<Self, String> {
        let text = jsonschema_regex::to_rust_regex(source).unwrap_or(source.into());
        let linear = |limit: usize| {
            regex::RegexBuilder::new(&text)
                .size_limit(limit)
                .dfa_size_limit(DFA_CACHE)
                .build()
        };
        let engine = match linear(SMALL) {
            Ok(pattern) => Engine::Small(pattern),
            Err(regex::Error::CompiledTooBig(_)) => {
                Engine::Large(linear(LARGE).map_err(|_| format!("it takes more than {LARGE} bytes to run"))?)
            }
            // Perhaps only what the linear engine does not know.
            Err(_) => fancy_regex::RegexBuilder::new(&text)
                .backtrack_limit(MOST_BACKTRACKS)
                .delegate_size_limit(SMALL)
                .delegate_dfa_size_limit(DFA_CACHE)
                .build()
                .map(|pattern| Engine::Backtracking(Box::new(pattern)))
                .map_err(|error| error.to_string())?,
        };
        Ok(Self {
            source: source.to_owned(),
            engine,
        })
    }

    /// True where running it costs more than a small one.
    pub(super) fn is_costly(&self) -> bool {
        !matches!(self.engine, Engine::Small(_))
    }

    /// The longest text, in bytes, that can match; `None`: any.
    pub(super) fn longest_text(&self) -> Option<usize> {
        match &self.engine {
            Engine::Small(_) => None,
            Engine::Large(_) => Some(LARGE_TEXT),
            Engine::Backtracking(_) => Some(BACKTRACKING_TEXT),
        }
    }

    /// Whether the pattern is found in `text`. A text that is too long for it, or too hard, does not match.
    pub(super) fn matches(&self, text: &str, budget: &mut Budget) -> Result<bool, Exhausted> {
        if self.longest_text().is_some_and(|longest| text.len() > longest) {
            budget.take(1)?;
            return Ok(false);
        }
        // Costly ones are charged by the byte, so that the clock is asked between them.
        budget.take(match &self.engine {
            Engine::Small(_) => 1 + text.len() as u64 / 16,
            Engine::Large(_) => 1 + text.len() as u64,
            Engine::Backtracking(_) => 1 + text.len() as u64 * 16,
        })?;
        Ok(match &self.engine {
            Engine::Small(pattern) | Engine::Large(pattern) => pattern.is_match(text),
            Engine::Backtracking(pattern) => pattern.is_match(text).unwrap_or(false),
        })
    }
}
