//! Names of types of the .NET base class library and of Unity, so that `List<Vector3>` in a source gets a full name.
//! The table has only names and kinds; `engine_table.rs` has the methods of a few engine classes.

use crate::names::Registry;
use crate::syntax::{TypeKind, TypeParam};

const TABLE: &str = include_str!("known_types.txt");

pub(crate) fn register(registry: &mut Registry) {
    let mut namespace = "";
    let mut kind = TypeKind::Class;
    for line in TABLE
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        if let Some(header) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            let (space, word) = header.split_once(' ').unwrap_or((header, ""));
            namespace = space;
            kind = match word {
                "struct" => TypeKind::Struct,
                "enum" => TypeKind::Enum,
                "interface" => TypeKind::Interface,
                "delegate" => TypeKind::Delegate,
                _ => TypeKind::Class,
            };
            continue;
        }
        for nested in line.split_whitespace() {
            let mut outer = None;
            for part in nested.split('+') {
                let (name, arity) = part.split_once('`').unwrap_or((part, "0"));
                // `Func`1-17`: the same name with each number of parameters.
                let (from, to) = arity.split_once('-').unwrap_or((arity, arity));
                let (from, to) = (from.parse().unwrap_or(0), to.parse().unwrap_or(0));
                let mut last = outer;
                for arity in from..=to {
                    let params: Vec<TypeParam> = (0..arity)
                        .map(|at: usize| TypeParam {
                            name: format!("!{at}"),
                            value: false,
                        })
                        .collect();
                    last = Some(registry.add(namespace, outer, name, &params, kind));
                }
                outer = last;
            }
        }
    }
}
