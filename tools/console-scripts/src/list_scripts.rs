//! The resource `unity://console/scripts`, which lists the script files.

use unity_tools::prelude::*;
use unity_tools::unity::console_scripts;
use unity_tools::{Contents, Resource, ResourceInfo};

/// The URI of the MCP resource that lists the scripts. Its subscribers are notified of written and deleted scripts.
pub(crate) const SCRIPTS: &str = "unity://console/scripts";

/// The parameters of the MCP resource `unity://console/scripts`: the part of the list to return.
#[input]
pub(crate) struct Params {
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// One script in the scripts folder.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Script {
    name: String,
    /// Path to pass to ReadConsoleScript.
    path: String,
}

impl From<console_scripts::Script> for Script {
    fn from(script: console_scripts::Script) -> Self {
        Self {
            name: script.name,
            path: script.path,
        }
    }
}

/// The MCP resource `unity://console/scripts`, which lists the script files of the console.
pub(crate) struct ScriptsResource;

impl Resource for ScriptsResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            format!("{SCRIPTS}{{?limit,offset}}"),
            "console scripts",
            "The console's script files, by name.",
        )
        .json::<Page<Script>>()
        .listed_without_query()
    }

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        let page = params.limit.page(params.offset.unwrap_or(0));
        let (found, info) = console_scripts::list_scripts(&page)?;
        Contents::json(&Page::new(found.into_iter().map(Script::from).collect(), &info))
    }
}
