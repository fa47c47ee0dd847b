//! Guests in JavaScript and Python with the world `editor` import exactly the interfaces that this world names.
//!
//! Belongs here: the import lists of these components. Does not: building them (`cargo xtask guests`), bundles of authors
//! (`authors`).

use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use tests_support::{component, environment, paths};

/// The interfaces that a world of `wit/worlds.wit` imports, by itself or through a world that it includes.
fn imports_of_world(name: &str, worlds: &str) -> Result<BTreeSet<String>> {
    let (_, rest) = worlds
        .split_once(&format!("world {name} {{"))
        .with_context(|| format!("wit/worlds.wit has no world {name}"))?;
    let (block, _) = rest.split_once('}').context("a world ends")?;
    let mut named = BTreeSet::new();
    for line in block.lines().map(|line| line.trim().trim_end_matches(';')) {
        if let Some(interface) = line.strip_prefix("import ") {
            named.insert(interface.to_owned());
        }
        // The world `bundle` is in another file, and imports nothing.
        if let Some(included) = line.strip_prefix("include ").filter(|name| *name != "bundle") {
            named.extend(imports_of_world(included, worlds)?);
        }
    }
    Ok(named)
}

/// `editor` is `reader` with the four interfaces that change objects, components and fields.
fn check_editor(language: &str) -> Result<()> {
    let guest = format!("{language}-editor");
    let Some(folder) = paths::language_bundle(&guest) else {
        let why = "it was not built; `cargo xtask guests` builds it";
        return environment::skip(&format!("the guest in {guest}"), why);
    };
    let worlds = std::fs::read_to_string(paths::root().join("wit/worlds.wit")).context("there is no wit/worlds.wit")?;
    let (editor, reader) = (
        imports_of_world("editor", &worlds)?,
        imports_of_world("reader", &worlds)?,
    );
    let more: Vec<&str> = editor.difference(&reader).map(String::as_str).collect();
    let changing = ["components-edit", "edits-edit", "members-edit", "objects-edit"];
    let changing = changing.map(|name| format!("unity-tools:unity/{name}@0.3.0"));
    ensure!(more == changing, "beside `reader` it imports {more:?}");
    ensure!(reader.is_subset(&editor), "it lacks some of {reader:?}");
    let built = component::imports_of_contract(&std::fs::read(paths::component_of(&folder)?)?)?;
    ensure!(built == editor, "it imports {built:?}, its world names {editor:?}");
    Ok(())
}

#[test]
fn javascript_guest_imports_exactly_the_editor_world() -> Result<()> {
    check_editor("javascript")
}

#[test]
fn python_guest_imports_exactly_the_editor_world() -> Result<()> {
    check_editor("python")
}
