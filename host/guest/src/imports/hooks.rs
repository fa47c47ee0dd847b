//! Implements the WIT interface `unity-tools:unity/hooks`: lists hooks on methods, and the methods that may be hooked.

use crate::bindings::current::unity_tools::unity::hooks::{Hook, HookMethod, Host};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::Fault;
use crate::imports::convert::records;
use crate::imports::page;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn list_hooks(&mut self, page: PageRequest) -> Result<(Vec<Hook>, PageInfo), Fault> {
        let page = page::request(page, self.page_bytes());
        let command = Command::ListHooks { page };
        let page: host_bridge::Page<host_bridge::Hook> = self.unity(16, command).await?;
        Ok(page::answer(page))
    }

    async fn list_methods(
        &mut self,
        type_name: String,
        filter: Option<String>,
        page: PageRequest,
    ) -> Result<(Vec<HookMethod>, PageInfo), Fault> {
        let bytes = type_name.len() + filter.as_ref().map_or(0, String::len);
        let page = page::request(page, self.page_bytes());
        let command = Command::ListHookMethods {
            type_name,
            filter,
            page,
        };
        let page: host_bridge::Page<host_bridge::HookMethod> = self.unity(bytes, command).await?;
        Ok(page::answer(page))
    }

    async fn get_source(&mut self, signature: String) -> Result<String, Fault> {
        let bytes = signature.len();
        self.unity(bytes, Command::GetHookSource { signature }).await
    }
}

records! {
    host_bridge::Hook => Hook { signature enabled not_firing }
    host_bridge::HookMethod => HookMethod { name signature origin resolved }
}
