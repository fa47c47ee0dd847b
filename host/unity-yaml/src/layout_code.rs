//! Conversion of a layout to a short ASCII text and back, for programs that store a layout in a file.

use super::form::{Form, Layout};
use super::problem::MAX_DEPTH;
use std::fmt::Write;

impl Layout {
    /// Encodes the layout as text: one letter for each YAML value, and after the letter of a mapping or list the number
    /// of its members.
    pub fn to_code(&self) -> String {
        let mut code = String::new();
        write(&self.0, &mut code);
        code
    }

    /// Parses the text that `to_code` returned; `None` if the text is not valid.
    pub fn from_code(code: &str) -> Option<Self> {
        let mut rest = code;
        let form = read(&mut rest, 0)?;
        rest.is_empty().then_some(Self(form))
    }
}

fn write(form: &Form, code: &mut String) {
    let (letter, parts) = match form {
        Form::Text => ('t', None),
        Form::Flow => ('f', None),
        Form::Empty => ('e', None),
        Form::Map(parts) => ('m', Some(parts)),
        Form::List(parts) => ('l', Some(parts)),
    };
    code.push(letter);
    if let Some(parts) = parts {
        // Writing into a String cannot fail.
        let _ = write!(code, "{}:", parts.len());
        parts.iter().for_each(|part| write(part, code));
    }
}

fn read(rest: &mut &str, depth: usize) -> Option<Form> {
    let letter = rest.chars().next()?;
    *rest = rest.get(letter.len_utf8()..)?;
    let is_map = match letter {
        't' => return Some(Form::Text),
        'f' => return Some(Form::Flow),
        'e' => return Some(Form::Empty),
        'm' => true,
        'l' => false,
        _ => return None,
    };
    if depth > MAX_DEPTH {
        return None;
    }
    let (count, behind) = rest.split_once(':')?;
    *rest = behind;
    let count: usize = count.parse().ok()?;
    // Each part takes at least one letter, so this limits the reserved memory for a wrong number.
    if count > rest.len() {
        return None;
    }
    let parts: Option<Vec<Form>> = (0..count).map(|_| read(rest, depth + 1)).collect();
    parts.map(if is_map { Form::Map } else { Form::List })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_layout_code() {
        let layout = Layout(Form::Map(vec![
            Form::Text,
            Form::List(vec![Form::Flow, Form::Empty, Form::Map(Vec::new())]),
        ]));
        assert_eq!(layout.to_code(), "m2:tl3:fem0:");
        assert_eq!(Layout::from_code("m2:tl3:fem0:"), Some(layout));
    }

    #[test]
    fn rejects_text_that_is_no_layout() {
        for wrong in [
            "",
            "x",
            "m",
            "m:",
            "m1:",
            "m2:t",
            "tt",
            "m99999999999999999999:t",
            "l-1:",
            "é",
        ] {
            assert_eq!(Layout::from_code(wrong), None, "{wrong:?}");
        }
        assert_eq!(Layout::from_code(&"l1:".repeat(100_000)), None);
    }
}
