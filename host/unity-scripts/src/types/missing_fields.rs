//! Differences between the fields in a component's file and those of its class: fields that the file lacks, and
//! leftover fields that the class lacks.
//!
//! This module determines them and Unity's default for lacking fields; callers decide how to report them.

use super::declared_fields::Declared;
use super::type_text::display_type;
use super::written_fields::Written;
use unity_fields::{Kind, is_bookkeeping, zero};
use unity_yaml::{Node, parse_bare};

/// A field that the class declares and the file lacks, because it is newer than the file's last save.
#[derive(Clone, Debug)]
pub struct Lacking {
    pub name: String,
    /// The type as its source writes it, without spaces.
    pub type_name: String,
    pub kind: Option<Kind>,
    /// The value of the field's initializer; `None` if it is not plain.
    pub default: Option<Node<'static>>,
}

impl Lacking {
    /// Returns a value with which the field can be filled: its default, otherwise the zero of its kind, which can
    /// differ from the value in Unity.
    pub fn form(&self) -> Option<Node<'static>> {
        self.default.clone().or_else(|| zero(self.kind.as_ref()?))
    }
}

/// Fields that every script can have in a file, in addition to those of its class and Unity's bookkeeping.
const OF_EVERY_SCRIPT: [&str; 3] = ["m_Enabled", "m_Name", "references"];

impl Declared<'_> {
    /// Returns the fields of a script's class that `tree`, the component's content, lacks, in the order in which Unity
    /// writes them. A field that the file has under a former name is not included.
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

    /// Returns the type of a field that the class declares but that Unity certainly does not serialize; otherwise
    /// `None`.
    pub fn unserialized_type(&self, key: &str) -> Option<String> {
        let class = self.class().filter(|_| !self.is_of_tables())?;
        let meant = class.field_type(key)?;
        (class.written_state(key, self.types) == Written::No).then(|| display_type(&meant.text))
    }

    /// Whether Unity certainly drops the field on save, because the class has no such field or Unity does not serialize
    /// its type. True only if all sources of the class are available.
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

    /// Whether the class certainly has no such field. This needs all sources of the class, or a source that names no
    /// base type.
    pub fn surely_lacks(&self, key: &str) -> bool {
        let of_no_base = self.class().filter(|class| class.root.is_empty());
        self.is_leftover(key) || of_no_base.is_some_and(|class| !class.is_named(key))
    }

    fn is_of_tables(&self) -> bool {
        unity_fields::find_type(&self.types.name(self.id)).is_some()
    }
}
