//! Tests that `#[tool]` generates the same tool as one that is written by hand.

use super::{Tool, call, describe};
use crate::prelude::*;
use crate::{Capability, Effect, ToolInfo};
use schemars::JsonSchema;
use serde::Deserialize;

/// The objects that the tool moves.
#[derive(PartialEq, Debug)]
#[input]
#[output]
#[serde(rename_all = "kebab-case")]
enum Reach {
    /// Only the given object.
    One,
    WholeTree,
}

#[derive(PartialEq, Debug)]
#[output]
struct Moved {
    /// Number of moved objects.
    count: u32,
    reach: Option<Reach>,
}

/// Moves objects,
/// and what is below them.
///
/// They stay at the given position.
#[tool(
    write,
    name = "MoveObjects",
    title = "Move",
    category = "scene",
    rename_all = "camelCase",
    idempotent,
    destructive = false,
    example = r#"{"objectId": "obj:1"}"#,
    needs = SceneEdit,
    icon = "https://a.example/i.png",
    meta("acme.example/cost" = "7"),
    called("page.max" = "limit")
)]
fn move_objects(
    /// The id of an object.
    object_id: String,
    reach: Option<Reach>,
    /// Maximum number of objects.
    #[default(20)]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    cx: &Cx,
    #[default] page: Limit<10>,
) -> Result<Moved> {
    let _ = cx;
    if object_id.is_empty() {
        return Err(ToolError::violation("objectId", "an id", object_id));
    }
    Ok(Moved {
        count: limit + page.get(),
        reach,
    })
}

struct ByHand;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Args {
    /// The id of an object.
    object_id: String,
    reach: Option<Reach>,
    /// Maximum number of objects.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    #[serde(default)]
    page: Limit<10>,
}

fn twenty() -> u32 {
    20
}

impl Tool for ByHand {
    type Args = Args;
    type Output = Moved;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("MoveObjects");
    const CALLED: &'static [(&'static str, &'static str)] = &[("page.max", "limit")];

    fn info() -> ToolInfo {
        ToolInfo::new("Moves objects, and what is below them.\n\nThey stay at the given position.")
            .title("Move")
            .category("scene")
            .idempotent(true)
            .destructive(false)
            .example(r#"{"objectId": "obj:1"}"#)
            .needs(Capability::SceneEdit)
            .icon("https://a.example/i.png")
            .meta("acme.example/cost", "7")
    }

    fn run(_: Args, _: &Cx) -> Result<Reply<Moved>> {
        Err(ToolError::internal("not called"))
    }
}

#[test]
fn attribute_lists_function_like_a_manual_implementation() {
    assert_eq!(describe::<move_objects>().unwrap(), describe::<ByHand>().unwrap());
    assert_eq!(<move_objects as Tool>::CALLED, ByHand::CALLED);
}

/// Moves objects.
#[tool(write)]
fn move_all(#[arguments] args: Args) -> Result<usize> {
    Ok(args.object_id.len())
}

#[test]
fn passes_all_arguments_in_one_parameter() {
    let listed = describe::<move_all>().unwrap();
    assert_eq!(listed.input_schema, describe::<ByHand>().unwrap().input_schema);
    let answer = call::<move_all>(r#"{"objectId":"obj:1"}"#, &Cx::new()).unwrap();
    assert_eq!(answer.structured.as_deref(), Some(r#"{"result":5}"#));
}

#[test]
fn passes_arguments_and_defaults_to_the_function() {
    let answer = |json: &str| call::<move_objects>(json, &Cx::new()).map(|result| result.structured.unwrap());
    assert_eq!(
        answer(r#"{"objectId":"obj:1","reach":"whole-tree"}"#).unwrap(),
        r#"{"count":30,"reach":"whole-tree"}"#
    );
    assert_eq!(
        answer(r#"{"objectId":"obj:1","limit":1,"page":5,"reach":null}"#).unwrap(),
        r#"{"count":6,"reach":null}"#
    );
    assert_eq!(answer("{}").unwrap_err().message, "argument `objectId` is missing");
    assert_eq!(
        answer(r#"{"objectId":""}"#).unwrap_err().message,
        r#"objectId is "", expected an id"#
    );
    assert_eq!(
        move_objects("o".to_owned(), None, 1, &Cx::new(), Limit::default())
            .unwrap()
            .count,
        11,
        "it is still a function"
    );
}

/// Counts the given names.
#[tool]
fn how_many(names: Vec<String>) -> Result<usize> {
    Ok(names.len())
}

/// Reports success with a note.
#[tool(destructive)]
fn done() -> Result<Reply<Done>> {
    Ok(Reply::done().note("twice"))
}

#[test]
fn wraps_plain_value_in_result_and_keeps_reply() {
    let listed = describe::<how_many>().unwrap();
    assert_eq!((listed.name.as_str(), listed.effect), ("how_many", Effect::Read));
    assert!(listed.output_schema.unwrap().contains(r#""required":["result"]"#));
    let answer = call::<how_many>(r#"{"names":["a","b"]}"#, &Cx::new()).unwrap();
    assert_eq!(answer.structured.as_deref(), Some(r#"{"result":2}"#));
    assert_eq!(describe::<done>().unwrap().effect, Effect::Destructive);
    let answer = call::<done>("{}", &Cx::new()).unwrap();
    assert_eq!(
        (answer.structured.as_deref(), answer.diagnostics.len()),
        (Some(r#"{"ok":true}"#), 1)
    );
}

mod of_a_bundle {
    crate::bundle![super::how_many, super::done];

    #[test]
    fn bundle_lists_functions_in_declared_order() {
        let names: Vec<String> = crate::export::list_tools(BUNDLE_TOOLS)
            .into_iter()
            .map(|tool| tool.name)
            .collect();
        assert_eq!(names, ["how_many", "done"]);
    }
}
