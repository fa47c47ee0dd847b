//! The resource `unity://hooks`, which lists the hooked methods.

use crate::hook_check::HOOKS;
use unity_tools::prelude::*;
use unity_tools::unity::hooks;
use unity_tools::{Contents, Resource, ResourceInfo};

/// The parameters of the MCP resource `unity://hooks`: the part of the list to return.
#[input]
pub(crate) struct Params {
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// One hooked method with the state of its hook.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Hook {
    signature: String,
    /// True if the hook is switched on.
    enabled: bool,
    /// True if the hook fires when its method runs.
    firing: bool,
    /// Reason why the hook does not fire; null if it fires.
    reason: Option<String>,
}

impl From<hooks::Hook> for Hook {
    fn from(hook: hooks::Hook) -> Self {
        Self {
            signature: hook.signature,
            enabled: hook.enabled,
            firing: hook.not_firing.is_none(),
            reason: hook.not_firing,
        }
    }
}

/// The MCP resource `unity://hooks`, which lists the hooked methods.
pub(crate) struct HooksResource;

impl Resource for HooksResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(format!("{HOOKS}{{?limit,offset}}"), "hooks", "The hooked methods.")
            .json::<Page<Hook>>()
            .listed_without_query()
    }

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        let page = params.limit.page(params.offset.unwrap_or(0));
        let (found, info) = hooks::list_hooks(&page)?;
        Contents::json(&Page::new(found.into_iter().map(Hook::from).collect(), &info))
    }
}
