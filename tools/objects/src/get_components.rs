//! The tool `GetComponents` and the resource `unity://object/{id}/components`, which list the components of an object.

use unity_tools::prelude::*;
use unity_tools::unity::components;
use unity_tools::{Contents, Resource, ResourceInfo};

/// One component of an object.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct ComponentCard {
    /// Full type name; `<script guid …>` if the script is not in the project, `<missing script>` if it has no script.
    #[serde(rename = "Type")]
    type_name: String,
    /// One-line summary of the component.
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

/// List one object's components. To find objects by component use ListObjects with type.
#[tool(
    name = "GetComponents",
    title = "Get components",
    category = "scene",
    needs = Scene,
    rename_all = "camelCase"
)]
pub(crate) fn get_components(
    object_id: String,
    #[default] limit: Limit,
    offset: Option<u32>,
) -> Result<Page<ComponentCard>> {
    let (found, info) = components::list_components(&object_id, &limit.page(offset.unwrap_or(0)))?;
    Ok(Page::new(found.into_iter().map(ComponentCard::from).collect(), &info))
}

/// The parameters of the resource `unity://object/{id}/components`: the object, and the part of the list to return.
#[input]
pub(crate) struct Params {
    id: String,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// The MCP resource `unity://object/{id}/components`, which lists the components of an object.
pub(crate) struct ComponentsResource;

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

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        Contents::json(&get_components(params.id, params.limit, params.offset)?)
    }
}
