//! The tool `GetObject`, which shows an object by id, and the resource `unity://object/{id}`, which also accepts paths.

use crate::card::ObjectCard;
use unity_tools::prelude::*;
use unity_tools::unity::objects;
use unity_tools::{Contents, Resource, ResourceInfo, lookup};

/// Show one object by id. For several objects use ListObjects or SearchObjects.
#[tool(name = "GetObject", title = "Get object", category = "scene", needs = Scene)]
pub(crate) fn get_object(
    /// Id of the object, e.g. `obj:12`.
    id: String,
) -> Result<ObjectCard> {
    Ok(ObjectCard::from(objects::get(&id)?))
}

/// The parameters of the resource `unity://object/{id}`: the object.
#[input]
pub(crate) struct Params {
    /// Id, or percent-encoded path or name, of the object.
    id: String,
}

/// The MCP resource `unity://object/{id}`, which describes one object.
pub(crate) struct ObjectResource;

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

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        Contents::json(&ObjectCard::from(lookup::object("id", &params.id)?))
    }
}
