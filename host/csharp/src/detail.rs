//! Declarations in a type besides methods that can be hooked: fields, attributes, members of an enumeration, headers
//! of methods. Plain data, as written; `parse` reads it, and other crates interpret it for Unity.

/// The modifiers, in the order of their bits.
const WORDS: &str = "\
    abstract async const extern file fixed internal new override partial private protected public readonly sealed \
     static virtual";

/// The modifiers of a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(u32);

impl Modifiers {
    pub(crate) fn add(&mut self, word: &str) {
        if let Some(at) = bit_of(word) {
            self.0 |= 1 << at;
        }
    }

    /// Whether that modifier is written; `volatile`, `unsafe` and `required` are not stored.
    pub fn has(self, word: &str) -> bool {
        bit_of(word).is_some_and(|at| self.0 & (1 << at) != 0)
    }
}

fn bit_of(word: &str) -> Option<usize> {
    WORDS.split_whitespace().position(|known| known == word)
}

/// An attribute in square brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// As written: `Range`, `UnityEngine.RangeAttribute`.
    pub name: String,
    /// On one line, without the parentheses.
    pub arguments: String,
    /// Types in `typeof`, as written.
    pub types: Vec<String>,
    /// `field` in `[field: SerializeField]`.
    pub target: Option<String>,
}

impl Attribute {
    /// Whether it is the attribute with that short name; the source can add `Attribute` or a namespace.
    pub fn is(&self, short: &str) -> bool {
        let name = self.name.rsplit(['.', ':']).next().unwrap_or(&self.name);
        name == short || name.strip_suffix("Attribute") == Some(short)
    }

    /// `Range(0, 1)`.
    pub fn text(&self) -> String {
        match self.arguments.as_str() {
            "" => self.name.clone(),
            arguments => format!("{}({arguments})", self.name),
        }
    }
}

/// A field, or an automatic property, which has a backing field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// The type as the source spells it, on one line.
    pub type_name: String,
    pub(crate) ty: crate::syntax::TypeSyntax,
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    pub initializer: Option<Initializer>,
    /// The initializer on one line.
    pub written: Option<String>,
    pub is_property: bool,
    /// It is in an `#if` branch that can be inactive.
    pub conditional: bool,
    /// 1-based.
    pub line: usize,
}

/// The initializer of a field, after `=`. Nothing is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initializer {
    Null,
    Bool(bool),
    /// As written, with its sign and suffix: `-1.5f`, `0xFFu`.
    Number(String),
    Text(String),
    /// A character literal.
    Character(String),
    /// `Vector3.up`, `LIMIT`.
    Name(Vec<String>),
    /// `A | B`.
    Either(Vec<Self>),
    /// `new Vector3(1, 2, 3)`, `new() { … }`.
    New {
        /// As written.
        type_name: Option<String>,
        arguments: Vec<Self>,
        items: Option<Vec<Self>>,
    },
    /// `new[] { 1, 2 }`, `{ 1, 2 }`, `[1, 2]`, `new int[0]`.
    List(Vec<Self>),
    /// A method call: its name and the number of its arguments.
    Call(Vec<String>, usize),
    /// Anything else, on one line.
    Other(String),
}

/// A member of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    pub name: String,
    /// `None` if its expression is not plain or depends on an `#if` branch that can be inactive.
    pub value: Option<i64>,
}

/// A method header as C# writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    /// `public void Hit(int amount = 1)`: on one line, without attributes and body.
    pub text: String,
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    pub params: usize,
    /// It implements an interface member explicitly.
    pub is_explicit: bool,
    pub conditional: bool,
    /// 1-based.
    pub line: usize,
}

/// The details of one declaration of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    /// Base types and interfaces, as written.
    pub bases: Vec<String>,
    pub fields: Vec<Field>,
    pub constants: Vec<Constant>,
    /// Ordinary methods only.
    pub methods: Vec<Header>,
    /// Number of members left out: beyond the limits, or with syntax errors.
    pub left_out: usize,
}

impl Detail {
    /// Adds the result of the other pass over the same source; a member that is not in both is conditional.
    pub(crate) fn unite(&mut self, other: Self) {
        for field in &mut self.fields {
            field.conditional |= !other
                .fields
                .iter()
                .any(|o| o.name == field.name && o.line == field.line);
        }
        for mut field in other.fields {
            if !self.fields.iter().any(|f| f.name == field.name && f.line == field.line) {
                field.conditional = true;
                self.fields.push(field);
            }
        }
        for method in &mut self.methods {
            method.conditional |= !other
                .methods
                .iter()
                .any(|o| o.text == method.text && o.line == method.line);
        }
        for mut method in other.methods {
            if !self
                .methods
                .iter()
                .any(|m| m.text == method.text && m.line == method.line)
            {
                method.conditional = true;
                self.methods.push(method);
            }
        }
        for attribute in other.attributes {
            if !self.attributes.contains(&attribute) {
                self.attributes.push(attribute);
            }
        }
        if self.constants != other.constants {
            for constant in other.constants {
                if !self.constants.iter().any(|known| known.name == constant.name) {
                    self.constants.push(constant);
                }
            }
            self.constants.iter_mut().for_each(|constant| constant.value = None);
        }
        self.left_out = self.left_out.max(other.left_out);
    }
}

#[cfg(test)]
mod tests;
