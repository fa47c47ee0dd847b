//! `GetObject`: one object by id; and `unity://object/{id}`, which also accepts a path or a name.

use crate::card::ObjectCard;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::objects;
use unity_tools::{Capability, Contents, Cx, Effect, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo, lookup};

/// Which object.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Such as `obj:12`.
    id: String,
}

/// The tool.
pub struct GetObject;

impl Tool for GetObject {
    type Args = Args;
    type Output = ObjectCard;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetObject");

    fn info() -> ToolInfo {
        ToolInfo::new("Show one object by id. For several objects use ListObjects or SearchObjects.")
            .title("Get object")
            .category("scene")
            .needs(Capability::Scene)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<ObjectCard>, ToolError> {
        Ok(ObjectCard::from(objects::get(&args.id)?).into())
    }
}

/// Which object.
#[derive(Deserialize, JsonSchema)]
pub struct Params {
    /// Id, or percent-encoded path or name.
    id: String,
}

/// The resource.
pub struct ObjectResource;

impl Resource for ObjectResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://object/{id}",
            "object",
            "One object by id, or by percent-encoded path or name.",
        )
        .json::<ObjectCard>()
        .example("unity://object/obj:1")
    }

    fn read(params: Params, _: &Cx) -> Result<Contents, ToolError> {
        Contents::json(&ObjectCard::from(lookup::object("id", &params.id)?))
    }
}
