//! Implements the WIT interface `unity-tools:unity/values`: reads component values as C# shows them.

use crate::bindings::current::unity_tools::unity::values::{Answer, ComponentValues, Host, Request};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::imports::page::object;
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{Command, Function, Rows, ValuesRequest};

impl Host for CallState {
    async fn read(&mut self, request: Request) -> Result<Answer, Fault> {
        let texts = request.objects.iter().chain(&request.types).chain(&request.paths);
        let bytes = texts.map(String::len).sum();
        let page = rows::page(request.page, self.page_bytes());
        let command = page.and_then(|page| {
            let objects = request.objects.iter().map(|id| object("objects", id));
            Ok(Command::ReadValues {
                request: ValuesRequest {
                    objects: objects.collect::<Result<_, _>>()?,
                    types: request.types,
                    paths: request.paths,
                    items: request.items,
                    page,
                },
            })
        });
        let answer: Rows<host_bridge::ComponentValues> = self.unity_if(Function::ReadValues, bytes, command).await?;
        Ok(answer.convert())
    }
}

records! {
    Rows<host_bridge::ComponentValues> => Answer { total rows next }
    host_bridge::ComponentValues => ComponentValues { object index type_name enabled fields cut }
}
