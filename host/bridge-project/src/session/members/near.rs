//! Names that a caller may have meant.

const MAX_NEAR: usize = 5;

/// Names longer than this are not compared.
const MAX_NAME: usize = 64;

/// A hint for a name that is not there.
pub(in crate::session) fn hint(wanted: &str, known: &[String]) -> String {
    let near = near(wanted, known.iter().map(String::as_str));
    if !near.is_empty() {
        return format!("did you mean {}?", near.join(" or "));
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
            let distance = distance(&wanted, &other);
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

/// Letters to change, add or take away.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, from) in (1..).zip(a.chars()) {
        let mut left = line;
        let mut above = line - 1;
        for (to, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let replaced = above + usize::from(from != *to);
            above = *cell;
            left = replaced.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = line;
        }
    }
    row.last().copied().unwrap_or_default()
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
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("flaw", "lawn"), 2);
    }
}
