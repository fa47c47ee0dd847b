//! Collects the uses in a text file of Unity: each reference to another file, with its object, component and field.
//!
//! Only references in the file's own text count. A scene with an instance of a prefab uses the prefab, but not the
//! assets that the prefab uses.

use super::uses::{Key, Spot, Type, Uses, Writer};
use crate::asset_kind::script_of;
use crate::expand::change::{self, Change};
use crate::expand::{Flat, Place, Places, UniquePaths};
use memchr::memmem;
use std::cell::OnceCell;
use std::collections::HashMap;
use unity_fields::managed_refs::{self, ManagedType};
use unity_fields::property::PropertyPath;
use unity_fields::reference_walk::{Meant, PREFAB_LINKS, addressed_at, each_reference_or_guid};
use unity_fields::{Source, class, event_calls};
use unity_yaml::{Document, Field, FileRef, Guid};

/// Maximum length in bytes of a field's text that is parsed; uses in a longer field have only the name of the field.
const MAX_FIELD_BYTES: usize = 8 * 1024 * 1024;

/// File id of the main object in a file that the editor wrote.
const MAIN_OBJECT: i64 = 11_400_000;

/// Name of the field with the target object of a UnityEvent call.
const M_TARGET: &str = "m_Target";

/// Maximum number of characters of an object's name in a field path; the rest of a longer name is cut off.
const MAX_NAME: usize = 100;

/// Collects the references in a scene, prefab or other asset; `flat` is the expanded scene or prefab, otherwise `None`.
pub(super) fn collect_uses(source: &Source, flat: Option<&Flat>) -> Uses {
    let mut reading = Reading {
        places: Places::new(&source.path, flat),
        flat,
        source,
        paths: OnceCell::new(),
        writer: Writer::default(),
        is_alone: source.documents().count() == 1,
    };
    for (at, document) in source.documents() {
        if document.stripped() {
            continue;
        }
        if document.class() == class::PREFAB_INSTANCE {
            reading.instance(&document);
        } else {
            reading.document(at, &document);
        }
    }
    reading.writer.finish()
}

struct Reading<'a> {
    places: Places<'a>,
    flat: Option<&'a Flat>,
    source: &'a Source,
    paths: OnceCell<UniquePaths>,
    writer: Writer,
    is_alone: bool,
}

impl Reading<'_> {
    fn put(&mut self, reference: FileRef, spot: Option<&Spot>, field: &str) {
        if reference.guid.is_none() || unity_scripts::is_built_in(reference.guid) {
            return;
        }
        self.put_key(Key::Asset(reference.guid), reference.file_id, spot, field);
    }

    fn put_key(&mut self, key: Key, file_id: i64, spot: Option<&Spot>, field: &str) {
        let paths = &self.paths;
        let flat = self.flat;
        let path = |at: usize| {
            flat.map(|flat| paths.get_or_init(|| UniquePaths::from_flat(flat)).path(flat, at))
                .unwrap_or_default()
        };
        self.writer.put(key, file_id, spot, field, &path);
    }

    fn object(&self, at: usize) -> Spot {
        let object = self.flat.and_then(|flat| flat.objects.get(at));
        Spot {
            object: at,
            key: object.map_or((0, 0), |object| (object.id, object.instance)),
            component: None,
        }
    }

    fn component(&self, place: Place) -> Option<Spot> {
        let kind = match self.places.component(place)?.text.as_ref() {
            Some((source, at)) => kind_of(&source.document(*at)?),
            None => Type::Engine(class::TRANSFORM, "Transform".to_owned()),
        };
        Some(Spot {
            component: Some((place.1, kind)),
            ..self.object(place.0)
        })
    }

    /// Collects references by name: classes of managed references, and methods that UnityEvents and animations call.
    fn collect_named(&mut self, document: &Document<'_>, before: &str, spot: Option<&Spot>) {
        for row in managed_refs::rows(document) {
            let key = Key::managed(&row.of.full_name());
            for field in row.fields {
                self.put_key(key, 0, spot, &format!("{before}{field}"));
            }
        }
        let (calls, functions) = (
            event_calls::may_have(document.body()),
            event_calls::may_have_functions(document.body()),
        );
        if !(calls || functions) {
            return;
        }
        let (mut called, mut named) = (Vec::new(), Vec::new());
        for field in document.fields() {
            let raw = field.raw();
            if raw.len() > MAX_FIELD_BYTES || !(event_calls::may_have(raw) || event_calls::may_have_functions(raw)) {
                continue;
            }
            let Ok(node) = field.node() else { continue };
            let path = format!("{before}{}", field.key());
            event_calls::each_call(&node, &mut path.clone(), &mut |call| called.push(call));
            event_calls::each_function(&node, &mut path.clone(), &mut |path, name| {
                named.push((path.to_owned(), name.to_owned()));
            });
        }
        for call in called.into_iter().filter(|call| !call.method.is_empty()) {
            let of = self.class_of(call.target);
            self.call(&call.method, of.as_ref(), spot, &format!("{}.m_MethodName", call.path));
        }
        for (path, name) in named {
            self.call(&name, None, spot, &path);
        }
    }

    /// Returns the class of the object in this file to which `target` refers; `None` if the file does not show it.
    fn class_of(&self, target: FileRef) -> Option<Type> {
        if target.file_id == 0 || !target.guid.is_none() {
            return None;
        }
        let mut documents = self.source.documents();
        let (_, document) = documents.find(|(_, document)| document.id() == target.file_id)?;
        let kind = kind_of(&document);
        // A placeholder can lack the script.
        let is_named = |kind: &Type| !matches!(kind, Type::Script(script) if script.file.guid.is_none());
        Some(kind).filter(is_named)
    }

    fn call(&mut self, method: &str, of: Option<&Type>, spot: Option<&Spot>, field: &str) {
        let paths = &self.paths;
        let flat = self.flat;
        let path = |at: usize| {
            flat.map(|flat| paths.get_or_init(|| UniquePaths::from_flat(flat)).path(flat, at))
                .unwrap_or_default()
        };
        self.writer.call(method, of, spot, field, &path);
    }

    fn document(&mut self, at: u32, document: &Document<'_>) {
        let spot = match document.class() {
            class::GAME_OBJECT => self.places.object(0, document.id()).map(|at| self.object(at)),
            _ => self
                .places
                .place_of_document(at)
                .and_then(|place| self.component(place)),
        };
        let number = document.class();
        let is_counted = number != class::MONO_BEHAVIOUR && !class::is_transform(number);
        if is_counted && spot.as_ref().is_some_and(|spot| spot.component.is_some()) {
            self.put_key(Key::Class(number), 0, spot.as_ref(), "");
        }
        let before = self.field_prefix(document, spot.is_some());
        self.collect_named(document, &before, spot.as_ref());
        if !has_guid(document.body()) {
            return;
        }
        for field in document.fields() {
            if !PREFAB_LINKS.contains(&field.key()) {
                self.field(&field, &before, spot.as_ref());
            }
        }
    }

    /// Returns a prefix for field paths that distinguishes the documents of an asset, such as an animator's states.
    fn field_prefix(&self, document: &Document<'_>, is_on_object: bool) -> String {
        if is_on_object || self.is_alone || document.id() == MAIN_OBJECT {
            return String::new();
        }
        let name = document.field("m_Name").map(|field| field.scalar().into_owned());
        let name: String = name.unwrap_or_default().chars().take(MAX_NAME).collect();
        match name.as_str() {
            "" => format!("{}.", document.type_name()),
            name => format!("{}({name}).", document.type_name()),
        }
    }

    fn field(&mut self, field: &Field<'_>, before: &str, spot: Option<&Spot>) {
        let raw = field.raw();
        if !(has_guid(raw) || has_guid(field.key())) {
            return;
        }
        let path = format!("{before}{}", field.key());
        if raw.starts_with('{') && !raw.contains('\n') {
            let reference = field.file_ref();
            if !reference.guid.is_none() {
                self.put(reference, spot, &path);
                return;
            }
        }
        if raw.len() > MAX_FIELD_BYTES {
            for guid in guids_in(raw) {
                self.put(FileRef { file_id: 0, guid }, spot, &path);
            }
            return;
        }
        // A document that is not valid YAML of Unity's dialect is reported when the scene is opened.
        let Ok(node) = field.node() else { return };
        let mut found: Vec<(String, FileRef)> = Vec::new();
        let mut path = path;
        each_reference_or_guid(&node, &mut path, &mut |path, meant| {
            let reference = match meant {
                Meant::Object(reference) => reference,
                Meant::Address(FileRef { guid, .. }) => FileRef { file_id: 0, guid },
            };
            if !reference.guid.is_none() {
                found.push((path.to_owned(), reference));
            }
        });
        for (path, reference) in found {
            self.put(reference, spot, &path);
        }
    }

    /// Returns the object or component that an override row changes; if unknown, `root`, the root of the instance.
    fn spot_of(&self, instance: i64, target: i64, root: Option<&Spot>) -> Option<Spot> {
        let on_component = self
            .places
            .place_of_target(instance, target)
            .and_then(|place| self.component(place));
        let on_object = || self.places.object(instance, target).map(|at| self.object(at));
        on_component.or_else(on_object).or_else(|| root.cloned())
    }

    fn targets_in(&self, rows: &Field<'_>) -> Targets {
        let targets = rows.items().filter_map(|row| {
            let Change { path, reference, .. } = Change::from_row(&row);
            let (event, number, rest) = event_calls::call_of_override(&path)?;
            let of = self.class_of(reference).filter(|_| rest == M_TARGET)?;
            Some(((change::target(&row), event.to_owned(), number), of))
        });
        targets.collect()
    }

    fn instance(&mut self, document: &Document<'_>) {
        let id = document.id();
        let root = self.places.root(id).map(|at| self.object(at));
        for field in document.fields() {
            match field.key() {
                key @ ("m_SourcePrefab" | "m_ParentPrefab") => self.put(field.file_ref(), root.as_ref(), key),
                "m_Modification" => {
                    let rows = field.fields().filter(|field| field.key() == "m_Modifications");
                    for rows in rows.collect::<Vec<_>>() {
                        self.modifications(id, &rows, root.as_ref());
                    }
                }
                _ => {}
            }
        }
    }

    fn modifications(&mut self, instance: i64, rows: &Field<'_>, root: Option<&Spot>) {
        let calls = rows.raw().contains(M_TARGET).then(|| self.targets_in(rows));
        for row in rows.items() {
            let Change {
                path,
                value,
                mut reference,
            } = Change::from_row(&row);
            if let Some((key, of)) = by_name_in(&path, &value, change::target(&row), calls.as_ref()) {
                let spot = self.spot_of(instance, change::target(&row), root);
                let field =
                    PropertyPath::parse(&path).map_or_else(|_| path.clone().into_owned(), |path| path.to_string());
                match key {
                    ByName::Class(class) => self.put_key(Key::managed(&class), 0, spot.as_ref(), &field),
                    ByName::Method(method) => self.call(&method, of, spot.as_ref(), &field),
                }
                continue;
            }
            if reference.guid.is_none() {
                let guid = addressed_at(&path, &value).map(|address| address.guid);
                let guid = guid.or_else(|| Guid::parse(&value));
                let Some(guid) = guid.filter(|guid| !guid.is_none()) else {
                    continue;
                };
                reference = FileRef { file_id: 0, guid };
            }
            let spot = self.spot_of(instance, change::target(&row), root);
            let field = PropertyPath::parse(&path).map_or_else(|_| path.into_owned(), |path| path.to_string());
            self.put(reference, spot.as_ref(), &field);
        }
    }
}

/// Classes of the objects on which UnityEvent calls in override rows call a method. The key is the file id of the row's
/// target, the field of the event, and the index of the call.
type Targets = HashMap<(i64, String, usize), Type>;

enum ByName {
    Class(String),
    Method(String),
}

fn by_name_in<'t>(
    path: &str,
    value: &str,
    target: i64,
    calls: Option<&'t Targets>,
) -> Option<(ByName, Option<&'t Type>)> {
    if managed_refs::id_of_override(path).is_some() {
        let of = ManagedType::from_override(value)?;
        return Some((ByName::Class(of.full_name()), None));
    }
    let (event, number, rest) = event_calls::call_of_override(path)?;
    if rest != "m_MethodName" || value.is_empty() {
        return None;
    }
    let of = calls.and_then(|calls| calls.get(&(target, event.to_owned(), number)));
    Some((ByName::Method(value.to_owned()), of))
}

fn kind_of(document: &Document<'_>) -> Type {
    match document.class() {
        class::MONO_BEHAVIOUR => Type::Script(script_of(document)),
        number => Type::Engine(number, document.type_name().chars().take(80).collect()),
    }
}

/// Returns true if the text can contain a guid: each key for a guid contains one of these names (`guid: …`,
/// `m_AssetGUID: …`, `m_SourceFontFileGUID: …`).
fn has_guid(text: &str) -> bool {
    let bytes = text.as_bytes();
    ["guid", "GUID", "Guid"]
        .iter()
        .any(|part| memmem::find(bytes, part.as_bytes()).is_some())
}

/// Returns every sequence of exactly 32 hexadecimal digits in the text as a guid.
pub(super) fn guids_in(text: &str) -> Vec<Guid> {
    let mut found = Vec::new();
    let mut start = None;
    let bytes = text.as_bytes();
    for at in 0..=bytes.len() {
        let is_digit = bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        match (start, is_digit) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                let run = text.get(first..at).filter(|run| run.len() == 32);
                found.extend(run.and_then(Guid::parse).filter(|guid| !guid.is_none()));
                start = None;
            }
            _ => {}
        }
    }
    found
}
