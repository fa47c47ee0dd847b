//! Puts what a file adds to an instance where the instance wants it.

/// Each added thing comes to its place in the finished list, counted from 0; one beyond the end comes last.
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
    fn added_things_stand_where_they_are_wanted() {
        let source = vec!["a", "b", "c"];
        let added = vec![(2, "y"), (1, "x"), (9, "last"), (0, "first")];
        assert_eq!(insert(source, added), ["first", "x", "y", "a", "b", "c", "last"]);
    }
}
