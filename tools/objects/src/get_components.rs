//! `GetComponents` and `unity://object/{id}/components`: the components of one object.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::paging::{Limit, Page};
use unity_tools::unity::components;
use unity_tools::{Capability, Contents, Cx, Effect, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo};

/// Whose components.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// One component.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ComponentCard {
    /// Full type name; `<script guid …>` if the script is not in the project, `<missing script>` if it has no script.
    #[serde(rename = "Type")]
    type_name: String,
    /// One line about it.
    summary: String,
}

impl From<components::ComponentCard> for ComponentCard {
    fn from(card: components::ComponentCard) -> Self {
        Self {
            type_name: card.type_name,
            summary: card.summary,
        }
    }
}

fn list(args: &Args) -> Result<Page<ComponentCard>, ToolError> {
    let page = args.limit.page(args.offset.unwrap_or(0));
    let (found, info) = components::list_components(&args.object_id, &page)?;
    Ok(Page::new(found.into_iter().map(ComponentCard::from).collect(), &info))
}

/// The tool.
pub struct GetComponents;

impl Tool for GetComponents {
    type Args = Args;
    type Output = Page<ComponentCard>;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetComponents");

    fn info() -> ToolInfo {
        ToolInfo::new("List one object's components. To find objects by component use ListObjects with type.")
            .title("Get components")
            .category("scene")
            .needs(Capability::Scene)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Page<ComponentCard>>, ToolError> {
        Ok(list(&args)?.into())
    }
}

/// The object of the URI, and which part of its list.
#[derive(Deserialize, JsonSchema)]
pub struct Params {
    id: String,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// The resource.
pub struct ComponentsResource;

impl Resource for ComponentsResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://object/{id}/components{?limit,offset}",
            "object components",
            "The components of one object, the Transform first.",
        )
        .json::<Page<ComponentCard>>()
        .example("unity://object/obj:1/components")
    }

    fn read(params: Params, _: &Cx) -> Result<Contents, ToolError> {
        Contents::json(&list(&Args {
            object_id: params.id,
            limit: params.limit,
            offset: params.offset,
        })?)
    }
}
