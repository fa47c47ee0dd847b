//! The MCP versions that the host supports, and the differences between them.

/// The supported MCP versions, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl Version {
    /// The handshake versions, in which a client begins with `initialize`.
    pub const HANDSHAKE: [Self; 4] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
    ];
    /// The version with which the host answers an `initialize` request for an unknown version.
    pub const LATEST_HANDSHAKE: Self = Self::V2025_11_25;
    /// The first version without sessions, in which each request describes its client.
    pub const STATELESS: Self = Self::V2026_07_28;

    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Returns the version with this date if it is one in which clients begin with `initialize`; else `None`.
    pub fn handshake(text: &str) -> Option<Self> {
        Self::HANDSHAKE.into_iter().find(|version| version.as_str() == text)
    }

    /// Parses the MCP version that a session stores as a date; an unknown one counts as the newest with `initialize`.
    pub fn of_session(session: &str) -> Self {
        Self::handshake(session).unwrap_or(Self::LATEST_HANDSHAKE)
    }

    /// True if the text is a date after the last version with `initialize`: all later MCP versions have no sessions.
    pub fn is_after_handshakes(text: &str) -> bool {
        let is_date = text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        is_date && text > Self::LATEST_HANDSHAKE.as_str()
    }

    pub fn is_stateless(self) -> bool {
        self >= Self::STATELESS
    }

    /// True if the schema of this version allows errors without an id, for messages whose id is unreadable. No version
    /// allows the null id of JSON-RPC.
    pub fn has_errors_without_id(self) -> bool {
        self >= Self::V2025_11_25
    }

    pub fn takes_batches(self) -> bool {
        self <= Self::V2025_03_26
    }

    /// True if streams start with an event that has only an id for resuming; the host may then close connections early.
    pub fn primes_streams(self) -> bool {
        self == Self::V2025_11_25
    }

    /// True if a call of an unknown tool gives a tool error; in later versions it gives a protocol error.
    pub fn unknown_tool_is_tool_error(self) -> bool {
        self <= Self::V2025_03_26
    }

    /// True if the version supports elicitation, with which the host asks the user to fill in a form.
    pub fn elicits(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// True if elicitation can open a URL, and if sampling can use tools: both were added in the same version.
    pub fn elicits_by_url(self) -> bool {
        self >= Self::V2025_11_25
    }

    pub fn has_audio(self) -> bool {
        self >= Self::V2025_03_26
    }

    pub fn has_resource_links(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// True if content blocks can have the member `_meta` in this version.
    pub fn has_meta_in_content(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// True if tools, prompts, resources and links to them have icons.
    pub fn has_icons(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// True if this version defines `structuredContent`. Clients of older versions get it too, because some read it.
    pub fn has_structured_results(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// True if `structuredContent` may be any JSON value; false if it must be an object.
    pub fn structured_may_be_anything(self) -> bool {
        self.is_stateless()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_versions_and_detects_dates_after_the_handshakes() {
        for version in Version::HANDSHAKE {
            assert_eq!(Version::handshake(version.as_str()), Some(version));
            assert!(!Version::is_after_handshakes(version.as_str()));
        }
        assert_eq!(Version::handshake("2026-07-28"), None);
        for text in ["2026-07-28", "2099-01-01"] {
            assert!(Version::is_after_handshakes(text), "{text}");
        }
        for text in ["1999-01-01", "banana", "", "2026-7-28", "99999999999"] {
            assert!(!Version::is_after_handshakes(text), "{text}");
        }
    }
}
