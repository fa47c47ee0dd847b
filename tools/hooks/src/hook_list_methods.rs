//! The tool `HookListMethods`, which lists the methods of a type.

use unity_tools::prelude::*;
use unity_tools::unity::hooks;

/// One method that can be hooked.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct HookMethod {
    name: String,
    /// Signature to pass to HookAdd.
    signature: String,
    /// Where the method was found: `source`, `assembly` or the host's `table`.
    origin: String,
    /// True if every type in the signature is known.
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

/// List the methods of a type of HookListAllowedTypes with their signatures.
#[tool(
    name = "HookListMethods",
    title = "List hookable methods",
    category = "hooks",
    example = r#"{"type": "UnityEngine.GameObject", "filter": "active"}"#
)]
pub(crate) fn hook_list_methods(
    /// Full type name.
    #[serde(rename = "type")]
    type_name: String,
    /// Part of name or signature.
    filter: Option<String>,
    #[default] limit: Limit,
    offset: Option<u32>,
) -> Result<Page<HookMethod>> {
    let page = limit.page(offset.unwrap_or(0));
    let filter = filter.filter(|text| !text.is_empty());
    let (found, info) = hooks::list_methods(&type_name, filter.as_deref(), &page)?;
    Ok(Page::new(found.into_iter().map(HookMethod::from).collect(), &info))
}
