//! Facts about an object itself, by the names that filters and columns use.

use super::compare::Item;
use crate::query_view::QueryView;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::{BridgeError, BridgeErrorKind};
use host_project_world::world::NodeAt;
use serde_json::{Value, json};
use std::sync::Arc;
use unity_fields::{EnumNames, IntForm, Kind, static_flags};
use unity_project::values::{enum_value, real};

/// A fact about an object that filters and columns can name, such as its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Name,
    Path,
    Tag,
    Layer,
    Active,
    ActiveSelf,
    Static,
    Prefab,
    PrefabRoot,
    ComponentCount,
    Position,
    Parent,
    Components,
    Id,
    Depth,
    ChildCount,
}

const NAMES: [(&str, Fact); 16] = [
    ("name", Fact::Name),
    ("path", Fact::Path),
    ("tag", Fact::Tag),
    ("layer", Fact::Layer),
    ("active", Fact::Active),
    ("active-self", Fact::ActiveSelf),
    ("static", Fact::Static),
    ("prefab", Fact::Prefab),
    ("prefab-root", Fact::PrefabRoot),
    ("component-count", Fact::ComponentCount),
    ("position", Fact::Position),
    ("parent", Fact::Parent),
    ("components", Fact::Components),
    ("id", Fact::Id),
    ("depth", Fact::Depth),
    ("child-count", Fact::ChildCount),
];

impl Fact {
    /// Returns the fact with this name; errors contain the name `argument` of the argument.
    pub(crate) fn from_name(view: QueryView<'_>, argument: &str, name: &str) -> Result<Self, BridgeError> {
        if let Some(fact) = Self::find_known(name) {
            return Ok(fact);
        }
        // The message has the spelling of the tools: `_` instead of the contract's `-`.
        let name = &*name.replace('-', "_");
        let error = |hint: String, near: &[&str]| {
            let message = format!("{argument}: there is no fact {name} of an object");
            BridgeError::new(BridgeErrorKind::NotFound, message)
                .with_hint(hint)
                .with_data(&json!({"argument": argument, "given": name, "nearest": near}))
        };
        if view.library.types().is_known(name) {
            let hint = format!(
                "{name} is a component type: give it as type for the objects that have one, or name a field of it, e.g. {name}.enabled"
            );
            return Err(error(hint, &["type"]));
        }
        let known: Vec<String> = NAMES.iter().map(|(name, _)| name.replace('-', "_")).collect();
        let near = near_names(name, known.iter().map(String::as_str));
        let meant = did_you_mean(&near).map(|meant| format!("{meant} ")).unwrap_or_default();
        Err(error(
            format!("{meant}there are: {}; a field is Type.path", known.join(", ")),
            &near,
        ))
    }

    pub(crate) fn find_known(name: &str) -> Option<Self> {
        let plain = name.replace('_', "-");
        NAMES.iter().find(|(known, _)| *known == plain).map(|(_, fact)| *fact)
    }

    /// Returns the name of the fact in the spelling of the tools (`_` between words).
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Path => "path",
            Self::Tag => "tag",
            Self::Layer => "layer",
            Self::Active => "active",
            Self::ActiveSelf => "active_self",
            Self::Static => "static",
            Self::Prefab => "prefab",
            Self::PrefabRoot => "prefab_root",
            Self::ComponentCount => "component_count",
            Self::Position => "position",
            Self::Parent => "parent",
            Self::Components => "components",
            Self::Id => "id",
            Self::Depth => "depth",
            Self::ChildCount => "child_count",
        }
    }

    pub(crate) fn kind(self, view: QueryView<'_>) -> Kind {
        match self {
            Self::Name | Self::Path | Self::Tag | Self::Prefab | Self::PrefabRoot | Self::Id => Kind::Text,
            Self::Layer => {
                let settings = &view.library.project().settings;
                let values = (0..).zip(0..settings.layers.len());
                let values = values.filter_map(|(number, layer)| Some((settings.layer_label(layer)?, number)));
                Kind::Enum(Arc::new(EnumNames {
                    name: "layer".to_owned(),
                    flags: false,
                    values: values.collect(),
                    form: IntForm::INT,
                }))
            }
            Self::Active | Self::ActiveSelf => Kind::Bool,
            Self::Static => Kind::Enum(static_flags(view.library.project().settings.release())),
            Self::ComponentCount | Self::Depth | Self::ChildCount => Kind::Int(IntForm::INT),
            Self::Position => Kind::Vector(3),
            Self::Parent => Kind::Reference(None),
            Self::Components => Kind::List(Some(Box::new(Kind::Text))),
        }
    }

    /// Returns the value of the fact for an object; `None` if it is unknown. Unknown are positions that a UI layout
    /// sets, and facts that depend on a source that only Unity can read.
    pub(crate) fn value_at(self, view: QueryView<'_>, at: NodeAt) -> Option<Item> {
        let (node, object) = (view.world.node(at)?, view.world.object(at)?);
        let types = view.library.types();
        let value = match self {
            Self::Name => json!(&*object.name),
            Self::Path => json!(view.path(at)),
            Self::Tag if object.tag.is_empty() => json!("Untagged"),
            Self::Tag => json!(&*object.tag),
            Self::Layer => {
                let label = view.library.project().settings.layer_label(object.layer as usize);
                return Some(Item {
                    value: label.map_or_else(|| json!(object.layer), |label| json!(label)),
                    number: Some(i64::from(object.layer)),
                    kind: None,
                });
            }
            Self::Active => json!(node.active_in_hierarchy),
            Self::ActiveSelf => json!(node.active),
            // Only Unity knows the objects of a model.
            Self::Static if object.is_opaque() => return None,
            Self::Static => {
                let release = view.library.project().settings.release();
                return Some(Item {
                    value: enum_value(&static_flags(release), i64::from(object.static_flags)),
                    number: Some(i64::from(object.static_flags)),
                    kind: None,
                });
            }
            Self::Prefab | Self::PrefabRoot => json!(view.prefab(at)),
            Self::ComponentCount => json!(view.world.components(at).len()),
            Self::Position => {
                let mut placements = view.placements();
                if placements.is_laid_out(at) {
                    return None;
                }
                let position = placements.position(at).ok()?;
                // Numbers in files have single precision, so further digits have no meaning.
                let rounded = position.to_array().map(|part| (part * 1e5).round() / 1e5);
                rounded.into_iter().map(real).collect()
            }
            Self::Parent => match node.parent.and_then(|parent| Some((parent, view.world.node(parent)?))) {
                Some((parent, node)) => {
                    json!({"ref": node.id.to_string(), "name": view.name(parent), "type": "UnityEngine.GameObject"})
                }
                None => Value::Null,
            },
            Self::Id => json!(node.id.to_string()),
            Self::Depth => json!(node.depth),
            Self::ChildCount => json!(node.children.len()),
            Self::Components => {
                let components = view.world.components(at).iter();
                components
                    .map(|component| json!(&*types.name(component.kind)))
                    .collect()
            }
        };
        Some(value.into())
    }
}
