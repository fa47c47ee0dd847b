//! Finds the syntax errors of one source, also in method bodies. The parser recovers after an error, so the first errors
//! are the useful ones.

use crate::conditional::{Selection, Symbols, select};
use crate::parse::{MAX_SOURCE_BYTES, parse_tree};
use tree_sitter::Node;

/// Maximum number of errors that a check returns.
const MOST: usize = 10;

/// Maximum number of characters of the source that an error quotes.
const QUOTED: usize = 40;

/// A place in a source at which the text breaks the grammar of C#.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Line in the source, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The missing token, such as `` `;` is missing ``, or the text that does not fit.
    pub message: String,
}

/// Returns the first syntax errors of a source, at most 10, in their order. The code in `#if` counts as it is active: a
/// source has errors only if it has them with all unknown symbols defined, and also with all of them undefined.
///
/// Returns no errors for a source that is too large or too complex to be parsed. `keep_going` is as in
/// [`parse_source_while`](crate::parse_source_while).
pub fn syntax_errors(source: &str, symbols: &Symbols, keep_going: &mut dyn FnMut() -> bool) -> Vec<SyntaxError> {
    if source.len() > MAX_SOURCE_BYTES {
        return Vec::new();
    }
    let with = select(source, symbols, true);
    let first = errors_of(&with, source, keep_going);
    if first.is_empty() {
        return first;
    }
    let without = select(source, symbols, false);
    if without.text == with.text {
        return first;
    }
    let second = errors_of(&without, source, keep_going);
    if second.len() < first.len() { second } else { first }
}

fn errors_of(selection: &Selection, source: &str, keep_going: &mut dyn FnMut() -> bool) -> Vec<SyntaxError> {
    let Some(tree) = parse_tree(selection.text.as_bytes(), keep_going) else {
        return Vec::new();
    };
    let mut errors = Vec::new();
    let mut cursor = tree.walk();
    // Nodes without an error below them are skipped, so the walk visits only the paths to errors.
    loop {
        let node = cursor.node();
        let is_error = node.is_error() || node.is_missing();
        if is_error {
            errors.push(error_at(node, source));
            if errors.len() == MOST {
                return errors;
            }
        }
        if !is_error && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors;
            }
        }
    }
}

fn error_at(node: Node<'_>, source: &str) -> SyntaxError {
    let open = unclosed_bracket(node);
    let at = open.map_or(node.start_position(), |open| open.start_position());
    let line = source.lines().nth(at.row).unwrap_or_default();
    let before = line.get(..at.column).unwrap_or(line);
    let message = if let Some(open) = open {
        format!("`{}` is never closed", open.kind())
    } else if node.is_missing() {
        format!("`{}` is missing", node.kind())
    } else {
        let text = source.get(node.byte_range()).unwrap_or_default();
        let first = text.lines().next().unwrap_or_default().trim();
        let quoted: String = first.chars().take(QUOTED).collect();
        match quoted.as_str() {
            "" => "the text ends too early".to_owned(),
            quoted => format!("`{quoted}` does not fit here"),
        }
    };
    SyntaxError {
        line: at.row + 1,
        column: before.chars().count() + 1,
        message,
    }
}

/// Returns the last bracket in an error that has no counterpart. The error of an unclosed block is the whole source.
fn unclosed_bracket(error: Node<'_>) -> Option<Node<'_>> {
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut cursor = error.walk();
    loop {
        let node = cursor.node();
        match node.kind() {
            "{" | "(" | "[" if !node.is_missing() => open.push(node),
            "}" | ")" | "]" if !node.is_missing() => _ = open.pop(),
            _ => {}
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() || cursor.node() == error {
                return open.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(source: &str) -> Vec<(usize, usize)> {
        let found = syntax_errors(source, &Symbols::default(), &mut || true);
        found.iter().map(|error| (error.line, error.column)).collect()
    }

    #[test]
    fn accepts_correct_sources() {
        for source in [
            "",
            "using UnityEngine;\nclass A : MonoBehaviour { void Update() { if (a) { b(); } } }\n",
            "class A { string s = $\"{x,3:F2}\"; var t = @\"a\"\"b\"; int? n = null; void M() => _ = n ?? 1; }",
            "namespace N;\nrecord P(int X, int Y);\n",
            "#if UNITY_EDITOR\nclass A { }\n#else\nclass B { }\n#endif\n",
            "class A\n#if X\n : B\n#endif\n{ }\n",
        ] {
            assert_eq!(errors(source), [], "{source}");
        }
    }

    #[test]
    fn reports_line_and_column_of_errors() {
        for (source, line) in [
            ("class A {\n  void M() {\n    int x = 1\n  }\n}\n", 3),
            ("class A {\n  void M() {\n    foo(;\n  }\n}\n", 3),
            ("class A {\n  void M() {\n", 2),
            ("class A { }\n}\n", 2),
        ] {
            let found = errors(source);
            let first = found.first().unwrap_or_else(|| panic!("no error in {source}"));
            assert!(first.0.abs_diff(line) <= 1, "{source}: {found:?}");
        }
    }

    #[test]
    fn bounds_the_number_of_errors() {
        let source = "class A { void M() { foo(;\n } }\n".repeat(200);
        assert!(errors(&source).len() <= MOST);
    }
}
