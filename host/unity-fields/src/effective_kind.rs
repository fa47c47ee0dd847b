//! The effective kind of a value: the declared kind, or another one if the value does not fit the declared kind. The
//! file can be from a Unity version in which the field has another kind.

use crate::{Kind, packed_color, shape, unpack};
use unity_yaml::Node;

/// Returns the declared kind `known` if the value fits it, otherwise the kind that the form of the value shows.
pub fn fit_kind(known: Option<Kind>, node: &Node<'_>) -> Kind {
    let form = shape(node);
    let Some(known) = known else { return form };
    let is_untyped_list = known == Kind::List(Some(Box::new(Kind::Untyped)));
    if known == Kind::Untyped || (is_untyped_list && node.text().is_some_and(|text| !text.is_empty())) {
        return kind_from_form(node, form);
    }
    let fits = match (&known, &form) {
        (Kind::Bool, Kind::Number) => matches!(node.text(), Some("0" | "1")),
        (Kind::Int(_) | Kind::Enum(_), Kind::Number) => true,
        (Kind::Char, Kind::Number) => node.number::<u16>().is_some(),
        (Kind::Float | Kind::Double, Kind::Number | Kind::Float) => true,
        (Kind::Float | Kind::Double, Kind::Text) => node.number::<f64>().is_some(),
        (Kind::Text, _) => node.text().is_some(),
        (Kind::Quaternion | Kind::Vector(4), Kind::VectorOrQuaternion) => true,
        (Kind::VectorInt(parts), Kind::Vector(there)) => parts == there,
        (Kind::PackedColor, _) => packed_color(node).is_some(),
        // Unity would read a reference or an array in any case; an empty line means an empty one.
        (Kind::Reference(_), _) if node.text().is_some() => true,
        (Kind::List(_), Kind::Text) if node.text() == Some("") => true,
        (Kind::Reference(_), Kind::Reference(_)) | (Kind::List(_), Kind::List(_)) => true,
        (Kind::Struct(_), Kind::Struct(_)) => true,
        (Kind::List(Some(item)), _) => node.text().is_some_and(|text| unpack(text, item).is_some()),
        (known, form) => known == form,
    };
    if fits { known } else { form }
}

/// Returns the kind of a value without a declared kind. A scalar is `Untyped`; the members of a structure show whether
/// it is a vector, a color, a reference or another structure.
fn kind_from_form(node: &Node<'_>, form: Kind) -> Kind {
    match node {
        Node::Text(_) => Kind::Untyped,
        Node::List(_) => Kind::List(Some(Box::new(Kind::Untyped))),
        Node::Map(_) => form,
    }
}
