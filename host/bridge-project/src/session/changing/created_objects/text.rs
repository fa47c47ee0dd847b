//! Writes new objects as YAML text, as Unity would write them to a scene file.

use std::fmt::Write;

/// The base for file ids of created objects. File ids in Unity's files are random or small.
pub(super) const FIRST_FILE_ID: i64 = 6_800_000_000_000_000_000;

pub(in crate::session) struct Plan<'a> {
    pub(in crate::session) name: &'a str,
    pub(in crate::session) layer: u32,
    /// Index of the parent in the list of new objects, in which it precedes this object. `None` for a root object.
    pub(in crate::session) parent: Option<usize>,
    pub(in crate::session) placing: Placing,
    pub(in crate::session) components: Vec<Doc>,
}

/// The local position of a new object, and its rectangle if it has a RectTransform.
pub(in crate::session) enum Placing {
    Plain {
        position: [f64; 3],
    },
    /// A RectTransform whose pivot is its center. `min` and `max` are its anchors, `size` is its size in pixels.
    Rect {
        min: [f64; 2],
        max: [f64; 2],
        position: [f64; 3],
        size: [f64; 2],
    },
}

/// A component as a YAML document. `fields` are those after `m_GameObject`, each indented by two spaces.
#[derive(Clone, Debug)]
pub(in crate::session) struct Doc {
    class: u32,
    name: &'static str,
    fields: String,
}

impl Doc {
    pub(in crate::session) fn engine(class: u32, name: &'static str, fields: &str) -> Self {
        Self {
            class,
            name,
            fields: fields.to_owned(),
        }
    }

    /// Creates a MonoBehaviour with these fields. `guid` is the GUID of its script file.
    pub(in crate::session) fn script(guid: &str, fields: &str) -> Self {
        let fields = format!(
            "  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: 11500000, guid: {guid}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n{fields}"
        );
        Self {
            class: 114,
            name: "MonoBehaviour",
            fields,
        }
    }
}

struct Ids {
    object: i64,
    transform: i64,
    components: Vec<i64>,
}

/// Returns the YAML text of the new objects, and the number of file ids assigned so far (`used` before this call).
pub(super) fn write(plans: &[Plan<'_>], used: i64) -> (String, i64) {
    let mut next = FIRST_FILE_ID + used;
    let mut take = || {
        next += 1;
        next
    };
    let ids = plans.iter().map(|plan| Ids {
        object: take(),
        transform: take(),
        components: plan.components.iter().map(|_| take()).collect(),
    });
    let ids: Vec<Ids> = ids.collect();
    let mut text = String::from("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n");
    for (at, plan) in plans.iter().enumerate() {
        let Some(own) = ids.get(at) else { continue };
        let children = plans.iter().zip(&ids).filter(|(child, _)| child.parent == Some(at));
        let children: Vec<i64> = children.map(|(_, ids)| ids.transform).collect();
        let father = plan.parent.and_then(|at| ids.get(at)).map_or(0, |ids| ids.transform);
        write_object(&mut text, plan, own);
        write_transform(&mut text, plan, own, father, &children);
        for (component, id) in plan.components.iter().zip(&own.components) {
            let Doc { class, name, fields } = component;
            head(&mut text, *class, *id, name);
            write_owner(&mut text, own.object);
            text += fields;
        }
    }
    (text, next - FIRST_FILE_ID)
}

fn head(text: &mut String, class: u32, id: i64, name: &str) {
    // Writing into a String cannot fail.
    let _ = write!(
        text,
        "--- !u!{class} &{id}\n{name}:\n  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {{fileID: 0}}\n  m_PrefabInstance: {{fileID: 0}}\n  m_PrefabAsset: {{fileID: 0}}\n"
    );
}

fn write_owner(text: &mut String, object: i64) {
    let _ = writeln!(text, "  m_GameObject: {{fileID: {object}}}");
}

fn write_object(text: &mut String, plan: &Plan<'_>, ids: &Ids) {
    head(text, 1, ids.object, "GameObject");
    *text += "  serializedVersion: 6\n  m_Component:\n";
    for component in std::iter::once(&ids.transform).chain(&ids.components) {
        let _ = writeln!(text, "  - component: {{fileID: {component}}}");
    }
    let _ = write!(
        text,
        "  m_Layer: {}\n  m_Name: {}\n  m_TagString: Untagged\n  m_Icon: {{fileID: 0}}\n  m_NavMeshLayer: 0\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n",
        plan.layer,
        quote_name(plan.name)
    );
}

fn write_transform(text: &mut String, plan: &Plan<'_>, ids: &Ids, father: i64, children: &[i64]) {
    let (class, name) = match plan.placing {
        Placing::Plain { .. } => (4, "Transform"),
        Placing::Rect { .. } => (224, "RectTransform"),
    };
    head(text, class, ids.transform, name);
    write_owner(text, ids.object);
    let [x, y, z] = match plan.placing {
        Placing::Plain { position } => position,
        // In a RectTransform, Unity stores x and y in the anchored position.
        Placing::Rect { position, .. } => [0.0, 0.0, position[2]],
    }
    .map(to_single);
    let _ = write!(
        text,
        "  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: {x}, y: {y}, z: {z}}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_ConstrainProportionsScale: 0\n"
    );
    if children.is_empty() {
        *text += "  m_Children: []\n";
    } else {
        *text += "  m_Children:\n";
        for child in children {
            let _ = writeln!(text, "  - {{fileID: {child}}}");
        }
    }
    let _ = write!(
        text,
        "  m_Father: {{fileID: {father}}}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n"
    );
    if let Placing::Rect {
        min,
        max,
        position,
        size,
    } = plan.placing
    {
        for (key, [x, y]) in [
            ("m_AnchorMin", min),
            ("m_AnchorMax", max),
            ("m_AnchoredPosition", [position[0], position[1]]),
            ("m_SizeDelta", size),
        ] {
            let _ = writeln!(text, "  {key}: {{x: {}, y: {}}}", to_single(x), to_single(y));
        }
        *text += "  m_Pivot: {x: 0.5, y: 0.5}\n";
    }
}

/// Rounds to single precision, because Unity stores 32-bit numbers.
fn to_single(value: f64) -> f32 {
    value as f32
}

/// Puts a name in double quotes, so that YAML does not parse it as another type.
fn quote_name(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
