//! Helper functions for nodes of the syntax tree.

use tree_sitter::Node;

/// Returns the text of the node, without the leading `@` of a C# name.
pub(super) fn text_of<'s>(text: &'s [u8], node: Node<'_>) -> &'s str {
    let raw = text.get(node.byte_range()).unwrap_or_default();
    // Ends of nodes are ends of tokens, so the bytes are whole characters of the original `str`.
    std::str::from_utf8(raw).unwrap_or_default().trim_start_matches('@')
}

pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}
