//! Conversion of JSON to the value of a field, by the field's kind. Every error has the expected and the given value.

use super::color::{color, color32, packed_color, packed_part};
use super::component_choice::Chosen;
use super::conversion::{Converted, expected, owned, text};
use super::grammar::unit;
use super::numbers::{double, float, int, int_of, layer_mask, special, whole};
use super::parts::{in_file_form, is_axis, is_box, is_given, parts_of};
use super::text_values::Texts;
use super::to_json::declared_kind;
use crate::asset_objects::ObjectsByAsset;
use crate::query_view::QueryView;
use crate::values::field::Fields;
use host_project_world::targets::Target;
use serde_json::{Map, Value};
use unity_fields::property::{End, MANAGED, PropertyPath};
use unity_fields::{Kind, by_rule, class, fit_kind, pack};
use unity_yaml::Node;

/// Maximum number of elements of an array that can be written; a longer array is rejected.
pub(super) const MAX_ITEMS: usize = 100_000;

/// State of converting one JSON value to the form in which the file of a component stores it.
pub(super) struct Converter<'s> {
    pub(crate) view: QueryView<'s>,
    pub(super) chosen: &'s Chosen<'s>,
    pub(super) tree: &'s Node<'s>,
    /// Objects to which references in the new value refer and which need a file id once the write succeeds.
    pub(crate) targets: Vec<Target>,
    /// The objects in all asset files that the JSON value names, for the conversion of references.
    pub(crate) held: &'s ObjectsByAsset,
    /// The component's current fields as a read returns them; outer `None` before first use, inner if unreadable.
    pub(crate) told: Option<Option<Fields<'s>>>,
    /// Parts of the value that cannot be checked without Unity, with the reason.
    pub(crate) unchecked: Vec<String>,
    pub(crate) notes: Vec<String>,
    /// Fields whose value was sent as JSON inside a string.
    pub(crate) texts: Texts,
    /// True if the JSON value must be in the grammar of `wit/value.md`.
    pub(super) exact: bool,
}

impl<'s> Converter<'s> {
    pub(crate) fn new(
        view: QueryView<'s>,
        chosen: &'s Chosen<'s>,
        tree: &'s Node<'s>,
        held: &'s ObjectsByAsset,
    ) -> Self {
        Self {
            view,
            chosen,
            tree,
            targets: Vec::new(),
            held,
            told: None,
            unchecked: Vec::new(),
            notes: Vec::new(),
            texts: Texts::default(),
            exact: false,
        }
    }

    /// Converts the value for the field at `path`; `current` is the field's present value.
    pub(super) fn convert(&mut self, path: &PropertyPath, current: &Node<'_>, json: &Value) -> Converted {
        if path.is_size() {
            let number = whole(json).filter(|number| (0..=MAX_ITEMS as i128).contains(number));
            let what = || format!("a whole number from 0 to {MAX_ITEMS}");
            return number
                .map(|number| text(&number.to_string()))
                .ok_or_else(|| expected(&path.to_string(), &what(), json));
        }
        let place = path.resolve(self.tree, &|names| self.chosen.declared_kind(names));
        if place.is_ok_and(|place| matches!(place.end, End::Channel(_))) {
            return packed_part(&path.to_string(), json);
        }
        let names = path.names();
        let mut above = names.as_str();
        while let Some((rest, _)) = above.rsplit_once('.') {
            above = rest;
            let declared = self.chosen.declared_kind(above).filter(is_one_value);
            if let Some(declared) = declared.filter(|_| self.chosen.is_of_source(above)) {
                return Err(stale_kind_message(above, &Kind::Struct(None), &declared));
            }
        }
        let declared =
            declared_kind(&|names| self.chosen.declared_kind(names), path).or_else(|| self.part_of_one(path));
        let kind = self.kind(&path.to_string(), &names, declared, current)?;
        self.value(&path.to_string(), &names, &kind, Some(current), json)
    }

    /// Returns the kind (type for the conversion) of a field. A C# source has priority over the value in the file.
    fn kind(&self, path: &str, names: &str, declared: Option<Kind>, current: &Node<'_>) -> Result<Kind, String> {
        let is_part = names.contains('.') && is_axis(names);
        let is_script = self.chosen.component.class == class::MONO_BEHAVIOUR && !names.starts_with(MANAGED) && !is_part;
        let untyped = is_script.then_some(Kind::Untyped);
        let kind = fit_kind(declared.clone().or(untyped), current);
        let is_open = matches!(declared, None | Some(Kind::List(None)));
        if let Some(why) = Some(names)
            .filter(|_| is_open)
            .and_then(|names| self.chosen.unknown_type_reason(names))
        {
            return Err(format!("{path}: {why}: set it in Unity"));
        }
        let Some(declared) = declared.filter(|declared| *declared != kind && self.chosen.is_of_source(names)) else {
            return Ok(kind);
        };
        if current.text().is_some() && is_one_value(&declared) {
            return Ok(declared);
        }
        let is_packed = |text: &str| text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if declared == Kind::List(None) && current.text().is_some_and(is_packed) {
            return Err(format!(
                "{path}: the file contains a packed array, and no source declares how wide its elements are: set it in Unity"
            ));
        }
        Err(stale_kind_message(path, &kind, &declared))
    }

    /// Converts the value as given; a string is not parsed as JSON.
    pub(super) fn given_value(
        &mut self,
        path: &str,
        names: &str,
        kind: &Kind,
        current: Option<&Node<'_>>,
        json: &Value,
    ) -> Converted {
        if let Kind::Reference(None) = kind
            && let Some(class) = self.chosen.project_class(names)
        {
            return self.value(path, names, &Kind::Reference(Some(class.into())), current, json);
        }
        if let (true, Kind::Reference(wanted)) = (self.exact, kind)
            && let Some(reference) = self.reference_in_grammar(path, wanted.as_deref(), current, json)?
        {
            return Ok(reference);
        }
        let translated = match self.exact {
            true => self.view.in_grammar(path, kind, json)?,
            false => None,
        };
        let json = translated.as_ref().unwrap_or(json);
        match kind {
            Kind::Bool => match json {
                Value::Bool(on) => Ok(text(if *on { "1" } else { "0" })),
                Value::Number(number) if matches!(number.as_u64(), Some(0 | 1)) => Ok(text(&number.to_string())),
                _ => Err(expected(path, "true or false", json)),
            },
            Kind::Int(form) => int_of(path, form, json),
            Kind::Char => Ok(text(&unit(path, json)?.to_string())),
            Kind::Enum(names) if !names.is_written() => Err(format!(
                "{path}: {} is an enum of 64 bits, which Unity does not write: it would drop the value",
                names.name
            )),
            Kind::Enum(names) => enum_number(path, names, current, json),
            Kind::Float => {
                self.compare_with_float(path, names, json);
                float(path, json)
            }
            Kind::Double => {
                let number = json.as_number().and_then(double).or_else(|| special(json));
                number.ok_or_else(|| expected(path, "a number", json))
            }
            Kind::Number => match json {
                Value::Number(number) if number.as_f64().is_some_and(f64::is_finite) => {
                    self.compare_with_file(path, current, json);
                    let exact = number.is_i64() || number.is_u64();
                    let spelled = double(number).filter(|_| !exact);
                    Ok(spelled.unwrap_or_else(|| text(&number.to_string())))
                }
                Value::Bool(on) => Ok(text(if *on { "1" } else { "0" })),
                _ => Err(expected(path, "a number", json)),
            },
            Kind::Text | Kind::Untyped
                if json != "" && current.and_then(Node::text) == Some("") && self.is_untold(names) =>
            {
                Err(format!(
                    "{path}: its line is empty and its type is not known (Unity writes empty texts and empty arrays alike); set it once in Unity"
                ))
            }
            Kind::Untyped => self.convert_untyped(path, names, current, json),
            Kind::Text => match json {
                Value::String(value) => Ok(text(value)),
                _ => Err(expected(path, "a string", json)),
            },
            Kind::Vector(parts) => {
                let keys = ["x", "y", "z", "w"];
                // A structure of a script can look like a Unity vector and contain whole numbers.
                let part =
                    |key: &str, path: &str, json: &Value| match self.chosen.declared_kind(&format!("{names}.{key}")) {
                        Some(Kind::Int(form)) => int_of(path, &form, json),
                        _ => float(path, json),
                    };
                parts_of(path, keys.get(..*parts).unwrap_or(&keys), json, &part)
            }
            Kind::VectorInt(parts) => {
                let keys = ["x", "y", "z"];
                let part = |_: &str, path: &str, json: &Value| int(path, json);
                parts_of(path, keys.get(..*parts).unwrap_or(&keys), json, &part)
            }
            Kind::Quaternion | Kind::VectorOrQuaternion => {
                let part = |_: &str, path: &str, json: &Value| float(path, json);
                parts_of(path, &["x", "y", "z", "w"], json, &part)
            }
            Kind::Color => color(path, json),
            Kind::PackedColor => packed_color(path, current, json),
            Kind::Color32 => color32(path, json),
            Kind::LayerMask => layer_mask(path, current, json),
            Kind::Reference(wanted) => self.reference(path, wanted.as_deref(), current, json),
            Kind::List(item) => self.list(path, names, item.as_deref(), current, json),
            Kind::Struct(_) => match current {
                Some(Node::Map(entries)) if matches!(entries.as_slice(), [(key, _)] if key == "rid") => {
                    self.managed(path, current, json)
                }
                current => self.structure(path, names, current, json),
            },
        }
    }

    fn list(
        &mut self,
        path: &str,
        names: &str,
        item: Option<&Kind>,
        current: Option<&Node<'_>>,
        json: &Value,
    ) -> Converted {
        let Value::Array(values) = json else {
            return Err(expected(path, "an array", json));
        };
        if values.len() > MAX_ITEMS {
            return Err(format!(
                "{path}: expected at most {MAX_ITEMS} elements, got {}",
                values.len()
            ));
        }
        let items = current.map_or(&[][..], Node::items);
        let item = item.filter(|item| **item != Kind::Untyped);
        let form = match items.is_empty() && item.is_none() && !values.is_empty() {
            true => self.chosen.element_form(names),
            false => Ok(None),
        };
        let form = form.map_err(|why| format!("{path}: the array is empty, and {why}"))?;
        let mut converted = Vec::with_capacity(values.len());
        for (at, value) in values.iter().enumerate() {
            // As in Unity's inspector, a new element has the structure of the last one.
            let is_form = |item: &&Node<'_>| !item.is_reference() || item.is_usual_reference();
            let current = items.get(at).or(items.last().filter(is_form));
            let current = current.or(form.as_ref().map(|form| &form.node));
            let untold = form.iter().flat_map(|form| &form.untold);
            if let Some(way) = untold.into_iter().find(|way| !is_given(value, way)) {
                return Err(format!(
                    "{path}[{at}]: {way} has to be given, because no source shows its default plainly"
                ));
            }
            let kind = match (item, current) {
                (known, Some(current)) => self.kind(path, names, known.cloned(), current)?,
                (Some(known), None) => known.clone(),
                (None, None) => self.shape_of(path, value)?,
            };
            converted.push(self.value(&format!("{path}[{at}]"), names, &kind, current, value)?);
        }
        // Unity packs arrays of whole numbers; the field stays packed if it was.
        let packed = match (item, current) {
            (Some(item), Some(Node::Text(_))) => pack(converted.iter().filter_map(Node::number), item),
            _ => None,
        };
        Ok(packed.map_or(Node::List(converted), |packed| text(&packed)))
    }

    /// Guesses the kind of the elements of an empty array of unknown type from a JSON element.
    fn shape_of(&mut self, path: &str, json: &Value) -> Result<Kind, String> {
        let keys = |map: &Map<String, Value>| map.keys().cloned().collect::<Vec<_>>().join(" ");
        let kind = match json {
            Value::Number(_) | Value::Bool(_) => Kind::Number,
            Value::String(value) if host_bridge::ObjectId::parse(value).is_some() => Kind::Reference(None),
            Value::String(_) => Kind::Text,
            Value::Object(map) if ["objectId", "guid", "ref"].iter().any(|key| map.contains_key(*key)) => {
                Kind::Reference(None)
            }
            Value::Object(map) => match keys(map).as_str() {
                "x y" => Kind::Vector(2),
                "x y z" => Kind::Vector(3),
                "x y z w" => Kind::VectorOrQuaternion,
                "r g b a" => Kind::Color,
                _ => {
                    return Err(format!(
                        "{path}: the array is empty, and the parts of its elements are not known"
                    ));
                }
            },
            _ => {
                return Err(format!(
                    "{path}: the array is empty, and the type of its elements is not known"
                ));
            }
        };
        let note = format!("{path} was empty; the type of its elements was assumed from the value: {kind}");
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        Ok(kind)
    }

    /// Converts an object: sets the given members and keeps the others.
    fn structure(&mut self, path: &str, names: &str, current: Option<&Node<'_>>, json: &Value) -> Converted {
        let entries = match current {
            Some(Node::Map(entries)) => entries,
            _ => return Err(format!("{path}: the parts of this structure are not known")),
        };
        let keys: Vec<&str> = entries.iter().map(|(key, _)| &**key).collect();
        let has = |key: &str| keys.contains(&key);
        let is_short = |short: &str| json.get(short).is_some() && !has(short);
        let short = match () {
            () if has("m_PreInfinity") && is_short("keys") => {
                " (a curve is read in a short form that leaves out how its tangents came about)"
            }
            () if is_box(&has) => " (or \"center\" and \"size\", as it is read)",
            () if has("m_NumColorKeys") && (is_short("colors") || is_short("alphas")) => {
                " (a gradient is read in a short form)"
            }
            () => "",
        };
        let what = || format!("an object with some of {}{short}", keys.join(", "));
        let file_form = in_file_form(&has, json);
        let Value::Object(map) = file_form.as_ref().unwrap_or(json) else {
            return Err(expected(path, &what(), json));
        };
        // Values are read under C# names, and can be written under these names.
        let names_of = |key: &str| {
            let csharp = by_rule(key).filter(|csharp| !has(csharp));
            [Some(key.to_owned()), csharp].into_iter().flatten()
        };
        let is_known = |given: &String| keys.iter().any(|key| names_of(key).any(|name| name == *given));
        if let Some(strange) = map.keys().find(|given| !is_known(given)) {
            return Err(format!("{path}: expected {}, got a part {strange:?}", what()));
        }
        let mut parts = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let part = match names_of(key).find_map(|name| map.get(&name)) {
                Some(json) if key != "serializedVersion" => {
                    let names = format!("{names}.{key}");
                    let path = format!("{path}.{key}");
                    let kind = self.kind(&path, &names, self.chosen.declared_kind(&names), value)?;
                    self.value(&path, &names, &kind, Some(value), json)?
                }
                _ => value.to_static(),
            };
            parts.push((owned(key), part));
        }
        Ok(Node::Map(parts))
    }
}

fn enum_number(path: &str, names: &unity_fields::EnumNames, current: Option<&Node<'_>>, json: &Value) -> Converted {
    let what = || format!("a {} ({})", names.name, names.list_values());
    let number = match json {
        Value::String(name) => names.value(name),
        _ => whole(json).and_then(|number| i64::try_from(number).ok()),
    };
    // The current number is accepted even if the enum has no name for it.
    let stands = current.and_then(Node::number);
    let range = names.form.min..=names.form.max;
    let number =
        number.filter(|number| range.contains(&i128::from(*number)) && (names.has(*number) || stands == Some(*number)));
    number
        .map(|number| text(&number.to_string()))
        .ok_or_else(|| expected(path, &what(), json))
}

fn stale_kind_message(path: &str, kind: &Kind, declared: &Kind) -> String {
    format!(
        "{path}: the file holds a {kind} there, and the class declares a {declared}: let Unity save the file once, then it can be set here"
    )
}

fn is_one_value(kind: &Kind) -> bool {
    let of_numbers = matches!(
        kind,
        Kind::Bool | Kind::Int(_) | Kind::Char | Kind::Enum(_) | Kind::Float | Kind::Double
    );
    of_numbers || *kind == Kind::Text
}
