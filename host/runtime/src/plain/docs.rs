//! Reads the doc comments of WIT, which component tools store in a custom section.
//!
//! Belongs here: reading them leniently, so that unexpected content counts as missing. Does not: the maximum length of
//! a description (`listing`).

use crate::sections::{self, CUSTOM};
use host_api::Tree;
use serde_json::Value;

const NAME: &str = "package-docs";
/// Maximum size in bytes of the custom section with the WIT doc comments; larger sections are ignored.
const MOST: usize = 1 << 20;
/// Maximum size in bytes of the doc comment of one WIT item.
const MOST_OF_ONE: usize = 4096;

/// The doc comments of one WIT package, from the custom section `package-docs`.
#[derive(Default)]
pub(super) struct Docs(Value);

#[derive(Clone, Copy)]
pub(super) struct OfInterface<'a>(&'a Value);

impl Docs {
    pub(super) fn from_component(component: &[u8]) -> Self {
        let customs = sections::read_sections(component).filter(|section| section.id == CUSTOM);
        let mut named = customs.filter_map(|section| sections::custom(section.contents));
        let found = named.find(|(name, contents)| *name == NAME && contents.len() <= MOST);
        let Some((_, contents)) = found else {
            return Self::default();
        };
        // The first byte is the version of the format.
        let json = match contents {
            [b'{', ..] => contents,
            [_, json @ ..] => json,
            [] => contents,
        };
        Self(serde_json::from_slice::<Tree>(json).unwrap_or_default().0)
    }

    /// Returns the doc comments of the exported interface `export`, from its package or a world that exports it.
    pub(super) fn interface(&self, export: &str) -> OfInterface<'_> {
        let bare = export.split('@').next().unwrap_or(export);
        let name = bare.rsplit('/').next().unwrap_or(bare);
        let of_package = &self.0["interfaces"][name];
        if of_package.is_object() {
            return OfInterface(of_package);
        }
        let of_world = self.worlds().find_map(|world| {
            let mut places = [&world["interface_exports"][name], &world["interfaces"][name]].into_iter();
            places.find(|place| place.is_object())
        });
        OfInterface(of_world.unwrap_or(&Value::Null))
    }

    pub(super) fn function(&self, export: &str, function: Option<&str>) -> Option<String> {
        match function {
            Some(function) => text(&self.interface(export).0["funcs"][function]),
            None => self
                .worlds()
                .find_map(|world| text(&world["func_exports"][export]).or_else(|| text(&world["funcs"][export]))),
        }
    }

    fn worlds(&self) -> impl Iterator<Item = &Value> {
        self.0["worlds"]
            .as_object()
            .into_iter()
            .flat_map(|worlds| worlds.values())
    }
}

impl<'a> OfInterface<'a> {
    pub(super) fn kind(self, name: &str) -> Option<String> {
        text(&self.0["types"][name])
    }

    /// Returns the comment of the field or case `item` of the type `kind`; `None` if it has none.
    pub(super) fn item(self, kind: &str, item: &str) -> Option<String> {
        text(&self.0["types"][kind]["items"][item])
    }
}

/// Returns the comment in `value`, which is a text or an object with the member `docs`; `None` if it is empty.
fn text(value: &Value) -> Option<String> {
    let said = value.as_str().or_else(|| value["docs"].as_str())?.trim();
    let mut end = said.len().min(MOST_OF_ONE);
    while !said.is_char_boundary(end) {
        end -= 1;
    }
    (end > 0).then(|| said[..end].to_owned())
}
