//! The value of a field in a row of a reply: either the whole value, or its size and digest.

use data_encoding::HEXLOWER;
use host_bridge::ValueText;
use host_project_query::values::field::Fields;
use serde_json::json;
use sha2::{Digest, Sha256};
use unity_fields::property::PropertyPath;

/// Maximum number of list items of one old or new value in a list of changes; further items are cut. `BYTES` is the
/// maximum size of the value as JSON.
const ITEMS: usize = 20;
const BYTES: usize = 4 * 1024;

/// Returns the value at the path as JSON, in the grammar of `wit/value.md`. `None` if the field does not exist.
pub(in crate::session) fn text_of(fields: &Fields<'_>, path: &PropertyPath) -> Option<ValueText> {
    let (value, is_cut, written) = fields.value_at_path(path, ITEMS)?;
    let text = value.to_string();
    if !is_cut && text.len() <= BYTES {
        return Some(ValueText::from_json_text(text));
    }
    // The digest identifies a value that is not contained, so that different plans never look equal.
    let mut digest = HEXLOWER.encode(&Sha256::digest(written));
    digest.truncate(32);
    let shown = match value {
        serde_json::Value::Object(map) if map.contains_key("count") && text.len() <= BYTES => {
            let mut map = map;
            map.insert("sha256".to_owned(), json!(digest));
            serde_json::Value::Object(map)
        }
        _ => json!({"bytes": text.len(), "sha256": digest}),
    };
    Some(ValueText::from_json_text(shown.to_string()))
}
