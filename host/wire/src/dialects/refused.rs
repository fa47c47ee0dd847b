//! Why a call was not begun, before a dialect writes it.

use host_api::{CallError, ErrorKind};

/// Why a call was not begun.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) kind: ErrorKind,
    pub(crate) message: String,
    pub(crate) hint: Option<&'static str>,
}

impl Refused {
    pub(crate) fn shutting_down() -> Self {
        Self {
            kind: ErrorKind::NotReady,
            message: "the host is shutting down".to_owned(),
            hint: None,
        }
    }

    /// Message and hint, for protocols that have one text.
    pub(crate) fn sentence(&self) -> String {
        match self.hint {
            Some(hint) => format!("{}: {hint}", self.message),
            None => self.message.clone(),
        }
    }
}

impl From<Refused> for CallError {
    fn from(refused: Refused) -> Self {
        let error = Self::new(refused.kind, refused.message);
        match refused.hint {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }
}
