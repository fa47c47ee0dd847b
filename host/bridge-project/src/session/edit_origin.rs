//! The origin of an edit: its caller, its time, and a description of its changes.

use host_api::Identity;
use host_bridge::{EditChange, EditNeed, Origin, ValueText};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum number of changes that are described in one journal entry. Further descriptions are dropped.
pub(super) const MOST_ROWS: usize = 500;

#[derive(Clone, Debug)]
struct By {
    caller: String,
    /// The identity of the client that made the edit; `None` if the host itself made it.
    identity: Option<Identity>,
    tool: Arc<str>,
}

impl By {
    fn from_origin(origin: Option<&Origin>) -> Self {
        let Some(origin) = origin else { return Self::host() };
        let caller = &origin.caller;
        let name = match &*caller.client {
            "" => caller.dialect.as_str(),
            client => client,
        };
        Self {
            caller: format!("{name} ({})", caller.address),
            identity: Some(caller.identity()),
            tool: origin.tool.clone(),
        }
    }

    fn host() -> Self {
        Self {
            caller: "unity-tool-host (local)".to_owned(),
            identity: None,
            tool: Arc::default(),
        }
    }

    fn bytes(&self) -> usize {
        self.caller.len() + self.tool.len() + self.identity.as_ref().map_or(0, Identity::weight)
    }
}

/// The caller, the time and the description of an entry, as lists of edits contain them.
#[derive(Clone, Debug)]
pub(super) struct About {
    by: By,
    pub(super) at_ms: u64,
    pub(super) rows: Vec<EditChange>,
}

impl About {
    pub(super) fn at_current_time(by: Option<&Origin>, mut rows: Vec<EditChange>) -> Self {
        rows.truncate(MOST_ROWS);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            by: By::from_origin(by),
            at_ms: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
            rows,
        }
    }

    /// Creates the description of a stored entry. It belongs to no client, because MCP sessions end with the host.
    pub(super) fn from_journal(caller: String, tool: String, at_ms: u64, mut rows: Vec<EditChange>) -> Self {
        rows.truncate(MOST_ROWS);
        Self {
            by: By {
                caller,
                identity: Some(Identity::anonymous()),
                tool: tool.into(),
            },
            at_ms,
            rows,
        }
    }

    /// True if the caller `by` made the entry: its MCP session, connection or secret is the same. A name is no proof,
    /// as clients may share it.
    pub(super) fn is_of(&self, by: Option<&Origin>) -> bool {
        match (&self.by.identity, by.map(|origin| origin.caller.identity())) {
            (Some(made), Some(asks)) => made.is_surely(&asks),
            (None, None) => true,
            _ => false,
        }
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

/// Returns the approximate size in bytes of the description of one change as JSON.
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
