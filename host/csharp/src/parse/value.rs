//! Reads initializers, and the values of enumeration members, from the syntax tree.

use tree_sitter::Node;

use super::node::{children, text_of};
use crate::detail::{Constant, Initializer};
use crate::lexis::to_one_line;

/// Maximum nesting depth of an initializer, dotted name or constant expression. A deeper one is not parsed.
const MAX_DEPTH: usize = 16;
/// Maximum number of items of a list in an initializer. Longer lists are stored as source text.
const MAX_ITEMS: usize = 256;
/// Maximum number of characters of an expression or type that is stored as source text. The rest is cut off.
pub(super) const MAX_TEXT: usize = 500;

pub(super) fn read(text: &[u8], node: Node<'_>) -> Initializer {
    parse_initializer(text, node, 0).unwrap_or_else(|| Initializer::Other(to_one_line(text_of(text, node), MAX_TEXT)))
}

fn parse_initializer(text: &[u8], node: Node<'_>, depth: usize) -> Option<Initializer> {
    if depth > MAX_DEPTH || node.has_error() {
        return None;
    }
    let written = text_of(text, node);
    Some(match node.kind() {
        "null_literal" => Initializer::Null,
        "boolean_literal" => Initializer::Bool(written == "true"),
        "integer_literal" | "real_literal" => Initializer::Number(written.to_owned()),
        "prefix_unary_expression" => match (
            written.chars().next(),
            parse_initializer(text, named_children(node).pop()?, depth + 1)?,
        ) {
            (Some('-'), Initializer::Number(digits)) if !digits.starts_with('-') => {
                Initializer::Number(format!("-{digits}"))
            }
            (Some('+'), Initializer::Number(digits)) => Initializer::Number(digits),
            _ => return None,
        },
        "string_literal" => Initializer::Text(decode_literal(text, node)?),
        "verbatim_string_literal" => {
            // `text_of` has removed the leading `@`.
            let inside = written.strip_prefix('"')?.strip_suffix('"')?;
            Initializer::Text(inside.replace("\"\"", "\""))
        }
        "character_literal" => Initializer::Character(decode_literal(text, node)?),
        "identifier" | "member_access_expression" => Initializer::Name(names(text, node)?),
        "parenthesized_expression" => parse_initializer(text, named_children(node).pop()?, depth + 1)?,
        "binary_expression" if operator(text, node) == "|" => {
            let mut terms = Vec::new();
            for side in ["left", "right"] {
                match parse_initializer(text, node.child_by_field_name(side)?, depth + 1)? {
                    Initializer::Either(inner) => terms.extend(inner),
                    term => terms.push(term),
                }
            }
            Initializer::Either(terms)
        }
        "object_creation_expression" | "implicit_object_creation_expression" => {
            let list = children(node).into_iter().find(|c| c.kind() == "argument_list");
            let items = children(node)
                .into_iter()
                .find(|c| c.kind() == "initializer_expression");
            let type_name = node
                .child_by_field_name("type")
                .map(|ty| to_one_line(text_of(text, ty), MAX_TEXT));
            Initializer::New {
                type_name,
                arguments: list.map_or_else(|| Some(Vec::new()), |list| arguments(text, list, depth))?,
                items: match items {
                    Some(items) => Some(all(text, named_children(items), depth)?),
                    None => None,
                },
            }
        }
        "array_creation_expression" | "implicit_array_creation_expression" | "initializer_expression" => {
            let items = match node.kind() {
                "initializer_expression" => Some(node),
                _ => children(node)
                    .into_iter()
                    .find(|c| c.kind() == "initializer_expression"),
            };
            match items {
                Some(items) => Initializer::List(all(text, named_children(items), depth)?),
                None if to_one_line(written, MAX_TEXT).ends_with("[0]") => Initializer::List(Vec::new()),
                None => return None,
            }
        }
        "collection_expression" => {
            let elements: Option<Vec<_>> = named_children(node)
                .into_iter()
                .map(|element| named_children(element).pop())
                .collect();
            let is_plain = children(node)
                .iter()
                .filter(|c| c.is_named())
                .all(|c| !written_spread(text, *c));
            Initializer::List(all(text, elements.filter(|_| is_plain)?, depth)?)
        }
        "invocation_expression" => {
            let list = node.child_by_field_name("arguments")?;
            Initializer::Call(
                names(text, node.child_by_field_name("function")?)?,
                named_children(list).len(),
            )
        }
        _ => return None,
    })
}

fn written_spread(text: &[u8], element: Node<'_>) -> bool {
    text_of(text, element).starts_with("..")
}

fn named_children(node: Node<'_>) -> Vec<Node<'_>> {
    let children = children(node).into_iter();
    children.filter(|c| c.is_named() && c.kind() != "comment").collect()
}

fn all(text: &[u8], nodes: Vec<Node<'_>>, depth: usize) -> Option<Vec<Initializer>> {
    if nodes.len() > MAX_ITEMS {
        return None;
    }
    nodes
        .into_iter()
        .map(|node| parse_initializer(text, node, depth + 1))
        .collect()
}

fn arguments(text: &[u8], list: Node<'_>, depth: usize) -> Option<Vec<Initializer>> {
    let values: Option<Vec<Node<'_>>> = named_children(list)
        .into_iter()
        // A named argument can be at any position.
        .map(|argument| {
            named_children(argument)
                .pop()
                .filter(|_| argument.child_by_field_name("name").is_none())
        })
        .collect();
    all(text, values?, depth)
}

fn operator<'t>(text: &'t [u8], node: Node<'_>) -> &'t str {
    node.child_by_field_name("operator").map_or("", |n| text_of(text, n))
}

/// Returns the parts of a dotted name such as `A.B.C`, without type arguments; `None` for other expressions.
fn names(text: &[u8], node: Node<'_>) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    let mut rest = Some(node);
    while let Some(node) = rest.take() {
        if parts.len() > MAX_DEPTH {
            return None;
        }
        match node.kind() {
            "member_access_expression" => {
                parts.push(node.child_by_field_name("name")?);
                rest = Some(node.child_by_field_name("expression")?);
            }
            "qualified_name" => {
                parts.push(node.child_by_field_name("name")?);
                rest = Some(node.child_by_field_name("qualifier")?);
            }
            "alias_qualified_name" => parts.push(node.child_by_field_name("name")?),
            "identifier" | "generic_name" | "predefined_type" => parts.push(node),
            _ => return None,
        }
    }
    let written = parts.iter().rev().map(|part| text_of(text, *part));
    let plain = written.map(|name| name.split('<').next().unwrap_or(name).trim().to_owned());
    Some(plain.collect())
}

/// Returns the text of a literal with decoded escapes; `None` if an escape is invalid.
fn decode_literal(text: &[u8], node: Node<'_>) -> Option<String> {
    let mut value = String::new();
    for part in named_children(node) {
        let written = text_of(text, part);
        match part.kind() {
            // `text_of` removes a leading `@`, which belongs to the text here.
            "string_literal_content" | "character_literal_content" => {
                value.push_str(std::str::from_utf8(text.get(part.byte_range())?).ok()?);
            }
            "escape_sequence" => value.push(decode_escape(written)?),
            _ => return None,
        }
    }
    Some(value)
}

fn decode_escape(sequence: &str) -> Option<char> {
    let rest = sequence.strip_prefix('\\')?;
    Some(match rest {
        "n" => '\n',
        "r" => '\r',
        "t" => '\t',
        "0" => '\0',
        "a" => '\u{7}',
        "b" => '\u{8}',
        "f" => '\u{c}',
        "v" => '\u{b}',
        "e" => '\u{1b}',
        "'" | "\"" | "\\" | "?" => rest.chars().next()?,
        _ => char::from_u32(u32::from_str_radix(rest.get(1..)?, 16).ok()?)?,
    })
}

/// Returns the value of an enumeration member; `None` if it needs more than numbers and the earlier members `before`.
pub(super) fn constant(text: &[u8], node: Node<'_>, before: &[Constant]) -> Option<i64> {
    number(text, node, before, 0)
}

fn number(text: &[u8], node: Node<'_>, before: &[Constant], depth: usize) -> Option<i64> {
    if depth > MAX_DEPTH || node.has_error() {
        return None;
    }
    let of = |node: Node<'_>| number(text, node, before, depth + 1);
    let written = text_of(text, node);
    match node.kind() {
        "integer_literal" => integer(written),
        "parenthesized_expression" => of(named_children(node).pop()?),
        "cast_expression" => of(node.child_by_field_name("value")?),
        "identifier" | "member_access_expression" => {
            let name = names(text, node)?.pop()?;
            before.iter().find(|known| known.name == name)?.value
        }
        "prefix_unary_expression" => {
            let value = of(named_children(node).pop()?)?;
            match written.chars().next()? {
                '-' => value.checked_neg(),
                '+' => Some(value),
                '~' => Some(!value),
                _ => None,
            }
        }
        "binary_expression" => {
            let left = of(node.child_by_field_name("left")?)?;
            let right = of(node.child_by_field_name("right")?)?;
            match operator(text, node) {
                "|" => Some(left | right),
                "&" => Some(left & right),
                "^" => Some(left ^ right),
                "+" => left.checked_add(right),
                "-" => left.checked_sub(right),
                "*" => left.checked_mul(right),
                // An `int` shift uses the low five bits of the right operand; larger operands are not plain.
                "<<" if (0..32).contains(&right) => left.checked_mul(1_i64.checked_shl(u32::try_from(right).ok()?)?),
                ">>" if (0..32).contains(&right) => Some(left >> right),
                _ => None,
            }
        }
        _ => None,
    }
}

fn integer(written: &str) -> Option<i64> {
    let digits = written.replace('_', "");
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            return i64::from_str_radix(digits, radix).ok();
        }
    }
    digits.parse().ok()
}
