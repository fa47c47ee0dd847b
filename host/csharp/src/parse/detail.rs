//! Reads fields, attributes, enumeration members and method headers from the syntax tree, only on request.

use tree_sitter::Node;

use super::node::{children, text_of};
use super::type_syntax::read_type;
use super::value::{self, MAX_TEXT};
use crate::detail::{Attribute, Constant, Detail, Field, Header, Modifiers, OtherMember};
use crate::lexis::to_one_line;
use crate::syntax::TypeKind;

/// Maximum number of members of one kind that are read in a type declaration. Further members are only counted.
const MAX_MEMBERS: usize = 4_000;
/// Maximum number of attributes that are read for one declaration. Further attributes are ignored.
const MAX_ATTRIBUTES: usize = 64;

/// Reads the modifiers, attributes and base types of a type declaration, and the members of an enumeration.
pub(super) fn read_header(text: &[u8], node: Node<'_>, kind: TypeKind) -> Detail {
    let (modifiers, attributes) = words(text, node);
    let mut detail = Detail {
        modifiers,
        attributes,
        ..Detail::default()
    };
    for list in children(node).into_iter().filter(|c| c.kind() == "base_list") {
        let named = children(list).into_iter().filter(Node::is_named);
        let types = named.filter(|base| base.kind() != "argument_list");
        detail.bases.extend(types.take(MAX_ATTRIBUTES).map(|base| {
            let base = base
                .child_by_field_name("type")
                .filter(|_| base.kind() == "primary_constructor_base_type")
                .unwrap_or(base);
            to_one_line(text_of(text, base), MAX_TEXT)
        }));
    }
    if let (TypeKind::Enum, Some(body)) = (kind, node.child_by_field_name("body")) {
        constants(text, body, &mut detail);
    }
    detail
}

pub(super) fn read(text: &[u8], node: Node<'_>, detail: &mut Detail) {
    match node.kind() {
        "field_declaration" => fields(text, node, detail),
        "property_declaration" => {
            other_member(text, node, detail);
            property(text, node, detail);
        }
        "method_declaration" => method(text, node, detail),
        _ => other_member(text, node, detail),
    }
}

fn other_member(text: &[u8], node: Node<'_>, detail: &mut Detail) {
    let field = |name| node.child_by_field_name(name).map(|node| text_of(text, node));
    let parts = children(node);
    let names: Vec<&str> = match node.kind() {
        "constructor_declaration" => vec![".ctor"],
        "indexer_declaration" => vec!["Item"],
        "operator_declaration" => field("operator").into_iter().collect(),
        "conversion_operator_declaration" => {
            let words = parts.iter().map(|part| text_of(text, *part));
            words.filter(|word| matches!(*word, "implicit" | "explicit")).collect()
        }
        "property_declaration" | "event_declaration" => field("name").into_iter().collect(),
        "event_field_declaration" => {
            let variables = parts.into_iter().filter(|part| part.kind() == "variable_declaration");
            // A qualified type name has a field `name` too.
            let variables = variables
                .flat_map(children)
                .filter(|v| v.kind() == "variable_declarator");
            let names = variables.filter_map(|v| v.child_by_field_name("name"));
            names.map(|name| text_of(text, name)).collect()
        }
        _ => return,
    };
    let (modifiers, attributes) = words(text, node);
    for name in names {
        if detail.others.len() >= MAX_MEMBERS {
            detail.left_out += 1;
            continue;
        }
        detail.others.push(OtherMember {
            name: name.to_owned(),
            modifiers,
            attributes: attributes.clone(),
            line: node.start_position().row + 1,
        });
    }
}

fn fields(text: &[u8], node: Node<'_>, detail: &mut Detail) {
    let declaration = children(node).into_iter().find(|c| c.kind() == "variable_declaration");
    let Some((declaration, ty)) = declaration.and_then(|d| Some((d, d.child_by_field_name("type")?))) else {
        detail.left_out += 1;
        return;
    };
    if children(node).iter().any(|c| c.is_missing() || c.kind() == "ERROR") || ty.has_error() {
        detail.left_out += 1;
        return;
    }
    let (modifiers, attributes) = words(text, node);
    for variable in children(declaration)
        .into_iter()
        .filter(|c| c.kind() == "variable_declarator")
    {
        let Some(name) = variable.child_by_field_name("name").filter(|_| !variable.has_error()) else {
            detail.left_out += 1;
            continue;
        };
        if detail.fields.len() >= MAX_MEMBERS {
            detail.left_out += 1;
            continue;
        }
        let parts = children(variable);
        let equals = parts.iter().position(|part| part.kind() == "=");
        let behind = equals.and_then(|at| parts.get(at + 1..)?.iter().find(|part| part.is_named()));
        detail.fields.push(Field {
            modifiers,
            attributes: attributes.clone(),
            ..bare_field(text, name, ty, behind.copied())
        });
    }
}

/// Adds a property to the fields of the type if it is automatic: none of its accessors has a body.
fn property(text: &[u8], node: Node<'_>, detail: &mut Detail) {
    let (Some(list), Some(name), Some(ty)) = (
        node.child_by_field_name("accessors"),
        node.child_by_field_name("name"),
        node.child_by_field_name("type"),
    ) else {
        return;
    };
    let accessors: Vec<Node<'_>> = children(list)
        .into_iter()
        .filter(|c| c.kind() == "accessor_declaration")
        .collect();
    let has_body = |accessor: &Node<'_>| accessor.child_by_field_name("body").is_some();
    let (mut modifiers, attributes) = words(text, node);
    let word = |accessor: &Node<'_>| accessor.child_by_field_name("name").map(|name| text_of(text, name));
    if accessors.iter().all(|accessor| word(accessor) == Some("get")) {
        // Its field is set only during construction.
        modifiers.add("readonly");
    }
    let is_explicit = children(node)
        .iter()
        .any(|c| c.kind() == "explicit_interface_specifier");
    if node.has_error() || accessors.iter().any(has_body) || modifiers.has("abstract") || is_explicit {
        return;
    }
    if detail.fields.len() >= MAX_MEMBERS {
        detail.left_out += 1;
        return;
    }
    detail.fields.push(Field {
        modifiers,
        attributes,
        is_property: true,
        ..bare_field(text, name, ty, node.child_by_field_name("value"))
    });
}

fn bare_field(text: &[u8], name: Node<'_>, ty: Node<'_>, value: Option<Node<'_>>) -> Field {
    Field {
        name: text_of(text, name).to_owned(),
        type_name: to_one_line(text_of(text, ty), MAX_TEXT),
        ty: read_type(text, ty),
        modifiers: Modifiers::default(),
        attributes: Vec::new(),
        initializer: value.map(|node| value::read(text, node)),
        written: value.map(|node| to_one_line(text_of(text, node), MAX_TEXT)),
        is_property: false,
        conditional: false,
        line: name.start_position().row + 1,
    }
}

fn method(text: &[u8], node: Node<'_>, detail: &mut Detail) {
    let parts = children(node);
    let is_header = |part: &Node<'_>| {
        !matches!(
            part.kind(),
            "attribute_list" | "preproc_if" | "block" | "arrow_expression_clause" | ";" | "comment"
        )
    };
    let header: Vec<&Node<'_>> = parts.iter().filter(|part| is_header(part)).collect();
    let (Some(first), Some(last), Some(name)) = (header.first(), header.last(), node.child_by_field_name("name"))
    else {
        return;
    };
    if detail.methods.len() >= MAX_MEMBERS || header.iter().any(|part| part.has_error() || part.is_missing()) {
        detail.left_out += 1;
        return;
    }
    let range = text.get(first.start_byte()..last.end_byte()).unwrap_or_default();
    let (modifiers, attributes) = words(text, node);
    let params = node.child_by_field_name("parameters");
    detail.methods.push(Header {
        name: text_of(text, name).to_owned(),
        text: to_one_line(std::str::from_utf8(range).unwrap_or_default(), MAX_TEXT),
        modifiers,
        attributes,
        params: params.map_or(0, |list| super::type_syntax::read_params(text, list).len()),
        is_explicit: parts.iter().any(|c| c.kind() == "explicit_interface_specifier"),
        conditional: false,
        line: name.start_position().row + 1,
    });
}

fn constants(text: &[u8], body: Node<'_>, detail: &mut Detail) {
    let mut next = Some(0_i64);
    for node in children(body) {
        if node.kind() == "ERROR" {
            // The following members count from a value that could not be read.
            next = None;
            detail.left_out += 1;
        }
        let Some(name) = node
            .child_by_field_name("name")
            .filter(|_| node.kind() == "enum_member_declaration")
        else {
            continue;
        };
        if detail.constants.len() >= MAX_MEMBERS {
            detail.left_out += 1;
            continue;
        }
        let value = match node.child_by_field_name("value") {
            Some(written) => value::constant(text, written, &detail.constants),
            None => next,
        };
        detail.constants.push(Constant {
            name: text_of(text, name).to_owned(),
            value,
            attributes: words(text, node).1,
        });
        next = value.and_then(|value| value.checked_add(1));
    }
}

fn words(text: &[u8], node: Node<'_>) -> (Modifiers, Vec<Attribute>) {
    let mut modifiers = Modifiers::default();
    let mut attributes = Vec::new();
    for child in children(node) {
        match child.kind() {
            "modifier" => modifiers.add(text_of(text, child)),
            "attribute_list" => {
                let parts = children(child);
                let target = parts.iter().find(|c| c.kind() == "attribute_target_specifier");
                let target = target.map(|c| text_of(text, *c).trim_end_matches(':').trim().to_owned());
                for node in parts.into_iter().filter(|c| c.kind() == "attribute") {
                    if attributes.len() < MAX_ATTRIBUTES {
                        attributes.extend(attribute(text, node, target.clone()));
                    }
                }
            }
            _ => {}
        }
    }
    (modifiers, attributes)
}

fn attribute(text: &[u8], node: Node<'_>, target: Option<String>) -> Option<Attribute> {
    let name = node.child_by_field_name("name")?;
    let list = children(node)
        .into_iter()
        .find(|c| c.kind() == "attribute_argument_list");
    let arguments = list
        .map(|list| to_one_line(text_of(text, list), MAX_TEXT))
        .unwrap_or_default();
    let arguments = arguments.strip_prefix('(').unwrap_or(&arguments);
    let types = list.map(|list| {
        let arguments = children(list).into_iter().filter(|c| c.kind() == "attribute_argument");
        let values = arguments.flat_map(children).filter(|c| c.kind() == "typeof_expression");
        let types = values.filter_map(|c| c.child_by_field_name("type"));
        types.map(|ty| to_one_line(text_of(text, ty), MAX_TEXT)).collect()
    });
    Some(Attribute {
        name: to_one_line(text_of(text, name), MAX_TEXT),
        arguments: arguments.strip_suffix(')').unwrap_or(arguments).trim().to_owned(),
        types: types.unwrap_or_default(),
        target,
    })
}
