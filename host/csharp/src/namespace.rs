//! Finds the namespace of a class by scanning words and braces. Opening a scene waits for the names of all its scripts,
//! and a scan is much faster than parsing. `parse` reads complete declarations.

use crate::lexis::passed_over;

/// Returns the namespace of the class, struct or record with this name; `None` if it is global or does not exist.
pub fn namespace_of(source: &str, class: &str) -> Option<String> {
    // Open namespaces with the brace level at which they were opened; a file-scoped namespace stays open.
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut level = 0_usize;
    let mut pending: Option<String> = None;
    let mut previous = "";
    for word in (Words { rest: source }) {
        match word {
            "{" => {
                if let Some(name) = pending.take() {
                    open.push((name, level));
                }
                level += 1;
            }
            "}" => {
                level = level.saturating_sub(1);
                if open.last().is_some_and(|(_, at)| *at == level) {
                    open.pop();
                }
            }
            ";" => {
                if let Some(name) = pending.take() {
                    open.push((name, usize::MAX));
                }
            }
            "namespace" => pending = Some(String::new()),
            _ if pending.is_some() => {
                if let Some(name) = &mut pending {
                    name.push_str(word);
                }
            }
            _ if word == class && matches!(previous, "class" | "struct" | "record") => {
                let names: Vec<&str> = open.iter().map(|(name, _)| name.as_str()).collect();
                return (!names.is_empty()).then(|| names.join("."));
            }
            _ => {}
        }
        previous = word;
    }
    None
}

/// An iterator over the identifiers (with their dots), braces and semicolons of a source. It skips everything else.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let rest = self.rest;
            let first = rest.chars().next()?;
            let passed = passed_over(rest.as_bytes());
            if passed > 0 {
                self.rest = rest.get(passed..).unwrap_or_default();
            } else if first == '#' {
                self.rest = rest.find('\n').and_then(|at| rest.get(at..)).unwrap_or_default();
            } else if matches!(first, '{' | '}' | ';') {
                let (word, rest) = rest.split_at(1);
                self.rest = rest;
                return Some(word);
            } else if first.is_alphabetic() || first == '_' {
                let end = rest
                    .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
                    .unwrap_or(rest.len());
                let (word, rest) = rest.split_at(end);
                self.rest = rest;
                return Some(word);
            } else {
                self.rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::namespace_of;

    #[test]
    fn reads_namespace_of_a_type_from_source() {
        let table = [
            ("public class Player : MonoBehaviour {}", None),
            ("namespace A.B { public class Player {} }", Some("A.B")),
            ("namespace A.B;\n\nclass Player {}", Some("A.B")),
            ("namespace A { namespace B { struct Player {} } }", Some("A.B")),
            ("namespace A { class Other {} }\nclass Player {}", None),
            (
                "// namespace X {\n/* namespace Y { */ namespace Z { class Player {} }",
                Some("Z"),
            ),
            (
                "namespace A { class Q { string s = \"}\"; char c = '}'; } class Player {} }",
                Some("A"),
            ),
            (
                "using A;\n#if X\n#endif\nnamespace ゲーム { class Player {} }",
                Some("ゲーム"),
            ),
            ("namespace A { class PlayerBase {} }", None),
            ("namespace A { class \"Player", None),
        ];
        for (source, expected) in table {
            assert_eq!(namespace_of(source, "Player").as_deref(), expected, "{source}");
        }
    }
}
