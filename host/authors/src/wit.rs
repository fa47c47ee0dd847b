//! Reads the WIT files of an author's bundle: `wit/world.wit` and the packages in `wit/deps`.
//!
//! Belongs here: reading WIT files. Does not: generating code for a language.

use crate::Problem;
use std::path::Path;
use wit_parser::{Resolve, WorldId};

/// A WIT world with all types and interfaces to which it refers.
pub(crate) struct Wit {
    pub(crate) resolve: Resolve,
    pub(crate) world: WorldId,
}

/// Reads the WIT world with the bundle's id from `folder/wit`.
pub(crate) fn read(folder: &Path, id: &str) -> Result<Wit, Problem> {
    let mut resolve = Resolve::default();
    let found = resolve
        .push_path(folder.join("wit"))
        .and_then(|(package, _)| resolve.select_world(&[package], Some(id)));
    match found {
        Ok(world) => Ok(Wit { resolve, world }),
        Err(why) => Err(Problem::wit(folder, &why)),
    }
}
