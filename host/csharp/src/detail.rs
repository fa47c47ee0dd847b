//! What a type declares beside methods that can be hooked: fields, attributes, the members of an enumeration, headers of methods.
//! Plain data, as written; how it is read is `parse`'s, what Unity makes of it is nobody's here.

/// The words before a declaration, in the order of their bits.
const WORDS: [&str; 17] = [
    "abstract",
    "async",
    "const",
    "extern",
    "file",
    "fixed",
    "internal",
    "new",
    "override",
    "partial",
    "private",
    "protected",
    "public",
    "readonly",
    "sealed",
    "static",
    "virtual",
];

/// Which modifiers stand before a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(u32);

impl Modifiers {
    pub(crate) fn add(&mut self, word: &str) {
        if let Some(at) = WORDS.iter().position(|known| *known == word) {
            self.0 |= 1 << at;
        }
    }

    /// Whether that modifier is written; `volatile`, `unsafe` and `required` are not kept.
    pub fn has(self, word: &str) -> bool {
        WORDS
            .iter()
            .position(|known| *known == word)
            .is_some_and(|at| self.0 & (1 << at) != 0)
    }
}

/// What stands in square brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// As written: `Range`, `UnityEngine.RangeAttribute`.
    pub name: String,
    /// In one line, without the parentheses.
    pub arguments: String,
    /// Types in `typeof`, as written.
    pub types: Vec<String>,
    /// `field` in `[field: SerializeField]`.
    pub target: Option<String>,
}

impl Attribute {
    /// Whether it is the attribute of that short name; `Attribute` behind it and a namespace before it may be written.
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

/// A field, or an automatic property, which has one behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// As written, in one line.
    pub type_name: String,
    pub(crate) ty: crate::syntax::TypeSyntax,
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    pub initializer: Option<Initializer>,
    /// The initializer in one line.
    pub written: Option<String>,
    pub is_property: bool,
    /// It stands under an `#if` that may be off.
    pub conditional: bool,
    /// 1-based.
    pub line: usize,
}

/// What stands behind the `=` of a field. Nothing is worked out.
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
    /// A call of a method: its name, and how many arguments it has.
    Call(Vec<String>, usize),
    /// Anything else, in one line.
    Other(String),
}

/// A member of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    pub name: String,
    /// `None` where its expression is not plain, or hangs on an `#if` that may be off.
    pub value: Option<i64>,
}

/// A method as C# writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    /// `public void Hit(int amount = 1)`: in one line, without attributes and body.
    pub text: String,
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    pub params: usize,
    /// It implements an interface's member by the interface's name.
    pub is_explicit: bool,
    pub conditional: bool,
    /// 1-based.
    pub line: usize,
}

/// All of that for one declaration of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    pub modifiers: Modifiers,
    pub attributes: Vec<Attribute>,
    /// Base types and interfaces, as written.
    pub bases: Vec<String>,
    pub fields: Vec<Field>,
    pub constants: Vec<Constant>,
    /// Ordinary methods alone.
    pub methods: Vec<Header>,
    /// Members left out: beyond the bounds, or with errors in them.
    pub left_out: usize,
}

impl Detail {
    /// Adds what the other pass over the same source has; what is not in both may be off.
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
