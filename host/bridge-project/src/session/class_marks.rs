//! Marks on values of managed references whose class does not exist or cannot be checked.
//!
//! Inserts the marks into values that were read; `unity_scripts::csharp_index` decides.

use super::Session;
use host_bridge::{BridgeError, Replied, Reply, ValueText, ValuesRequest};
use std::collections::HashMap;
use unity_fields::managed_refs::ManagedType;
use unity_scripts::csharp_index::ClassStanding;

/// Members beside `$type`, with the reason as value: the class is missing, or it cannot be checked.
pub(super) const MARKS: [&str; 2] = ["$missing", "$unverifiable"];

/// The text before the class of a managed object in a written value. Inside a text value the quotes would be escaped.
const TYPE: &str = "\"$type\":\"";

impl Session {
    /// Reads values; a managed object whose class does not exist gets a mark. The caller waits while the sources are
    /// read.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn read_values(&mut self, request: &ValuesRequest) -> Result<Replied, BridgeError> {
        let mut replied = self.lookup().read_values(request)?;
        let Reply::Values(rows) = &mut replied.reply else {
            return Ok(replied);
        };
        let mut values: Vec<&mut ValueText> = rows
            .rows
            .iter_mut()
            .flat_map(|row| row.fields.iter_mut().map(|(_, value)| value))
            .filter(|value| value.get().contains(TYPE))
            .collect();
        if values.is_empty() {
            return Ok(replied);
        }
        let csharp = match self.gathered_csharp() {
            Ok(csharp) => csharp,
            Err(why) => {
                replied.diagnostics.push(format!(
                    "whether the classes of managed references ($type) exist was not checked: {}",
                    why.message
                ));
                return Ok(replied);
            }
        };
        let project = self.library.project();
        let mut known: HashMap<String, Option<(usize, String)>> = HashMap::new();
        for value in &mut values {
            let marked = marked(value.get(), &mut |written| {
                let standing = known.entry(written.to_owned()).or_insert_with(|| {
                    let (assembly, full) = written.split_once(':')?;
                    let of = ManagedType {
                        assembly: assembly.to_owned(),
                        namespace: String::new(),
                        class: full.to_owned(),
                    };
                    match csharp.class_standing(&of, project) {
                        ClassStanding::Here => None,
                        ClassStanding::Missing(why) => Some((0, why)),
                        ClassStanding::Unverifiable(why) => Some((1, why)),
                    }
                });
                standing.clone()
            });
            **value = ValueText::written(marked);
        }
        Ok(replied)
    }
}

/// The value with a mark after every class for which `mark` returns one: its position in `MARKS`, and the reason.
fn marked(text: &str, mark: &mut dyn FnMut(&str) -> Option<(usize, String)>) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(TYPE) {
        let (before, after) = rest.split_at(at + TYPE.len());
        marked.push_str(before);
        let end = after.find('"').unwrap_or(after.len());
        let (class, behind) = after.split_at(end);
        marked.push_str(class);
        rest = behind;
        let found = mark(class).and_then(|(which, why)| Some((MARKS.get(which)?, why)));
        if let (Some((name, why)), Some(behind)) = (found, behind.strip_prefix('"')) {
            marked.push_str(&format!("\",\"{name}\":{}", serde_json::Value::from(why)));
            rest = behind;
        }
    }
    marked + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_behind_the_class() {
        let text = r#"{"$type":"Game:A.Gone","x":"\"$type\":\"Game:A.Gone\"","in":{"$type":"Game:A.Here"}}"#;
        let found = marked(text, &mut |class| {
            assert!(class.starts_with("Game:A."), "{class}");
            class.ends_with("Gone").then(|| (0, "nothing \"has\" it".to_owned()))
        });
        assert_eq!(
            found,
            r#"{"$type":"Game:A.Gone","$missing":"nothing \"has\" it","x":"\"$type\":\"Game:A.Gone\"","in":{"$type":"Game:A.Here"}}"#
        );
    }
}
