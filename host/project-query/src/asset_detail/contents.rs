//! The values in the file of an asset and in its importer settings.
//!
//! This module selects the objects and fields; `unity_project::values` converts single values.

use super::{Room, why_not};
use crate::values::fields_by_name::first_of;
use host_bridge::paging::json_len;
use host_bridge::{AssetContent, ValueText};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use unity_fields::reference_walk::PREFAB_LINKS;
use unity_fields::{Kind, Source, class, csharp_name, fit_kind, importer_kind, property_name};
use unity_files::Project;
use unity_project::asset_kind::script_of;
use unity_project::asset_objects::{AssetObject, AssetObjects};
use unity_project::expand::{Library, damage_of_asset};
use unity_project::values::{Known, Writer, asset_reference, main_id, missing};
use unity_scripts::TypeId;
use unity_yaml::{Document, FileRef, Node, parse_bare};

/// Maximum number of elements of a list in an asset that an answer shows; further elements are left out.
const ITEMS: usize = 100;

/// Maximum number of objects of an asset file that an answer shows; further objects are left out.
const MAX_OBJECTS: usize = 200;

/// Estimated JSON bytes of one object in the details of an asset, without its texts; used to limit the answer.
const OBJECT_BYTES: usize = 60;

const MAX_META_BYTES: u64 = 16 * 1024 * 1024;

/// Fields that Unity writes into every object for its internal bookkeeping; answers leave them out.
const OWN: [&str; 7] = [
    "m_ObjectHideFlags",
    "m_GameObject",
    "m_EditorHideFlags",
    "m_Script",
    "m_EditorClassIdentifier",
    "serializedVersion",
    "references",
];

type Values = Vec<(String, Value)>;

/// Names of fields whose values are only partly shown, and of fields whose values are the file's text because no source
/// on disk declares their types.
#[derive(Default)]
struct Cut(Vec<String>, Vec<String>);

/// Maximum number of fields that one note names; further fields are counted.
const NAMED: usize = 20;

impl Cut {
    fn field(&mut self, known: Known<'_>, key: &str, name: &str, node: &Node<'_>) -> Value {
        let mut writer = Writer::new(known, ITEMS);
        let value = writer.field_of_form(key, node);
        let is_untyped = node.text() != Some("") && fit_kind((known.kinds)(key), node) == Kind::Untyped;
        if is_untyped && !self.1.iter().any(|known| known == name) {
            self.1.push(name.to_owned());
        }
        self.0.extend(writer.is_cut().then(|| name.to_owned()));
        value
    }

    fn tell(self, left_out: &mut Vec<String>) {
        if !self.0.is_empty() {
            left_out.push(format!("values that are shown in part: {}", self.0.join(", ")));
        }
        if !self.1.is_empty() {
            let names: Vec<&str> = self.1.iter().map(String::as_str).collect();
            let names = first_of(&names, NAMED);
            left_out.push(format!(
                "types of fields that no source on disk declares, so that their values are the file's text: {names}"
            ));
        }
    }
}

/// Returns the importer's name, then its settings in file order.
pub(super) fn importer(library: &mut Library, project: &Project, path: &str, left_out: &mut Vec<String>) -> Values {
    let meta = format!("{path}.meta");
    let mut cut = Cut::default();
    let read = project.roots().locate(&meta).and_then(|file| {
        library.look_at_bytes(&file, MAX_META_BYTES, |library, bytes| {
            let library: &Library = library;
            let text = String::from_utf8_lossy(&bytes);
            let node = parse_bare(&text).map_err(|problem| problem.to_string())?;
            let mut values = Values::new();
            for (key, importer) in node.entries().iter().filter(|(key, _)| key.ends_with("Importer")) {
                let known = Known {
                    project,
                    kinds: &|names| importer_kind(key, names),
                    kinds_of_class: &|_, _| None,
                    is_script: true,
                    tree: &Node::EMPTY,
                    // An id without a guid refers to an object that the importer creates.
                    refer: &|file, target| match file.guid.is_none() {
                        _ if file.file_id == 0 => Value::Null,
                        true => json!({ "ref": path, "sub": file.file_id.to_string() }),
                        false => asset_reference(library, file, target),
                    },
                };
                values.push(("importer".to_owned(), Value::from(key.to_string())));
                for (name, value) in importer
                    .entries()
                    .iter()
                    .filter(|(name, _)| name != "serializedVersion")
                {
                    values.push((name.to_string(), cut.field(known, name, name, value)));
                }
            }
            Ok::<_, String>(values)
        })
    });
    cut.tell(left_out);
    match read {
        Ok(Ok(values)) => values,
        Ok(Err(problem)) => {
            left_out.push(format!("its importer: {meta} is not readable: {problem}"));
            Values::new()
        }
        Err(problem) => {
            left_out.push(format!("its importer: {meta}: {}", problem.with_remedy()));
            Values::new()
        }
    }
}

pub(super) fn contents(
    library: &mut Library,
    project: &Project,
    path: &str,
    room: &mut Room,
    left_out: &mut Vec<String>,
) -> Vec<AssetContent> {
    let mut cut = Cut::default();
    let read = library.look_at(path, |library, source| {
        let objects = Objects::from_source(library, path, source);
        let library: &Library = library;
        let mut contents = Vec::new();
        let mut more = 0_usize;
        for (_, document) in source.documents().filter(|(_, document)| !document.stripped()) {
            let Some((_, kind)) = objects.by_id.get(&document.id()).copied() else {
                continue;
            };
            let type_name = library.types().name(kind).to_string();
            let fits = contents.len() < MAX_OBJECTS && room.take(OBJECT_BYTES + json_len(&type_name));
            if !fits {
                more += 1;
                continue;
            }
            let declared = library.types().declared_fields(kind);
            let is_script = declared.class().is_some();
            let tree = managed(&document);
            let known = Known {
                project,
                kinds: &|names| declared.kind_to_read(names),
                kinds_of_class: &|class, names| Some(library.types().kind_in_class(class, names)),
                is_script,
                tree: &tree,
                refer: &|file, target| objects.refer(library, file, target),
            };
            let mut fields = Values::new();
            for field in document.fields() {
                if OWN.contains(&field.key()) || PREFAB_LINKS.contains(&field.key()) {
                    continue;
                }
                let csharp = match is_script {
                    true => property_name(field.key()).map(str::to_owned),
                    false => csharp_name(&type_name, field.key()),
                };
                let name = csharp.unwrap_or_else(|| field.key().to_owned());
                let value = match field.node() {
                    Ok(node) => cut.field(known, field.key(), &name, &node),
                    Err(problem) => json!({ "unreadable": problem.to_string() }),
                };
                fields.push((name, value));
            }
            contents.push(AssetContent {
                file_id: document.id().to_string(),
                type_name,
                fields: room.take_all(fields),
            });
        }
        (contents, more, damage_of_asset(source))
    });
    cut.tell(left_out);
    match read {
        Ok((contents, more, damage)) => {
            left_out.extend(damage.into_iter().map(|damage| format!("{path}: {damage}")));
            if more > 0 {
                left_out.push(format!(
                    "{more} more objects of the file do not fit; ask for more bytes"
                ));
            }
            contents
        }
        Err(problem) => {
            left_out.push(format!("what it holds: {}", why_not(&problem, path)));
            Vec::new()
        }
    }
}

/// Returns the objects of the asset to which a reference can refer, each with the JSON value of such a reference.
pub(crate) fn list_contents(
    path: &str,
    held: &AssetObjects,
    room: &mut Room,
    left_out: &mut Vec<String>,
) -> Vec<AssetContent> {
    let mut contents = Vec::new();
    // An object that the path alone identifies needs no entry.
    let is_itself = |object: &AssetObject| held.is_whole && main_id(path) == Some(object.id);
    if matches!(held.objects.as_slice(), [only] if is_itself(only)) {
        return contents;
    }
    for object in &held.objects {
        let reference = match main_id(path) == Some(object.id) {
            true => json!({ "ref": path }),
            false => json!({ "ref": path, "sub": object.id.to_string() }),
        };
        let name = Value::from(object.name.as_str());
        let fields = [("name".to_owned(), name), ("ref".to_owned(), reference)];
        let texts = fields
            .iter()
            .map(|(name, value)| json_len(name) + value.to_string().len() + 8);
        let bytes = OBJECT_BYTES + json_len(&object.type_name) + texts.sum::<usize>();
        if contents.len() == MAX_OBJECTS || !room.take(bytes) {
            break;
        }
        contents.push(AssetContent {
            file_id: object.id.to_string(),
            type_name: object.type_name.clone(),
            fields: fields
                .into_iter()
                .map(|(name, value)| (name, ValueText::from_json_text(value.to_string())))
                .collect(),
        });
    }
    let more = held.objects.len() - contents.len();
    if more > 0 {
        left_out.push(format!(
            "{more} more objects of the asset do not fit; ask for more bytes"
        ));
    }
    if !held.is_whole {
        left_out.push("objects that only Unity's importer knows of".to_owned());
    }
    contents
}

/// The objects of an asset file by file id: the index of the YAML document, and the type.
struct Objects<'s> {
    path: &'s str,
    source: &'s Source,
    by_id: HashMap<i64, (u32, TypeId)>,
}

impl<'s> Objects<'s> {
    fn from_source(library: &mut Library, path: &'s str, source: &'s Source) -> Self {
        let documents = source.documents();
        let by_id = documents.map(|(at, document)| (document.id(), (at, kind_id(library, &document))));
        Self {
            path,
            source,
            by_id: by_id.collect(),
        }
    }

    /// Returns the JSON of a reference in an object of this file, to another object of the file or to an asset.
    fn refer(&self, library: &Library, file: FileRef, target: Option<&str>) -> Value {
        if file.file_id == 0 {
            return Value::Null;
        }
        if !file.guid.is_none() {
            return asset_reference(library, file, target);
        }
        let found = self.by_id.get(&file.file_id);
        let Some((document, kind)) = found.and_then(|(at, kind)| Some((self.source.document(*at)?, kind))) else {
            return missing(file.file_id.to_string(), target);
        };
        let name = document.field("m_Name").map(|field| field.scalar().into_owned());
        let type_name = library.types().name(*kind);
        let mut value = json!({ "ref": self.path, "name": name.unwrap_or_default(), "type": &*type_name });
        if main_id(self.path) != Some(file.file_id)
            && let Some(value) = value.as_object_mut()
        {
            value.insert("sub".to_owned(), file.file_id.to_string().into());
        }
        value
    }
}

/// Returns the managed objects (`[SerializeReference]`) of a document, which are in its field `references`.
fn managed<'d>(document: &Document<'d>) -> Node<'d> {
    let references = document.field("references").and_then(|field| field.node().ok());
    Node::Map(
        references
            .map(|node| (Cow::Borrowed("references"), node))
            .into_iter()
            .collect(),
    )
}

fn kind_id(library: &mut Library, document: &Document<'_>) -> TypeId {
    let types = library.types_mut();
    match document.class() {
        class::MONO_BEHAVIOUR => types.script(script_of(document)),
        number => {
            let name: String = document.type_name().chars().take(80).collect();
            types.engine(number, &name)
        }
    }
}
