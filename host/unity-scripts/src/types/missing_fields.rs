//! Compares the fields in a component's file with those of its class: fields that only the class has, and leftover
//! fields that only the file has.

use super::declared_fields::Declared;
use super::type_text::display_type;
use super::written_fields::Written;
use unity_fields::{Kind, is_bookkeeping, zero};
use unity_yaml::{Node, parse_bare};

/// A field that the class declares but the file lacks, because the file was saved before the field was added.
#[derive(Clone, Debug)]
pub struct Lacking {
    pub name: String,
    /// The type of the field as its source writes it, without spaces.
    pub type_name: String,
    pub kind: Option<Kind>,
    /// The value of the field's initializer; `None` if it is not a plain value.
    pub default: Option<Node<'static>>,
}

impl Lacking {
    /// Returns a value for the field: its default, otherwise the zero value of its kind, which can differ from Unity's
    /// value. `None` if both are unknown.
    pub fn form(&self) -> Option<Node<'static>> {
        self.default.clone().or_else(|| zero(self.kind.as_ref()?))
    }
}

/// Names of fields that a file can contain for every script, besides those of its class and Unity's bookkeeping.
const OF_EVERY_SCRIPT: [&str; 3] = ["m_Enabled", "m_Name", "references"];

impl Declared<'_> {
    /// Returns the fields of a script's class that `tree`, the component's fields, lacks, in the order in which Unity
    /// writes them. A field that the file has under a former name is not missing.
    pub fn missing_fields(&self, tree: &Node<'_>) -> Vec<Lacking> {
        let Some(class) = self.class().filter(|_| !self.is_of_tables()) else {
            return Vec::new();
        };
        let is_there = |name: &str| tree.get(name).is_some();
        let is_lacking = |name: &str| !is_there(name) && !class.former_names(name).any(is_there);
        let names = class.field_names().filter(|name| is_lacking(name));
        let names: Vec<&str> = names
            .filter(|name| class.written_state(name, self.types) != Written::No)
            .collect();
        if names.is_empty() {
            return Vec::new();
        }
        let (lines, _) = class.defaults(self.types);
        let defaults = parse_bare(&lines).unwrap_or(Node::EMPTY);
        let fields = names.into_iter().map(|name| Lacking {
            name: name.to_owned(),
            type_name: class
                .field_type(name)
                .map_or_else(String::new, |meant| display_type(&meant.text)),
            kind: self.kind(name),
            default: defaults.get(name).map(Node::to_static),
        });
        fields.collect()
    }

    /// Returns the type of a field that the class declares but that Unity certainly does not serialize; `None` for
    /// other fields.
    pub fn unserialized_type(&self, key: &str) -> Option<String> {
        let class = self.class().filter(|_| !self.is_of_tables())?;
        let meant = class.field_type(key)?;
        (class.written_state(key, self.types) == Written::No).then(|| display_type(&meant.text))
    }

    /// Returns true if Unity certainly drops the field on save, because the class has no such field or Unity does not
    /// serialize it. It is always false if a source of the class is unavailable.
    pub fn is_leftover(&self, key: &str) -> bool {
        let is_gone = self.class().is_some_and(|class| {
            !self.is_of_tables()
                && class.root.rsplit('.').next() == Some("MonoBehaviour")
                && !OF_EVERY_SCRIPT.contains(&key)
                && !is_bookkeeping(key)
                && !class.is_named(key)
        });
        is_gone || self.unserialized_type(key).is_some()
    }

    /// Returns true if the class certainly has no such field: all sources of the class are available, or its source
    /// names no base type.
    pub fn surely_lacks(&self, key: &str) -> bool {
        let of_no_base = self.class().filter(|class| class.root.is_empty());
        self.is_leftover(key) || of_no_base.is_some_and(|class| !class.is_named(key))
    }

    fn is_of_tables(&self) -> bool {
        unity_fields::find_type(&self.types.name(self.id)).is_some()
    }
}
