//! Derives tool names from the names of Rust types.
//!
//! Belongs here: the conversion from CamelCase to snake_case without suffixes such as `Command`.

use std::any::type_name;

const SUFFIXES: [&str; 3] = ["Command", "Tool", "Resource"];

/// Returns the tool name derived from the name of type `T`: `TakeScreenshotCommand` gives `take_screenshot`.
pub fn infer<T: ?Sized>() -> String {
    let full = type_name::<T>();
    let bare = full.split('<').next().unwrap_or(full);
    snake_case(strip_suffix(bare.rsplit("::").next().unwrap_or(bare)))
}

/// Removes a suffix such as `Tool` or `Command` from a type name, unless the name would be empty without it.
fn strip_suffix(name: &str) -> &str {
    SUFFIXES
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix).filter(|rest| !rest.is_empty()))
        .unwrap_or(name)
}

/// Converts a name to snake_case: `GetHTTPState` becomes `get_http_state`. A word starts at a capital letter after a
/// small letter or digit, and at the last capital letter of a sequence if a small letter follows.
///
/// ```
/// assert_eq!(unity_tools::name::snake_case("TakeScreenshot"), "take_screenshot");
/// ```
pub fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (at, letter) in letters.iter().enumerate() {
        if letter.is_uppercase() && at > 0 {
            let before = letters[at - 1];
            let after_is_small = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
            let word_starts = before.is_lowercase() || before.is_numeric() || (before.is_uppercase() && after_is_small);
            if word_starts {
                out.push('_');
            }
        }
        out.extend(letter.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{infer, snake_case};

    struct TakeScreenshotCommand;
    struct ListScenes;
    struct Tool;
    struct Of<T>(std::marker::PhantomData<T>);

    #[test]
    fn infers_tool_name_without_kind_suffix() {
        assert_eq!(infer::<TakeScreenshotCommand>(), "take_screenshot");
        assert_eq!(infer::<ListScenes>(), "list_scenes");
        assert_eq!(infer::<Tool>(), "tool");
        assert_eq!(infer::<Of<Vec<u8>>>(), "of");
    }

    #[test]
    fn splits_camel_case_at_words_not_every_capital() {
        for (camel, snake) in [
            ("GetHTTPState", "get_http_state"),
            ("HTTP", "http"),
            ("already_snake", "already_snake"),
            ("Vector3ToText", "vector3_to_text"),
            ("", ""),
        ] {
            assert_eq!(snake_case(camel), snake, "{camel}");
        }
    }
}
