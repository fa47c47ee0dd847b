//! Converts types of C# fields to kinds, and initializers to the YAML text that Unity writes.

use crate::types::type_text::is_list;
use host_csharp::Initializer;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::LazyLock;
use unity_fields::{EnumNames, Kind, find_type, is_packed};

/// Short names of common asset types, whose fields are references.
static ASSETS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "Material Mesh Texture Texture2D RenderTexture Cubemap Sprite Shader ComputeShader Font TextAsset AudioClip \
     AnimationClip RuntimeAnimatorController AudioMixer AudioMixerGroup PhysicMaterial PhysicsMaterial2D VideoClip \
     Avatar Flare TerrainData"
        .split_whitespace()
        .collect()
});

static BASES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "GameObject Component Behaviour MonoBehaviour Collider Collider2D Renderer Joint Joint2D Graphic Selectable"
        .split_whitespace()
        .collect()
});

/// Namespaces of Unity that a source with `using UnityEngine` can write without `UnityEngine.`.
static SPACES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "AI Animations Audio EventSystems Playables Rendering Tilemaps U2D UI VFX Video"
        .split_whitespace()
        .collect()
});

/// Returns the kind of a field with the type `type_name`; `None` if this source alone does not determine it.
pub(in crate::types) fn kind(type_name: &str, enums: &[Arc<EnumNames>]) -> Option<Kind> {
    if let Some(item) = type_name.strip_suffix("[]") {
        return list_kind(item, enums);
    }
    let generic = type_name.strip_suffix('>').and_then(|name| name.split_once('<'));
    if let Some((list, item)) = generic {
        return is_list(list).then(|| list_kind(item, enums)).flatten();
    }
    let is_known = |name: &&str| name.starts_with("UnityEngine.") || name.starts_with("System.");
    let type_name = match type_name.split_once("::") {
        Some((_, name)) => Some(name).filter(is_known)?,
        None => type_name,
    };
    let short = type_name.rsplit('.').next().unwrap_or(type_name);
    if let Some(names) = enums.iter().find(|names| names.name == short) {
        return Some(Kind::Enum(Arc::clone(names)));
    }
    // A type of another namespace can have the name of one of Unity's types.
    let before = type_name.strip_suffix(short).unwrap_or_default().trim_end_matches('.');
    if !(before.is_empty() || before == "System" || before.starts_with("UnityEngine") || SPACES.contains(&before)) {
        return None;
    }
    let engine = [
        "UnityEngine",
        "UnityEngine.UI",
        "UnityEngine.EventSystems",
        "UnityEngine.AI",
    ];
    let is_component = engine
        .iter()
        .any(|space| find_type(&format!("{space}.{short}")).is_some());
    if is_component || ASSETS.contains(&short) || BASES.contains(&short) {
        return Some(Kind::Reference(Some(short.into())));
    }
    match short {
        "String" => Some(Kind::Text),
        "Single" => Some(Kind::Float),
        "Int32" => Kind::from_name("int"),
        "Boolean" => Some(Kind::Bool),
        // Unity's own enums can be shadowed by the project, so the form decides.
        _ => Kind::from_name(short).filter(|kind| !matches!(kind, Kind::Enum(_))),
    }
}

fn list_kind(item: &str, enums: &[Arc<EnumNames>]) -> Option<Kind> {
    // Unity serializes neither arrays of arrays nor arrays with several dimensions.
    if item.contains(['[', '<', ',']) {
        return None;
    }
    Some(Kind::List(kind(item, enums).map(Box::new)))
}

/// Returns the YAML text that Unity writes after the field's name for the default value, including the leading space.
/// `source` is the initializer, `None` without one. The result is `None` if the default is not plain.
pub(in crate::types) fn default(type_name: &str, kind: Option<&Kind>, source: Option<&Initializer>) -> Option<String> {
    if type_name == "UnityEvent" && source.is_none_or(|source| matches!(source, Initializer::New { .. })) {
        return Some("\n    m_PersistentCalls:\n      m_Calls: []".to_owned());
    }
    let kind = kind?;
    let Some(source) = source else {
        return Some(match kind {
            Kind::Vector(parts) | Kind::VectorInt(parts) => vector(&vec!["0".to_owned(); *parts]),
            Kind::Quaternion => " {x: 0, y: 0, z: 0, w: 0}".to_owned(),
            Kind::Color => " {r: 0, g: 0, b: 0, a: 0}".to_owned(),
            Kind::Color32 => "\n    serializedVersion: 2\n    rgba: 0".to_owned(),
            Kind::LayerMask => "\n    serializedVersion: 2\n    m_Bits: 0".to_owned(),
            Kind::Reference(_) => " {fileID: 0}".to_owned(),
            Kind::List(_) => empty_list(kind).to_owned(),
            Kind::Text => " ".to_owned(),
            Kind::Bool | Kind::Int(_) | Kind::Char | Kind::Float | Kind::Double | Kind::Enum(_) => " 0".to_owned(),
            _ => return None,
        });
    };
    let written = match (kind, source) {
        (Kind::Bool, Initializer::Bool(value)) => i32::from(*value).to_string(),
        (Kind::Text, source) => plain_text(source)?,
        (Kind::Int(form), source) => {
            let number = number(source)?;
            let whole: i128 = number.parse().ok()?;
            (form.min..=form.max).contains(&whole).then_some(number)?
        }
        (Kind::Char, Initializer::Character(letter)) => {
            let mut units = letter.encode_utf16();
            units.next().filter(|_| units.next().is_none())?.to_string()
        }
        (Kind::Float, source) => number(source)?.parse::<f32>().ok()?.to_string(),
        (Kind::Double, source) => number(source)?.parse::<f64>().ok()?.to_string(),
        (Kind::Enum(names), source) => enum_number(names, source)?.to_string(),
        (Kind::Vector(parts), source) => return known_vector(source, *parts, single_text),
        (Kind::VectorInt(parts), source) => return known_vector(source, *parts, whole),
        (Kind::Quaternion, Initializer::Name(name)) if ends_with_parts(name, &["Quaternion", "identity"]) => {
            "{x: 0, y: 0, z: 0, w: 1}".to_owned()
        }
        (Kind::Color, Initializer::Name(name)) => color(name)?.to_owned(),
        (Kind::Reference(_), Initializer::Null) => "{fileID: 0}".to_owned(),
        (Kind::List(_), source) if is_empty_list(source) => return Some(empty_list(kind).to_owned()),
        _ => return None,
    };
    Some(format!(" {written}"))
}

fn empty_list(kind: &Kind) -> &'static str {
    match kind {
        Kind::List(Some(item)) if is_packed(item) => " ",
        _ => " []",
    }
}

/// Returns true if the last parts of a dotted name are equal to `with`.
pub(crate) fn ends_with_parts(name: &[String], with: &[&str]) -> bool {
    name.len() >= with.len()
        && name
            .iter()
            .rev()
            .zip(with.iter().rev())
            .all(|(part, wanted)| part == wanted)
}

/// Returns the YAML text of a string initializer, in single quotes; `None` if Unity would write it in another form.
fn plain_text(source: &Initializer) -> Option<String> {
    match source {
        Initializer::Name(name)
            if ends_with_parts(name, &["string", "Empty"]) || ends_with_parts(name, &["String", "Empty"]) =>
        {
            Some(String::new())
        }
        Initializer::Text(text) if text.is_empty() => Some(String::new()),
        Initializer::Text(text) => {
            let is_plain = !text.contains('"') && !text.contains(char::is_control);
            is_plain.then(|| format!("'{}'", text.replace('\'', "''")))
        }
        _ => None,
    }
}

/// Returns the digits of a number without its C# suffix; `None` for other initializers.
fn number(source: &Initializer) -> Option<String> {
    let Initializer::Number(digits) = source else {
        return None;
    };
    let digits = digits.replace('_', "");
    let (sign, digits) = digits
        .strip_prefix('-')
        .map_or(("", digits.as_str()), |rest| ("-", rest));
    let zero = if digits.starts_with('.') { "0" } else { "" };
    let plain = digits.trim_end_matches(['f', 'F', 'd', 'D', 'm', 'M', 'u', 'U', 'l', 'L']);
    let is_plain = plain.parse::<f64>().is_ok_and(f64::is_finite);
    is_plain.then(|| format!("{sign}{zero}{plain}"))
}

/// Returns the value of an enum initializer: a member, or members joined by `|`; `None` for other initializers.
fn enum_number(names: &EnumNames, source: &Initializer) -> Option<i64> {
    match source {
        Initializer::Name(name) => names.value(name.last()?),
        Initializer::Either(terms) => {
            let mut all = terms.iter().map(|term| enum_number(names, term));
            all.try_fold(0, |bits, term| Some(bits | term?))
        }
        _ => None,
    }
}

fn vector(parts: &[String]) -> String {
    let parts = ["x", "y", "z", "w"]
        .iter()
        .zip(parts)
        .map(|(name, part)| format!("{name}: {part}"));
    format!(" {{{}}}", parts.collect::<Vec<_>>().join(", "))
}

/// Returns the YAML text of a vector initializer such as `Vector3.up` or `new Vector3(1f, 2f, 3f)`. `count` is the
/// number of components; `spell` formats one of them.
fn known_vector(source: &Initializer, count: usize, spell: fn(&str) -> Option<String>) -> Option<String> {
    let parts = match source {
        Initializer::Name(name) if name.len() > 1 => named_vector(name.last()?, count)?,
        Initializer::New {
            arguments, items: None, ..
        } => {
            let parts: Option<Vec<String>> = arguments.iter().map(|part| spell(&number(part)?)).collect();
            let mut parts = parts.filter(|parts| (2..=count).contains(&parts.len()))?;
            parts.resize(count, "0".to_owned());
            parts
        }
        _ => return None,
    };
    Some(vector(&parts))
}

/// Returns the components of a predefined vector such as `up` of `Vector3`; `count` is their number.
pub(crate) fn named_vector(name: &str, count: usize) -> Option<Vec<String>> {
    let axis = |at: usize, value: &str| {
        (0..count)
            .map(|part| if part == at { value } else { "0" }.to_owned())
            .collect()
    };
    Some(match name {
        "zero" => vec!["0".to_owned(); count],
        "one" => vec!["1".to_owned(); count],
        "right" => axis(0, "1"),
        "left" => axis(0, "-1"),
        "up" => axis(1, "1"),
        "down" => axis(1, "-1"),
        "forward" if count == 3 => axis(2, "1"),
        "back" if count == 3 => axis(2, "-1"),
        _ => return None,
    })
}

/// Formats one component of a vector of 32-bit floats; `None` if the text is no number.
fn single_text(number: &str) -> Option<String> {
    number.parse::<f32>().ok().map(|part| part.to_string())
}

fn whole(number: &str) -> Option<String> {
    number.parse::<i32>().ok().map(|part| part.to_string())
}

fn color(name: &[String]) -> Option<&'static str> {
    let [.., class, name] = name else { return None };
    Some(match name.as_str() {
        _ if class != "Color" => return None,
        "white" => "{r: 1, g: 1, b: 1, a: 1}",
        "black" => "{r: 0, g: 0, b: 0, a: 1}",
        "red" => "{r: 1, g: 0, b: 0, a: 1}",
        "green" => "{r: 0, g: 1, b: 0, a: 1}",
        "blue" => "{r: 0, g: 0, b: 1, a: 1}",
        "clear" => "{r: 0, g: 0, b: 0, a: 0}",
        _ => return None,
    })
}

/// Returns true if the initializer is an empty list: `new List<int>()`, `Array.Empty<int>()`, `new int[0]`, `null`.
fn is_empty_list(source: &Initializer) -> bool {
    match source {
        Initializer::Null => true,
        Initializer::List(items) => items.is_empty(),
        Initializer::New { arguments, items, .. } => arguments.is_empty() && items.as_ref().is_none_or(Vec::is_empty),
        Initializer::Call(name, 0) => ends_with_parts(name, &["Array", "Empty"]),
        _ => false,
    }
}
