//! Replaces private paths of this machine by placeholders in a recording.
//!
//! Belongs here: finding paths in recorded text, in every JSON spelling. Does not: which paths are private (`server`).

use std::path::{Component, Path};

/// Minimum number of components of a private path. A shorter path could be an object's path in a hierarchy.
const FEWEST_NAMES: usize = 2;
/// Maximum nesting of JSON texts in JSON texts in which private paths are replaced. Each level doubles the backslashes.
const NESTED: usize = 3;

/// The private paths in all their spellings, with their placeholders. Longer paths come first.
#[derive(Clone, Debug, Default)]
pub struct LeftOut(Vec<(String, &'static str)>);

impl LeftOut {
    /// Creates the replacement of each path in `places` by its placeholder, such as `<home>`.
    pub fn new<'a>(places: impl IntoIterator<Item = (&'a Path, &'static str)>) -> Self {
        let mut known: Vec<(String, &'static str)> = Vec::new();
        for (place, word) in places {
            let real = place.canonicalize().ok();
            for path in [Some(place), real.as_deref()].into_iter().flatten() {
                let names = path.components().filter(|part| matches!(part, Component::Normal(_)));
                if names.count() >= FEWEST_NAMES {
                    known.extend(spellings(path).map(|spelling| (spelling, word)));
                }
            }
        }
        known.sort_by(|one, other| other.0.len().cmp(&one.0.len()).then_with(|| one.0.cmp(&other.0)));
        known.dedup_by(|one, other| one.0 == other.0);
        Self(known)
    }

    /// Replaces private paths in a plain text, with the same result as in a recording of this text.
    pub(crate) fn redact_text(&self, text: &str) -> String {
        let json = serde_json::Value::from(text).to_string();
        serde_json::from_str(&self.redact_json(json)).unwrap_or_else(|_| text.to_owned())
    }

    pub(crate) fn redact_json(&self, text: String) -> String {
        self.0
            .iter()
            .fold(text, |text, (path, word)| match text.contains(path) {
                true => replace_path(&text, path, word),
                false => text,
            })
    }
}

/// Replaces the path `path` in `text` by `word`, but not at the start of a longer name: `/a/me` in `/a/meadow`.
fn replace_path(text: &str, path: &str, word: &str) -> String {
    let mut parts = text.split(path);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        whole.push_str(if goes_on(part) { path } else { word });
        whole.push_str(part);
    }
    whole
}

/// Returns true if the text `rest` after a path continues a file name. Leading dots, which may end a sentence, do not.
fn goes_on(rest: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
    let rest = rest.trim_start_matches('.');
    rest.starts_with(is_of_name)
}

/// Returns the spellings of a path: with `\` as it is or as `/`, each also escaped for JSON up to `NESTED` times.
fn spellings(path: &Path) -> impl Iterator<Item = String> {
    let plain = path.display().to_string();
    // A path with and without a trailing slash counts as equal.
    let plain = plain.trim_end_matches(['/', '\\']).to_owned();
    let turned = plain.replace('\\', "/");
    [plain, turned]
        .into_iter()
        .flat_map(|spelling| std::iter::successors(Some(spelling), |before| Some(in_json(before))).take(1 + NESTED))
}

fn in_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted
        .get(1..quoted.len().saturating_sub(1))
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redacts_quoted_paths_and_matches_the_longest_first() {
        let (home, data) = (Path::new("/people/ann"), Path::new("/people/ann/.local/data"));
        let left_out = LeftOut::new([(home, "<home>"), (data, "<data>")]);
        let text = r#"{"a":"/people/ann/.local/data/x","b":"{\"c\":\"/people/ann/y\"}","d":"/people/bob"}"#;
        assert_eq!(
            left_out.redact_json(text.to_owned()),
            r#"{"a":"<data>/x","b":"{\"c\":\"<home>/y\"}","d":"/people/bob"}"#
        );
        let odd = Path::new("/people/an\"n\\e");
        let left_out = LeftOut::new([(odd, "<home>")]);
        let once = serde_json::json!({ "path": "/people/an\"n\\e/x" }).to_string();
        let twice = serde_json::json!({ "text": once }).to_string();
        for text in [once, twice] {
            let written = left_out.redact_json(text.clone());
            assert!(
                written.contains("<home>/x") && !written.contains("/people/"),
                "{text}: {written}"
            );
        }
    }

    #[test]
    fn does_not_redact_folders_that_only_share_a_prefix() {
        let left_out = LeftOut::new([(Path::new("/people/me/"), "<home>")]);
        for other in [
            "/people/meadow/x",
            "/people/me-too",
            "/people/me_2/x",
            "/people/me.old/x",
            "/people/meé",
        ] {
            let text = format!("{{\"a\":\"{other}\"}}");
            assert_eq!(left_out.redact_json(text.clone()), text);
        }
        for (text, expected) in [
            (r#"["/people/me","/people/me/x"]"#, r#"["<home>","<home>/x"]"#),
            (
                r#"["at /people/me: no","in /people/me."]"#,
                r#"["at <home>: no","in <home>."]"#,
            ),
            (r#"["/people/me\\x","/people/me\n"]"#, r#"["<home>\\x","<home>\n"]"#),
            (r#"["/people/meadow:/people/me"]"#, r#"["/people/meadow:<home>"]"#),
        ] {
            assert_eq!(left_out.redact_json(text.to_owned()), expected);
        }
    }

    #[test]
    fn keeps_text_that_could_be_an_object_path() {
        let left_out = LeftOut::new([(Path::new("/World"), "<home>"), (Path::new("/"), "<home>")]);
        assert_eq!(left_out.redact_json("\"/World/Lamp\"".to_owned()), "\"/World/Lamp\"");
    }
}
