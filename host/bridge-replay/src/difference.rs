//! The difference between the arguments of two calls of the same function.
//!
//! Belongs here: the comparison of arguments. Does not: the selection of the compared calls (`timeline`).

use serde_json::Value;

/// Maximum number of characters of an argument's value in a message about different arguments.
const SHOWN: usize = 120;

/// The first value that differs between two lists of arguments, and the number of differences.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    /// The path of the differing value in the arguments, such as `edits[0].set.value`.
    pub(crate) path: String,
    pub(crate) recorded: String,
    pub(crate) asked: String,
    /// The number of values in the arguments that differ.
    pub(crate) count: usize,
}

/// Returns the first difference between recorded and requested arguments; `None` if they are equal.
pub(crate) fn difference(recorded: &Value, asked: &Value) -> Option<Difference> {
    let mut found = Found::default();
    found.compare(&mut String::new(), Some(recorded), Some(asked));
    let (path, recorded, asked) = found.first?;
    Some(Difference {
        path,
        recorded,
        asked,
        count: found.count,
    })
}

#[derive(Default)]
struct Found {
    first: Option<(String, String, String)>,
    count: usize,
}

impl Found {
    fn compare(&mut self, path: &mut String, recorded: Option<&Value>, asked: Option<&Value>) {
        match (recorded, asked) {
            (Some(Value::Object(old)), Some(Value::Object(new))) => {
                let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
                names.sort_unstable();
                names.dedup();
                for name in names {
                    let dot = if path.is_empty() { "" } else { "." };
                    self.compare_step(path, &format!("{dot}{name}"), old.get(name), new.get(name));
                }
            }
            (Some(Value::Array(old)), Some(Value::Array(new))) => {
                for index in 0..old.len().max(new.len()) {
                    self.compare_step(path, &format!("[{index}]"), old.get(index), new.get(index));
                }
            }
            (recorded, asked) if recorded != asked => {
                self.count += 1;
                self.first
                    .get_or_insert_with(|| (cut(path.clone()), shorten_value(recorded), shorten_value(asked)));
            }
            _ => {}
        }
    }

    fn compare_step(&mut self, path: &mut String, step: &str, recorded: Option<&Value>, asked: Option<&Value>) {
        let before = path.len();
        path.push_str(step);
        self.compare(path, recorded, asked);
        path.truncate(before);
    }
}

/// Returns the value as text, cut to the maximum length; `nothing` if the value is missing.
fn shorten_value(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return "nothing".to_owned();
    };
    cut(value.to_string())
}

fn cut(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_first_difference_by_path_and_counts_all() {
        let recorded = json!({"b": [{"x": 1, "y": 2}, 3], "a": "one"});
        assert_eq!(difference(&recorded, &recorded), None);
        let asked = json!({"b": [{"x": 1, "y": 5}], "a": "one", "c": null});
        let found = difference(&recorded, &asked).expect("three");
        assert_eq!(
            (
                found.path.as_str(),
                found.recorded.as_str(),
                found.asked.as_str(),
                found.count
            ),
            ("b[0].y", "2", "5", 3)
        );
        let long = difference(&json!({"a": "é".repeat(500)}), &json!({})).expect("one");
        assert!(long.recorded.chars().count() <= SHOWN + 1 && long.asked == "nothing");
        let named = difference(&json!({"a".repeat(500): 1}), &json!({})).expect("one");
        assert!(named.path.chars().count() <= SHOWN + 1);
    }
}
