//! Inserts the objects or components that a file adds to an instance at the positions that the instance specifies.

/// Inserts each item of `added` at its index in the resulting list; an index beyond the end means the last position.
pub(super) fn insert<T>(mut list: Vec<T>, mut added: Vec<(usize, T)>) -> Vec<T> {
    added.sort_by_key(|(at, _)| *at);
    for (at, thing) in added {
        list.insert(at.min(list.len()), thing);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserts_additions_at_requested_positions() {
        let source = vec!["a", "b", "c"];
        let added = vec![(2, "y"), (1, "x"), (9, "last"), (0, "first")];
        assert_eq!(insert(source, added), ["first", "x", "y", "a", "b", "c", "last"]);
    }
}
