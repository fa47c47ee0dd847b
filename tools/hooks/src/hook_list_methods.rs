//! `HookListMethods`: the methods of a type.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::paging::{Limit, Page};
use unity_tools::unity::hooks;
use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Whose methods, and which of them.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Full name.
    #[serde(rename = "type")]
    type_name: String,
    /// Part of name or signature.
    filter: Option<String>,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// One method.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
pub struct HookMethod {
    name: String,
    /// As HookAdd takes it.
    signature: String,
    /// `source`, `assembly` or `table`.
    origin: String,
    /// Whether every type in the signature is known.
    resolved: bool,
}

impl From<hooks::HookMethod> for HookMethod {
    fn from(method: hooks::HookMethod) -> Self {
        Self {
            name: method.name,
            signature: method.signature,
            origin: method.origin,
            resolved: method.resolved,
        }
    }
}

/// The tool.
pub struct HookListMethods;

impl Tool for HookListMethods {
    type Args = Args;
    type Output = Page<HookMethod>;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("HookListMethods");

    fn info() -> ToolInfo {
        ToolInfo::new("List the methods of a type of HookListAllowedTypes with their signatures.")
            .title("List hookable methods")
            .category("hooks")
            .example(r#"{"type": "UnityEngine.GameObject", "filter": "active"}"#)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Page<HookMethod>>, ToolError> {
        let page = args.limit.page(args.offset.unwrap_or(0));
        let filter = args.filter.filter(|text| !text.is_empty());
        let (found, info) = hooks::list_methods(&args.type_name, filter.as_deref(), &page)?;
        Ok(Page::new(found.into_iter().map(HookMethod::from).collect(), &info).into())
    }
}
