//! Writes scalars: plain, in single quotes, or in double quotes. Breaks long texts at a space after column 80.

use super::{Emitter, WIDTH};

/// The properties of a text that determine whether YAML needs quotes around it.
#[derive(Default)]
struct Facts {
    flow_indicators: bool,
    block_indicators: bool,
    /// True if the text contains characters that need an escape.
    special: bool,
    line_breaks: bool,
    /// True if the text begins or ends with white space.
    open_ended: bool,
    /// True if the text contains a space directly after a line break.
    break_space: bool,
    /// True if the text contains a space directly before a line break.
    space_break: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Single,
    Double,
}

impl Emitter {
    /// Writes the text of a key or value, with quotes if YAML needs them. Continuation lines are at column `indent`.
    pub(super) fn scalar(&mut self, text: &str, in_flow: bool, is_key: bool, indent: usize) {
        let style = match style(text, in_flow, is_key) {
            Style::Plain if self.quotes_path(text, in_flow || is_key) => Style::Single,
            style => style,
        };
        self.is_certain &= is_certain(text) && !(in_flow && text.contains(is_break));
        if !self.is_blank {
            self.push(' ');
        }
        let folds = !is_key;
        self.before_breaks = 0;
        match style {
            Style::Plain => self.plain(text, folds, indent),
            Style::Single => self.push_single_quoted(text, folds, indent),
            Style::Double => self.double(text, folds, indent),
        }
        self.is_blank = false;
        self.is_indented = false;
    }

    fn quotes_path(&self, text: &str, is_other: bool) -> bool {
        self.style.quoted_paths && self.is_path && !is_other && text.contains('[')
    }

    fn plain(&mut self, text: &str, folds: bool, indent: usize) {
        let mut after_space = false;
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            let may_fold = folds && !after_space && self.is_full() && signs.peek() != Some(&' ');
            self.text_or_fold(sign, may_fold, indent);
            after_space = sign == ' ';
        }
    }

    fn push_single_quoted(&mut self, text: &str, folds: bool, indent: usize) {
        self.push('\'');
        self.is_indented = false;
        let (mut after_space, mut after_break, mut at_start) = (false, false, true);
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            if is_break(sign) {
                if !after_break && sign == '\n' {
                    self.text_break();
                }
                self.text_break();
                after_break = true;
            } else {
                if after_break && sign != ' ' {
                    self.new_line(indent);
                }
                if sign == '\'' {
                    self.push('\'');
                }
                let next = signs.peek();
                let may_fold = folds && !after_space && !at_start && self.is_full();
                let may_fold = may_fold && next.is_some_and(|next| *next != ' ');
                self.text_or_fold(sign, may_fold, indent);
                after_break = after_break && sign == ' ';
                after_space = sign == ' ';
            }
            at_start = false;
        }
        self.push('\'');
    }

    fn double(&mut self, text: &str, folds: bool, indent: usize) {
        self.push('"');
        self.is_indented = false;
        let (mut after_space, mut at_start) = (false, true);
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            if needs_escape(sign) {
                self.escape(sign);
                after_space = false;
            } else if sign == ' ' {
                let next = signs.peek().copied();
                if folds && !after_space && !at_start && self.is_full() && next.is_some() {
                    self.fold(indent);
                    if next == Some(' ') {
                        self.push('\\');
                    }
                } else {
                    self.push(' ');
                }
                after_space = true;
            } else {
                self.push(sign);
                self.is_indented = false;
                after_space = false;
            }
            at_start = false;
        }
        self.push('"');
    }

    fn text_break(&mut self) {
        self.before_breaks += self.column + 1;
        self.line_break();
    }

    fn fold(&mut self, indent: usize) {
        self.before_breaks = 0;
        self.new_line(indent);
    }

    fn text_or_fold(&mut self, sign: char, may_fold: bool, indent: usize) {
        if sign == ' ' && may_fold {
            self.fold(indent);
            return;
        }
        self.push(sign);
        self.is_blank = false;
        self.is_indented &= sign == ' ';
    }

    /// True if the written line has reached its maximum width. Line breaks inside the text do not reset the count.
    fn is_full(&self) -> bool {
        self.column + self.before_breaks >= WIDTH
    }

    fn escape(&mut self, sign: char) {
        self.push('\\');
        let short = match sign {
            '\0' => '0',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '\r' => 'r',
            '\u{1b}' => 'e',
            '"' => '"',
            '\\' => '\\',
            '\u{85}' => 'N',
            '\u{a0}' => '_',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            _ => {
                let code = u32::from(sign);
                let digits = match code {
                    0..=0xff => format!("x{code:02X}"),
                    0x100..=0xffff => format!("u{code:04X}"),
                    _ => format!("U{code:08X}"),
                };
                digits.chars().for_each(|digit| self.push(digit));
                return;
            }
        };
        self.push(short);
    }
}

/// True if the spelling that Unity uses for the text is known. It is unknown for texts that begin with YAML's document
/// end mark, because no examined file contains one. Files do contain texts that begin with `---` (`m_Name: ---`), and
/// one escape for a character of two UTF-16 units (`"\U0001F633"`, Unity 2021.3).
fn is_certain(text: &str) -> bool {
    let rest = text.strip_prefix("...");
    rest.is_none_or(|rest| rest.chars().next().is_some_and(|sign| !is_blank(sign)))
}

fn style(text: &str, in_flow: bool, is_key: bool) -> Style {
    let facts = Facts::from_text(text);
    if facts.space_break || facts.special || facts.break_space || (is_key && facts.line_breaks) {
        return Style::Double;
    }
    let indicators = if in_flow {
        facts.flow_indicators
    } else {
        facts.block_indicators
    };
    if indicators || facts.line_breaks || facts.open_ended {
        return Style::Single;
    }
    Style::Plain
}

impl Facts {
    fn from_text(text: &str) -> Self {
        let mut facts = Self::default();
        let mut before = None;
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            let next = signs.peek().copied();
            let blank_next = next.is_none_or(is_blank);
            facts.indicate(sign, before, blank_next);
            facts.special |= is_special(sign);
            facts.line_breaks |= is_break(sign);
            let at_end = before.is_none() || next.is_none();
            facts.open_ended |= at_end && (sign == ' ' || is_break(sign));
            facts.break_space |= sign == ' ' && before.is_some_and(is_break);
            facts.space_break |= is_break(sign) && before == Some(' ');
            before = Some(sign);
        }
        facts
    }

    fn indicate(&mut self, sign: char, before: Option<char>, blank_next: bool) {
        match (sign, before) {
            ('#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`', None) => {
                self.indicators();
            }
            ('-', None) if blank_next => self.indicators(),
            ('?' | ':', None) | (':', Some(_)) => {
                self.flow_indicators = true;
                self.block_indicators |= blank_next;
            }
            (',' | '?' | '[' | ']' | '{' | '}', Some(_)) => self.flow_indicators = true,
            _ => {}
        }
    }

    fn indicators(&mut self) {
        self.flow_indicators = true;
        self.block_indicators = true;
    }
}

fn is_break(sign: char) -> bool {
    matches!(sign, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn is_blank(sign: char) -> bool {
    matches!(sign, ' ' | '\t') || is_break(sign)
}

/// True if the character needs an escape: every character except printable ASCII and the line feed.
fn is_special(sign: char) -> bool {
    !matches!(sign, '\n' | ' '..='~')
}

fn needs_escape(sign: char) -> bool {
    is_special(sign) || matches!(sign, '\n' | '"' | '\\')
}
