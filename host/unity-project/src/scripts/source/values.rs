//! Field types and defaults of C# source, as kinds and in Unity's own form.

use crate::fields::{EnumNames, Kind, is_packed, of_type};
use std::sync::Arc;

/// Assets that fields often hold; others count once their kind can be told.
const ASSETS: [&str; 22] = [
    "Material",
    "Mesh",
    "Texture",
    "Texture2D",
    "RenderTexture",
    "Cubemap",
    "Sprite",
    "Shader",
    "ComputeShader",
    "Font",
    "TextAsset",
    "AudioClip",
    "AnimationClip",
    "RuntimeAnimatorController",
    "AudioMixer",
    "AudioMixerGroup",
    "PhysicMaterial",
    "PhysicsMaterial2D",
    "VideoClip",
    "Avatar",
    "Flare",
    "TerrainData",
];

const BASES: [&str; 11] = [
    "GameObject",
    "Component",
    "Behaviour",
    "MonoBehaviour",
    "Collider",
    "Collider2D",
    "Renderer",
    "Joint",
    "Joint2D",
    "Graphic",
    "Selectable",
];

/// The kind of a field of that type; `None` where this file does not tell it.
pub(super) fn kind(type_name: &str, enums: &[Arc<EnumNames>]) -> Option<Kind> {
    if let Some(item) = type_name.strip_suffix("[]") {
        return listed(item, enums);
    }
    let generic = type_name.strip_suffix('>').and_then(|name| name.split_once('<'));
    if let Some((list, item)) = generic {
        let is_list = list == "List" || list.ends_with(".List");
        return is_list.then(|| listed(item, enums)).flatten();
    }
    let short = type_name.rsplit('.').next().unwrap_or(type_name);
    if let Some(names) = enums.iter().find(|names| names.name == short) {
        return Some(Kind::Enum(Arc::clone(names)));
    }
    let engine = [
        "UnityEngine",
        "UnityEngine.UI",
        "UnityEngine.EventSystems",
        "UnityEngine.AI",
    ];
    let is_component = engine
        .iter()
        .any(|space| of_type(&format!("{space}.{short}")).is_some());
    if is_component || ASSETS.contains(&short) || BASES.contains(&short) {
        return Some(Kind::Reference(Some(short.into())));
    }
    match short {
        "String" => Some(Kind::Text),
        "Single" => Some(Kind::Float),
        "Int32" => Kind::named("int"),
        "Boolean" => Some(Kind::Bool),
        // Unity's own enums that a project may shadow are left to the form.
        _ => Kind::named(short).filter(|kind| !matches!(kind, Kind::Enum(_))),
    }
}

fn listed(item: &str, enums: &[Arc<EnumNames>]) -> Option<Kind> {
    // Unity writes neither arrays of arrays nor arrays with several dimensions.
    if item.contains(['[', '<', ',']) {
        return None;
    }
    Some(Kind::List(kind(item, enums).map(Box::new)))
}

/// What Unity would write behind the field's name, the leading space included. `source` are the words behind `=`.
pub(super) fn default(type_name: &str, kind: Option<&Kind>, source: Option<&str>) -> Option<String> {
    if type_name == "UnityEvent" && source.is_none_or(|source| source.starts_with("new ")) {
        return Some("\n    m_PersistentCalls:\n      m_Calls: []".to_owned());
    }
    let kind = kind?;
    let Some(source) = source else {
        return Some(match kind {
            Kind::Vector(parts) => vector(&vec!["0".to_owned(); *parts]),
            Kind::Quaternion => " {x: 0, y: 0, z: 0, w: 0}".to_owned(),
            Kind::Color => " {r: 0, g: 0, b: 0, a: 0}".to_owned(),
            Kind::Color32 => "\n    serializedVersion: 2\n    rgba: 0".to_owned(),
            Kind::LayerMask => "\n    serializedVersion: 2\n    m_Bits: 0".to_owned(),
            Kind::Reference(_) => " {fileID: 0}".to_owned(),
            Kind::List(_) => empty_list(kind).to_owned(),
            Kind::Text => " ".to_owned(),
            Kind::Bool | Kind::Int(_) | Kind::Float | Kind::Double | Kind::Enum(_) => " 0".to_owned(),
            _ => return None,
        });
    };
    let words: Vec<&str> = source.split(' ').collect();
    let written = match kind {
        Kind::Bool => match source {
            "true" => "1".to_owned(),
            "false" => "0".to_owned(),
            _ => return None,
        },
        Kind::Text => plain_text(source)?,
        Kind::Int(form) => {
            let number = number(&words)?;
            let whole: i128 = number.parse().ok()?;
            (form.min..=form.max).contains(&whole).then_some(number)?
        }
        Kind::Float => number(&words)?.parse::<f32>().ok()?.to_string(),
        Kind::Double => number(&words)?.parse::<f64>().ok()?.to_string(),
        Kind::Enum(names) => names.value(words.last()?)?.to_string(),
        Kind::Vector(parts) => return known_vector(&words, *parts),
        Kind::Quaternion if words.ends_with(&["Quaternion", ".", "identity"]) => "{x: 0, y: 0, z: 0, w: 1}".to_owned(),
        Kind::Color => color(&words)?.to_owned(),
        Kind::Reference(_) if source == "null" => "{fileID: 0}".to_owned(),
        Kind::List(_) if is_empty_list(&words) => return Some(empty_list(kind).to_owned()),
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

/// A text that Unity would write as it stands.
fn plain_text(source: &str) -> Option<String> {
    if matches!(source, "string . Empty" | "String . Empty" | "\"\"") {
        return Some(String::new());
    }
    let text = source.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains(['"', '\n', '\r'])).then(|| format!("'{}'", text.replace('\'', "''")))
}

/// A number without its C# suffix.
fn number(words: &[&str]) -> Option<String> {
    let (sign, digits) = match words {
        [digits] => ("", digits),
        ["-", digits] => ("-", digits),
        [".", digits] => ("0.", digits),
        ["-", ".", digits] => ("-0.", digits),
        _ => return None,
    };
    let digits = digits.replace('_', "");
    let plain = digits.trim_end_matches(['f', 'F', 'd', 'D', 'm', 'M', 'u', 'U', 'l', 'L']);
    let first = plain.chars().next().is_some_and(|first| first.is_ascii_digit());
    let is_plain = first && plain.parse::<f64>().is_ok_and(f64::is_finite);
    is_plain.then(|| format!("{sign}{plain}"))
}

fn vector(parts: &[String]) -> String {
    let parts = ["x", "y", "z", "w"]
        .iter()
        .zip(parts)
        .map(|(name, part)| format!("{name}: {part}"));
    format!(" {{{}}}", parts.collect::<Vec<_>>().join(", "))
}

/// `Vector3.up`, `new Vector3(1f, 2f, 3f)`.
fn known_vector(words: &[&str], count: usize) -> Option<String> {
    let axis = |at: usize, sign: &str| {
        let part = |part: usize| if part == at { format!("{sign}1") } else { "0".to_owned() };
        (0..count).map(part).collect::<Vec<_>>()
    };
    let parts = match words {
        [.., ".", "zero"] => vec!["0".to_owned(); count],
        [.., ".", "one"] => vec!["1".to_owned(); count],
        [.., ".", "right"] => axis(0, ""),
        [.., ".", "left"] => axis(0, "-"),
        [.., ".", "up"] => axis(1, ""),
        [.., ".", "down"] => axis(1, "-"),
        [.., ".", "forward"] if count == 3 => axis(2, ""),
        [.., ".", "back"] if count == 3 => axis(2, "-"),
        ["new", .., ")"] => {
            let open = words.iter().position(|word| *word == "(")?;
            let inside = words.get(open + 1..words.len() - 1)?;
            let parts: Option<Vec<String>> = inside
                .split(|word| *word == ",")
                .map(|words| Some(number(words)?.parse::<f32>().ok()?.to_string()))
                .collect();
            let mut parts = parts.filter(|parts| (2..=count).contains(&parts.len()))?;
            parts.resize(count, "0".to_owned());
            parts
        }
        _ => return None,
    };
    Some(vector(&parts))
}

fn color(words: &[&str]) -> Option<&'static str> {
    let [.., "Color", ".", name] = words else { return None };
    Some(match *name {
        "white" => "{r: 1, g: 1, b: 1, a: 1}",
        "black" => "{r: 0, g: 0, b: 0, a: 1}",
        "red" => "{r: 1, g: 0, b: 0, a: 1}",
        "green" => "{r: 0, g: 1, b: 0, a: 1}",
        "blue" => "{r: 0, g: 0, b: 1, a: 1}",
        "clear" => "{r: 0, g: 0, b: 0, a: 0}",
        _ => return None,
    })
}

/// `new List<int>()`, `Array.Empty<int>()`, `new int[0]`, `null`.
fn is_empty_list(words: &[&str]) -> bool {
    match words {
        ["null"] | ["new", .., "[", "0", "]"] | ["new", "(", ")"] => true,
        ["new", .., "(", ")"] => true,
        ["new", .., "{", "}"] => true,
        _ => words.starts_with(&["Array", ".", "Empty"]) && words.ends_with(&["(", ")"]),
    }
}
