//! The JavaScript spelling of WIT names.
//!
//! Belongs here: the conversion of names with dashes. Does not: the names.

pub(crate) fn pascal(name: &str) -> String {
    name.split('-').map(upper).collect()
}

pub(crate) fn camel(name: &str) -> String {
    let (first, rest) = name.split_once('-').unwrap_or((name, ""));
    first.to_owned() + &pascal(rest)
}

fn upper(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
