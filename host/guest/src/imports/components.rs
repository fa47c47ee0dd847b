//! Implements the WIT interface `unity-tools:unity/components`: lists the components of an object.

use crate::bindings::current::unity_tools::unity::components::{ComponentCard, Host};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::Fault;
use crate::imports::convert::records;
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn list_components(
        &mut self,
        object: String,
        page: PageRequest,
    ) -> Result<(Vec<ComponentCard>, PageInfo), Fault> {
        let bytes = object.len();
        let page = page::request(page, self.page_bytes());
        let command = page::object("object", &object).map(|object| Command::ListComponents { object, page });
        let page: host_bridge::Page<host_bridge::ComponentCard> =
            self.unity_if(Function::ListComponents, bytes, command).await?;
        Ok(page::answer(page))
    }
}

records! {
    host_bridge::ComponentCard => ComponentCard { index type_name summary enabled }
}
