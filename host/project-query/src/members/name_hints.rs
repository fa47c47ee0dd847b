//! Hints for names of members that do not exist.

use super::rules::is_worth_naming;
use crate::values::fields_by_name::first_of;
use crate::values::name_pair::{both_names, serialized};
use host_api::similar_names::{did_you_mean, near_names};

/// Returns a hint with the known names that are similar to `wanted`, or with the first 20 known names.
pub(crate) fn hint(wanted: &str, known: &[String]) -> String {
    let names = known.iter().flat_map(|known| both_names(known));
    let mut meant: Vec<&String> = Vec::new();
    for name in near_names(wanted, names) {
        let named = known.iter().filter(|known| both_names(known).contains(&name));
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
