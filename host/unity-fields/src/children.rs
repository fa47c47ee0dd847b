//! The visit of a value's children with their paths, for walks through a value tree.

use unity_yaml::Node;

/// Calls `visit` for each entry of a map or item of a list: with its key (`None` in a list), its value and its path.
/// `path` is the path of `node`; each call extends it to the path of the child.
pub(crate) fn each_child<'n, 't>(
    node: &'n Node<'t>,
    path: &mut String,
    mut visit: impl FnMut(Option<&str>, &'n Node<'t>, &mut String),
) {
    let length = path.len();
    match node {
        Node::Map(entries) => {
            for (key, value) in entries {
                path.push('.');
                path.push_str(key);
                visit(Some(key), value, path);
                path.truncate(length);
            }
        }
        Node::List(items) => {
            for (at, item) in items.iter().enumerate() {
                path.push_str(&format!("[{at}]"));
                visit(None, item, path);
                path.truncate(length);
            }
        }
        Node::Text(_) => {}
    }
}
