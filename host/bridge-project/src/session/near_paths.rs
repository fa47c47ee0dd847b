//! Paths that a caller may have meant: of objects, files and folders.
//!
//! Belongs here: which known paths are like one that is not there. Does not: names of C# (`members::near`), or the words around
//! them.

/// Paths that are told.
const MOST: usize = 3;
/// Paths with a name alike that are compared as a whole.
const MOST_ALIKE: usize = 200;
/// A longer path is not compared, in bytes.
const LONGEST: usize = 512;

/// The paths most like `wanted`, at most three, best first: those whose last name is alike. Where the last name of `wanted` has no
/// extension, one may follow it.
pub(super) fn near_paths<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = wanted.trim_end_matches('/').to_lowercase();
    if wanted.is_empty() || wanted.len() > LONGEST {
        return Vec::new();
    }
    let name = last(&wanted);
    let letters = name.chars().count();
    let allowed = if letters < 4 { 1 } else { (letters / 3).clamp(2, 4) };
    let mut alike: Vec<(usize, String, &str)> = Vec::new();
    for path in known.filter(|path| path.len() <= LONGEST) {
        let lower = path.to_lowercase();
        let known_name = last(&lower);
        let stem = match (name.contains('.'), known_name.rsplit_once('.')) {
            (false, Some((stem, _))) => stem,
            _ => known_name,
        };
        if stem.chars().count().abs_diff(letters) > allowed {
            continue;
        }
        let distance = strsim::osa_distance(name, stem);
        // Of a short name little may differ, or everything is like it.
        if distance <= allowed && distance < letters {
            alike.push((distance, lower, path));
            if alike.len() >= MOST_ALIKE {
                break;
            }
        }
    }
    let mut rated: Vec<(usize, &str)> = alike
        .into_iter()
        .map(|(_, lower, path)| (strsim::osa_distance(&wanted, &lower), path))
        .collect();
    rated.sort_unstable();
    rated.dedup();
    rated.into_iter().take(MOST).map(|(_, path)| path).collect()
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_a_name_alike_are_near_the_most_alike_first() {
        let known = [
            "/Level",
            "/Level/Door",
            "/Level/Doors",
            "/Other/Door",
            "/Yard/Gate/Door",
            "/Level/Door/Handle",
            "Assets/Scenes/Main.unity",
        ];
        let table: [(&str, &[&str]); 7] = [
            ("/Level/Dor", &["/Level/Door", "/Other/Door", "/Yard/Gate/Door"]),
            ("/level/door", &["/Level/Door", "/Level/Doors", "/Other/Door"]),
            ("/Lvel", &["/Level"]),
            ("/Level/Door/Hanlde", &["/Level/Door/Handle"]),
            ("Assets/Scnes/Main.unity", &["Assets/Scenes/Main.unity"]),
            ("Assets/Scenes/Mian", &["Assets/Scenes/Main.unity"]),
            ("/Level/Window", &[]),
        ];
        for (wanted, near) in table {
            assert_eq!(near_paths(wanted, known.into_iter()), near, "{wanted}");
        }
        assert!(near_paths("", known.into_iter()).is_empty());
        assert!(near_paths(&"x".repeat(10_000), known.into_iter()).is_empty());
    }
}
