//! Pages of rows, which the tools of this bundle request and return.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use unity_tools::unity::values::{Page, Skipped};

/// Default maximum size of an answer in bytes.
pub(crate) const BYTES: u32 = 16 * 1024;

/// Approximate size in bytes of an answer without its rows, such as totals and notes.
pub(crate) const AROUND: u32 = 512;

/// One row of an answer, such as an object or a scene, as a JSON object. Unknown values are omitted.
pub(crate) type Row = Map<String, Value>;

/// One page of rows, such as objects or scenes, which a tool returns.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct Answer {
    /// Number of rows in all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<u32>,
    /// Rows so far, instead of `total`, while the search runs: call again, or use `next`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total_so_far: Option<u32>,
    /// True if no rows follow and everything was searched.
    pub(crate) complete: bool,
    /// Note on scenes outside the default scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scope: Option<String>,
    pub(crate) rows: Vec<Row>,
    /// `cursor` of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_searched: Option<NotSearched>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
}

/// Files that were not searched completely.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NotSearched {
    /// Number of files.
    pub(crate) total: u32,
    pub(crate) reasons: Vec<Reason>,
}

/// A reason why files were not searched.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reason {
    pub(crate) why: String,
    /// Number of files, among the first 20.
    pub(crate) files: u32,
    pub(crate) first: String,
}

/// Maximum characters of the text about one reason.
const REASON: usize = 240;

impl NotSearched {
    /// Groups the files that were not searched by reason: the text before the first colon; for one file all of it.
    pub(crate) fn group(total: u32, skipped: Vec<Skipped>) -> Option<Self> {
        let mut reasons: Vec<Reason> = Vec::new();
        let is_one = skipped.len() == 1;
        for skipped in skipped {
            let reason = match is_one {
                true => skipped.why.as_str(),
                false => skipped.why.split(": ").next().unwrap_or_default(),
            };
            let why: String = reason.chars().take(REASON).collect();
            match reasons.iter_mut().find(|known| known.why == why) {
                Some(known) => known.files += 1,
                None => reasons.push(Reason {
                    why,
                    files: 1,
                    first: skipped.file,
                }),
            }
        }
        (total > 0).then_some(Self { total, reasons })
    }
}

/// Creates a page request for the host with fewer bytes than `max_bytes`, because the answer has parts around the rows.
pub(crate) fn page(limit: u32, cursor: Option<String>, max_bytes: Option<u32>) -> Page {
    Page {
        limit,
        cursor,
        max_bytes: max_bytes.unwrap_or(BYTES).saturating_sub(AROUND).max(1024),
    }
}

/// Deserializes an optional value so that `null` is a value (`Some`) and only an absent one is `None`.
pub(crate) fn deserialize_present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Parses a JSON value from the host. Returns null if the text is not valid.
pub(crate) fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or(Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_skipped_files_by_reason_with_counts() {
        let skipped = |file: &str, why: &str| Skipped {
            file: file.to_owned(),
            why: why.to_owned(),
        };
        let of_models = "parts of models: 3 instances, first /A";
        let several = NotSearched::group(
            3,
            vec![
                skipped("Assets/A.unity", of_models),
                skipped("Assets/B.unity", "parts of models: 7 instances, first /B"),
                skipped("Assets/C.unity", "a Git LFS pointer"),
            ],
        );
        let told = several.unwrap().reasons;
        let told: Vec<(&str, u32, &str)> = told
            .iter()
            .map(|reason| (reason.why.as_str(), reason.files, reason.first.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("parts of models", 2, "Assets/A.unity"),
                ("a Git LFS pointer", 1, "Assets/C.unity")
            ]
        );
        let one = NotSearched::group(1, vec![skipped("Assets/A.unity", of_models)]).unwrap();
        assert_eq!(one.reasons[0].why, of_models);
        assert!(NotSearched::group(0, Vec::new()).is_none());
    }
}
