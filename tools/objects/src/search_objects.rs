//! The tool `SearchObjects` and the resource `unity://search`, which find objects of the loaded scenes.

use crate::card::{ObjectCard, non_empty};
use unity_tools::prelude::*;
use unity_tools::unity::objects::{self, ObjectFilter};
use unity_tools::{Contents, Resource, ResourceInfo};

/// The arguments of the tool `SearchObjects`.
#[input]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    /// Part of the object's name or path.
    query: Option<String>,
    name: Option<String>,
    /// Type of a component of the object.
    #[serde(rename = "type")]
    component_type: Option<String>,
    path: Option<String>,
    active_only: Option<bool>,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

impl Args {
    fn filter(self) -> ObjectFilter {
        ObjectFilter {
            query: non_empty(self.query),
            name: non_empty(self.name),
            path: non_empty(self.path),
            component_type: non_empty(self.component_type),
            active_only: self.active_only.unwrap_or(false),
            ..ObjectFilter::default()
        }
    }
}

/// Find objects of the loaded scenes by parts of name and path, case ignored, and by component type.
#[tool(
    name = "SearchObjects",
    title = "Search objects",
    category = "scene",
    example = r#"{"query": "enemy", "activeOnly": true}"#,
    needs = Scene
)]
pub(crate) fn search_objects(#[arguments] args: Args) -> Result<Page<ObjectCard>> {
    let page = args.limit.page(args.offset.unwrap_or(0));
    let (found, info) = objects::list_objects(&args.filter(), &page)?;
    Ok(Page::new(found.into_iter().map(ObjectCard::from).collect(), &info))
}

/// The MCP resource `unity://search`, which finds objects of the loaded scenes by name, path or component type.
pub(crate) struct SearchResource;

impl Resource for SearchResource {
    type Params = Args;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://search{?query,name,type,path,activeOnly,limit,offset}",
            "search",
            "Objects of the loaded scenes by name, path or component type.",
        )
        .json::<Page<ObjectCard>>()
        .example("unity://search?query=camera&limit=10")
    }

    fn read(params: Args, _: &Cx) -> Result<Contents> {
        Contents::json(&search_objects(params)?)
    }
}
