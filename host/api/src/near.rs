//! The name that somebody probably meant, and the words that say so.
//!
//! Belongs here: names that were written by hand and looked up in a known list. Does not: which differences of spelling mean
//! nothing in a language (who knows that language leaves them out before).

use std::fmt::Display;

/// The most similar of `known`, if one is similar enough to be worth showing: a third of the letters may differ, at least two.
/// Case and `_` for `-` are no difference.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(written);
    let allowed = (written.chars().count() / 3).max(2);
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&written, &plain(name)), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, name)| name)
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// "did you mean A or B?"; `None` where `names` is empty.
pub fn did_you_mean(names: impl IntoIterator<Item = impl Display>) -> Option<String> {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_the_slip_and_nothing_far() {
        let known = ["allow-writes", "require-confirm", "listen", "token-file"];
        assert_eq!(nearest("allow_writes", known), Some("allow-writes"));
        assert_eq!(nearest("lisetn", known), Some("listen"));
        assert_eq!(nearest("tokenfile", known), Some("token-file"));
        assert_eq!(nearest("zebra", known), None);
    }
}
