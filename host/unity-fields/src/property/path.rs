//! A path down from a component's fields, parsed from Unity's form or a caller's, and printed in both.

use std::fmt::{self, Write};

/// Longer paths are rejected; Unity stops at ten levels of classes.
const MAX_STEPS: usize = 64;

/// One step down from a component's fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Key(String),
    Index(usize),
    /// An array's length; nothing follows.
    Size,
    /// The object of `[SerializeReference]` fields with this id; it is always the first step.
    Managed(i64),
}

/// Precedes a managed object's id.
pub const MANAGED: &str = "managedReferences";

/// A path down from a component's fields; the first step is a key or a managed object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PropertyPath(pub Vec<Step>);

impl PropertyPath {
    /// One field of the component itself.
    pub fn from_field(name: &str) -> Self {
        Self(vec![Step::Key(name.to_owned())])
    }

    /// Parses `a.Array.data[2].b` as Unity writes it, or `a[2].b`.
    ///
    /// # Errors
    /// The invalid part, as the end of a sentence: "has no …".
    pub fn parse(text: &str) -> Result<Self, String> {
        let (top, rest) = text.split_at(text.find(['.', '[']).unwrap_or(text.len()));
        Self::from_parts(top, rest)
    }

    /// The field `top` with the rest of the path: `.x`, `[2]`, `.Array.data[2]`, `.Array.size`.
    ///
    /// # Errors
    /// As `parse`.
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

    /// True if it ends at an array's length.
    #[inline]
    pub fn is_size(&self) -> bool {
        self.0.last() == Some(&Step::Size)
    }

    /// The array itself, if the path ends at its length.
    #[must_use]
    pub fn without_size(&self) -> Self {
        let mut path = self.clone();
        if path.is_size() {
            path.0.pop();
        }
        path
    }

    /// True if this is `other` or is below it.
    #[inline]
    pub fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The component's field that it leads to or below; all managed objects are in one field.
    #[inline]
    pub fn top(&self) -> &str {
        match self.0.first() {
            Some(Step::Key(key)) => key,
            Some(Step::Managed(_)) => "references",
            Some(Step::Index(_) | Step::Size) | None => "",
        }
    }

    /// Without positions, as in the tables of kinds.
    pub fn names(&self) -> String {
        let keys = self.0.iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            // Their fields are not fields of the component.
            Step::Managed(_) => Some(MANAGED),
            Step::Index(_) | Step::Size => None,
        });
        keys.collect::<Vec<_>>().join(".")
    }
}

/// `m_Shadows.m_Type`, `m_Materials[0]`, `m_Materials.Array.size`, `managedReferences[7].m_Damage`.
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
