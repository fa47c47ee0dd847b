//! Tests of a whole bundle, listed and called in the same way as by the host.

use super::{Call, ToolResult};
use crate::ErrorKind;
use crate::bindings::listing::exports::unity_tools::tool::listing::Guest as _;
use crate::prompt::{Given, Message, Prompt, PromptInfo, Rendered};
use crate::types::Body;
use crate::{Content, Contents, Cx, Effect, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Numbers {
    a: i64,
    b: i64,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    sum: i64,
}

struct AddTool;
impl Tool for AddTool {
    type Args = Numbers;
    type Output = Sum;
    const EFFECT: Effect = Effect::Read;
    fn info() -> ToolInfo {
        ToolInfo::new("Adds.").category("arithmetic").idempotent(true)
    }
    fn run(args: Numbers, _: &Cx) -> Result<Reply<Sum>, ToolError> {
        Ok(Reply::new(Sum { sum: args.a + args.b }).note("exact"))
    }
}

struct Shout;
impl Tool for Shout {
    type Args = crate::NoArgs;
    type Output = ();
    const EFFECT: Effect = Effect::Destructive;
    const NAME: Option<&'static str> = Some("Shout.Loud");
    fn info() -> ToolInfo {
        ToolInfo::new("Shouts.")
    }
    fn run(_: crate::NoArgs, _: &Cx) -> Result<Reply<()>, ToolError> {
        Ok(Reply::text("HO").with(Content::link("unity://sum/1", "sum")))
    }
}

struct SumResource;
impl Resource for SumResource {
    type Params = Numbers;
    fn info() -> ResourceInfo {
        ResourceInfo::new("unity://sum/{a}{?b}", "sum", "A sum.")
            .json::<Sum>()
            .example("unity://sum/1?b=2")
    }
    fn read(params: Numbers, _: &Cx) -> Result<Contents, ToolError> {
        Contents::json(&Sum {
            sum: params.a + params.b,
        })
    }
}

struct Fixed;
impl Resource for Fixed {
    type Params = Option2;
    fn info() -> ResourceInfo {
        ResourceInfo::new("unity://fixed{?count}", "fixed", "Text.")
            .mime_type("text/plain")
            .listed_without_query()
    }
    fn read(params: Option2, _: &Cx) -> Result<Contents, ToolError> {
        Ok(Contents::text(format!("{:?}", params.count)))
    }
}

#[derive(Deserialize, JsonSchema)]
struct Option2 {
    count: Option<u32>,
}

struct Review;
impl Prompt for Review {
    fn info() -> PromptInfo {
        PromptInfo::new("review", "Reviews a thing.")
            .required("thing", "What.")
            .optional("how", "How.")
    }
    fn render(arguments: &Given, _: &Cx) -> Result<Rendered, ToolError> {
        let thing = arguments.get("thing").unwrap_or_default();
        Ok(vec![Message::user(Content::text(format!("Review {thing}")))].into())
    }
}

crate::export! {
    tools: [AddTool, Shout],
    resources: [SumResource, Fixed],
    prompts: [Review],
}

fn call(name: &str, arguments: &str) -> Result<ToolResult, ToolError> {
    let call = Call {
        name: name.to_owned(),
        arguments: arguments.to_owned(),
    };
    super::call_tool(BUNDLE_TOOLS, &call)
}

#[test]
fn lists_tools_by_inferred_and_given_names() {
    let tools = Bundle::list_tools();
    assert_eq!(
        tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
        ["add", "Shout.Loud"]
    );
    assert_eq!(
        (tools[0].category.as_str(), tools[0].tier.as_str()),
        ("arithmetic", "core")
    );
    assert_eq!(tools[0].annotations.idempotent, Some(true));
    assert!(
        tools[0]
            .output_schema
            .as_deref()
            .is_some_and(|schema| schema.contains("sum"))
    );
    assert_eq!(
        (tools[1].effect.clone(), tools[1].output_schema.as_deref()),
        (Effect::Destructive, None)
    );
}

#[test]
fn calls_tools_by_name_and_rejects_unknown_names() {
    let sum = call("add", r#"{"a":1,"b":2}"#).unwrap();
    assert_eq!(sum.structured.as_deref(), Some(r#"{"sum":3}"#));
    assert_eq!((sum.content.len(), sum.diagnostics), (0, vec!["exact".to_owned()]));
    let shout = call("Shout.Loud", "{}").unwrap();
    assert_eq!((shout.structured, shout.content.len()), (None, 2));
    let unknown = call("Add", "{}").unwrap_err();
    assert!(
        unknown.kind == ErrorKind::NotFound && unknown.message.contains("add, Shout.Loud"),
        "{unknown:?}"
    );
    assert_eq!(call("add", r#"{"a":1}"#).unwrap_err().kind, ErrorKind::InvalidArgument);
}

#[test]
fn reads_resources_by_uri() {
    let listed = super::list_resources(BUNDLE_RESOURCES);
    assert!(listed[0].is_template && listed[0].uri == "unity://sum/{a}{?b}");
    assert!(!listed[1].is_template && listed[1].uri == "unity://fixed");
    assert_eq!(listed[1].extra[0].1, "unity://fixed{?count}");
    let read = |uri: &str| super::read_resource(BUNDLE_RESOURCES, uri).map(|mut all| all.remove(0));
    assert_eq!(
        read("unity://sum/1?b=2").unwrap().body,
        Body::Text(r#"{"sum":3}"#.to_owned())
    );
    let fixed = read("unity://fixed?count=7").unwrap();
    assert_eq!(
        (fixed.body, fixed.mime_type.as_deref()),
        (Body::Text("Some(7)".to_owned()), Some("text/plain"))
    );
    assert_eq!(read("unity://fixed").unwrap().body, Body::Text("None".to_owned()));
    assert_eq!(read("unity://nothing").unwrap_err().kind, ErrorKind::NotFound);
    let wrong = read("unity://sum/x?b=2").unwrap_err();
    assert!(
        wrong.kind == ErrorKind::InvalidArgument && wrong.message.starts_with("a is \"x\""),
        "{wrong:?}"
    );
}

#[test]
fn renders_prompts_and_names_missing_arguments() {
    let given = [("thing".to_owned(), "it".to_owned())];
    let rendered = super::get_prompt(BUNDLE_PROMPTS, "review", &given).unwrap();
    assert_eq!(rendered.messages[0].content, Content::text("Review it"));
    assert_eq!(rendered.description.as_deref(), Some("Reviews a thing."));
    let missing = super::get_prompt(BUNDLE_PROMPTS, "review", &[]).unwrap_err();
    assert!(
        missing.message.contains("thing") && !missing.message.contains("how"),
        "{missing:?}"
    );
    assert_eq!(
        super::get_prompt(BUNDLE_PROMPTS, "other", &given).unwrap_err().kind,
        ErrorKind::NotFound
    );
}
