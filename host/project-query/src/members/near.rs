//! Hints for names that do not exist.

use super::rules::is_worth_naming;
use crate::values::named::first_of;
use crate::values::spelled::{both, serialized};
use host_api::near::{did_you_mean, near};

/// A hint with the names that are similar to `wanted`.
pub(crate) fn hint(wanted: &str, known: &[String]) -> String {
    let names = known.iter().flat_map(|known| both(known));
    let mut meant: Vec<&String> = Vec::new();
    for name in near(wanted, names) {
        let named = known.iter().filter(|known| both(known).contains(&name));
        for row in named {
            if !meant.contains(&row) {
                meant.push(row);
            }
        }
    }
    if let Some(hint) = did_you_mean(meant) {
        return hint;
    }
    let (mut rows, books): (Vec<&str>, Vec<&str>) = known
        .iter()
        .map(String::as_str)
        .partition(|name| is_worth_naming(serialized(name)));
    rows.extend(books);
    match rows.is_empty() {
        true => "there is nothing below it".to_owned(),
        false => format!("there are: {}", first_of(&rows, 20)),
    }
}
