//! `GetObject` and `unity://object/{id}`: one object by id.

use crate::card::ObjectCard;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::objects;
use unity_tools::{Capability, Contents, Cx, Effect, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo};

/// Which object.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// The object's id, such as `obj:12`.
    id: String,
}

fn get(args: &Args) -> Result<ObjectCard, ToolError> {
    Ok(objects::get(&args.id)?.into())
}

/// The tool.
pub struct GetObject;

impl Tool for GetObject {
    type Args = Args;
    type Output = ObjectCard;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetObject");

    fn info() -> ToolInfo {
        ToolInfo::new("Shows one object by id. For several objects use ListObjects or SearchObjects.")
            .title("Get object")
            .category("scene")
            .needs(Capability::Scene)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<ObjectCard>, ToolError> {
        Ok(get(&args)?.into())
    }
}

/// The resource.
pub struct ObjectResource;

impl Resource for ObjectResource {
    type Params = Args;

    fn info() -> ResourceInfo {
        ResourceInfo::new("unity://object/{id}", "object", "One object by id.")
            .json::<ObjectCard>()
            .example("unity://object/obj:1")
    }

    fn read(params: Args, _: &Cx) -> Result<Contents, ToolError> {
        Contents::json(&get(&params)?)
    }
}
