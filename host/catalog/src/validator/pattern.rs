//! Regular expressions of ECMA-262 for `pattern` and `patternProperties`, with engines that always terminate.
//!
//! A pattern runs in linear time if possible. A pattern with lookaround or backreferences runs in an engine that counts
//! backtracking steps, and only on short texts. Larger patterns are limited to shorter texts.

use super::budget::{Budget, Exhausted};

/// Maximum sizes in bytes of a compiled pattern: for texts of any length (`SMALL`), and for texts of at most
/// `LARGE_TEXT` bytes (`LARGE`).
const SMALL: usize = 16 << 10;
const LARGE: usize = 256 << 10;
/// Maximum size in bytes of the cache for the automaton states of one compiled `pattern`.
const DFA_CACHE: usize = 256 << 10;
/// Maximum size in bytes of a text that fits a large `pattern`, and of one that fits a backtracking `pattern`.
const LARGE_TEXT: usize = 64 << 10;
const BACKTRACKING_TEXT: usize = 4 << 10;
/// Maximum number of backtracking steps. A text that needs more steps does not match.
const MOST_BACKTRACKS: usize = 10_000;

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
            // Perhaps the pattern only uses what the linear engine does not support.
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

    /// True if running the pattern costs more than running a small one.
    pub(super) fn is_costly(&self) -> bool {
        !matches!(self.engine, Engine::Small(_))
    }

    /// Returns the maximum size in bytes of a text that can match; `None` if any length can match.
    pub(super) fn longest_text(&self) -> Option<usize> {
        match &self.engine {
            Engine::Small(_) => None,
            Engine::Large(_) => Some(LARGE_TEXT),
            Engine::Backtracking(_) => Some(BACKTRACKING_TEXT),
        }
    }

    /// True if the pattern matches a part of `text`. A text that is too long or needs too many steps does not match.
    pub(super) fn matches(&self, text: &str, budget: &mut Budget) -> Result<bool, Exhausted> {
        if self.longest_text().is_some_and(|longest| text.len() > longest) {
            budget.take(1)?;
            return Ok(false);
        }
        // Costly patterns are charged by the byte, so that the clock is read between them.
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
