//! Finds addresses in the text of UI files, in attributes of tags and in functions of styles; comments are skipped.

use super::UiReference;
use super::address::Address;

/// Names of the XML attributes that refer to an asset in every element; those in `MAYBE` do so only in some elements.
const SURE: [&str; 1] = ["src"];
const MAYBE: [&str; 1] = ["source"];

/// Elements whose attribute `path` refers to an asset in a `Resources` folder.
const BY_RESOURCE: [&str; 2] = ["Style", "Template"];

/// Returns the references in a UXML document; `file` is its asset path.
pub(super) fn document(file: &str, text: &str) -> Vec<UiReference> {
    let mut found = Vec::new();
    let mut lines = Lines::new(text);
    let mut at = 0;
    while let Some(open) = find(text, at, "<") {
        if text.get(open..).is_some_and(|rest| rest.starts_with("<!--")) {
            at = find(text, open, "-->").map_or(text.len(), |end| end + 3);
            continue;
        }
        at = tag(file, text, open + 1, &mut lines, &mut found);
    }
    found
}

/// Adds the references in the tag that begins at byte `at`; returns the byte position after the tag.
fn tag(file: &str, text: &str, mut at: usize, lines: &mut Lines<'_>, found: &mut Vec<UiReference>) -> usize {
    let is_name = |letter: char| letter.is_alphanumeric() || "_-:.".contains(letter);
    let name_from = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    };
    let element = name_from(at);
    at += element.len();
    let local = element.rsplit([':', '.']).next().unwrap_or(element);
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match first {
            '>' => return at + 1,
            // A tag that is not closed ends where the next one begins.
            '<' => return at,
            letter if is_name(letter) => {
                let name = name_from(at);
                at += name.len();
                let rest = text.get(at..).unwrap_or_default();
                let Some(value) = rest.trim_start().strip_prefix('=').map(str::trim_start) else {
                    continue;
                };
                at = text.len() - value.len();
                let Some(quote) = value.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else {
                    continue;
                };
                at += 1;
                let end = find(text, at, if quote == '"' { "\"" } else { "'" }).unwrap_or(text.len());
                let value = decode_escapes(text.get(at..end).unwrap_or_default());
                attribute(file, local, name, &value, lines.line_at(at), found);
                at = (end + 1).min(text.len());
            }
            other => at += other.len_utf8(),
        }
    }
    text.len()
}

fn attribute(file: &str, element: &str, name: &str, value: &str, line: u32, found: &mut Vec<UiReference>) {
    if name == "style" {
        found.extend(style(file, value, line));
        return;
    }
    let form = |forms: &[&'static str]| forms.iter().copied().find(|form| *form == name);
    let reference = if let Some(form) = form(&SURE) {
        Address::read(value, file).map(|to| (form, to, true))
    } else if let Some(form) = form(&MAYBE) {
        Address::read(value, file).map(|to| (form, to, false))
    } else if name == "path" && BY_RESOURCE.contains(&element) {
        Address::resource(value).map(|to| ("path", to, true))
    } else if value.starts_with("project:") {
        // In an element of the project's own code, an attribute with this prefix refers to an asset.
        Address::read(value, file).map(|to| ("attribute", to, true))
    } else {
        None
    };
    found.extend(reference.map(|(form, to, is_sure)| UiReference {
        line,
        form,
        to,
        is_sure,
    }));
}

/// Returns the references in a style sheet or inline style; `first_line` is the number of its first line.
pub(super) fn style(file: &str, text: &str, first_line: u32) -> Vec<UiReference> {
    let mut found = Vec::new();
    let mut lines = Lines::new(text);
    let mut at = 0;
    let mut is_import = false;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let line = first_line + lines.line_at(at) - 1;
        let mut put = |form: &'static str, to: Option<Address>| {
            found.extend(to.map(|to| UiReference {
                line,
                form,
                to,
                is_sure: true,
            }));
        };
        let first = rest.chars().next().unwrap_or_default();
        if rest.starts_with("/*") {
            at = find(text, at + 2, "*/").map_or(text.len(), |end| end + 2);
        } else if let Some(import) = word(rest, "@import") {
            is_import = true;
            at = text.len() - import.len();
        } else if let Some(inside) = function(rest, "url") {
            let (value, length) = argument(inside);
            put(if is_import { "@import" } else { "url" }, Address::read(&value, file));
            at = text.len() - inside.len() + length;
        } else if let Some(inside) = function(rest, "resource") {
            let (value, length) = argument(inside);
            put("resource", Address::resource(&value));
            at = text.len() - inside.len() + length;
        } else if matches!(first, '"' | '\'') {
            let (value, length) = read_quoted(rest);
            if is_import {
                put("@import", Address::read(&value, file));
            }
            at += length;
        } else if first.is_alphanumeric() || matches!(first, '_' | '-' | '@') {
            // The name must match as a whole, so that `my-url(` is not `url(`.
            let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
            let rest = rest.get(first.len_utf8()..).unwrap_or_default();
            let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
            at += first.len_utf8() + end;
        } else {
            is_import &= first != ';';
            at += first.len_utf8();
        }
    }
    found
}

fn word<'a>(rest: &'a str, word: &str) -> Option<&'a str> {
    let start = rest.get(..word.len())?;
    start.eq_ignore_ascii_case(word).then(|| rest.get(word.len()..))?
}

fn function<'a>(rest: &'a str, name: &str) -> Option<&'a str> {
    word(rest, name)?.trim_start().strip_prefix('(')
}

/// Returns the argument at the start of `inside`, the text after `url(` or similar, without quotes, and its length.
fn argument(inside: &str) -> (String, usize) {
    let start = inside.len() - inside.trim_start().len();
    let value = inside.trim_start();
    if value.starts_with(['"', '\'']) {
        let (value, length) = read_quoted(value);
        return (value, start + length);
    }
    let end = inside.find([')', ';', '\n']).unwrap_or(inside.len());
    (inside.get(..end).unwrap_or_default().trim().to_owned(), end)
}

/// Returns the quoted text at the start of `rest`, and its length with quotes. A line end can replace the end quote.
fn read_quoted(rest: &str) -> (String, usize) {
    let mut letters = rest.char_indices();
    let quote = letters.next().map_or('"', |(_, quote)| quote);
    let mut value = String::new();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            '\n' => return (value, at),
            letter if letter == quote => return (value, at + 1),
            letter => value.push(letter),
        }
    }
    (value, rest.len())
}

/// Replaces the XML escapes such as `&amp;` in the value of an attribute by their characters.
fn decode_escapes(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let known = after.split_once(';').filter(|(name, _)| name.len() <= 8);
        match known.and_then(|(name, behind)| Some((letter(name)?, behind))) {
            Some((letter, behind)) => {
                text.push(letter);
                rest = behind;
            }
            None => {
                text.push('&');
                rest = after;
            }
        }
    }
    text + rest
}

fn letter(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "apos" => '\'',
        "quot" => '"',
        "lt" => '<',
        "gt" => '>',
        code => {
            let code = code.strip_prefix('#')?;
            let number = match code.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => code.parse().ok()?,
            };
            char::from_u32(number)?
        }
    })
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|at| from + at)
}

/// Converts byte positions to line numbers; the positions must be in increasing order.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn line_at(&mut self, at: usize) -> u32 {
        let passed = self.text.as_bytes().get(self.at..at).unwrap_or_default();
        let more = memchr::memchr_iter(b'\n', passed).count();
        self.line = self.line.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
        self.at = self.at.max(at);
        self.line
    }
}
