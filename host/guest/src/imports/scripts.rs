//! `unity-tools:unity/scripts`.

use crate::bindings::current::unity_tools::unity::scripts::{Host, Script, ScriptEnum, ScriptField, Text};
use crate::bindings::current::unity_tools::unity::values::Page;
use crate::fault::Fault;
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{Command, Function, Rows};

impl Host for CallState {
    async fn get(&mut self, script: String) -> Result<Script, Fault> {
        let bytes = script.len();
        let command = Command::DescribeScript { script };
        let script: Box<host_bridge::ScriptType> = self.unity(bytes, command).await?;
        Ok((*script).into())
    }

    async fn source(&mut self, path: String, page: Page) -> Result<Text, Fault> {
        let bytes = path.len() + page.cursor.as_ref().map_or(0, String::len);
        let page = rows::page(page, self.page_bytes());
        let command = page.map(|page| Command::ReadScriptSource { path, page });
        let lines: Rows<String> = self.unity_if(Function::ReadScriptSource, bytes, command).await?;
        Ok(Text {
            total: u32::try_from(lines.total).unwrap_or(u32::MAX),
            lines: lines.rows,
            next: lines.next,
        })
    }
}

impl From<host_bridge::ScriptType> for Script {
    fn from(script: host_bridge::ScriptType) -> Self {
        Self {
            type_name: script.type_name,
            path: script.path,
            assembly: script.assembly,
            bases: script.bases,
            attributes: script.attributes,
            fields: script.fields.into_iter().map(Into::into).collect(),
            enums: script.enums.into_iter().map(Into::into).collect(),
            messages: script.messages,
            methods: script.methods,
            not_known: script.not_known,
        }
    }
}

impl From<host_bridge::ScriptField> for ScriptField {
    fn from(field: host_bridge::ScriptField) -> Self {
        Self {
            name: field.name,
            type_name: field.type_name,
            default: field.default.map(Into::into),
            attributes: field.attributes,
            shown: field.shown,
            declared_in: field.declared_in,
        }
    }
}

impl From<host_bridge::ScriptEnum> for ScriptEnum {
    fn from(of: host_bridge::ScriptEnum) -> Self {
        Self {
            type_name: of.type_name,
            is_flags: of.is_flags,
            members: of.members,
        }
    }
}
