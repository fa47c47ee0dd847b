//! Translation between object ids of the host and the names that Unity processes use, during (de)serialization.
//!
//! Belongs here: the only module that translates an id, so that no type of a command or answer can omit the
//! translation. Does not: the assignment of names (`targets`), the written data (`command`, `reply`).

use crate::error::BridgeError;
use crate::model::ObjectId;
use host_api::Tree;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::cell::RefCell;
use std::sync::Arc;

const PREFIX: &str = "obj:";

/// A table that gives each object of a running instance an id of this host, in place of Unity's own number.
pub trait ObjectNumbers: Send + Sync {
    /// Returns the number of the object that the process `instance` calls `native`, and assigns one if necessary. The
    /// number does not change as long as it is known, and is never reused.
    fn number(&self, instance: &str, native: &str) -> ObjectId;

    /// Returns the name by which the process `instance` knows `object`. `NotFound` if the id is not, or no longer,
    /// one of this process; the message specifies the origin of the id, for example another process.
    fn native(&self, instance: &str, object: ObjectId) -> Result<String, BridgeError>;

    /// Returns the name by which the process `instance` knew `object`, even if the process has unloaded scenes since; `None`
    /// if the id is unknown. For a call that the process has executed already.
    fn last_native(&self, instance: &str, object: ObjectId) -> Option<String> {
        self.native(instance, object).ok()
    }

    /// Invalidates all numbers assigned so far to objects of the process `instance`, because its scenes were unloaded.
    fn invalidate(&self, instance: &str);
}

/// A table that also translates ids whose objects the process may have unloaded, for a call that it has executed already.
pub struct ExecutedBefore(pub Arc<dyn ObjectNumbers>);

impl ObjectNumbers for ExecutedBefore {
    fn number(&self, instance: &str, native: &str) -> ObjectId {
        self.0.number(instance, native)
    }

    fn native(&self, instance: &str, object: ObjectId) -> Result<String, BridgeError> {
        let known = self.0.last_native(instance, object);
        known.map_or_else(|| self.0.native(instance, object), Ok)
    }

    fn invalidate(&self, instance: &str) {
        self.0.invalidate(instance);
    }
}

/// The direction of the translation of object ids: to Unity's numbers (`Out`), or from Unity's numbers (`In`).
#[derive(Clone)]
enum Way {
    Out,
    In,
}

/// The translation of object ids that is active on this thread while one message of one process is written or read.
struct Scope {
    numbers: Arc<dyn ObjectNumbers>,
    instance: String,
    way: Way,
    /// True if the written message contains at least one object id that was translated.
    any: bool,
    wrong: Option<BridgeError>,
}

thread_local! {
    static SCOPE: RefCell<Option<Scope>> = const { RefCell::new(None) };
}

/// A guard that, when dropped, ends the translation of object ids on this thread, even if the code in it panics.
struct Ended;

impl Drop for Ended {
    fn drop(&mut self) {
        SCOPE.with(|scope| scope.take());
    }
}

fn with_scope<T>(
    numbers: &Arc<dyn ObjectNumbers>,
    instance: &str,
    way: Way,
    work: impl FnOnce() -> T,
) -> (T, bool, Option<BridgeError>) {
    SCOPE.with(|scope| {
        scope.replace(Some(Scope {
            numbers: Arc::clone(numbers),
            instance: instance.to_owned(),
            way,
            any: false,
            wrong: None,
        }))
    });
    let ended = Ended;
    let done = work();
    let left = SCOPE.with(|scope| scope.take());
    drop(ended);
    let (any, wrong) = left.map_or((false, None), |scope| (scope.any, scope.wrong));
    (done, any, wrong)
}

/// Runs `write`, in which every serialized object id is replaced by the object's name in the process `instance`. The
/// second returned value is true if there was an id.
///
/// # Errors
/// The first id that `instance` does not know.
pub fn outgoing<T>(
    numbers: &Arc<dyn ObjectNumbers>,
    instance: &str,
    write: impl FnOnce() -> T,
) -> Result<(T, bool), BridgeError> {
    let (done, any, wrong) = with_scope(numbers, instance, Way::Out, write);
    wrong.map_or(Ok((done, any)), Err)
}

/// Runs `read`, in which every object name of the process `instance` is replaced by the id of this host (`obj:<n>`).
pub fn incoming<T>(numbers: &Arc<dyn ObjectNumbers>, instance: &str, read: impl FnOnce() -> T) -> T {
    with_scope(numbers, instance, Way::In, read).0
}

/// Returns the text of an object id: its name in the process while a message is written for one, otherwise `obj:<n>`.
fn scoped_id(object: ObjectId) -> String {
    SCOPE.with_borrow_mut(|scope| match scope {
        Some(scope) if matches!(scope.way, Way::Out) => {
            scope.any = true;
            match scope.numbers.native(&scope.instance, object) {
                Ok(native) => format!("{PREFIX}{native}"),
                Err(error) => {
                    scope.wrong.get_or_insert(error);
                    object.to_string()
                }
            }
        }
        _ => object.to_string(),
    })
}

/// Parses the text of an object id. While a message of a process is read, the text has the object's name in the
/// process, which is translated.
fn read(text: &str) -> Option<ObjectId> {
    SCOPE.with_borrow_mut(|scope| match scope {
        Some(scope) if matches!(scope.way, Way::In) => {
            let native = text.strip_prefix(PREFIX).filter(|native| is_native(native))?;
            Some(scope.numbers.number(&scope.instance, native))
        }
        _ => ObjectId::parse(text),
    })
}

impl Serialize for ObjectId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&scoped_id(*self))
    }
}

impl<'de> Deserialize<'de> for ObjectId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        read(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is not an object id such as `obj:12`")))
    }
}

/// Returns true if the text is an object id of Unity: a whole number of up to 20 digits (unsigned in some versions).
fn is_native(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    (1..=20).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Translates the object references in a JSON value in the grammar of `wit/value.md`; `None` if it stays unchanged.
pub(crate) fn value(text: &str) -> Option<String> {
    let is_asked = text.contains(PREFIX) && SCOPE.with_borrow(Option::is_some);
    if !is_asked {
        return None;
    }
    let mut value = Tree::read(text).ok()?;
    let way_out = SCOPE.with_borrow(|scope| scope.as_ref().is_some_and(|scope| matches!(scope.way, Way::Out)));
    // The written value may consist of only the reference.
    let changed = in_tree(&mut value, way_out);
    changed.then(|| value.to_string())
}

fn in_tree(value: &mut Value, bare: bool) -> bool {
    match value {
        Value::String(text) if bare => in_text(text),
        Value::Array(items) => items.iter_mut().fold(false, |any, item| in_tree(item, bare) | any),
        Value::Object(members) => members.iter_mut().fold(false, |any, (name, member)| match member {
            Value::String(text) if name == "ref" => in_text(text) | any,
            member => in_tree(member, bare) | any,
        }),
        _ => false,
    }
}

fn in_text(text: &mut String) -> bool {
    let named = SCOPE.with_borrow(|scope| scope.as_ref().map(|scope| scope.way.clone()));
    let other = match named {
        Some(Way::Out) => ObjectId::parse(text).map(scoped_id),
        Some(Way::In) => read(text).map(|object| object.to_string()),
        None => None,
    };
    let Some(other) = other else { return false };
    *text = other;
    true
}

/// Serialization of a JSON value that is stored as text, for `#[serde(with)]`.
pub(crate) mod json_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(super::value(text).as_deref().unwrap_or(text))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
        let text = String::deserialize(from)?;
        Ok(super::value(&text).unwrap_or(text))
    }
}

/// Returns a sentence of `instance` in which its object names are replaced by ids of this host.
pub fn replace_names(numbers: &dyn ObjectNumbers, instance: &str, text: &str) -> String {
    let mut rest = text;
    let mut told = String::with_capacity(text.len());
    while let Some(at) = rest.find(PREFIX) {
        let (before, from) = rest.split_at(at);
        let behind = &from[PREFIX.len()..];
        let sign = usize::from(behind.starts_with('-'));
        let digits = behind[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let (native, after) = behind.split_at(sign + digits);
        told.push_str(before);
        match is_native(native) {
            true => told.push_str(&numbers.number(instance, native).to_string()),
            false => told.push_str(&from[..PREFIX.len() + native.len()]),
        }
        rest = after;
    }
    told + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Replied;
    use crate::error::BridgeErrorKind;
    use crate::samples::commands;
    use crate::{Command, Reply, ValueText};

    /// A process that calls each object by its negated number.
    struct Below;

    impl ObjectNumbers for Below {
        fn number(&self, _: &str, native: &str) -> ObjectId {
            ObjectId(native.parse::<i64>().map_or(0, i64::abs))
        }

        fn native(&self, instance: &str, object: ObjectId) -> Result<String, BridgeError> {
            if object.0 == 404 {
                let message = format!("`{object}` is not of {instance}");
                return Err(BridgeError::new(BridgeErrorKind::NotFound, message));
            }
            Ok((-object.0).to_string())
        }

        fn invalidate(&self, _: &str) {}
    }

    fn test_numbers() -> Arc<dyn ObjectNumbers> {
        Arc::new(Below)
    }

    fn outgoing_text(command: &Command) -> Result<String, BridgeError> {
        outgoing(&test_numbers(), "Game", || command.arguments().to_string()).map(|(text, _)| text)
    }

    #[test]
    fn translates_object_ids_in_commands_and_values() {
        let parent = Some(ObjectId(7));
        let text = outgoing_text(&Command::Reparent {
            object: ObjectId(5),
            parent,
        })
        .expect("both are known");
        assert!(text.contains("obj:-5") && text.contains("obj:-7"), "{text}");
        let value = ValueText::parse(r#"{"ref":"obj:9","name":"obj:1"}"#.to_owned()).expect("JSON");
        let (written, any) =
            outgoing(&test_numbers(), "Game", || serde_json::to_string(&value).expect("JSON")).expect("known");
        assert!(any && written.contains("obj:-9"), "{written}");
        let gone = outgoing_text(&Command::GetObject { object: ObjectId(404) }).expect_err("it is not there");
        assert_eq!(gone.kind, BridgeErrorKind::NotFound);
        // Outside a scope, an id is written unchanged.
        let plain = serde_json::to_string(&ObjectId(5)).expect("JSON");
        assert_eq!(plain, "\"obj:5\"");
    }

    #[test]
    fn no_outgoing_command_contains_a_host_object_id() {
        let is_ours = |text: &str| text.contains("obj:12");
        let mut had = 0;
        for command in commands() {
            let (plain, text) = (
                command.arguments().to_string(),
                outgoing_text(&command).expect("all are known"),
            );
            had += usize::from(is_ours(&plain));
            // In these samples all numbers are above zero, and none may be left.
            let left = text
                .split(PREFIX)
                .skip(1)
                .find(|rest| rest.starts_with(|next: char| next.is_ascii_digit()));
            assert_eq!(left, None, "{command:?}: {text}");
        }
        assert!(had > 20, "{had} samples name an object");
    }

    #[test]
    fn translates_incoming_ids_and_keeps_id_like_texts() {
        let numbers = test_numbers();
        let read = |text: &str| {
            incoming(&numbers, "Game", || serde_json::from_str::<Replied>(text))
                .expect("an answer")
                .reply
        };
        let created = read(r#"{"reply":"created","value":"obj:-12"}"#);
        assert_eq!(created, Reply::Created(ObjectId(12)));
        let value = incoming(&numbers, "Game", || {
            serde_json::from_str::<ValueText>(r#"{"ref":"obj:-3","name":"obj:-4"}"#).expect("a value")
        });
        let tree = value.to_value().expect("JSON");
        assert_eq!((&tree["ref"], &tree["name"]), (&"obj:3".into(), &"obj:-4".into()));
        assert_eq!(
            replace_names(&*numbers, "Game", "no obj:-8, but obj: and obj:x"),
            "no obj:8, but obj: and obj:x"
        );
    }
}
