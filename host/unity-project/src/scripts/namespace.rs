//! The namespace of a class in C# source, by a scan over words and braces: no parser, comments and texts skipped.

/// The namespace that holds `class NAME` (or struct, record); `None` for the global one or where there is no such class.
pub(super) fn of_class(source: &str, class: &str) -> Option<String> {
    // Open namespaces with the brace level that they were opened at; a file-scoped one stays open.
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

/// Identifiers (with their dots), braces and semicolons; everything else is passed over.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let rest = self.rest;
            let first = rest.chars().next()?;
            if let Some(comment) = rest.strip_prefix("//") {
                self.rest = comment.find('\n').and_then(|at| comment.get(at..)).unwrap_or_default();
            } else if let Some(comment) = rest.strip_prefix("/*") {
                self.rest = after(comment, "*/");
            } else if first == '#' {
                self.rest = rest.find('\n').and_then(|at| rest.get(at..)).unwrap_or_default();
            } else if let Some(text) = rest.strip_prefix("@\"") {
                self.rest = after(text, "\"");
            } else if first == '"' || first == '\'' {
                self.rest = after_quoted(rest, first);
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

fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

/// Behind a text or character literal; one that stays open ends with its line.
fn after_quoted(text: &str, quote: char) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return text.get(at..).unwrap_or_default(),
            _ if c == quote => return text.get(at + 1..).unwrap_or_default(),
            _ => {}
        }
    }
    ""
}
