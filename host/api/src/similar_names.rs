//! Finds the known names that are most similar to a misspelt name, and formats a suggestion.
//!
//! Belongs here: names and paths that a user or a model wrote and that a known list does not contain. Does not: the
//! list itself.

use std::fmt::Display;

/// Maximum number of suggested names.
const MOST: usize = 3;
/// Maximum number of paths with a similar file name of which the whole path is compared, too; others are ignored.
const MOST_ALIKE: usize = 200;
/// Maximum bytes of a name or path; longer ones are not compared.
const LONGEST: usize = 512;

/// Returns the name in `known` that is most similar to `written`, as in `near_names`; `None` if no name is similar.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near_names(written, known).into_iter().next()
}

/// Returns up to three names in `known` that are most similar to `written`, best first. A name is similar if at most
/// about a third of the letters differ, or if one contains the other. It is also similar if `written` has the initials
/// of its words (`fov` for `fieldOfView`). Ignores case, `_` for `-`, the `m_` of a field and namespaces.
pub fn near_names<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = Wanted::new(plain(written));
    let rated = known.into_iter().filter_map(|name| {
        let distance = match wanted.is_initials_of(name) {
            true => Some(1),
            false => wanted.distance(&plain(name)),
        };
        distance.map(|distance| (distance, name))
    });
    best(rated.collect())
}

/// Returns up to three paths in `known` that are most similar to `written`, best first. Their last components must be
/// similar. If the last component of `written` has no extension, extensions are ignored.
pub fn near_paths<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let written = written.trim_end_matches('/').to_lowercase();
    let name = last(&written);
    let wanted = Wanted::new(name.to_owned());
    let mut alike: Vec<(usize, String, &str)> = Vec::new();
    for path in known.into_iter().filter(|path| path.len() <= LONGEST) {
        let lower = path.to_lowercase();
        let known_name = last(&lower);
        let stem = match (name.contains('.'), known_name.rsplit_once('.')) {
            (false, Some((stem, _))) => stem,
            _ => known_name,
        };
        if let Some(distance) = wanted.distance(stem) {
            alike.push((distance, lower, path));
        }
    }
    alike.sort_unstable_by_key(|(distance, _, path)| (*distance, *path));
    alike.truncate(MOST_ALIKE);
    let whole = alike
        .into_iter()
        .map(|(_, lower, path)| (strsim::osa_distance(&written, &lower), path));
    best(whole.collect())
}

fn best(mut rated: Vec<(usize, &str)>) -> Vec<&str> {
    rated.sort_unstable();
    rated.dedup();
    rated.into_iter().take(MOST).map(|(_, name)| name).collect()
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn plain(name: &str) -> String {
    short(name).to_lowercase().replace('_', "-")
}

fn short(name: &str) -> &str {
    let short = name.rsplit('.').next().unwrap_or(name);
    short.strip_prefix("m_").unwrap_or(short)
}

/// A misspelt name, converted to lower case without prefixes, to compare it with known names.
struct Wanted {
    text: String,
    letters: usize,
    /// Maximum number of letters that may differ in a similar name; names with more differences are not suggested.
    allowed: usize,
}

impl Wanted {
    fn new(text: String) -> Self {
        let letters = text.chars().count();
        Self {
            // Few letters of a short name may differ, or every name would be similar.
            allowed: if letters < 4 { 1 } else { (letters / 3).clamp(2, 4) },
            letters,
            text,
        }
    }

    /// Returns true if this text has the initials of the words of `known`. Fewer than three letters fit too many names.
    fn is_initials_of(&self, known: &str) -> bool {
        if self.letters < 3 || known.len() > LONGEST {
            return false;
        }
        let mut before = ' ';
        let firsts = short(known).chars().filter(|letter| {
            let is_first = letter.is_uppercase() || (letter.is_alphanumeric() && !before.is_alphanumeric());
            before = *letter;
            is_first
        });
        firsts.flat_map(char::to_lowercase).eq(self.text.chars())
    }

    /// Returns the edit distance to `known` in characters; `None` if the names are not similar.
    fn distance(&self, known: &str) -> Option<usize> {
        if self.letters == 0 || self.text.len() > LONGEST || known.len() > LONGEST {
            return None;
        }
        let letters = known.chars().count();
        let holds = (self.letters >= 3 && known.contains(&*self.text)) || (letters >= 3 && self.text.contains(known));
        if !holds && letters.abs_diff(self.letters) > self.allowed {
            return None;
        }
        let distance = strsim::osa_distance(&self.text, known);
        (holds || (distance <= self.allowed && distance < self.letters)).then_some(distance)
    }
}

/// Formats a suggestion such as "did you mean A or B?"; `None` if `names` is empty.
pub fn did_you_mean(names: impl IntoIterator<Item = impl Display>) -> Option<String> {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_nearest_name_for_typos_and_none_for_unrelated_text() {
        let known = ["allow-writes", "require-confirm", "listen", "token-file"];
        assert_eq!(nearest("allow_writes", known), Some("allow-writes"));
        assert_eq!(nearest("lisetn", known), Some("listen"));
        assert_eq!(nearest("tokenfile", known), Some("token-file"));
        assert_eq!(nearest("zebra", known), None);
    }

    #[test]
    fn finds_near_csharp_names_ignoring_case_and_prefixes() {
        let known = [
            "m_Intensity",
            "m_Range",
            "m_Color",
            "m_ColorTemperature",
            "UnityEngine.Rigidbody",
        ];
        let table: [(&str, &[&str]); 7] = [
            ("intensty", &["m_Intensity"]),
            ("Intensity", &["m_Intensity"]),
            ("colour", &["m_Color"]),
            ("temperature", &["m_ColorTemperature"]),
            ("Unityengine.RigidBdy", &["UnityEngine.Rigidbody"]),
            ("velocity", &[]),
            ("", &[]),
        ];
        for (written, expected) in table {
            assert_eq!(near_names(written, known), expected, "{written}");
        }
    }

    #[test]
    fn ranks_word_initials_before_names_that_contain_the_letters() {
        let known = ["fOVAxisMode", "fieldOfView", "field of view", "farClipPlane"];
        assert_eq!(
            near_names("fov", known),
            ["field of view", "fieldOfView", "fOVAxisMode"]
        );
        assert_eq!(near_names("FCP", known), ["farClipPlane"]);
        assert!(near_names("xyz", known).is_empty() && near_names("fo-", ["fieldOf"]).is_empty());
    }

    #[test]
    fn ranks_near_paths_by_similarity_of_their_names() {
        let known = [
            "/Level",
            "/Level/Door",
            "/Level/Doors",
            "/Other/Door",
            "/Yard/Gate/Door",
            "/Level/Door/Handle",
            "Assets/Scenes/Main.unity",
            "Assets/Scenes/MainMenu.unity",
        ];
        let table: [(&str, &[&str]); 8] = [
            ("/Level/Dor", &["/Level/Door", "/Other/Door", "/Yard/Gate/Door"]),
            ("/level/door", &["/Level/Door", "/Level/Doors", "/Other/Door"]),
            ("/Lvel", &["/Level"]),
            ("/Level/Door/Hanlde", &["/Level/Door/Handle"]),
            ("Assets/Scnes/Main.unity", &["Assets/Scenes/Main.unity"]),
            ("Assets/Scenes/Mian", &["Assets/Scenes/Main.unity"]),
            ("Menu", &["Assets/Scenes/MainMenu.unity"]),
            ("/Level/Window", &[]),
        ];
        for (written, expected) in table {
            assert_eq!(near_paths(written, known), expected, "{written}");
        }
        assert!(near_paths("", known).is_empty());
        assert!(near_paths(&"x".repeat(10_000), known).is_empty());
    }

    #[test]
    fn finds_path_with_wrong_folder_among_many_similar_paths() {
        let many: Vec<String> = (0..1_000).map(|number| format!("/Field/Cube ({number})")).collect();
        let known = many.iter().map(String::as_str).chain(["/Yard/Cube"]);
        assert_eq!(near_paths("/Garden/Cube", known).first(), Some(&"/Yard/Cube"));
    }
}
