//! Errors of a bridge: why a command was not executed.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::time::Duration;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $word:literal;)+) => {
        /// The kind of a bridge error, as defined by `unity-tools:shared/types.error-kind` of the WIT contract.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum BridgeErrorKind {
            $($(#[$doc])* $kind,)+
            /// A kind that this version of the host does not know: the name that the target sent.
            Other(String),
        }

        impl BridgeErrorKind {
            /// Returns the name of the kind in the WIT contract.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$kind => $word,)+
                    Self::Other(word) => word,
                }
            }

            /// Returns the kind with this name in the WIT contract; `Other` for an unknown name.
            pub fn parse(word: &str) -> Self {
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
    /// A switch in Unity itself forbids the command.
    PermissionDenied "permission-denied";
    /// Something that the command needs is not available yet; the hint names it.
    NotReady "not-ready";
    /// This bridge can never execute the command.
    Unsupported "unsupported";
    Conflict "conflict";
    Timeout "timeout";
    Cancelled "cancelled";
    /// A value or an answer is larger than this bridge accepts or returns.
    TooLarge "too-large";
    /// The queue to Unity's main thread is full.
    Busy "busy";
    /// Unity reported an error.
    Unity "unity";
    /// A write was sent, but its answer never arrived, so its outcome is unknown.
    OutcomeUnknown "outcome-unknown";
    Internal "internal";
}

impl BridgeErrorKind {
    /// Returns true if Unity certainly changed nothing: the command did not reach it, or Unity rejected the command.
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
        Ok(Self::parse(&String::deserialize(from)?))
    }
}

/// The error of a command that a bridge could not execute.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[error("{message}")]
pub struct BridgeError {
    pub kind: BridgeErrorKind,
    /// One sentence with the cause of the error, the given value and the accepted values.
    pub message: String,
    /// The next step for the caller; `None` if none is known.
    pub hint: Option<String>,
    /// Details for a log, such as an exception with its stack; `None` if there are none.
    pub detail: Option<Box<str>>,
    /// Details for programs: the text of a JSON object with `argument`, `given`, `nearest`, `next` if they are known.
    pub data: Option<Box<str>>,
    /// The time after which a retry is useful, in milliseconds from now; `None` if it is unknown.
    pub retry_after_ms: Option<u32>,
}

impl BridgeError {
    /// Creates an error with only a kind and a message.
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

    /// Sets `hint`, the next step that the error recommends to the caller.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets `detail`, the part of the error that only a log shows.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Box<str>>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Sets `data`, the part of the error that programs read, as JSON.
    #[must_use]
    pub fn with_data(mut self, data: &serde_json::Value) -> Self {
        self.data = Some(data.to_string().into());
        self
    }

    /// Sets the time after which the caller can usefully retry the failed command.
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
    fn serializes_all_error_fields_and_keeps_unknown_kind_name() {
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
