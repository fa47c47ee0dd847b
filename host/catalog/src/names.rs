//! Tool names: checks the allowed characters, and creates the portable spelling that every client accepts.

/// The maximum length of a tool, prompt or bundle name, in bytes; several clients reject longer names.
pub(crate) const MAX_NAME: usize = 64;

/// Returns the reason why a tool name cannot be served; `None` if it can.
pub(crate) fn tool_name_problem(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a tool name may not be empty".to_owned());
    }
    if name.len() > MAX_NAME {
        return Some(format!(
            "tool name `{name}` is {} bytes long, at most {MAX_NAME} are allowed",
            name.len()
        ));
    }
    let wrong = name
        .chars()
        .find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')))?;
    Some(format!(
        "tool name `{name}` contains `{}`; allowed are A-Z a-z 0-9 _ - .",
        wrong.escape_debug()
    ))
}

/// Returns the tool name for clients that accept only `[A-Za-z0-9_-]{1,64}`: dots become underscores.
pub(crate) fn portable(name: &str) -> String {
    name.replace('.', "_")
}

/// Returns the portable name in lower case, as a key: tool names with the same key mean the same tool.
pub(crate) fn key(name: &str) -> String {
    let mut key = portable(name);
    key.make_ascii_lowercase();
    key
}

/// Returns a key that is equal for two names that a client may show as one name. Some clients write `_` for every
/// character that a function name of their language or model interface cannot have (`.`, `-`); some ignore case. The
/// host never serves two names with the same key together.
pub(crate) fn folded(name: &str) -> String {
    key(name).replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn explains_invalid_characters_and_lengths_of_tool_names() {
        assert_eq!(tool_name_problem("scene.hierarchy.dump"), None);
        assert_eq!(tool_name_problem(&"a".repeat(64)), None);
        for (name, word) in [("", "empty"), ("a b", "` `"), ("größe", "`ö`"), ("a/b", "`/`")] {
            assert!(tool_name_problem(name).expect(name).contains(word));
        }
        assert!(tool_name_problem(&"a".repeat(65)).expect("too long").contains("65"));
    }

    proptest! {
        #[test]
        fn portable_form_of_valid_name_keeps_its_length_and_key(name in "[A-Za-z0-9_.-]{1,64}") {
            prop_assert_eq!(tool_name_problem(&name), None);
            let portable = portable(&name);
            prop_assert_eq!(portable.len(), name.len());
            prop_assert!(portable.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-'));
            prop_assert_eq!(key(&portable), key(&name));
            prop_assert_eq!(folded(&portable.replace('-', "_")), folded(&name));
        }
    }
}
