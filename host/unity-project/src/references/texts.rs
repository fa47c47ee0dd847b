//! Collects the uses in files that are not text assets of Unity: assembly definitions, C# sources, `.meta` files,
//! shader graphs and others.

use super::objects::guids_in;
use super::uses::{Key, Uses, Writer};
use crate::ui_files::{self, Address, UiReference};
use host_api::Tree;
use host_csharp::code_words;
use std::collections::HashSet;
use unity_fields::event_calls;
use unity_fields::reference_walk::{Meant, each_reference_or_guid};
use unity_files::{Project, has_extension};
use unity_yaml::{Guid, parse_bare};

/// Returns the references in the text of a `.meta` file, without the asset's own guid.
pub(super) fn meta_uses(text: &str) -> Uses {
    let mut writer = Writer::default();
    let has_functions = event_calls::may_have_functions(text);
    // Most `.meta` files contain only the asset's guid and need not be parsed.
    if (has_functions || memchr::memmem::find_iter(text.as_bytes(), "guid: ").nth(1).is_some())
        && let Ok(node) = parse_bare(text)
    {
        // Clips of a model call methods by name.
        event_calls::each_function(&node, &mut String::new(), &mut |path, name| {
            writer.call(name, None, None, path.trim_start_matches('.'), &no_path);
        });
        for (key, value) in node.entries() {
            if key == "guid" {
                continue;
            }
            let mut path = key.to_string();
            each_reference_or_guid(value, &mut path, &mut |path, meant| {
                let (Meant::Object(reference) | Meant::Address(reference)) = meant;
                if !reference.guid.is_none() && !unity_scripts::is_built_in(reference.guid) {
                    writer.put(Key::Asset(reference.guid), reference.file_id, None, path, &no_path);
                }
            });
        }
    }
    writer.finish()
}

pub(super) fn text_uses(project: &Project, path: &str, text: &str) -> Uses {
    let mut writer = Writer::default();
    if has_extension(path, "cs") {
        writer.words(code_words(text));
    } else if has_extension(path, "asmdef") || has_extension(path, "asmref") {
        write_assembly_uses(text, &mut writer);
    } else if ui_files::is_ui_file(path) {
        write_ui_uses(project, path, text, &mut writer);
    } else {
        let mut seen = HashSet::new();
        for guid in guids_in(text) {
            if seen.insert(guid) {
                writer.put(Key::Asset(guid), 0, None, "", &no_path);
            }
        }
    }
    writer.finish()
}

/// Adds the references in a UI file, by guid or by path. If no asset has the guid, the path counts, as in Unity.
fn write_ui_uses(project: &Project, path: &str, text: &str, writer: &mut Writer) {
    let (references, beyond) = ui_files::references(path, text);
    writer.leave_out(beyond);
    for UiReference { line, form, to, .. } in references {
        let (key, file_id) = match &to {
            Address::Guid { guid, file_id, path } => match path {
                Some(path) if project.index.path(*guid).is_none() => (Key::path(path), 0),
                _ => (Key::Asset(*guid), *file_id),
            },
            Address::Path(path) => (Key::path(path), 0),
            Address::Resource(name) => (Key::resource(name), 0),
            Address::BuiltIn | Address::Unreadable(_) => continue,
        };
        writer.put(key, file_id, None, &format!("line:{line} {form}"), &no_path);
    }
}

/// Adds the references in an assembly definition to others: `"references": ["GUID:…", "Name"]` and `"reference": …`.
fn write_assembly_uses(text: &str, writer: &mut Writer) {
    let Ok(definition) = Tree::read(text) else {
        return;
    };
    let listed = definition.get("references").and_then(|list| list.as_array());
    let listed = listed.into_iter().flatten().enumerate();
    let listed = listed.map(|(at, name)| (format!("references[{at}]"), name));
    let single = definition.get("reference").map(|name| ("reference".to_owned(), name));
    for (field, name) in listed.chain(single) {
        let Some(name) = name.as_str() else { continue };
        let by_guid = name.get(..5).filter(|start| start.eq_ignore_ascii_case("guid:"));
        let guid = by_guid.and_then(|_| Guid::parse(name.get(5..)?));
        let key = guid.map_or_else(|| Key::assembly(name), Key::Asset);
        writer.put(key, 0, None, &field, &no_path);
    }
}

fn no_path(_: usize) -> String {
    String::new()
}
