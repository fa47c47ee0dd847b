//! Parsing of a string as JSON, for a field that does not accept the string itself.

use super::conversion::Converted;
use super::from_json::Converter;
use super::text_values::value_in_text;
use serde_json::Value;
use unity_fields::Kind;
use unity_yaml::Node;

impl Converter<'_> {
    /// Converts the value for a field of that kind. A string is parsed as JSON if the field does not accept the string
    /// itself.
    pub(crate) fn value(
        &mut self,
        path: &str,
        names: &str,
        kind: &Kind,
        current: Option<&Node<'_>>,
        json: &Value,
    ) -> Converted {
        let (targets, unchecked, notes, texts) = (
            self.targets.len(),
            self.unchecked.len(),
            self.notes.len(),
            self.texts.len(),
        );
        let given = self.given_value(path, names, kind, current, json);
        let (Err(_), true, Some(spelled)) = (&given, self.exact, value_in_text(json)) else {
            return given;
        };
        self.truncate_notes(targets, unchecked, notes, texts);
        self.texts.push(path, &spelled);
        let read = self.given_value(path, names, kind, current, &spelled);
        if read.is_err() {
            self.truncate_notes(targets, unchecked, notes, texts);
            return given;
        }
        read
    }

    /// Removes what a failed conversion recorded; the arguments are the lengths of the lists before it.
    fn truncate_notes(&mut self, targets: usize, unchecked: usize, notes: usize, texts: usize) {
        self.targets.truncate(targets);
        self.unchecked.truncate(unchecked);
        self.notes.truncate(notes);
        self.texts.truncate(texts);
    }
}
