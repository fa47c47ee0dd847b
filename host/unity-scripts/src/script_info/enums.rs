//! The enums that the sources of a type declare: the type itself, nested ones, and others in the same files.

use super::bases::Level;
use super::is_same;
use host_csharp::{Declared, TypeKind};

/// Maximum number of enums in the description of a C# type; further ones are omitted. `MAX_MEMBERS` limits the members
/// of one enum.
const MAX_ENUMS: usize = 100;
const MAX_MEMBERS: usize = 1_000;

/// One enum in the description of a C# type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptEnum {
    /// The full name of the enum, with dots also before nested types.
    pub type_name: String,
    pub flags: bool,
    /// Names and values of the members. A value is `None` if its expression is not plain, or depends on an `#if`.
    pub members: Vec<(String, Option<i64>)>,
}

pub(super) fn declared_enums(own: &Level, not_known: &mut Vec<String>) -> Vec<ScriptEnum> {
    let all = own.parts.iter().flat_map(|file| file.types());
    let mut declared: Vec<Declared<'_>> = all.filter(|one| one.kind() == TypeKind::Enum).collect();
    // The type itself and its nested ones come first, in the order of the sources.
    let is_own = |one: &Declared<'_>| {
        let outer = std::iter::successors(Some(*one), |one| one.outer());
        outer.into_iter().any(|one| is_same(&one.type_name(), &own.name))
    };
    declared.sort_by_key(|one| !is_own(one));
    let mut told = Vec::new();
    for one in &declared {
        let Some(detail) = one.detail() else { continue };
        let type_name = one.type_name().joined_by_dots();
        if told.len() >= MAX_ENUMS {
            not_known.push(format!(
                "of {} enumerations only the first {MAX_ENUMS} are listed",
                declared.len()
            ));
            break;
        }
        if detail.constants.len() > MAX_MEMBERS {
            not_known.push(format!(
                "of the {} members of {type_name} only the first {MAX_MEMBERS} are listed",
                detail.constants.len()
            ));
        }
        let members = detail.constants.iter().take(MAX_MEMBERS);
        told.push(ScriptEnum {
            type_name,
            flags: detail.attributes.iter().any(|attribute| attribute.is("Flags")),
            members: members.map(|one| (one.name.clone(), one.value)).collect(),
        });
    }
    told
}
