//! Method calls that files store: the persistent calls of UnityEvents, and the functions that animation clips call.

use crate::children::each_child;
use unity_yaml::{FileRef, Node};

/// Name of the field of a UnityEvent that contains its list of persistent calls.
const PERSISTENT: &str = "m_PersistentCalls";
const CALLS: &str = "m_Calls";

/// Part of an override's property path: it follows the name of the event field and precedes the index of the call.
const IN_OVERRIDE: &str = "m_PersistentCalls.m_Calls.Array.data[";

/// Name of the field that stores the function of an animation event, in clips and in `.meta` files of models.
const FUNCTION: &str = "functionName";

/// Kind of argument that a UnityEvent passes to the method; the numbers are those of Unity's `PersistentListenerMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The method receives the arguments of the event itself.
    EventDefined,
    Void,
    Object,
    Int,
    Float,
    String,
    Bool,
}

/// One persistent call of a UnityEvent, as a file stores it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventCall {
    /// The path of the call: `m_OnClick.m_PersistentCalls.m_Calls[0]`.
    pub path: String,
    pub target: FileRef,
    /// Class of the call's target as the file stores it, with dots before nested types; `None` in files of older
    /// editors.
    pub declared: Option<String>,
    /// Name of the called method; empty if none is chosen.
    pub method: String,
    /// Kind of the argument of the call; `None` if Unity has no kind with the stored number.
    pub mode: Option<Mode>,
    /// True if the call is disabled (call state `Off`), so that the event does not perform it.
    pub is_off: bool,
}

impl Mode {
    /// Returns the kind of argument with that number in `PersistentListenerMode`; `None` if Unity has no such kind.
    pub fn from_number(number: i64) -> Option<Self> {
        Some(match number {
            0 => Self::EventDefined,
            1 => Self::Void,
            2 => Self::Object,
            3 => Self::Int,
            4 => Self::Float,
            5 => Self::String,
            6 => Self::Bool,
            _ => return None,
        })
    }
}

/// Returns true if the text of a file can contain persistent calls of UnityEvents.
pub fn may_have(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), PERSISTENT.as_bytes()).is_some()
}

/// Returns true if the text of a file can contain animation events.
pub fn may_have_functions(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), FUNCTION.as_bytes()).is_some()
}

/// Calls `found` with every UnityEvent call in `node`; `path` is the path of `node`.
pub fn each_call(node: &Node<'_>, path: &mut String, found: &mut dyn FnMut(EventCall)) {
    each_child(node, path, |key, value, path| {
        if key != Some(PERSISTENT) {
            return each_call(value, path, found);
        }
        for (at, call) in value.get(CALLS).map(Node::items).unwrap_or_default().iter().enumerate() {
            found(EventCall::from_node(call, format!("{path}.{CALLS}[{at}]")));
        }
    });
}

/// Calls `found` with the path and the name of every function that an animation event in `node` calls.
pub fn each_function(node: &Node<'_>, path: &mut String, found: &mut dyn FnMut(&str, &str)) {
    each_child(node, path, |key, value, path| {
        match value.text().filter(|_| key == Some(FUNCTION)) {
            Some("") => {}
            Some(name) => found(path, name),
            None => each_function(value, path, found),
        }
    });
}

impl EventCall {
    fn from_node(call: &Node<'_>, path: String) -> Self {
        let text = |key: &str| call.get(key).and_then(Node::text).unwrap_or_default().to_owned();
        let number = |key: &str| call.get(key).and_then(Node::number::<i64>);
        let declared = match text("m_TargetAssemblyTypeName") {
            declared if declared.is_empty() => text("m_TypeName"),
            declared => declared,
        };
        Self {
            path,
            target: call.get("m_Target").map(Node::file_ref).unwrap_or_default(),
            declared: class_of(&declared),
            method: text("m_MethodName"),
            mode: Mode::from_number(number("m_Mode").unwrap_or_default()),
            is_off: number("m_CallState") == Some(0),
        }
    }
}

/// Returns the class name in `Namespace.Outer+Inner, Assembly`, as `Namespace.Outer.Inner`; `None` if it is empty.
pub fn class_of(declared: &str) -> Option<String> {
    let class = declared.split(',').next().unwrap_or_default().trim();
    (!class.is_empty()).then(|| class.replace('+', "."))
}

/// Splits the property path of an override into the event field, the index of the call, and the path inside the call.
/// `None` if the path is not inside a persistent call.
pub fn call_of_override(path: &str) -> Option<(&str, usize, &str)> {
    let at = path.find(IN_OVERRIDE)?;
    let (number, rest) = path.get(at + IN_OVERRIDE.len()..)?.split_once(']')?;
    let event = path.get(..at)?.trim_end_matches('.');
    Some((event, number.parse().ok()?, rest.strip_prefix('.').unwrap_or(rest)))
}
