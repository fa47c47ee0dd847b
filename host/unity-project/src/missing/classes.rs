//! Finds managed references to classes that do not exist, in documents and in overrides of prefab instances.

use super::{LostReferences, Spot, Wrong};
use crate::expand::change::{self, Change};
use unity_fields::managed_refs::{self, ManagedType};
use unity_files::Project;
use unity_scripts::csharp_index::{ClassStanding, Gathered};
use unity_yaml::{Document, FileRef, Item};

/// Prefix of the property path with which an instance sets the class of a managed object.
const IN_OVERRIDE: &str = "managedReferences[";

pub(super) fn may_have_overrides(document: &Document<'_>) -> bool {
    memchr::memmem::find(document.body().as_bytes(), IN_OVERRIDE.as_bytes()).is_some()
}

pub(super) fn modifications<'d>(document: &Document<'d>) -> Vec<Item<'d>> {
    let inside = document.fields().filter(|field| field.key() == "m_Modification");
    let lists = inside.flat_map(|field| {
        let lists = field.fields().filter(|field| field.key() == "m_Modifications");
        lists.collect::<Vec<_>>()
    });
    lists.flat_map(|list| list.items().collect::<Vec<_>>()).collect()
}

fn check_class(of: ManagedType, csharp: &Gathered, project: &Project) -> Option<Wrong> {
    match csharp.class_standing(&of, project) {
        ClassStanding::Here => None,
        ClassStanding::Missing(why) => Some(Wrong::NoType(of, why)),
        ClassStanding::Unverifiable(why) => Some(Wrong::MaybeType(of, why)),
    }
}

impl LostReferences {
    /// Adds a finding for each field that refers to a managed object whose class is missing or cannot be checked.
    pub(super) fn classes_in(&mut self, csharp: &Gathered, project: &Project, at: u32, document: &Document<'_>) {
        for row in managed_refs::rows(document) {
            let Some(wrong) = check_class(row.of, csharp, project) else {
                continue;
            };
            for field in row.fields {
                self.keep(at, Some(wrong.clone()), || Spot::Field(field));
            }
        }
    }

    pub(super) fn classes_in_overrides(
        &mut self,
        csharp: &Gathered,
        project: &Project,
        at: u32,
        document: &Document<'_>,
    ) {
        if !may_have_overrides(document) {
            return;
        }
        for row in modifications(document) {
            let change = Change::from_row(&row);
            let of = managed_refs::id_of_override(&change.path).and_then(|_| ManagedType::from_override(&change.value));
            let Some(of) = of else { continue };
            self.keep(at, check_class(of, csharp, project), || Spot::Override {
                target: change::target(&row),
                path: change.path.into_owned(),
                reference: FileRef::default(),
            });
        }
    }
}
