//! Implements the WIT interface `unity-tools:unity/scripts`: returns C# types and source code of the project.

use crate::bindings::current::unity_tools::unity::scripts::{Host, Script, ScriptEnum, ScriptField, Text};
use crate::bindings::current::unity_tools::unity::values::Page;
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{Command, Function, Rows};

impl Host for CallState {
    async fn get(&mut self, script: String) -> Result<Script, Fault> {
        let bytes = script.len();
        let command = Command::DescribeScript { script };
        let script: Box<host_bridge::ScriptType> = self.unity(bytes, command).await?;
        Ok(script.convert())
    }

    async fn source(&mut self, path: String, page: Page) -> Result<Text, Fault> {
        let bytes = path.len() + page.cursor.as_ref().map_or(0, String::len);
        let page = rows::page(page, self.page_bytes());
        let command = page.map(|page| Command::ReadScriptSource { path, page });
        let lines: Rows<String> = self.unity_if(Function::ReadScriptSource, bytes, command).await?;
        Ok(lines.convert())
    }
}

records! {
    Rows<String> => Text { total lines: rows next }
    host_bridge::ScriptType => Script {
        type_name path assembly bases attributes fields enums messages methods not_known
    }
    host_bridge::ScriptField => ScriptField { name type_name default attributes shown declared_in }
    host_bridge::ScriptEnum => ScriptEnum { type_name is_flags members }
}
