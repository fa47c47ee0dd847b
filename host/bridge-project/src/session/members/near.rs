//! Names of C# that a caller may have meant.

use host_api::near::did_you_mean;

const MAX_NEAR: usize = 3;

/// Names longer than this are not compared.
const MAX_NAME: usize = 64;

/// A hint for a name that is not there.
pub(in crate::session) fn hint(wanted: &str, known: &[String]) -> String {
    if let Some(hint) = did_you_mean(near(wanted, known.iter().map(String::as_str))) {
        return hint;
    }
    let mut rows: Vec<&str> = known.iter().take(20).map(String::as_str).collect();
    if known.len() > rows.len() {
        rows.push("…");
    }
    match rows.is_empty() {
        true => "there is nothing below it".to_owned(),
        false => format!("there are: {}", rows.join(", ")),
    }
}

/// The names most like `wanted`, best first.
pub(in crate::session) fn near<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = plain(wanted);
    if wanted.is_empty() || wanted.len() > MAX_NAME {
        return Vec::new();
    }
    let mut rated: Vec<(usize, &str)> = known
        .filter(|name| name.len() <= MAX_NAME)
        .filter_map(|name| {
            let other = plain(name);
            let distance = strsim::levenshtein(&wanted, &other);
            let holds = wanted.len() >= 3 && other.contains(&*wanted) || other.len() >= 3 && wanted.contains(&*other);
            (distance <= 2.min(wanted.len() / 2) || holds).then_some((distance, name))
        })
        .collect();
    rated.sort();
    rated.into_iter().take(MAX_NEAR).map(|(_, name)| name).collect()
}

/// Without namespace, `m_` and case.
fn plain(name: &str) -> String {
    let short = name.rsplit('.').next().unwrap_or(name);
    short.strip_prefix("m_").unwrap_or(short).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let known = ["m_Intensity", "m_Range", "m_Color", "m_ColorTemperature"];
        let table: [(&str, &[&str]); 5] = [
            ("intensty", &["m_Intensity"]),
            ("Intensity", &["m_Intensity"]),
            ("colour", &["m_Color"]),
            ("temperature", &["m_ColorTemperature"]),
            ("velocity", &[]),
        ];
        for (wanted, expected) in table {
            assert_eq!(near(wanted, known.into_iter()), expected, "{wanted}");
        }
    }
}
