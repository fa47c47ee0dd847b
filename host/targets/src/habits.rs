//! The stored state of sessions that selects their targets: their choices and their earlier use of targets.
//!
//! `choice` and `chosen_target` implement the effects of this state.

use host_bridge::{BridgeId, Wish};
use std::collections::{BTreeMap, HashMap};

/// Maximum number of remembered sessions, and of callers without a session; the least recently used are evicted. It is
/// above a host's default limit for sessions, so that no live session is evicted.
const SESSIONS: usize = 16_384;

/// What the host remembers of a client session, to choose the Unity project or instance for calls that name none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Habits {
    pub(crate) chose: Option<BridgeId>,
    pub(crate) used_live: bool,
    /// True if one of the client's root folders is inside the served project or contains it; `None` before the client
    /// was asked for its root folders.
    pub(crate) is_rooted: Option<bool>,
}

/// What the host remembers of all sessions and of callers without a session, to choose Unity instances for their calls.
/// Clients can invent any number of callers, so these are stored separately and never evict a session.
#[derive(Default)]
pub(crate) struct Sessions {
    of_sessions: Known,
    of_others: Known,
}

impl Sessions {
    /// Returns what the host remembers of the session or caller that sent `wish`, and marks it as recently used.
    pub(crate) fn habits_of(&mut self, wish: &Wish) -> Habits {
        self.known_mut(wish).habits_of(&wish.who)
    }

    pub(crate) fn change(&mut self, wish: &Wish, change: impl FnOnce(&mut Habits)) {
        self.known_mut(wish).change(&wish.who, change);
    }

    pub(crate) fn forget(&mut self, session: &str) {
        self.of_sessions.forget(session);
    }

    /// Removes the stored result about a session's root folders, because they changed. The host asks again if needed.
    pub(crate) fn forget_roots(&mut self, session: &str) {
        if self.of_sessions.by_who.contains_key(session) {
            self.of_sessions.change(session, |habits| habits.is_rooted = None);
        }
    }

    fn known_mut(&mut self, wish: &Wish) -> &mut Known {
        match wish.session {
            Some(_) => &mut self.of_sessions,
            None => &mut self.of_others,
        }
    }
}

#[derive(Default)]
struct Known {
    by_who: HashMap<String, (u64, Habits)>,
    /// The sessions or callers by the sequence number of their last use, oldest first.
    by_use: BTreeMap<u64, String>,
    uses: u64,
}

impl Known {
    fn habits_of(&mut self, who: &str) -> Habits {
        if !self.by_who.contains_key(who) {
            return Habits::default();
        }
        self.change(who, |_| {});
        self.by_who
            .get(who)
            .map(|(_, habits)| habits.clone())
            .unwrap_or_default()
    }

    fn forget(&mut self, who: &str) {
        if let Some((last, _)) = self.by_who.remove(who) {
            self.by_use.remove(&last);
        }
    }

    fn change(&mut self, who: &str, change: impl FnOnce(&mut Habits)) {
        self.uses += 1;
        let (last, mut habits) = self.by_who.remove(who).unwrap_or_default();
        self.by_use.remove(&last);
        if self.by_who.len() >= SESSIONS
            && let Some((_, oldest)) = self.by_use.pop_first()
        {
            self.by_who.remove(&oldest);
        }
        change(&mut habits);
        self.by_use.insert(self.uses, who.to_owned());
        self.by_who.insert(who.to_owned(), (self.uses, habits));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evicts_least_recently_used_session() {
        let mut sessions = Known::default();
        let game = BridgeId::new("Game", 1);
        sessions.change("at work", |habits| habits.chose = Some(game.clone()));
        sessions.change("idle", |habits| habits.used_live = true);
        for other in 0..SESSIONS - 1 {
            assert_eq!(sessions.habits_of("at work").chose.as_ref(), Some(&game));
            sessions.change(&other.to_string(), |habits| habits.used_live = true);
        }
        assert_eq!(sessions.habits_of("at work").chose, Some(game));
        assert!(!sessions.habits_of("idle").used_live);
        assert!(sessions.by_who.len() == SESSIONS && sessions.by_use.len() == SESSIONS);
        assert!(sessions.habits_of("never here").chose.is_none() && sessions.by_who.len() == SESSIONS);
    }

    #[test]
    fn ended_sessions_evict_no_live_session() {
        let mut sessions = Sessions::default();
        let of = |who: &str| Wish {
            who: who.into(),
            session: Some(who.into()),
            ..Wish::default()
        };
        sessions.change(&of("idle"), |habits| habits.used_live = true);
        for other in 0..=SESSIONS {
            let other = other.to_string();
            sessions.change(&of(&other), |habits| habits.used_live = true);
            sessions.forget(&other);
        }
        assert!(sessions.habits_of(&of("idle")).used_live);
        assert!(sessions.of_sessions.by_who.len() == 1 && sessions.of_sessions.by_use.len() == 1);
        sessions.forget("never here");
        sessions.forget_roots("never here");
        assert_eq!(sessions.of_sessions.by_who.len(), 1);
    }

    #[test]
    fn sessionless_callers_evict_no_session() {
        let mut sessions = Sessions::default();
        let of = |who: &str, session: Option<&str>| Wish {
            who: who.into(),
            session: session.map(Into::into),
            ..Wish::default()
        };
        let victim = of("victim", Some("a"));
        sessions.change(&victim, |habits| habits.used_live = true);
        for other in 0..=SESSIONS {
            sessions.change(&of(&other.to_string(), None), |habits| habits.used_live = true);
        }
        assert!(sessions.habits_of(&victim).used_live);
        assert!(!sessions.habits_of(&of("0", None)).used_live);
    }
}
