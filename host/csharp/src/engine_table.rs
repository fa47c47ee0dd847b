//! Engine classes whose methods are known without an assembly, and the members of well-known interfaces. Both are C#
//! declarations that the parser for project sources reads.

use crate::conditional::Symbols;
use crate::parse::{ParseError, SourceFile, parse_source};

/// C# declarations with the public methods and accessors of UnityEngine 2022.3: GameObject, Transform, Component,
/// Behaviour, MonoBehaviour, Camera, Light, Rigidbody, Collider.
const CLASSES: [&str; 2] = [
    include_str!("engine_table/classes.cs"),
    include_str!("engine_table/physics.cs"),
];
/// C# declarations of interfaces with their members. A method that implements one of these members becomes virtual.
const INTERFACES: &str = include_str!("engine_table/interfaces.cs");

/// Parsed C# declarations of engine types. `listed` is true if the index lists the types; if false, their interfaces
/// are only used to find virtual methods.
pub(crate) struct Table {
    pub(crate) file: SourceFile,
    pub(crate) listed: bool,
}

pub(crate) fn tables() -> Result<Vec<Table>, ParseError> {
    let texts = CLASSES
        .map(|text| (text, true))
        .into_iter()
        .chain([(INTERFACES, false)]);
    let parse = |text| parse_source("engine table", text, &Symbols::default());
    texts
        .map(|(text, listed)| parse(text).map(|file| Table { file, listed }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_tables_parse_without_errors() {
        for Table { file, .. } in tables().expect("the tables are small") {
            assert!(!file.has_syntax_errors && file.cut_declarations == 0);
            assert!(file.types.iter().all(|t| !t.members.is_empty()));
        }
    }
}
