//! Inserts marks into JSON text, after managed objects (`[SerializeReference]`) whose class does not exist or cannot be
//! checked. `unity_scripts::csharp_index` checks the classes.

/// Names of the JSON members that mark an object: index 0 for a missing class, 1 for a class that cannot be checked.
pub(crate) const MARKS: [&str; 2] = ["$missing", "$unverifiable"];

/// Text before the class of a managed object in JSON. It cannot be inside a string, where the quotes are escaped.
pub const TYPE: &str = "\"$type\":\"";

/// Inserts a mark after every class name of a managed object in the JSON `text` for which `mark` returns one: an index
/// in `MARKS`, and the reason.
pub fn mark_classes(text: &str, mark: &mut dyn FnMut(&str) -> Option<(usize, String)>) -> String {
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
    fn inserts_missing_mark_after_the_class() {
        let text = r#"{"$type":"Game:A.Gone","x":"\"$type\":\"Game:A.Gone\"","in":{"$type":"Game:A.Here"}}"#;
        let found = mark_classes(text, &mut |class| {
            assert!(class.starts_with("Game:A."), "{class}");
            class.ends_with("Gone").then(|| (0, "nothing \"has\" it".to_owned()))
        });
        assert_eq!(
            found,
            r#"{"$type":"Game:A.Gone","$missing":"nothing \"has\" it","x":"\"$type\":\"Game:A.Gone\"","in":{"$type":"Game:A.Here"}}"#
        );
    }
}
