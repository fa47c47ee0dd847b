//! Reads doc comments, which become the descriptions that MCP clients see.
//! Belongs here: reading doc comments. Does not: their use.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Returns the text of an item's doc comments: the lines of a paragraph are joined, paragraphs stay separate.
pub(crate) fn text(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    let mut gap = "";
    for line in attributes.iter().filter_map(line) {
        for line in line.split('\n').map(str::trim) {
            if line.is_empty() {
                gap = "\n\n";
                continue;
            }
            if !text.is_empty() {
                text.push_str(gap);
            }
            text.push_str(line);
            gap = " ";
        }
    }
    text
}

fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(line), ..
        }) if pair.path.is_ident("doc") => Some(line.value()),
        _ => None,
    }
}
