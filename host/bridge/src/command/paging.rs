//! The page that a command asks for.

use super::Command;
use crate::model::{CursorPage, PageRequest};

impl Command {
    /// The requested page of a list, by offset.
    pub fn page(&self) -> Option<&PageRequest> {
        match self {
            Self::ListScenes { page, .. }
            | Self::ListObjects { page, .. }
            | Self::FindObjects { page, .. }
            | Self::ListComponents { page, .. }
            | Self::ListMembers { page, .. }
            | Self::ListHooks { page }
            | Self::ListHookMethods { page, .. }
            | Self::ListScripts { page }
            | Self::ListAssets { page, .. }
            | Self::MissingReferences { page }
            | Self::Hierarchy { page, .. } => Some(page),
            _ => None,
        }
    }

    /// The requested page of a list, by cursor.
    pub fn cursor_page(&self) -> Option<&CursorPage> {
        match self {
            Self::ReadScriptSource { page, .. }
            | Self::ListOverrides { page, .. }
            | Self::CompareObjects { page, .. }
            | Self::ListEntries { page } => Some(page),
            Self::ReadValues { request } => Some(&request.page),
            Self::Query { request } => Some(&request.page),
            Self::FindUsers { request } => Some(&request.page),
            Self::FindAssets { request } => Some(&request.page),
            _ => None,
        }
    }

    /// The maximum number of items in its answer, if the answer is a list.
    pub fn most_items(&self) -> Option<u32> {
        match self {
            Self::TailLogs { count, .. } => Some(*count),
            other => other
                .page()
                .map(|page| page.limit)
                .or_else(|| other.cursor_page().map(|page| page.limit)),
        }
    }
}
