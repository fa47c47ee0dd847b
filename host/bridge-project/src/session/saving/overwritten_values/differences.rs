//! Finds the parts of a field that changed in the file since the edit. Compares lists item by item if they are long or
//! if the edit sets their length.

use std::borrow::Cow;
use unity_fields::property::{PropertyPath, Step};
use unity_fields::{Kind, unpack};
use unity_yaml::Node;

/// A part of a field with its three values: in the file at the time of the edit (`was`), in the file now (`now`), and
/// in the session (`mine`). A value is `None` if it does not exist.
#[derive(Debug)]
pub(super) struct Differing<'n> {
    pub(super) path: PropertyPath,
    pub(super) was: Option<Cow<'n, Node<'n>>>,
    pub(super) now: Option<Cow<'n, Node<'n>>>,
    pub(super) mine: Option<Cow<'n, Node<'n>>>,
}

/// Three versions of a value: in the file at the time of the edit, in the file now, and in the session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Three<'n> {
    pub(super) was: Option<&'n Node<'n>>,
    pub(super) now: Option<&'n Node<'n>>,
    pub(super) mine: Option<&'n Node<'n>>,
}

/// Returns the parts of a field that changed in the file and that a save overwrites. If the edit sets a list's length,
/// these are the items that the save removes. Other lists with more than `most` items are compared item by item.
pub(super) fn find_differences<'n>(
    path: &PropertyPath,
    kind: Option<&Kind>,
    three: Three<'n>,
    most: usize,
) -> Vec<Differing<'n>> {
    let Three { was, now, mine } = three;
    let [was_items, now_items, mine_items] = [was, now, mine].map(|node| items(node, kind));
    let is_long = [&was_items, &now_items, &mine_items]
        .iter()
        .any(|items| items.len() > most);
    if !path.is_size() && !is_long {
        let [was, now, mine] = [was, now, mine].map(|node| node.map(Cow::Borrowed));
        return vec![Differing {
            path: path.clone(),
            was,
            now,
            mine,
        }];
    }
    let list = path.without_size();
    let mut found = Vec::new();
    if was_items.len() != now_items.len() && now_items.len() != mine_items.len() {
        let count = |items: &[Cow<'n, Node<'n>>]| Some(Cow::Owned(Node::Text(Cow::Owned(items.len().to_string()))));
        found.push(Differing {
            path: PropertyPath([list.0.as_slice(), &[Step::Size]].concat()),
            was: count(&was_items),
            now: count(&now_items),
            mine: count(&mine_items),
        });
    }
    // An edit of the length leaves earlier items unchanged.
    let first = if path.is_size() { mine_items.len() } else { 0 };
    for at in first..now_items.len().max(was_items.len()) {
        let [was, now, mine] = [&was_items, &now_items, &mine_items].map(|items| items.get(at));
        if was != now && now != mine {
            found.push(Differing {
                path: PropertyPath([list.0.as_slice(), &[Step::Index(at)]].concat()),
                was: was.cloned(),
                now: now.cloned(),
                mine: mine.cloned(),
            });
        }
    }
    found
}

/// Returns the items of a list, which the file may contain as a list or as one string of hexadecimal digits.
fn items<'n>(node: Option<&'n Node<'n>>, kind: Option<&Kind>) -> Vec<Cow<'n, Node<'n>>> {
    match (node, kind) {
        (Some(Node::List(items)), _) => items.iter().map(Cow::Borrowed).collect(),
        (Some(Node::Text(digits)), Some(Kind::List(Some(item)))) => {
            let numbers = unpack(digits, item).unwrap_or_default().into_iter();
            numbers
                .map(|number| Cow::Owned(Node::Text(Cow::Owned(number.to_string()))))
                .collect()
        }
        _ => Vec::new(),
    }
}
