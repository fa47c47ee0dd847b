//! Checks that the project has the tags and layers that a query names.
//!
//! `facts` reads the tags and layers of objects.

use super::bits::several_layers_message;
use crate::query_view::QueryView;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::{Value, json};
use std::cell::Cell;
use unity_files::NoLayer;

/// The tag that a query tests. Objects in files can have tags that the settings lack, so only the completed search
/// shows whether a tag exists.
#[derive(Debug)]
pub(super) struct TagUse {
    /// The tag; `None` for a value that is not a text.
    name: Option<String>,
    met: Cell<bool>,
}

impl TagUse {
    pub(crate) fn new(name: Option<&str>) -> Self {
        Self {
            name: name.map(str::to_owned),
            met: Cell::new(false),
        }
    }

    /// Checks the tag after a complete search: `NotFound` if neither the settings nor an object has the tag.
    pub(super) fn note_tag(&self, tag: &Value) {
        if tag.as_str() == self.name.as_deref() {
            self.met.set(true);
        }
    }

    /// Returns `NotFound` if neither the settings nor an object of the complete search has the tag.
    pub(crate) fn check(&self, view: QueryView<'_>) -> Result<(), BridgeError> {
        let known = view.library.project().settings.all_tags();
        match &self.name {
            Some(name) if self.met.get() || known.contains(name) => Ok(()),
            Some(name) => Err(unknown_name_error("tag", name, &known)),
            None => Err(unknown_name_error("tag", "no text", &known)),
        }
    }
}

/// Returns the layer's label or number for the comparison; a number can also be given as a text. `NotFound` for an
/// unknown name, `InvalidArgument` for a number that no layer has and for a name of several layers.
pub(super) fn layer(view: QueryView<'_>, given: Value) -> Result<Value, BridgeError> {
    let settings = &view.library.project().settings;
    let names = &settings.layer_labels();
    let number = match &given {
        Value::String(name) => match settings.layer_of(name) {
            Ok(layer) => return Ok(settings.layer_label(layer).map_or(given, Value::from)),
            Err(NoLayer::Unknown) => name.trim().parse().ok(),
            Err(NoLayer::Several(layers)) => {
                let message = format!("layer is {name:?}: {}", several_layers_message(settings, &layers));
                return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                    .with_data(&json!({"argument": "layer", "given": given})));
            }
        },
        Value::Number(number) => number.as_f64(),
        _ => None,
    };
    match (number, &given) {
        (Some(number), _) if number.fract() == 0.0 && (0.0..32.0).contains(&number) => Ok(json!(number as u8)),
        (None, Value::String(name)) => Err(unknown_name_error("layer", name, names)),
        _ => {
            let message = format!("layer is {given}, which no layer has: a layer has a name or a number from 0 to 31");
            Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_data(&json!({"argument": "layer", "given": given})))
        }
    }
}

fn unknown_name_error(what: &str, given: &str, known: &[String]) -> BridgeError {
    let known = || known.iter().map(String::as_str).filter(|name| !name.is_empty());
    let near = near_names(given, known());
    let given: String = given.chars().take(200).collect();
    let hint = did_you_mean(&near)
        .unwrap_or_else(|| format!("{what}s are: {}", known().take(40).collect::<Vec<_>>().join(", ")));
    BridgeError::new(
        BridgeErrorKind::NotFound,
        format!("the project has no {what} {given:?}"),
    )
    .with_hint(hint)
    .with_data(&json!({"argument": what, "given": given, "nearest": near}))
}
