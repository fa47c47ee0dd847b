//! Who changed something, when, and what it was in words.

use host_api::Identity;
use host_bridge::{EditChange, EditNeed, Origin, ValueText};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Changes of one call that are kept in words.
pub(super) const MOST_ROWS: usize = 500;

/// Who changes something.
#[derive(Clone, Debug)]
struct By {
    caller: String,
    /// `None` = this host.
    identity: Option<Identity>,
    /// Tells clients of one name at one place apart, where their protocol has sessions.
    session: Option<Arc<str>>,
    tool: Arc<str>,
}

impl By {
    /// Whoever is behind a command.
    fn of(origin: Option<&Origin>) -> Self {
        let Some(origin) = origin else { return Self::host() };
        let caller = &origin.caller;
        let name = match &*caller.client {
            "" => caller.dialect.as_str(),
            client => client,
        };
        Self {
            caller: format!("{name} ({})", caller.address),
            identity: Some(caller.identity()),
            session: caller.session.clone(),
            tool: origin.tool.clone(),
        }
    }

    fn host() -> Self {
        Self {
            caller: "unity-tool-host (local)".to_owned(),
            identity: None,
            session: None,
            tool: Arc::default(),
        }
    }

    fn bytes(&self) -> usize {
        let session = self.session.as_ref().map_or(0, |session| session.len());
        self.caller.len() + self.tool.len() + session + self.identity.as_ref().map_or(0, Identity::weight)
    }
}

/// What is told of an entry.
#[derive(Clone, Debug)]
pub(super) struct About {
    by: By,
    pub(super) at_ms: u64,
    pub(super) rows: Vec<EditChange>,
}

impl About {
    pub(super) fn now(by: Option<&Origin>, mut rows: Vec<EditChange>) -> Self {
        rows.truncate(MOST_ROWS);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            by: By::of(by),
            at_ms: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
            rows,
        }
    }

    /// As an edit journal kept it. Sessions end with the host: nobody is the one who made it.
    pub(super) fn replayed(caller: String, tool: String, at_ms: u64, mut rows: Vec<EditChange>) -> Self {
        rows.truncate(MOST_ROWS);
        Self {
            by: By {
                caller,
                identity: None,
                session: Some("".into()),
                tool: tool.into(),
            },
            at_ms,
            rows,
        }
    }

    /// Whether it was made in the same session. Who comes again in a new one is somebody else here: two clients of one name
    /// work side by side, and nobody could tell them apart.
    pub(super) fn is_of(&self, by: Option<&Origin>) -> bool {
        let session = by.and_then(|origin| origin.caller.session.as_deref());
        self.by.session.as_deref() == session && self.by.identity == by.map(|origin| origin.caller.identity())
    }

    pub(super) fn caller(&self) -> &str {
        &self.by.caller
    }

    pub(super) fn tool(&self) -> &str {
        &self.by.tool
    }

    pub(super) fn bytes(&self) -> usize {
        self.by.bytes() + self.rows.iter().map(row_bytes).sum::<usize>()
    }
}

/// JSON bytes of a row, about.
pub(super) fn row_bytes(row: &EditChange) -> usize {
    let value = |value: &Option<ValueText>| value.as_ref().map_or(0, |value| value.get().len() + 8);
    let component = row.component.as_ref().map_or(0, |(_, name)| name.len() + 16);
    let need = row.need.as_ref().map_or(0, |need| match need {
        EditNeed::Components { type_names } => type_names.iter().map(|name| name.len() + 8).sum::<usize>() + 64,
        _ => component + 64,
    });
    96 + row.file.len()
        + row.path.len()
        + component
        + need
        + row.unchecked.as_ref().map_or(0, |why| why.len() + 16)
        + row.field.as_ref().map_or(0, String::len)
        + value(&row.old)
        + value(&row.new)
}
