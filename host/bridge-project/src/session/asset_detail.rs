//! All about one asset: what its importer is told, what it refers to, what it holds.

use super::Session;
use super::assets::kind_of;
use super::settings::Room;
use host_api::near::{did_you_mean, near_paths};
use host_bridge::paging::json_len;
use host_bridge::{Asset, AssetContent, AssetDetail, BridgeError, BridgeErrorKind, Replied, Reply};
use serde_json::Value;
use std::sync::Arc;
use unity_project::asset_kind::script_of;
use unity_project::asset_values::AssetValues;
use unity_project::expand::{Library, class};
use unity_project::project::{Project, has_extension};
use unity_project::reference_walk::PREFAB_LINKS;
use unity_project::references::used_by;
use unity_project::text_assets::{is_text_asset, may_be_text};
use unity_yaml::{Document, Guid, parse_bare};

/// Items of a list in a value.
const ITEMS: usize = 100;

/// Objects of one file that are told.
const MAX_OBJECTS: usize = 200;

/// JSON bytes of an object beside its texts.
const OBJECT_BYTES: usize = 60;

const MAX_META_BYTES: u64 = 16 * 1024 * 1024;

/// What Unity keeps in every object for itself.
const OWN: [&str; 6] = [
    "m_ObjectHideFlags",
    "m_GameObject",
    "m_EditorHideFlags",
    "m_Script",
    "m_EditorClassIdentifier",
    "serializedVersion",
];

impl Session {
    /// # Errors
    /// `NotFound` for a path or guid that no asset has, with paths that are near.
    pub(super) fn asset_detail(&mut self, asset: &str, max_bytes: usize) -> Result<Replied, BridgeError> {
        let project = Arc::clone(self.library.project());
        let (path, guid) = meant(&project, asset)?;
        let library = &mut self.library;
        let mut left_out = Vec::new();
        let file = project.roots().locate(&path);
        let size = file.as_ref().ok().and_then(|file| std::fs::metadata(file).ok());
        let is_folder = size.as_ref().is_some_and(std::fs::Metadata::is_dir);
        let bytes = size.map_or(0, |facts| facts.len());
        let (kind, type_name) = match &file {
            Ok(_) if is_folder => ("Folder".into(), None),
            Ok(file) => kind_of(library, &path, file, bytes),
            Err(_) => ("DefaultAsset".into(), None),
        };
        let mut room = Room::new(max_bytes.saturating_sub(json_len(&path) + 200));
        let importer = room.take_all(importer(library, &project, &path, &mut left_out));
        let mut dependencies = Vec::new();
        let (mut unknown, mut beyond) = (0_u32, 0_u32);
        match used_by(library, &path) {
            Ok(guids) => {
                for used in guids.into_iter().filter(|used| *used != guid) {
                    match project.index.path(used) {
                        Some(path) if room.take(json_len(path) + 1) => dependencies.push(path.to_owned()),
                        Some(_) => beyond += 1,
                        None => unknown += 1,
                    }
                }
            }
            Err(_) if is_folder => {}
            Err(problem) => left_out.push(format!("what it refers to: {}", problem.with_remedy())),
        }
        dependencies.sort_unstable();
        if unknown > 0 {
            left_out.push(format!("{unknown} assets that it refers to are not in the folder"));
        }
        if beyond > 0 {
            left_out.push(format!("{beyond} more dependencies do not fit; ask for more bytes"));
        }
        let is_read = is_text_asset(&path) && !has_extension(&path, "unity") && !has_extension(&path, "prefab");
        let is_text = is_read && file.is_ok_and(|file| may_be_text(&file, &path).unwrap_or(false));
        let contents = if is_text {
            contents(library, &project, &path, &mut room, &mut left_out)
        } else {
            Vec::new()
        };
        left_out.extend(room.left_out("values"));
        let asset = Asset {
            path,
            guid: guid.to_string(),
            kind: kind.to_string(),
            type_name: type_name.map(|name| name.to_string()),
            size_bytes: if is_folder { 0 } else { bytes },
        };
        Ok(Reply::AssetDetail(Box::new(AssetDetail {
            asset,
            importer,
            dependencies,
            contents,
            left_out,
        }))
        .into())
    }
}

fn meant(project: &Project, asset: &str) -> Result<(String, Guid), BridgeError> {
    let asset = asset.trim();
    if let Some(guid) = project.index.guid(asset) {
        return Ok((asset.to_owned(), guid));
    }
    if let Some(guid) = Guid::parse(asset)
        && let Some(path) = project.index.path(guid)
    {
        return Ok((path.to_owned(), guid));
    }
    let shown: String = asset.chars().take(200).collect();
    let message = format!("there is no asset {shown:?} in the project");
    let known = project.index.assets().map(|(path, _)| path);
    let hint = did_you_mean(near_paths(asset, known));
    let hint = hint.unwrap_or_else(|| "give a path as the lists show it, or a guid of 32 digits".to_owned());
    Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
}

/// Which importer, then its settings in the order of the file.
fn importer(library: &mut Library, project: &Project, path: &str, left_out: &mut Vec<String>) -> Vec<(String, Value)> {
    let meta = format!("{path}.meta");
    let read = project.roots().locate(&meta).and_then(|file| {
        library.look_at_bytes(&file, MAX_META_BYTES, |_, bytes| {
            let text = String::from_utf8_lossy(&bytes);
            let node = parse_bare(&text).map_err(|problem| problem.to_string())?;
            let writer = AssetValues {
                project,
                file: path,
                kinds: &|_| None,
                items: ITEMS,
            };
            let mut values = Vec::new();
            for (key, importer) in node.entries().iter().filter(|(key, _)| key.ends_with("Importer")) {
                values.push(("importer".to_owned(), Value::from(key.to_string())));
                for (name, value) in importer.entries() {
                    if name != "serializedVersion" {
                        values.push((name.to_string(), writer.field(name, value)));
                    }
                }
            }
            Ok::<_, String>(values)
        })
    });
    match read {
        Ok(Ok(values)) => values,
        Ok(Err(problem)) => {
            left_out.push(format!("its importer: {meta} is not readable: {problem}"));
            Vec::new()
        }
        Err(problem) => {
            left_out.push(format!("its importer: {meta}: {}", problem.with_remedy()));
            Vec::new()
        }
    }
}

fn contents(
    library: &mut Library,
    project: &Project,
    path: &str,
    room: &mut Room,
    left_out: &mut Vec<String>,
) -> Vec<AssetContent> {
    let read = library.look_at(path, |library, source| {
        let mut contents = Vec::new();
        let mut more = 0_usize;
        for (_, document) in source.documents() {
            if document.stripped() {
                continue;
            }
            let kind = kind_id(library, &document);
            let type_name = library.types().name(kind).to_string();
            let fits = contents.len() < MAX_OBJECTS && room.take(OBJECT_BYTES + json_len(&type_name));
            if !fits {
                more += 1;
                continue;
            }
            let declared = library.types().declared(kind);
            let writer = AssetValues {
                project,
                file: path,
                kinds: &|names| declared.kind(names),
                items: ITEMS,
            };
            let mut fields = Vec::new();
            for field in document.fields() {
                if OWN.contains(&field.key()) || PREFAB_LINKS.contains(&field.key()) {
                    continue;
                }
                let value = match field.node() {
                    Ok(node) => writer.field(field.key(), &node),
                    Err(problem) => Value::from(format!("unreadable: {problem}")),
                };
                fields.push((field.key().to_owned(), value));
            }
            contents.push(AssetContent {
                file_id: document.id().to_string(),
                type_name,
                fields: room.take_all(fields),
            });
        }
        (contents, more)
    });
    match read {
        Ok((contents, 0)) => contents,
        Ok((contents, more)) => {
            left_out.push(format!(
                "{more} more objects of the file do not fit; ask for more bytes"
            ));
            contents
        }
        Err(problem) => {
            left_out.push(format!("what it holds: {}", problem.with_remedy()));
            Vec::new()
        }
    }
}

fn kind_id(library: &mut Library, document: &Document<'_>) -> unity_project::scripts::TypeId {
    let types = library.types_mut();
    match document.class() {
        class::MONO_BEHAVIOUR => types.script(script_of(document)),
        number => {
            let name: String = document.type_name().chars().take(80).collect();
            types.engine(number, &name)
        }
    }
}
