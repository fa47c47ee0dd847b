//! Paths of fields in a component, such as `a[2].b`. The parser accepts Unity's notation (`a.Array.data[2].b`) and the
//! shorter one, which the formatter prints.

use std::fmt::{self, Write};

/// Maximum number of steps of a path; longer paths are rejected. Unity serializes at most ten levels of nested classes.
const MAX_STEPS: usize = 64;

/// One step of a field's path: the name of a member, an array index, an array's length, or a managed object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Key(String),
    Index(usize),
    /// The length of an array; it is always the last step.
    Size,
    /// The managed object (`[SerializeReference]`) with this id; it is always the first step.
    Managed(i64),
}

/// Name before the id of a managed object in a path: `managedReferences[7]`.
pub const MANAGED: &str = "managedReferences";

/// Path of a field, from the component's top-level fields down; the first step is a key or a managed object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PropertyPath(pub Vec<Step>);

impl PropertyPath {
    /// Returns the path of a top-level field of the component.
    pub fn from_field(name: &str) -> Self {
        Self(vec![Step::Key(name.to_owned())])
    }

    /// Parses a path in Unity's notation, `a.Array.data[2].b`, or in the shorter one, `a[2].b`.
    ///
    /// # Errors
    /// A message about the invalid part of the path. It is the predicate of a sentence: "has no …".
    pub fn parse(text: &str) -> Result<Self, String> {
        let (top, rest) = text.split_at(text.find(['.', '[']).unwrap_or(text.len()));
        Self::from_parts(top, rest)
    }

    /// Parses the path of the field `top` followed by `rest`, such as `.x`, `[2]`, `.Array.data[2]` or `.Array.size`.
    ///
    /// # Errors
    /// As for `parse`.
    pub fn from_parts(top: &str, rest: &str) -> Result<Self, String> {
        let mut path = Self::from_field(top);
        let mut rest = rest;
        if top == MANAGED
            && let Some((id, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        {
            let id = id
                .parse()
                .map_err(|_| format!("has no {MANAGED}[{id}]: expected the id (rid) of a managed object"))?;
            path = Self(vec![Step::Managed(id)]);
            rest = after;
        }
        while !rest.is_empty() {
            if path.0.len() >= MAX_STEPS {
                return Err(format!("has no {path}{rest}: more than {MAX_STEPS} steps"));
            }
            if let Some(index) = rest.strip_prefix(".Array.data[").or_else(|| rest.strip_prefix('[')) {
                let (index, after) = index
                    .split_once(']')
                    .ok_or_else(|| format!("has no {path}{rest}: expected a ] behind the position"))?;
                let at = index
                    .parse()
                    .map_err(|_| format!("has no {path}[{index}]: expected a position from 0"))?;
                path.0.push(Step::Index(at));
                rest = after;
                continue;
            }
            if rest == ".Array.size" {
                path.0.push(Step::Size);
                break;
            }
            let text = rest
                .strip_prefix('.')
                .ok_or_else(|| format!("has no {path}{rest}: expected . or [ behind {path}"))?;
            let (name, after) = text.split_at(text.find(['.', '[']).unwrap_or(text.len()));
            path.0.push(Step::Key(name.to_owned()));
            rest = after;
        }
        Ok(path)
    }

    /// Returns true if the path leads to the length of an array.
    #[inline]
    pub fn is_size(&self) -> bool {
        self.0.last() == Some(&Step::Size)
    }

    /// Returns the path of the array if this path ends at its length, otherwise the same path.
    #[must_use]
    pub fn without_size(&self) -> Self {
        let mut path = self.clone();
        if path.is_size() {
            path.0.pop();
        }
        path
    }

    /// Returns true if this path equals `other` or leads to a field inside it.
    #[inline]
    pub fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// Returns the name of the top-level field in which the path begins; `references` for a managed object.
    #[inline]
    pub fn top(&self) -> &str {
        match self.0.first() {
            Some(Step::Key(key)) => key,
            Some(Step::Managed(_)) => "references",
            Some(Step::Index(_) | Step::Size) | None => "",
        }
    }

    /// Returns the names in the path joined by dots, without array indexes: `a.b` for `a[2].b`.
    pub fn names(&self) -> String {
        let keys = self.0.iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            // Fields of managed objects are not fields of the component.
            Step::Managed(_) => Some(MANAGED),
            Step::Index(_) | Step::Size => None,
        });
        keys.collect::<Vec<_>>().join(".")
    }
}

/// Formats `m_Shadows.m_Type`, `m_Materials[0]`, `m_Materials.Array.size` or `managedReferences[7].m_Damage`.
impl fmt::Display for PropertyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            if at > 0 && !matches!(step, Step::Index(_)) {
                f.write_char('.')?;
            }
            match step {
                Step::Key(key) => f.write_str(key)?,
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Size => f.write_str("Array.size")?,
                Step::Managed(id) => write!(f, "{MANAGED}[{id}]")?,
            }
        }
        Ok(())
    }
}
