//! Implements the WIT interface `unity-tools:unity/prefabs`: compares instances with their prefabs.

use crate::bindings::current::unity_tools::unity::prefabs as wit;
use crate::fault::Fault;
use crate::imports::convert::{Convert, records, variants};
use crate::imports::page::object;
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{Command, Difference, Function, OverrideRow, OverridesAnswer};

impl wit::Host for CallState {
    async fn overrides(&mut self, request: wit::Request) -> Result<wit::Answer, Fault> {
        let bytes = request.object.len() + request.page.cursor.as_ref().map_or(0, String::len);
        let page = rows::page(request.page, self.page_bytes());
        let command = page.and_then(|page| {
            let object = object("object", &request.object)?;
            Ok(Command::ListOverrides { object, page })
        });
        let answer: OverridesAnswer = self.unity_if(Function::ListOverrides, bytes, command).await?;
        Ok(answer.convert())
    }

    async fn compare(&mut self, request: wit::Comparison) -> Result<wit::Answer, Fault> {
        let cursor = request.page.cursor.as_ref().map_or(0, String::len);
        let bytes = request.first.len() + request.second.len() + cursor;
        let page = rows::page(request.page, self.page_bytes());
        let command = page.and_then(|page| {
            Ok(Command::CompareObjects {
                first: object("first", &request.first)?,
                second: object("second", &request.second)?,
                page,
            })
        });
        let answer: OverridesAnswer = self.unity_if(Function::CompareObjects, bytes, command).await?;
        Ok(answer.convert())
    }
}

records! {
    OverridesAnswer => wit::Answer { sources total complete rows next unused }
    OverrideRow => wit::OverrideRow { difference object path component field value source_value part }
}

variants! {
    Difference => wit::Difference {
        Value AddedObject RemovedObject AddedComponent RemovedComponent MovedObject Other(other)
    }
}
