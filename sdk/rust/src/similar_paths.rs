//! Suggests similar paths for a path that does not exist, without a library, because each bundle must be small.
//!
//! Belongs here: finding the most similar of many paths. Does not: names that the host checks, because its errors
//! already contain suggestions.

/// Maximum number of paths that an error message suggests.
const MOST: usize = 3;

/// Maximum number of characters of a name that is compared. Longer names are never suggested.
const LONGEST: usize = 80;

/// A collection of the paths whose last names are most similar to the last name of a wanted path.
///
/// ```
/// use unity_tools::similar_paths::Near;
///
/// let mut near = Near::new("/Main Camra");
/// ["/Main Camera", "/Sun"].iter().for_each(|path| near.see(path));
/// assert_eq!(near.did_you_mean().as_deref(), Some("did you mean /Main Camera?"));
/// ```
#[derive(Debug)]
pub struct Near {
    wanted: Vec<char>,
    found: Vec<(usize, String)>,
}

impl Near {
    /// Creates a collection without paths; `written` is the wanted path.
    pub fn new(written: &str) -> Self {
        Self {
            wanted: letters(written),
            found: Vec::new(),
        }
    }

    /// Adds an existing path to the collection if it is one of the most similar paths.
    pub fn see(&mut self, path: &str) {
        let name = letters(path);
        let Some(distance) = distance(&self.wanted, &name) else {
            return;
        };
        let at = self.found.partition_point(|(known, _)| *known <= distance);
        if at < MOST && !self.found.iter().any(|(_, known)| known == path) {
            self.found.insert(at, (distance, path.to_owned()));
            self.found.truncate(MOST);
        }
    }

    /// Returns the similar paths, the most similar first.
    pub fn into_paths(self) -> Vec<String> {
        self.found.into_iter().map(|(_, path)| path).collect()
    }

    /// Returns the text "did you mean A or B?"; `None` if no path is similar.
    pub fn did_you_mean(&self) -> Option<String> {
        let paths: Vec<&str> = self.found.iter().map(|(_, path)| path.as_str()).collect();
        (!paths.is_empty()).then(|| format!("did you mean {}?", paths.join(" or ")))
    }
}

/// Returns the characters of a path's last name, in lower case.
fn letters(path: &str) -> Vec<char> {
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
    name.to_lowercase().chars().collect()
}

/// Returns the number of characters in which two names differ; a swap of two neighbours counts as one. `None` if more
/// than a third of the characters differ (at most 4), and neither name contains the other.
fn distance(wanted: &[char], name: &[char]) -> Option<usize> {
    if wanted.is_empty() || wanted.len() > LONGEST || name.len() > LONGEST {
        return None;
    }
    let mut row: Vec<usize> = (0..=name.len()).collect();
    let mut older = row.clone();
    for (at, letter) in wanted.iter().enumerate() {
        let before = row.clone();
        let mut above = at;
        let mut left = at + 1;
        for (place, other) in name.iter().enumerate() {
            let up = row.get(place + 1).copied().unwrap_or_default();
            let mut here = (above + usize::from(letter != other)).min(left + 1).min(up + 1);
            let swapped = |one: usize, two: usize| wanted.get(one) == name.get(two);
            if at > 0 && place > 0 && swapped(at, place - 1) && swapped(at - 1, place) {
                here = here.min(older.get(place - 1).copied().unwrap_or(here) + 1);
            }
            if let Some(cell) = row.get_mut(place) {
                *cell = left;
            }
            (above, left) = (up, here);
        }
        if let Some(last) = row.last_mut() {
            *last = left;
        }
        older = before;
    }
    let distance = row.last().copied().unwrap_or_default();
    let holds = |long: &[char], short: &[char]| short.len() >= 3 && long.windows(short.len()).any(|part| part == short);
    let allowed = (wanted.len() / 3).clamp(1, 4);
    (distance <= allowed || holds(name, wanted) || holds(wanted, name)).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::Near;

    #[test]
    fn suggests_most_similar_paths_best_first() {
        let mut near = Near::new("/Level/Dor");
        for path in [
            "/Level",
            "/Level/Doors",
            "/Level/Door",
            "/Yard/Door",
            "/Yard/Gate",
            "/Other/DOOR",
        ] {
            near.see(path);
        }
        assert_eq!(
            near.did_you_mean().unwrap(),
            "did you mean /Level/Door or /Yard/Door or /Other/DOOR?"
        );
        let mut none = Near::new("Window");
        none.see("/Level/Door");
        assert_eq!(none.did_you_mean(), None);
        let mut swapped = Near::new("Sqaud");
        swapped.see("/Squad");
        assert_eq!(swapped.did_you_mean().unwrap(), "did you mean /Squad?");
        let mut part = Near::new("Camera");
        part.see("/Main Camera");
        assert_eq!(part.did_you_mean().unwrap(), "did you mean /Main Camera?");
    }
}
