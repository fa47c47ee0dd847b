//! The initial value of a new array element, or of a field that a file lacks: zeros, as in Unity.

use crate::kind::Kind;
use crate::packed_arrays::is_packed;
use std::borrow::Cow;
use unity_yaml::Node;

/// Returns the zero value of a kind: 0, an empty text, an empty list. `None` for a structure with unknown members.
pub fn zero(kind: &Kind) -> Option<Node<'static>> {
    Some(match kind {
        Kind::Bool | Kind::Int(_) | Kind::Char | Kind::Float | Kind::Double | Kind::Number | Kind::Enum(_) => number(),
        Kind::Text | Kind::Untyped => Node::EMPTY,
        Kind::Vector(parts) | Kind::VectorInt(parts) => numbers(["x", "y", "z", "w"].get(..*parts)?),
        Kind::Quaternion | Kind::VectorOrQuaternion => numbers(&["x", "y", "z", "w"]),
        Kind::Color => numbers(&["r", "g", "b", "a"]),
        Kind::Color32 | Kind::PackedColor => map([("serializedVersion", text("2")), ("rgba", number())]),
        Kind::LayerMask => map([("serializedVersion", text("2")), ("m_Bits", number())]),
        Kind::Reference(_) => map([("fileID", number())]),
        Kind::List(Some(item)) if is_packed(item) => Node::EMPTY,
        Kind::List(_) => Node::List(Vec::new()),
        Kind::Struct(name) => match name.as_deref()? {
            "Rect" => map([("serializedVersion", text("2"))].into_iter().chain(box_of_four())),
            "RectInt" => map(box_of_four()),
            "Bounds" => map(["m_Center", "m_Extent"].map(|part| (part, numbers(&["x", "y", "z"])))),
            "BoundsInt" => map(["m_Position", "m_Size"].map(|part| (part, numbers(&["x", "y", "z"])))),
            _ => return None,
        },
    })
}

/// Returns the initial value of a new UnityEvent call or of a new key of an `AnimationCurve`; `None` for other arrays.
/// `names` is the array's path without indexes.
pub fn zero_element(names: &str) -> Option<Node<'static>> {
    let reference = || map([("fileID", number())]);
    if names.ends_with("m_PersistentCalls.m_Calls") {
        let arguments = map([
            ("m_ObjectArgument", reference()),
            ("m_ObjectArgumentAssemblyTypeName", Node::EMPTY),
            ("m_IntArgument", number()),
            ("m_FloatArgument", number()),
            ("m_StringArgument", Node::EMPTY),
            ("m_BoolArgument", number()),
        ]);
        return Some(map([
            ("m_Target", reference()),
            ("m_TargetAssemblyTypeName", Node::EMPTY),
            ("m_MethodName", Node::EMPTY),
            ("m_Mode", number()),
            ("m_Arguments", arguments),
            ("m_CallState", number()),
        ]));
    }
    names.ends_with(".m_Curve").then(|| {
        let of_a_key = [
            "time",
            "value",
            "inSlope",
            "outSlope",
            "tangentMode",
            "weightedMode",
            "inWeight",
            "outWeight",
        ];
        let version = [("serializedVersion", text("3"))];
        map(version.into_iter().chain(of_a_key.map(|name| (name, number()))))
    })
}

fn text(value: &'static str) -> Node<'static> {
    Node::Text(Cow::Borrowed(value))
}

fn number() -> Node<'static> {
    text("0")
}

fn box_of_four() -> [(&'static str, Node<'static>); 4] {
    ["x", "y", "width", "height"].map(|part| (part, number()))
}

fn numbers(keys: &[&'static str]) -> Node<'static> {
    map(keys.iter().map(|key| (*key, number())))
}

fn map(entries: impl IntoIterator<Item = (&'static str, Node<'static>)>) -> Node<'static> {
    Node::Map(
        entries
            .into_iter()
            .map(|(key, value)| (Cow::Borrowed(key), value))
            .collect(),
    )
}
