//! Details of a type declaration: fields, attributes, enumeration members, and method headers. They are plain data as
//! the source writes it; `parse` reads it, and other crates interpret it for Unity.

/// Names of the C# modifiers. The index of a name is its bit number in `Modifiers`.
const WORDS: &str = "\
    abstract async const extern file fixed internal new override partial private protected public readonly sealed \
     static virtual";

/// The modifiers of a declaration as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(u32);

impl Modifiers {
    pub(crate) fn add(&mut self, word: &str) {
        if let Some(at) = bit_of(word) {
            self.0 |= 1 << at;
        }
    }

    /// Returns true if the declaration has this modifier. `volatile`, `unsafe` and `required` are not stored.
    pub fn has(self, word: &str) -> bool {
        bit_of(word).is_some_and(|at| self.0 & (1 << at) != 0)
    }
}

fn bit_of(word: &str) -> Option<usize> {
    WORDS.split_whitespace().position(|known| known == word)
}

/// A C# attribute in square brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name as the source writes it, such as `Range` or `UnityEngine.RangeAttribute`.
    pub name: String,
    /// The text of the arguments on one line, without the parentheses.
    pub arguments: String,
    /// The types in `typeof` expressions of the arguments, as the source writes them.
    pub types: Vec<String>,
    /// The target of the attribute, such as `field` in `[field: SerializeField]`; `None` if none is written.
    pub target: Option<String>,
}

impl Attribute {
    /// Returns true if this is the attribute `short`. The source may add the suffix `Attribute` or a namespace.
    pub fn is(&self, short: &str) -> bool {
        let name = self.name.rsplit(['.', ':']).next().unwrap_or(&self.name);
        name == short || name.strip_suffix("Attribute") == Some(short)
    }

    /// Returns the attribute with its arguments, such as `Range(0, 1)`.
    pub fn text(&self) -> String {
        match self.arguments.as_str() {
            "" => self.name.clone(),
            arguments => format!("{}({arguments})", self.name),
        }
    }
}

/// A field of a type, or an automatic property, which has a backing field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// The type as the source writes it, on one line.
    pub type_name: String,
    pub(crate) ty: crate::syntax::TypeSyntax,
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    pub initializer: Option<Initializer>,
    /// The text of the initializer on one line; `None` without an initializer.
    pub written: Option<String>,
    pub is_property: bool,
    /// True if the declaration is in an `#if` branch that can be inactive.
    pub conditional: bool,
    /// Line of the declaration in the source, counted from 1.
    pub line: usize,
}

/// The initializer of a field, which follows `=`. It is parsed but not evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initializer {
    Null,
    Bool(bool),
    /// A number as the source writes it, with its sign and suffix: `-1.5f`, `0xFFu`.
    Number(String),
    Text(String),
    /// A character literal.
    Character(String),
    /// The parts of a dotted name such as `Vector3.up` or `LIMIT`.
    Name(Vec<String>),
    /// The operands of a bitwise or, such as `A | B`.
    Either(Vec<Self>),
    /// An object creation: `new Vector3(1, 2, 3)`, `new() { … }`.
    New {
        /// The type as the source writes it; `None` for `new()`.
        type_name: Option<String>,
        arguments: Vec<Self>,
        items: Option<Vec<Self>>,
    },
    /// The items of a list: `new[] { 1, 2 }`, `{ 1, 2 }`, `[1, 2]`, `new int[0]`.
    List(Vec<Self>),
    /// A method call: its name and the number of its arguments.
    Call(Vec<String>, usize),
    /// The text of any other expression, on one line.
    Other(String),
}

/// A member of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    pub name: String,
    /// The value of the enumeration member; `None` if its expression is no simple constant or depends on an `#if`
    /// branch that can be inactive.
    pub value: Option<i64>,
    pub attributes: Vec<Attribute>,
}

/// The header of a method as the source writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    /// The text of the header on one line, without attributes and body: `public void Hit(int amount = 1)`.
    pub text: String,
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    pub params: usize,
    /// True if the method implements an interface member explicitly.
    pub is_explicit: bool,
    pub conditional: bool,
    /// Line of the method in the source, counted from 1.
    pub line: usize,
}

/// A constructor, operator, property, indexer or event of a type, as the source declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherMember {
    /// The name of a property or event, `Item` for an indexer, `.ctor`, or an operator such as `==` or `implicit`.
    pub name: String,
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    /// Line of the first word or attribute of the declaration in the source, counted from 1.
    pub line: usize,
}

/// The details of one declaration of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    /// Base types and interfaces as the source writes them.
    pub bases: Vec<String>,
    pub fields: Vec<Field>,
    pub constants: Vec<Constant>,
    /// Headers of ordinary methods, without constructors, operators and accessors.
    pub methods: Vec<Header>,
    pub others: Vec<OtherMember>,
    /// Number of members that were omitted, because the type has too many or because they contain syntax errors.
    pub left_out: usize,
}

impl Detail {
    /// Merges the details of a parser pass with other `#if` branches. Members that only one pass found become
    /// conditional.
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
        for member in other.others {
            if !self.others.contains(&member) {
                self.others.push(member);
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
