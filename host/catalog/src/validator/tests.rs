//! Tests which values fit which schema, compared with an independent validator, and the maximum cost of a check.

mod cases;
mod limits;
mod skim;

use super::{Budget, Validator};
use serde_json::Value;
use std::time::Duration;

fn large_budget() -> Budget {
    Budget::new(10_000_000, Duration::from_secs(600))
}

fn compiled(schema: &Value) -> Validator {
    Validator::compile(schema).unwrap_or_else(|refused| panic!("{schema}: {refused}"))
}

fn fits(schema: &Value, value: &Value) -> bool {
    let validator = compiled(schema);
    let problems = validator.check(value, &mut large_budget()).expect("a small case");
    let text = value.to_string();
    let skimmed = validator.skim(&text, &mut large_budget()).expect("a small case");
    assert_eq!(skimmed, problems.is_none(), "as text: {schema} {value}");
    // If a value does not fit, a problem is reported.
    assert!(
        problems.as_ref().is_none_or(|problems| !problems.told.is_empty()),
        "{schema} {value}"
    );
    problems.is_none()
}

/// Checks a value with the crate `jsonschema`, which has no budget and therefore is not used for serving.
fn fits_elsewhere(schema: &Value, value: &Value) -> bool {
    let options = jsonschema::options().offline().should_validate_formats(false);
    options.build(schema).expect("a schema that both take").is_valid(value)
}
