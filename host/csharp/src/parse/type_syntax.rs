//! Reads types, type parameters and parameter lists from the syntax tree.

use tree_sitter::Node;

use super::node::{children, text_of};
use crate::syntax::{NamePart, ParamDecl, TypeParam, TypeSyntax};

/// Maximum nesting depth of a type. Deeper types are stored as text.
const MAX_TYPE_DEPTH: usize = 32;
/// Maximum number of characters that are stored for a type that has no name, such as broken syntax.
const MAX_OTHER_CHARS: usize = 200;

pub(super) fn read_type(text: &[u8], node: Node<'_>) -> TypeSyntax {
    read_at(text, node, 0)
}

fn read_at(text: &[u8], node: Node<'_>, depth: usize) -> TypeSyntax {
    let inner = |field: &str| {
        node.child_by_field_name(field)
            .map(|n| Box::new(read_at(text, n, depth + 1)))
    };
    let read = if depth > MAX_TYPE_DEPTH || node.has_error() {
        None
    } else {
        match node.kind() {
            "predefined_type" => Some(TypeSyntax::Keyword(text_of(text, node).to_owned())),
            "identifier" | "generic_name" | "qualified_name" | "alias_qualified_name" => read_name(text, node, depth),
            "array_type" => read_array(text, node, depth),
            "nullable_type" => inner("type").map(TypeSyntax::Nullable),
            "pointer_type" => inner("type").map(TypeSyntax::Pointer),
            "ref_type" => inner("type").map(TypeSyntax::ByRef),
            "scoped_type" => inner("type").map(|t| *t),
            "tuple_type" => {
                let elements = children(node).into_iter().filter(|c| c.kind() == "tuple_element");
                let types: Option<Vec<_>> = elements
                    .map(|e| e.child_by_field_name("type").map(|t| read_at(text, t, depth + 1)))
                    .collect();
                types.filter(|t| t.len() > 1).map(TypeSyntax::Tuple)
            }
            _ => None,
        }
    };
    read.unwrap_or_else(|| TypeSyntax::Other(text_of(text, node).chars().take(MAX_OTHER_CHARS).collect()))
}

/// Reads an array type. `int[][,]` is an array of `int[,]`: the source writes the ranks outermost first, but the tree
/// nests them innermost first.
fn read_array(text: &[u8], node: Node<'_>, depth: usize) -> Option<TypeSyntax> {
    let mut ranks = Vec::new();
    let mut element = node;
    while element.kind() == "array_type" {
        let rank = element.child_by_field_name("rank")?;
        ranks.push(1 + children(rank).iter().filter(|c| c.kind() == ",").count());
        element = element.child_by_field_name("type")?;
        if ranks.len() > MAX_TYPE_DEPTH {
            return None;
        }
    }
    let element = read_at(text, element, depth + 1);
    Some(
        ranks
            .into_iter()
            .fold(element, |t, rank| TypeSyntax::Array(Box::new(t), rank)),
    )
}

fn read_name(text: &[u8], node: Node<'_>, depth: usize) -> Option<TypeSyntax> {
    let mut parts = Vec::new();
    let mut rooted = false;
    let mut rest = Some(node);
    while let Some(node) = rest.take() {
        if parts.len() > 2 * MAX_TYPE_DEPTH {
            return None;
        }
        match node.kind() {
            "qualified_name" => {
                parts.push(read_part(text, node.child_by_field_name("name")?, depth)?);
                rest = Some(node.child_by_field_name("qualifier")?);
            }
            "alias_qualified_name" => {
                parts.push(read_part(text, node.child_by_field_name("name")?, depth)?);
                let alias = text_of(text, node.child_by_field_name("alias")?);
                if alias == "global" {
                    rooted = true;
                } else {
                    parts.push(NamePart {
                        name: alias.to_owned(),
                        args: Vec::new(),
                    });
                }
            }
            _ => parts.push(read_part(text, node, depth)?),
        }
    }
    parts.reverse();
    if let ([NamePart { name, args }], false) = (parts.as_slice(), rooted)
        && args.is_empty()
        && matches!(name.as_str(), "dynamic" | "nint" | "nuint")
    {
        return Some(TypeSyntax::Keyword(name.clone()));
    }
    Some(TypeSyntax::Name { rooted, parts })
}

fn read_part(text: &[u8], node: Node<'_>, depth: usize) -> Option<NamePart> {
    match node.kind() {
        "identifier" => Some(NamePart {
            name: text_of(text, node).to_owned(),
            args: Vec::new(),
        }),
        "generic_name" => {
            let children = children(node);
            let name = children.iter().find(|c| c.kind() == "identifier")?;
            let list = children.iter().find(|c| c.kind() == "type_argument_list")?;
            let args = self::children(*list).into_iter().filter(Node::is_named);
            let args = args.map(|arg| read_at(text, arg, depth + 1)).collect();
            Some(NamePart {
                name: text_of(text, *name).to_owned(),
                args,
            })
        }
        _ => None,
    }
}

/// Reads the type parameters of a declaration, and marks those that are constrained to value types.
pub(super) fn read_type_params(text: &[u8], declaration: Node<'_>) -> Vec<TypeParam> {
    let mut params: Vec<TypeParam> = Vec::new();
    for child in children(declaration) {
        if child.kind() == "type_parameter_list" {
            let listed = children(child).into_iter().filter(|c| c.kind() == "type_parameter");
            let names = listed.filter_map(|p| p.child_by_field_name("name"));
            params.extend(names.map(|n| TypeParam {
                name: text_of(text, n).to_owned(),
                value: false,
            }));
        } else if child.kind() == "type_parameter_constraints_clause" {
            let parts: Vec<Node<'_>> = children(child).into_iter().filter(Node::is_named).collect();
            let Some((target, constraints)) = parts.split_first() else {
                continue;
            };
            let value = constraints
                .iter()
                .any(|c| matches!(text_of(text, *c), "struct" | "unmanaged"));
            if let Some(param) = params.iter_mut().find(|p| p.name == text_of(text, *target)) {
                param.value |= value;
            }
        }
    }
    params
}

pub(super) fn read_params(text: &[u8], list: Node<'_>) -> Vec<ParamDecl> {
    let mut params = Vec::new();
    let mut array: Option<TypeSyntax> = None;
    let mut cursor = list.walk();
    if !cursor.goto_first_child() {
        return params;
    }
    loop {
        let node = cursor.node();
        match (node.kind(), cursor.field_name()) {
            ("parameter", _) => params.extend(read_param(text, node)),
            // A `params` array has no node: its type and name are children of the list.
            (_, Some("type")) => array = Some(read_type(text, node)),
            (_, Some("name")) => {
                let name = text_of(text, node).to_owned();
                params.extend(array.take().map(|ty| ParamDecl { name, ty }));
            }
            _ => {}
        }
        if !cursor.goto_next_sibling() {
            return params;
        }
    }
}

fn read_param(text: &[u8], node: Node<'_>) -> Option<ParamDecl> {
    let name = node
        .child_by_field_name("name")
        .map(|n| text_of(text, n).to_owned())
        .unwrap_or_default();
    let ty = node.child_by_field_name("type").map(|n| read_type(text, n))?;
    let modifiers = children(node)
        .into_iter()
        .filter(|c| c.kind() == "modifier" || !c.is_named());
    let by_ref = modifiers
        .into_iter()
        .any(|m| matches!(text_of(text, m), "ref" | "out" | "in"));
    let ty = if by_ref && !matches!(ty, TypeSyntax::ByRef(_)) {
        TypeSyntax::ByRef(Box::new(ty))
    } else {
        ty
    };
    Some(ParamDecl { name, ty })
}
