//! Why Unity did not do it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::time::Duration;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $word:literal;)+) => {
        /// The kinds of the contract's one error, `unity-tools:shared/types.error-kind`.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum BridgeErrorKind {
            $($(#[$doc])* $kind,)+
            /// A kind that this version does not name: what the other side called it.
            Other(String),
        }

        impl BridgeErrorKind {
            /// As the contract spells it.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$kind => $word,)+
                    Self::Other(word) => word,
                }
            }

            /// From that spelling.
            pub fn of(word: &str) -> Self {
                match word {
                    $($word => Self::$kind,)+
                    other => Self::Other(other.to_owned()),
                }
            }
        }
    };
}

kinds! {
    InvalidArgument "invalid-argument";
    NotFound "not-found";
    /// Unity has a switch of its own, and it is off.
    PermissionDenied "permission-denied";
    /// Needs something that is not there yet; the hint says what.
    NotReady "not-ready";
    /// This bridge can never do it.
    Unsupported "unsupported";
    Conflict "conflict";
    Timeout "timeout";
    Cancelled "cancelled";
    /// Over a size that this bridge takes or gives.
    TooLarge "too-large";
    /// The queue to Unity's main thread is full.
    Busy "busy";
    /// Unity reported an error of its own.
    Unity "unity";
    /// A write went out and its answer never came.
    OutcomeUnknown "outcome-unknown";
    Internal "internal";
}

impl BridgeErrorKind {
    /// True where Unity surely did nothing: it was not asked, or it refused.
    pub fn leaves_all_as_it_was(&self) -> bool {
        match self {
            Self::NotFound
            | Self::InvalidArgument
            | Self::PermissionDenied
            | Self::NotReady
            | Self::Unsupported
            | Self::Conflict
            | Self::Busy => true,
            Self::Timeout
            | Self::Cancelled
            | Self::TooLarge
            | Self::OutcomeUnknown
            | Self::Unity
            | Self::Internal
            | Self::Other(_) => false,
        }
    }
}

impl fmt::Display for BridgeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for BridgeErrorKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for BridgeErrorKind {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self::of(&String::deserialize(from)?))
    }
}

/// One error of a bridge.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[error("{message}")]
pub struct BridgeError {
    pub kind: BridgeErrorKind,
    /// One sentence: the thing, its value, what would be right.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
    /// More, for a log: an exception with its stack.
    pub detail: Option<Box<str>>,
    /// For a program: one JSON object as text, with `argument`, `given`, `nearest`, `next` where they are known.
    pub data: Option<Box<str>>,
    /// When the same call is worth another try, in milliseconds from now.
    pub retry_after_ms: Option<u32>,
}

impl BridgeError {
    /// An error with a message alone.
    pub fn new(kind: BridgeErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            detail: None,
            data: None,
            retry_after_ms: None,
        }
    }

    /// Adds what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds what a log should have.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Box<str>>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds what a program reads.
    #[must_use]
    pub fn with_data(mut self, data: &serde_json::Value) -> Self {
        self.data = Some(data.to_string().into());
        self
    }

    /// Adds when another try may do.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after_ms = Some(u32::try_from(wait.as_millis()).unwrap_or(u32::MAX));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_travels_whole_and_a_kind_of_tomorrow_keeps_its_name() {
        let error = BridgeError::new(BridgeErrorKind::NotReady, "it compiles")
            .with_hint("wait")
            .with_detail("CompilationPipeline")
            .with_data(&serde_json::json!({"next": "unity_status"}))
            .retry_after(Duration::from_millis(250));
        let sent = serde_json::to_string(&error).expect("writable");
        assert!(
            sent.contains(r#""kind":"not-ready""#) && sent.contains(r#""retry-after-ms":250"#),
            "{sent}"
        );
        assert_eq!(serde_json::from_str::<BridgeError>(&sent).expect("readable"), error);
        let short = r#"{"kind": "out-of-memory", "message": "no room", "since": 3}"#;
        let unknown: BridgeError = serde_json::from_str(short).expect("readable");
        assert_eq!(unknown.kind, BridgeErrorKind::Other("out-of-memory".to_owned()));
        assert_eq!(unknown.kind.to_string(), "out-of-memory");
        assert!(!unknown.kind.leaves_all_as_it_was());
    }
}
