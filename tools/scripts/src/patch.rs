//! Replacements in a text: each replaces one place, which its old text identifies.

use unity_tools::prelude::*;

/// One replacement.
#[input]
#[derive(Debug, Clone)]
pub(crate) struct Patch {
    /// The text to replace, with enough lines around it that it occurs once.
    pub(crate) old: String,
    /// The new text; empty to remove the old one.
    pub(crate) new: String,
    /// Replaces every occurrence.
    pub(crate) all: Option<bool>,
}

/// Applies all patches in order.
///
/// # Errors
/// An old text is empty, does not occur, or occurs more than once without `all`.
pub(crate) fn apply(text: &str, patches: &[Patch]) -> Result<String> {
    let mut text = text.to_owned();
    let crlf = text.contains("\r\n");
    for (index, patch) in patches.iter().enumerate() {
        let field = format!("patches[{index}].old");
        if patch.old.is_empty() {
            return Err(ToolError::violation(
                &field,
                "text that occurs in the source",
                &patch.old,
            ));
        }
        // Clients send lines without the carriage returns of the file.
        let lines = |part: &str| match crlf && !part.contains('\r') {
            true => part.replace('\n', "\r\n"),
            false => part.to_owned(),
        };
        let (old, new) = (lines(&patch.old), lines(&patch.new));
        match text.matches(&old).count() {
            0 => {
                return Err(
                    ToolError::violation(&field, "text that occurs in the source", &patch.old)
                        .hint("read the source with script_info; white space counts, and earlier patches were applied"),
                );
            }
            count if count == 1 || patch.all == Some(true) => {}
            count => {
                let right = format!("text that occurs once, not {count} times");
                return Err(ToolError::violation(&field, &right, &patch.old).hint("add lines around it, or set all"));
            }
        }
        text = text.replace(&old, &new);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(old: &str, new: &str) -> Patch {
        Patch {
            old: old.to_owned(),
            new: new.to_owned(),
            all: None,
        }
    }

    #[test]
    fn replaces_places_in_order() {
        let patches = [patch("a = 1", "a = 2"), patch("a = 2", "b = 3"), patch("end", "")];
        assert_eq!(apply("x\na = 1\nend", &patches).expect("fits"), "x\nb = 3\n");
    }

    #[test]
    fn keeps_line_ends_of_the_source() {
        let patched = apply("a\r\nb\r\nc\r\n", &[patch("a\nb\n", "x\ny\n")]).expect("fits");
        assert_eq!(patched, "x\r\ny\r\nc\r\n");
    }

    #[test]
    fn rejects_text_that_is_missing_or_ambiguous() {
        for (old, part) in [
            ("", "patches[0].old"),
            ("z", "occurs in the source"),
            ("a", "not 2 times"),
        ] {
            let error = apply("a a", &[patch(old, "b")]).expect_err(old);
            assert!(error.message.contains(part), "{error:?}");
        }
        let all = Patch {
            all: Some(true),
            ..patch("a", "b")
        };
        assert_eq!(apply("a a", &[all]).expect("fits"), "b b");
    }
}
