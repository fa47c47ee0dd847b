//! Enums, flags and layer masks in a query: conversion of their names to numbers.

use super::comparison_form::{Form, Refused, refuse};
use crate::members::grammar::layer_bits;
use crate::query_view::QueryView;
use host_api::similar_names::near_names;
use host_bridge::Op;
use serde_json::Value;
use unity_fields::EnumNames;
use unity_files::{NoLayer, Settings};

/// Prepares a value for the comparison with enum values: names become numbers, lists of flags become bits. An error has
/// the names that are similar to an unknown name.
pub(super) fn enum_form(names: &EnumNames, op: &Op, given: &Value) -> Result<Form, Refused> {
    let number = |given: &Value| match given {
        Value::String(name) => names.value(name).ok_or_else(|| {
            let known = names.values.iter().map(|(known, _)| known.as_str());
            (
                format!("{} has no {name:?}; it has {}", names.name, names.list_values()),
                near_names(name, known).iter().map(|name| (*name).to_owned()).collect(),
            )
        }),
        given => match given.as_i64() {
            Some(number) => Ok(number),
            None => refuse(format!("expected a {}: {}", names.name, names.list_values())),
        },
    };
    if !names.flags {
        return number(given).map(Form::Number);
    }
    let bits = match given {
        Value::Array(items) => items.iter().try_fold(0, |bits, item| Ok(bits | number(item)?))?,
        given => number(given)?,
    };
    Ok(match op {
        // Every value contains the bits of 0, so `contains` with 0 tests for the value 0 instead.
        Op::Contains if bits != 0 => Form::Bits(bits),
        _ => Form::Number(bits),
    })
}

/// Returns the bits of layers that are given by name or number. A single number is the whole mask, except for
/// `contains`, where it is the number of a layer.
pub(super) fn mask(view: QueryView<'_>, op: &Op, given: &Value) -> Result<i64, Refused> {
    let settings = &view.library.project().settings;
    let all = i64::from(u32::MAX);
    let of_layer = |item: &Value| -> Result<i64, Refused> {
        if item == "Nothing" {
            return Ok(0);
        }
        layer_bits(settings, item).map(i64::from).ok_or_else(|| {
            if let Some(Err(NoLayer::Several(layers))) = item.as_str().map(|name| settings.layer_of(name)) {
                return (several_layers_message(settings, &layers), Vec::new());
            }
            let known = settings.layer_labels();
            let near = item.as_str().map(|name| {
                let near = near_names(name, known.iter().map(String::as_str));
                near.iter().map(|name| (*name).to_owned()).collect()
            });
            let listed = known.join(", ");
            (
                format!("the project has no layer {item}; there are {listed}, and Everything and Nothing"),
                near.unwrap_or_default(),
            )
        })
    };
    match given {
        Value::Array(items) => items.iter().try_fold(0, |bits, item| Ok(bits | of_layer(item)?)),
        Value::Number(number) if *op != Op::Contains => {
            let bits = number.as_i64().filter(|bits| (-1..=all).contains(bits));
            let bits = bits.map(|bits| bits & all);
            bits.map_or_else(
                || refuse("expected the mask's bits from 0 to 4294967295, or a list of layers"),
                Ok,
            )
        }
        given => of_layer(given),
    }
}

pub(super) fn several_layers_message(settings: &Settings, layers: &[usize]) -> String {
    let labels: Vec<String> = layers
        .iter()
        .filter_map(|layer| settings.layer_label(*layer))
        .map(|label| format!("{label:?}"))
        .collect();
    format!("several layers have this name; give {}", labels.join(" or "))
}
